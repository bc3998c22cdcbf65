import Model
import Testing
@testable import Monitoring

@Suite struct `Alert dispatcher` {
  @Test func `an outage is told once, after the wait, and its end once`() {
    var driver = AlertDriver()
    driver.take(MonitorNews.down("NAS", at: 0, incident: 4))
    driver.run(to: 29)
    #expect(driver.alerts.isEmpty)
    driver.run(to: 3600)
    driver.take(MonitorNews.up("NAS", at: 3600, incident: 4))
    driver.run(to: 9000)
    #expect(driver.texts == [["NAS is down."], ["NAS is up again."]])
    #expect(driver.alerts.map(\.time) == [AlertDriver.at(30), AlertDriver.at(3630)])
    #expect(driver.alerts.map(\.notice.thread) == ["incident:4", "incident:4"])
    #expect(driver.alerts.map(\.notice.severity) == [.critical, .resolved])
    #expect(driver.alerts.map(\.notice.title) == ["NAS is down.", "NAS is up again."])
    let items = driver.alerts.map { $0.notice.items[0] }
    #expect(items[0].began == nil)
    #expect(items[1].began == .init(severity: .critical, time: items[0].time))
    #expect(driver.alerts.last?.notice.items.first?.reason == "It lasted 1 hour.")
    #expect(driver.alerts.map(\.state) == [.waiting, .waiting])
    #expect(Set(driver.alerts.map(\.notice.id)).count == 2)
    #expect(driver.dispatcher.memories.isEmpty)
  }

  @Test func `an outage lasts from its first failed check on`() {
    var driver = AlertDriver()
    driver.run(to: 120)
    driver.context.failingSince = ["NAS": AlertDriver.at(0)]
    driver.take(MonitorNews.down("NAS", at: 120))
    driver.run(to: 240)
    driver.context.failingSince = [:]
    driver.run(to: 300)
    driver.take(MonitorNews.up("NAS", at: 300))
    driver.run(to: 600)
    #expect(driver.alerts.last?.notice.items.first?.reason == "It lasted 5 minutes.")
  }

  @Test func `an outage within the wait is told in one line, never its end alone`() {
    var driver = AlertDriver()
    driver.take(MonitorNews.down("NAS", at: 0))
    driver.run(to: 20)
    driver.take(MonitorNews.up("NAS", at: 20))
    driver.run(to: 600)
    #expect(driver.texts == [["NAS was down from 2026-11-27 12:00 to 2026-11-27 12:00."]])
    #expect(driver.alerts.first?.notice.severity == .resolved)
    driver.take(MonitorNews.up("NAS", at: 600))
    driver.run(to: 1200)
    #expect(driver.alerts.count == 1)
  }

  @Test func `an outage that goes on through unknown is one`() {
    var driver = AlertDriver()
    driver.take(MonitorNews.down("NAS", at: 0))
    driver.run(to: 100)
    driver.take(MonitorNews.event("NAS", at: 100, .unknown))
    driver.run(to: 200)
    driver.take(MonitorNews.down("NAS", at: 200))
    driver.run(to: 300)
    driver.take(MonitorNews.up("NAS", at: 300))
    driver.run(to: 400)
    #expect(driver.texts == [["NAS is down."], ["NAS is up again."]])
  }

  @Test func `a storm is one notice, the worst first, with the number of those left out`() {
    var driver = AlertDriver()
    driver.take(MonitorNews.newDevice("phone", at: 0))
    for number in 1...60 { driver.take(MonitorNews.down("m\(number)", at: number / 4)) }
    driver.run(to: 600)
    #expect(driver.alerts.count == 1)
    let notice = driver.alerts.first?.notice
    #expect(notice?.title == "60 monitors are down, 1 new device")
    #expect(notice?.items.count == AlertNotice.mostItems)
    #expect(notice?.items.allSatisfy { $0.severity == .critical } == true)
    #expect(notice?.more == 11)
    #expect(notice?.thread == nil)
  }

  @Test func `an end is told though monitors are muted, worked on or behind a dead parent`() {
    // Alertmanager #226: silenced and inhibited resolves never arrive.
    var driver = AlertDriver()
    driver.take(MonitorNews.down("NAS", at: 0))
    driver.run(to: 100)
    driver.context.mutes = [Mute(.everything, until: AlertDriver.at(9000))]
    driver.context.inMaintenance = ["NAS"]
    driver.context.deadParents = ["NAS": ["router"]]
    driver.step()
    driver.run(to: 200)
    driver.take(MonitorNews.up("NAS", at: 200))
    driver.run(to: 300)
    #expect(driver.texts == [["NAS is down."], ["NAS is up again."]])
  }

  @Test func `what ends while it is muted is never told, and what lasts is told once, after it`() {
    var driver = AlertDriver()
    driver.context.mutes = [Mute(.everything, until: AlertDriver.at(3600))]
    driver.take(MonitorNews.down("short", at: 0), MonitorNews.down("long", at: 0))
    driver.take(MonitorNews.newDevice("phone", at: 0))
    driver.run(to: 1000)
    driver.take(MonitorNews.up("short", at: 1000))
    driver.run(to: 7200)
    #expect(driver.texts == [["long is down."]])
    #expect(driver.alerts.first?.time == AlertDriver.at(3630))
  }

  @Test func `one monitor or device can be muted`() {
    var driver = AlertDriver()
    driver.context.mutes = [
      Mute(.monitor("NAS"), until: AlertDriver.at(3600)),
      Mute(.device("phone"), until: AlertDriver.at(3600)),
    ]
    driver.take(MonitorNews.down("NAS", at: 0), MonitorNews.down("printer", at: 0))
    driver.take(MonitorNews.newDevice("phone", at: 0), MonitorNews.newDevice("tablet", at: 0))
    driver.run(to: 60)
    #expect(driver.texts == [["printer is down.", "tablet is new here."]])
  }

  @Test func `maintenance is told only if it leaves something down`() {
    var driver = AlertDriver()
    driver.context.inMaintenance = ["NAS", "printer"]
    driver.take(MonitorNews.down("NAS", at: 0, maintenance: true))
    driver.take(MonitorNews.down("printer", at: 0, maintenance: true))
    driver.run(to: 600)
    driver.take(MonitorNews.up("printer", at: 600))
    driver.run(to: 1200)
    #expect(driver.alerts.isEmpty)
    driver.context.inMaintenance = []
    driver.step()
    driver.run(to: 1800)
    #expect(driver.texts == [["NAS is down."]])
  }

  @Test func `two rules to one channel tell it once, and each channel gets its own`() {
    var other = AlertRule.usual(channels: ["phone", "mail"])
    other.id = "other"
    other.groupWait = .seconds(120)
    var driver = AlertDriver(
      rules: [.usual(channels: ["phone", "phone"]), other],
      channels: ["phone", "mail"]
    )
    driver.take(MonitorNews.down("NAS", at: 0))
    driver.run(to: 600)
    #expect(driver.alerts.map(\.channel) == ["phone", "mail"])
    #expect(driver.alerts.map(\.rule) == ["usual", "other"])
    #expect(driver.alerts.map(\.time) == [AlertDriver.at(30), AlertDriver.at(120)])
  }

  @Test func `a rule tells what it names`() {
    let rule = AlertRule(
      id: "r",
      name: "r",
      events: [.monitorDown, .newDevice, .gatewayChanged],
      devices: ["phone"],
      monitors: ["NAS"],
      channels: ["phone"]
    )
    var driver = AlertDriver(rules: [rule])
    driver.take(MonitorNews.down("NAS", at: 0), MonitorNews.down("printer", at: 0))
    driver.take(MonitorNews.newDevice("phone", at: 0), MonitorNews.newDevice("tablet", at: 0))
    let gateway = HomeChange(
      time: AlertDriver.at(0),
      slot: 3,
      kind: .gatewayMACChanged,
      was: "a",
      now: "b",
      reason: .otherKeys
    )
    driver.take(AlertNews(gateway, device: "router"))
    driver.run(to: 60)
    driver.take(MonitorNews.up("NAS", at: 60))
    driver.run(to: 600)
    let kinds = driver.alerts.map { $0.notice.items.map(\.kind) }
    #expect(kinds.count == 1)
    #expect(Set(kinds.first ?? []) == [.monitorDown, .newDevice, .gatewayChanged])
    #expect(driver.alerts.first?.notice.items.count == 3)
  }

  @Test func `what a removed rule gathered goes with it`() {
    var driver = AlertDriver()
    driver.take(MonitorNews.down("NAS", at: 0), MonitorNews.newDevice("phone", at: 0))
    driver.run(to: 10)
    let rules = driver.context.rules
    driver.context.rules = []
    driver.step()
    driver.context.rules = rules
    driver.run(to: 600)
    #expect(driver.alerts.isEmpty)
    #expect(driver.dispatcher.memories.isEmpty)
  }

  @Test func `a channel that is added later isn't told what is past, nor its end`() {
    var driver = AlertDriver()
    driver.take(MonitorNews.down("NAS", at: 0))
    driver.run(to: 60)
    driver.context.channels.append(AlertDriver.channel("mail"))
    driver.context.rules = [.usual(channels: ["phone", "mail"])]
    driver.step()
    driver.run(to: 120)
    driver.take(MonitorNews.up("NAS", at: 120))
    driver.run(to: 600)
    #expect(driver.alerts.map(\.channel) == ["phone", "phone"])
  }

  @Test func `flapping is told at its beginning and at its end, without what lies between`() {
    var driver = AlertDriver()
    driver.take(MonitorNews.down("NAS", at: 0))
    driver.run(to: 60)
    driver.take(MonitorNews.event("NAS", at: 60, .down, kind: .flappingBegan))
    for round in 1...10 {
      driver.run(to: 100 * round)
      driver.take(MonitorNews.up("NAS", at: 100 * round))
      driver.run(to: 100 * round + 50)
      driver.take(MonitorNews.down("NAS", at: 100 * round + 50))
    }
    driver.run(to: 1100)
    driver.take(MonitorNews.up("NAS", at: 1100))
    driver.take(MonitorNews.event("NAS", at: 1100, .up, kind: .flappingEnded))
    driver.run(to: 2000)
    let told = driver.texts.map { Set($0) }
    #expect(told.count == 3)
    #expect(told.first == ["NAS is down."])
    #expect(driver.alerts.dropFirst().first?.notice.items.map(\.kind) == [.monitorFlapping])
    #expect(told.last == ["NAS is steady again.", "NAS is up again."])
  }

  @Test func `a cause that is found in time completes the alert, and later is not told`() {
    var driver = AlertDriver()
    driver.take(MonitorNews.down("NAS", at: 0, incident: -1))
    driver.dispatcher.set(incident: 8, of: "NAS")
    driver.run(to: 10)
    let cable: Message = "Its cable is unplugged."
    driver.take(
      MonitorNews.event("NAS", at: 10, .down, kind: .diagnosed, reason: cable, incident: 8)
    )
    driver.run(to: 60)
    driver.take(
      MonitorNews.event(
        "NAS",
        at: 60,
        .down,
        kind: .diagnosed,
        reason: "It was stolen.",
        incident: 8
      )
    )
    driver.run(to: 600)
    #expect(driver.texts == [["NAS is down."]])
    #expect(driver.alerts.first?.notice.items.first?.reason == "Its cable is unplugged.")
    #expect(driver.alerts.first?.notice.items.first?.incident == 8)
  }

  @Test func `a degradation that becomes an outage, and an outage that becomes a degradation`() {
    var outages = AlertRule.usual(channels: ["mail"])
    outages.id = "outages"
    outages.events.remove(.monitorDegraded)
    var driver = AlertDriver(
      rules: [.usual(channels: ["phone"]), outages],
      channels: ["phone", "mail"]
    )
    driver.take(MonitorNews.degraded("NAS", at: 0))
    driver.run(to: 100)
    driver.take(MonitorNews.down("NAS", at: 100))
    driver.run(to: 200)
    driver.take(MonitorNews.degraded("NAS", at: 200))
    driver.run(to: 300)
    driver.take(MonitorNews.up("NAS", at: 300))
    driver.run(to: 400)
    let phone = driver.texts(on: "phone")
    let mail = driver.texts(on: "mail")
    #expect(
      phone == [
        ["NAS is degraded."],
        ["NAS is down."],
        ["NAS is degraded.", "NAS is no longer down, but degraded."],
        ["NAS is up again."],
      ]
    )
    #expect(mail == [["NAS is down."], ["NAS is no longer down, but degraded."]])
  }

  @Test func `what lasts is repeated where a rule says so, until somebody acknowledges it`() {
    var rule = AlertRule.usual(channels: ["phone"])
    rule.repeatEvery = .seconds(3600)
    var driver = AlertDriver(rules: [rule])
    driver.take(MonitorNews.down("NAS", at: 0, incident: 5))
    driver.run(to: 30 + 3 * 3600)
    #expect(driver.alerts.count == 4)
    #expect(driver.alerts.last?.notice.items.first?.reason == "It has lasted 3 hours so far.")
    driver.context.acknowledged = [5]
    driver.run(to: 10 * 3600)
    driver.take(MonitorNews.up("NAS", at: 36_000, incident: 5))
    driver.run(to: 11 * 3600)
    #expect(driver.texts.last == ["NAS is up again."])
    #expect(driver.alerts.count == 5)
  }

  @Test func `outside a rule's hours nothing is told but what still lasts when they begin`() {
    var rule = AlertRule.usual(channels: ["phone"])
    // From 13:00 to 14:00.
    rule.hours = LocalHours(startMinute: 780, endMinute: 840)
    var driver = AlertDriver(rules: [rule])
    driver.take(MonitorNews.down("short", at: 0), MonitorNews.down("long", at: 0))
    driver.take(MonitorNews.newDevice("phone", at: 0))
    driver.run(to: 600)
    driver.take(MonitorNews.up("short", at: 600))
    driver.run(to: 3 * 3600)
    driver.take(MonitorNews.up("long", at: 3 * 3600))
    driver.run(to: 4 * 3600)
    #expect(driver.texts == [["long is down."]])
    driver.run(to: 26 * 3600)
    #expect(driver.texts == [["long is down."], ["long is up again."]])
    #expect(driver.alerts.map(\.time) == [AlertDriver.at(3630), AlertDriver.at(25 * 3600)])
  }

  @Test func `a memory of a later version is refused`() throws {
    var dispatcher = AlertDispatcher(seed: .max)
    dispatcher.take([MonitorNews.down("NAS", at: 0)].compactMap(\.self), at: AlertDriver.noon)
    let json = try AlertDispatcherJSON.text(of: dispatcher)
    let restored = try AlertDispatcherJSON.dispatcher(of: json)
    #expect(restored == dispatcher)
    let later = json.replacing("\"version\":1", with: "\"version\":2")
    #expect(later != json)
    #expect(throws: DecodingError.self) { try AlertDispatcherJSON.dispatcher(of: later) }
  }

  @Test func `any number of made-up devices waits in bounded room, and is counted`() {
    var driver = AlertDriver()
    for number in 0..<2000 { driver.take(MonitorNews.newDevice("d\(number)", at: 0)) }
    driver.run(to: 60)
    let notice = driver.alerts.first?.notice
    #expect(driver.alerts.count == 1)
    #expect(notice?.items.count == AlertNotice.mostItems)
    #expect((notice?.more ?? 0) + AlertNotice.mostItems == 2000)
  }

  @Test func `a removed monitor is forgotten`() {
    var driver = AlertDriver()
    driver.take(MonitorNews.down("NAS", at: 0), MonitorNews.down("printer", at: 0))
    driver.run(to: 10)
    driver.dispatcher.forget(monitor: "NAS")
    driver.run(to: 60)
    #expect(driver.texts == [["printer is down."]])
  }

  @Test(arguments: [false, true])
  func `two outages of one monitor within the wait are one notice`(restarts: Bool) {
    var driver = AlertDriver()
    driver.restarts = restarts
    driver.take(MonitorNews.down("NAS", at: 0, incident: 1))
    driver.run(to: 5)
    driver.take(MonitorNews.up("NAS", at: 5, incident: 1))
    driver.run(to: 10)
    driver.take(MonitorNews.down("NAS", at: 10, incident: 2))
    driver.run(to: 300)
    #expect(
      driver.texts == [
        ["NAS is down.", "NAS was down from 2026-11-27 12:00 to 2026-11-27 12:00."]
      ]
    )
    driver.take(MonitorNews.up("NAS", at: 300, incident: 2))
    driver.run(to: 600)
    #expect(driver.texts.last == ["NAS is up again."])
    #expect(driver.alerts.count == 2)
  }

  @Test(arguments: [false, true])
  func `a thousand monitors that fail at once are one notice of bounded length`(restarts: Bool) {
    var driver = AlertDriver()
    for number in 0..<1000 {
      driver.dispatcher.take(
        [MonitorNews.down("host\(number)", at: 0)].compactMap(\.self),
        at: driver.now
      )
    }
    driver.restarts = restarts
    driver.step()
    driver.run(to: 600)
    #expect(driver.alerts.map(\.notice.items.count) == [AlertNotice.mostItems])
    #expect(driver.alerts.map(\.notice.more) == [1000 - AlertNotice.mostItems])
    #expect(driver.alerts.first?.notice.title == "1000 monitors are down")
  }
}
