public import Model

/// Which waiting alert is sent next, and what becomes of one that was tried.
///
/// A channel's alerts are sent in the order of their numbers: one that fails holds up the later ones of
/// its channel, and of no other. Whatever was tried is written down before the next is taken, so that
/// nothing counts as sent that wasn't.
public enum Outbox {
  /// The times between attempts; after the last one it is ``longestStep``.
  static let steps: [Duration] = [
    .seconds(5), .seconds(15), .seconds(60), .seconds(300), .seconds(900),
  ]
  /// The time between later attempts, and after a refusal: somebody has to change a setting.
  public static let longestStep = Duration.seconds(3600)
  /// As long as a service's wish to be left alone is obeyed.
  public static let longestRetryAfter = Duration.seconds(6 * 3600)
  /// How old an alert is when a failed attempt was its last, if its channel failed for long (``ChannelFailure``)
  /// or it was itself tried ``leastTries`` times.
  ///
  /// Its age alone says little: the clock of a machine without a battery may leap by years.
  public static let longestWait = Duration.seconds(3 * 86_400)
  /// As many attempts take more than two hours.
  public static let leastTries = 8
  /// As long as an alert waits for a store that fails where its channel would show a repetition.
  ///
  /// So a program that is killed and started over and over tells nothing each time. It isn't for ever: told twice
  /// is better than not told.
  public static let unstoredWait = Duration.seconds(300)
  /// As many attempts as are made at the same time.
  public static let mostInFlight = 8
  /// As many alerts as wait for one channel before news without urgency are summed up.
  public static let mostWaiting = 50

  /// The alerts to send now: at most one a channel, the oldest first.
  ///
  /// `busy` are the channels that something is being sent to; `notBefore` says, by channel, when a
  /// service takes the next notice, for those with a rate limit.
  public static func next(
    _ waiting: [Alert],
    busy: Set<String>,
    at now: Timestamp,
    notBefore: [String: Timestamp] = [:],
    atMost: Int = Outbox.mostInFlight
  ) -> [Alert] {
    let ready = heads(of: waiting, busy: busy).filter { alert in
      (readyTime(of: alert, notBefore) ?? now) <= now
    }
    return Array(ready.prefix(max(0, atMost - busy.count)))
  }

  /// When ``next(_:busy:at:notBefore:atMost:)`` will have something, if nothing changes.
  public static func nextDue(
    _ waiting: [Alert],
    busy: Set<String>,
    at now: Timestamp,
    notBefore: [String: Timestamp] = [:]
  ) -> Timestamp? {
    guard busy.count < mostInFlight else { return nil }
    return heads(of: waiting, busy: busy).map { max(readyTime(of: $0, notBefore) ?? now, now) }
      .min()
  }

  /// The alert after an attempt; `jitter` is a random number from 0 to 1, `hasFailedLong` says whether its
  /// channel took nothing for long.
  public static func note(
    _ delivery: Delivery,
    of alert: Alert,
    at now: Timestamp,
    jitter: Double,
    hasFailedLong: Bool
  ) -> Alert {
    var alert = alert
    alert.tries += 1
    let error: Message
    let wait: Duration
    switch delivery {
    case .sent:
      alert.state = .sent
      alert.nextTry = nil
      alert.error = nil
      return alert
    case .failed(let why, let retryAfter):
      let asked = min(max(retryAfter ?? .zero, .zero), longestRetryAfter)
      // Never sooner than the service asked for.
      wait = max(spread(step(after: alert.tries), jitter), asked)
      error = why
    case .refused(let why):
      wait = spread(longestStep, jitter)
      error = why
    }
    alert.error = error
    let isTriedOften = hasFailedLong || alert.tries >= leastTries
    if isTriedOften, AlertTime.adding(longestWait, to: alert.time) <= now {
      alert.state = .givenUp
      alert.nextTry = nil
    } else {
      alert.nextTry = AlertTime.adding(wait, to: now)
    }
    return alert
  }

  /// The alert as it waits after a start, where the clock was `last` before: one that is behind must not keep it
  /// waiting.
  static func resumed(_ alert: Alert, at now: Timestamp, last: Timestamp?) -> Alert {
    guard let time = alert.nextTry else { return alert }
    let isBehind = last.map { now < $0 } ?? false
    guard isBehind || AlertTime.adding(longestRetryAfter, to: now) < time else { return alert }
    var alert = alert
    alert.nextTry = nil
    return alert
  }

  /// The alert where its channel is gone.
  public static func giveUp(_ alert: Alert, because reason: Message) -> Alert {
    var alert = alert
    alert.state = .givenUp
    alert.nextTry = nil
    alert.error = reason
    return alert
  }

  /// The alerts of a channel that are tried at once, because its settings changed; only those that
  /// change.
  public static func hurry(_ waiting: [Alert], to channel: String) -> [Alert] {
    waiting.filter { $0.channel == channel && $0.state == .waiting && $0.nextTry != nil }
      .map { alert in
        var alert = alert
        alert.nextTry = nil
        return alert
      }
  }

  /// What the other channels are told of an alert that was given up; `nil` for one that tells of a
  /// channel itself, so that two broken channels don't report each other for ever.
  public static func trouble(of alert: Alert, channelName: String, at now: Timestamp) -> AlertNews?
  {
    guard alert.state == .givenUp,
      alert.notice.items.contains(where: { $0.kind != .channelTrouble })
    else { return nil }
    return .channelFails(alert.channel, name: channelName, because: alert.error, at: now)
  }

  /// The alert that each channel is to be sent next, the oldest first.
  private static func heads(of waiting: [Alert], busy: Set<String>) -> [Alert] {
    var heads: [String: Alert] = [:]
    for alert in waiting where alert.state == .waiting && !busy.contains(alert.channel) {
      if let head = heads[alert.channel], isEarlier(head, alert) { continue }
      heads[alert.channel] = alert
    }
    return heads.values.sorted(by: isEarlier)
  }

  /// In the order of their numbers; those that aren't stored yet come last, in the order of their times.
  static func isEarlier(_ left: Alert, _ right: Alert) -> Bool {
    let (first, second) = (left.id > 0 ? left.id : .max, right.id > 0 ? right.id : .max)
    if first != second { return first < second }
    if left.time != right.time { return left.time < right.time }
    return left.notice.id < right.notice.id
  }

  private static func readyTime(of alert: Alert, _ notBefore: [String: Timestamp]) -> Timestamp? {
    guard let limit = notBefore[alert.channel] else { return alert.nextTry }
    return max(alert.nextTry ?? limit, limit)
  }

  private static func step(after tries: Int) -> Duration {
    tries <= steps.count ? steps[max(0, tries - 1)] : longestStep
  }

  /// A tenth more or less, so that channels of one service don't all come back at one moment.
  private static func spread(_ step: Duration, _ jitter: Double) -> Duration {
    let bounded = jitter.isFinite ? min(max(jitter, 0), 1) : 0.5
    return step * (0.9 + 0.2 * bounded)
  }
}
