import Model
import Testing
@testable import Monitoring

@Suite struct `Quiet hours` {
  /// From 22:00 to 06:00, in a place two hours ahead of universal time.
  private static func driver() -> AlertDriver {
    var rule = AlertRule.usual(channels: ["phone"])
    rule.quietHours = LocalHours(startMinute: 1320, endMinute: 360)
    // 23:00 there, 21:00 in universal time.
    var driver = AlertDriver(rules: [rule], at: AlertDriver.at(9 * 3600))
    driver.context.localTime = LocalTime { _ in 7200 }
    return driver
  }

  private static func hour(_ hour: Int) -> Int { hour * 3600 }
  /// 06:00 there.
  private static let morning = 16 * 3600

  @Test func `quiet hours are in local time`() {
    // Beszel compares its windows in universal time.
    var driver = Self.driver()
    driver.take(MonitorNews.down("NAS", at: Self.hour(9)))
    driver.run(to: Self.morning - 1)
    #expect(driver.alerts.isEmpty)
    driver.run(to: Self.morning)
    #expect(driver.texts == [["NAS is down."]])
    #expect(driver.alerts.first?.time == AlertDriver.at(Self.morning))
  }

  @Test func `the night is one digest, with an outage that began and ended in one line`() {
    var driver = Self.driver()
    driver.take(
      MonitorNews.down("NAS", at: Self.hour(10)),
      MonitorNews.newDevice("phone", at: Self.hour(10))
    )
    driver.run(to: Self.hour(11))
    driver.take(MonitorNews.up("NAS", at: Self.hour(11)))
    driver.run(to: Self.hour(12))
    driver.take(MonitorNews.down("printer", at: Self.hour(12)))
    // Twenty seconds before the end: it belongs to the night, too.
    driver.run(to: Self.morning - 20)
    driver.take(MonitorNews.newDevice("tablet", at: Self.morning - 20))
    driver.run(to: Self.morning + 3600)
    #expect(
      driver.texts == [
        [
          "printer is down.", "phone is new here.", "tablet is new here.",
          "NAS was down from 2026-11-28 00:00 to 2026-11-28 01:00.",
        ]
      ]
    )
    let title = driver.alerts.first?.notice.title
    #expect(title == "1 monitor is down, 2 new devices, 1 past outage")
  }

  @Test func `the end of what was told in the evening is told in the morning`() {
    var driver = Self.driver()
    let rules = driver.context.rules
    driver.context.rules[0].quietHours = nil
    driver.take(MonitorNews.down("NAS", at: Self.hour(9)))
    driver.run(to: Self.hour(9) + 60)
    driver.context.rules = rules
    driver.take(MonitorNews.up("NAS", at: Self.hour(9) + 60))
    driver.run(to: Self.morning - 1)
    #expect(driver.texts == [["NAS is down."]])
    driver.run(to: Self.morning + 60)
    #expect(driver.texts == [["NAS is down."], ["NAS is up again."]])
  }

  @Test func `a rule without them tells the same channel at once, and the digest not again`() {
    var driver = Self.driver()
    var loud = AlertRule.usual(channels: ["phone"])
    loud.id = "loud"
    loud.monitors = ["NAS"]
    driver.context.rules.append(loud)
    driver.take(
      MonitorNews.down("NAS", at: Self.hour(9)),
      MonitorNews.down("printer", at: Self.hour(9))
    )
    driver.run(to: Self.hour(9) + 60)
    driver.take(MonitorNews.up("NAS", at: Self.hour(9) + 60))
    driver.run(to: Self.morning + 60)
    #expect(driver.texts == [["NAS is down."], ["NAS is up again."], ["printer is down."]])
  }

  @Test func `what is held can be seen, and stays held`() {
    var driver = Self.driver()
    driver.take(MonitorNews.down("NAS", at: Self.hour(9)))
    driver.run(to: Self.hour(9) + 60)
    let before = driver.dispatcher
    let held = driver.dispatcher.held(at: driver.now, context: driver.context)
    #expect(held.map(\.state) == [.held])
    #expect(held.map(\.notice.title) == ["NAS is down."])
    #expect(driver.dispatcher == before)
  }
}
