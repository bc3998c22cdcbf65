import Home
import Model
import Networking

/// What is told while the store can't be read, and nobody knows what it says of monitors and channels.
extension MonitorWatch {
  /// Tells the channels of the configuration file, but those that were told; returns all that were.
  ///
  /// One that can't tell a repetition is told only after a while: a program that ends over and over is not to tell
  /// it each time.
  func tellUnread(
    _ why: Message,
    since start: MonotonicTime,
    but told: Set<String>
  ) async -> Set<String> {
    let now = clock.now()
    let news = AlertNews.storageUnread(why, at: now.wall)
    let isLong = now.monotonic - start >= Outbox.unstoredWait
    var told = told
    for channel in machine.channelsTelling(news, at: now.wall) where !told.contains(channel.id) {
      guard isLong || settings.servicesTellingRepetitions.contains(channel.service) else {
        continue
      }
      let delivery = await send(news.notice(url: settings.pageURL), to: channel)
      if delivery == .sent { told.insert(channel.id) }
    }
    return told
  }

  /// A monitor as it is shown: while the store can't be read, nothing is known of it.
  func shown(_ snapshot: MonitorSnapshot) -> MonitorSnapshot {
    guard !isLoaded, let storeFailure else { return snapshot }
    var snapshot = snapshot
    snapshot.reason = storeFailure.message
    return snapshot
  }
}

extension MonitorMachine {
  /// The channels that rules have told such news now.
  func channelsTelling(_ news: AlertNews, at time: Timestamp) -> [AlertChannel] {
    let view = AlertView(dispatchContext(at: time), at: time, flapping: [])
    return view.context.channels.filter { channel in
      view.rules(to: channel.id).contains { view.verdict($0, on: news) == .gathering }
    }
  }

  /// Tells channels news that the dispatcher knows nothing of.
  mutating func tell(_ news: AlertNews, over ids: Set<String>) {
    for id in ids.sorted() where channels[id] != nil {
      let handle = makeHandle()
      alerts[handle] = Alert(
        time: news.time,
        rule: AlertRule.usual(channels: []).id,
        channel: id,
        notice: news.notice(url: settings.pageURL)
      )
      pending.alerts.insert(handle)
      pending.isUrgent = true
    }
  }
}
