import Model
import Networking
import Testing
@testable import Monitoring

@Suite struct OutboxTests {
  private static func alert(
    _ id: Int64,
    _ channel: String = "phone",
    at seconds: Int = 0,
    severity: AlertNotice.Severity = .critical,
    kind: AlertKind = .monitorDown
  ) -> Alert {
    let time = AlertDriver.at(seconds)
    let item = AlertNotice.Item(kind: kind, text: "news \(id)", severity: severity, time: time)
    return Alert(
      id: id,
      time: time,
      rule: "usual",
      channel: channel,
      notice: AlertNotice(
        id: "n\(id)",
        title: item.text,
        items: [item],
        severity: severity,
        time: time
      )
    )
  }

  private static func failed(
    _ alert: Alert,
    at seconds: Int,
    retryAfter: Duration? = nil,
    hasFailedLong: Bool = true
  ) -> Alert {
    Outbox.note(
      .failed("no answer", retryAfter: retryAfter),
      of: alert,
      at: AlertDriver.at(seconds),
      jitter: 0.5,
      hasFailedLong: hasFailedLong
    )
  }

  @Test func `a failed alert holds up its channel and no other`() {
    let first = Self.failed(Self.alert(1), at: 0)
    let waiting = [Self.alert(2), first, Self.alert(3, "mail")]
    let now = Outbox.next(waiting, busy: [], at: AlertDriver.at(1))
    #expect(now.map(\.id) == [3])
    #expect(Outbox.nextDue(waiting, busy: ["mail"], at: AlertDriver.at(1)) == AlertDriver.at(5))
    let later = Outbox.next(waiting, busy: [], at: AlertDriver.at(5))
    #expect(later.map(\.id) == [1, 3])
  }

  @Test func `a channel that is busy or limited gets nothing, and only so many are in flight`() {
    let waiting = (1...20).map { Self.alert(Int64($0), "c\($0)") }
    let now = AlertDriver.at(0)
    let first = Outbox.next(waiting, busy: [], at: now)
    #expect(first.count == Outbox.mostInFlight)
    let second = Outbox.next(waiting, busy: ["c1", "c2"], at: now)
    #expect(second.map(\.id) == [3, 4, 5, 6, 7, 8])
    let limits = ["c3": AlertDriver.at(1)]
    let third = Outbox.next(waiting, busy: ["c1", "c2"], at: now, notBefore: limits)
    #expect(third.first?.id == 4)
    #expect(Outbox.nextDue(waiting, busy: Set(first.map(\.channel)), at: now) == nil)
    #expect(Outbox.nextDue([waiting[2]], busy: [], at: now, notBefore: limits) == AlertDriver.at(1))
  }

  @Test func `the times between attempts grow to an hour`() {
    var alert = Self.alert(1)
    var waits: [Int] = []
    var now = 0
    for _ in 0..<8 {
      alert = Self.failed(alert, at: now)
      let next = Int(
        ((alert.nextTry ?? .never).milliseconds - AlertDriver.noon.milliseconds) / 1000
      )
      waits.append(next - now)
      now = next
    }
    #expect(waits == [5, 15, 60, 300, 900, 3600, 3600, 3600])
    #expect(alert.tries == 8)
    #expect(alert.error?.text == "no answer")
  }

  @Test func `chance moves an attempt by a tenth at most, and a refusal waits for an hour`() {
    let now = AlertDriver.at(0)
    let waits = [0, 0.5, 1, Double.nan, -5, 7].map { jitter in
      let alert = Outbox.note(
        .refused("no"),
        of: Self.alert(1),
        at: now,
        jitter: jitter,
        hasFailedLong: false
      )
      return ((alert.nextTry ?? .never).milliseconds - now.milliseconds + 500) / 1000
    }
    #expect(waits == [3240, 3600, 3960, 3600, 3240, 3960])
  }

  @Test func `a service's wish is obeyed, but not for ever`() {
    let minute = Self.failed(Self.alert(1), at: 0, retryAfter: .seconds(60))
    #expect(minute.nextTry == AlertDriver.at(60))
    let never = Self.failed(Self.alert(1), at: 0, retryAfter: .seconds(1_000_000_000))
    #expect(never.nextTry == AlertDriver.at(6 * 3600))
    let past = Self.failed(Self.alert(1), at: 0, retryAfter: .seconds(-60))
    #expect(past.nextTry == AlertDriver.at(5))
  }

  @Test func `nothing counts as sent before it was`() {
    // Healthchecks marks before it sends; NetAlertX clears what is pending whatever publishers return.
    let alert = Self.alert(1)
    let tried = Outbox.next([alert], busy: [], at: AlertDriver.at(0))
    #expect(tried == [alert])
    let failed = Self.failed(alert, at: 0)
    #expect(failed.state == .waiting)
    #expect(failed.notice == alert.notice)
    let sent = Outbox.note(
      .sent,
      of: failed,
      at: AlertDriver.at(5),
      jitter: 0.5,
      hasFailedLong: false
    )
    #expect(sent.state == .sent)
    #expect(sent.error == nil)
    #expect(sent.nextTry == nil)
    #expect(Outbox.next([sent], busy: [], at: AlertDriver.at(9999)).isEmpty)
  }

  @Test func `the same memory makes the same alert with the same id after a crash`() {
    var driver = AlertDriver()
    driver.take(MonitorNews.down("NAS", at: 0))
    let stored = driver.dispatcher
    var first = stored
    var second = stored
    let lost = first.due(at: AlertDriver.at(30), context: driver.context)
    let again = second.due(at: AlertDriver.at(30), context: driver.context)
    #expect(lost.count == 1)
    #expect(lost == again)
  }

  @Test func `all that waited over three days without a network arrives in order`() {
    // Kuma #6046: alerts are lost when the network is down.
    let end = 72 * 3600
    var waiting = (0..<144).map { Self.alert(Int64($0 + 1), at: $0 * 1800) }
    var sent: [Int64] = []
    var now = AlertDriver.at(0)
    for _ in 0..<20_000 {
      let known = waiting.filter { $0.time <= now }
      if let alert = Outbox.next(known, busy: [], at: now).first,
        let index = waiting.firstIndex(where: { $0.id == alert.id })
      {
        let isBack = now >= AlertDriver.at(end)
        let delivery: Delivery = isBack ? .sent : .failed("no network", retryAfter: nil)
        waiting[index] = Outbox.note(
          delivery,
          of: alert,
          at: now,
          jitter: 1,
          hasFailedLong: true
        )
        if isBack { sent.append(alert.id) }
      }
      let due = Outbox.nextDue(known, busy: [], at: now) ?? now
      let soonest = Timestamp(milliseconds: now.milliseconds + 1000)
      now = min(max(due, soonest), Timestamp(milliseconds: now.milliseconds + 60_000))
      if waiting.allSatisfy({ $0.state != .waiting }) { break }
    }
    #expect(sent == (1...144).map(Int64.init))
    #expect(waiting.allSatisfy { $0.state == .sent })
  }

  @Test func `after three days an alert is given up, which the other channels are told`() throws {
    let before = Self.failed(Self.alert(1), at: 72 * 3600 - 1)
    #expect(before.state == .waiting)
    let after = Self.failed(before, at: 72 * 3600)
    #expect(after.state == .givenUp)
    #expect(after.nextTry == nil)
    let trouble = Outbox.trouble(of: after, channelName: "My phone", at: AlertDriver.at(0))
    let news = try #require(trouble)
    #expect(news.kind == .channelTrouble)
    #expect(news.reason == "no answer")
    #expect(Outbox.trouble(of: before, channelName: "My phone", at: AlertDriver.at(0)) == nil)

    var driver = AlertDriver(
      rules: [.usual(channels: ["phone", "mail"])],
      channels: ["phone", "mail"]
    )
    driver.take(news)
    driver.run(to: 600)
    // Once, however many more are given up.
    driver.take(news)
    driver.run(to: 1200)
    driver.take(.channelWorks("phone", name: "My phone", at: AlertDriver.at(1200)))
    driver.run(to: 1800)
    #expect(driver.alerts.map(\.channel) == ["mail", "mail"])
    #expect(driver.texts.last == ["The channel My phone works again."])
  }

  @Test func `an alert that the clock alone made old is not given up`() {
    // A machine without a battery begins days or years ago, and learns the time a minute later.
    var alert = Self.failed(Self.alert(1), at: 0, hasFailedLong: false)
    for attempt in 2..<Outbox.leastTries {
      alert = Self.failed(alert, at: 400 * 86_400 + attempt, hasFailedLong: false)
      #expect(alert.state == .waiting)
    }
    // Tried for hours, over however many starts, it is too old indeed.
    alert = Self.failed(alert, at: 400 * 86_400 + 100, hasFailedLong: false)
    #expect(alert.tries == Outbox.leastTries)
    #expect(alert.state == .givenUp)
  }

  @Test(arguments: [(7, 10_800, false), (8, 7199, false), (8, 7200, true)])
  func `a channel fails for long after as many attempts and as long a time`(
    tries: Int,
    seconds: Int,
    isLong: Bool
  ) {
    let since = MonotonicTime(nanoseconds: 5)
    let failure = ChannelFailure(since: since, tries: tries)
    #expect(failure.isLong(at: since + .seconds(seconds)) == isLong)
  }

  @Test func `a clock that is behind after a start keeps nothing waiting`() {
    let failed = Self.failed(Self.alert(1), at: 0)
    func resumed(_ alert: Alert, at seconds: Int, last: Int?) -> Timestamp? {
      Outbox.resumed(alert, at: AlertDriver.at(seconds), last: last.map(AlertDriver.at)).nextTry
    }
    #expect(resumed(failed, at: 2, last: 1) == AlertDriver.at(5))
    #expect(resumed(failed, at: -10, last: 1) == nil)
    #expect(resumed(failed, at: -400 * 86_400, last: nil) == nil)
    #expect(resumed(Self.alert(2), at: 2, last: 1) == nil)
  }

  @Test func `two broken channels don't report each other for ever`() {
    var alert = Self.alert(1, severity: .warning, kind: .channelTrouble)
    alert = Self.failed(alert, at: 80 * 3600)
    #expect(alert.state == .givenUp)
    #expect(Outbox.trouble(of: alert, channelName: "phone", at: AlertDriver.at(0)) == nil)
  }

  @Test func `changed settings are tried at once`() {
    let failed = Self.failed(Self.alert(1), at: 0)
    let other = Self.failed(Self.alert(2, "mail"), at: 0)
    let hurried = Outbox.hurry([failed, other, Self.alert(3)], to: "phone")
    #expect(hurried.map(\.id) == [1])
    #expect(Outbox.next(hurried, busy: [], at: AlertDriver.at(0)).map(\.id) == [1])
  }

  @Test func `too many news without urgency are summed up in their place`() {
    let waiting = (1...60).map { number in
      Self.alert(
        Int64(number),
        severity: number == 5 ? .critical : .info,
        kind: number == 5 ? .monitorDown : .newDevice
      )
    }
    let changed = Outbox.sumUp(waiting)
    // 1 to 4 become one, then 6 to 13: ten fewer.
    let kept = changed.filter { $0.state == .waiting }
    #expect(kept.map(\.id) == [1, 6])
    #expect(kept.map(\.notice.title) == ["4 new devices", "8 new devices"])
    #expect(kept.map(\.notice.id) == ["n1", "n6"])
    let summed = changed.filter { $0.state == .givenUp }.map(\.id)
    #expect(summed == [2, 3, 4] + Array(7...13))
    #expect(Outbox.sumUp(Array(waiting.prefix(Outbox.mostWaiting))).isEmpty)
    let tried = waiting.map { Self.failed($0, at: 0) }
    #expect(Outbox.sumUp(tried).isEmpty)
  }
}
