import Model
import Testing
@testable import Monitoring

@Suite struct `Alerts of monitors behind others` {
  private static let children = (1...28).map { "child\($0)" }

  /// A dead router with children behind it, half a minute after its alert was due.
  private static func outage() -> AlertDriver {
    var driver = AlertDriver()
    driver.take(MonitorNews.down("router", at: 0))
    driver.context.deadParents = Dictionary(
      uniqueKeysWithValues: children.map { ($0, Set(["router"])) }
    )
    for child in children { driver.take(MonitorNews.down(child, at: 5, parents: ["router"])) }
    driver.run(to: 60)
    return driver
  }

  @Test func `a dead router with 28 children is one alert that counts them`() {
    // Kuma #1089: about thirty alerts.
    var driver = Self.outage()
    driver.run(to: 3600)
    #expect(driver.texts == [["router is down."]])
    let reason = driver.alerts.first?.notice.items.first?.reason
    #expect(reason == "28 monitors behind it are affected.")
  }

  @Test func `their number is a sentence of its own`() {
    var driver = AlertDriver()
    driver.context.deadParents = ["NAS": ["router"]]
    driver.take(
      MonitorNews.event("router", at: 0, .down, reason: Message(.checkSaysSo, ["host": "router"]))
    )
    driver.take(MonitorNews.down("NAS", at: 0, parents: ["router"]))
    driver.run(to: 60)
    let reason = driver.alerts.first?.notice.items.first?.reason
    #expect(reason == "router doesn't answer. 1 monitor behind it is affected.")
  }

  @Test func `grandchildren count, too`() {
    var driver = AlertDriver()
    driver.context.deadParents = ["switch": ["router"], "NAS": ["switch"]]
    driver.take(MonitorNews.down("router", at: 0))
    driver.take(MonitorNews.down("switch", at: 0, parents: ["router"]))
    driver.take(MonitorNews.down("NAS", at: 0, parents: ["switch"]))
    driver.run(to: 60)
    #expect(driver.texts == [["router is down."]])
    let reason = driver.alerts.first?.notice.items.first?.reason
    #expect(reason == "2 monitors behind it are affected.")
  }

  @Test func `children that come back with the router aren't told`() {
    var driver = Self.outage()
    driver.take(MonitorNews.up("router", at: 60))
    driver.context.deadParents = [:]
    driver.context.recovering = Set(Self.children)
    driver.step()
    driver.run(to: 180)
    for child in Self.children { driver.take(MonitorNews.up(child, at: 180)) }
    driver.context.recovering = []
    driver.run(to: 3600)
    #expect(driver.texts == [["router is down."], ["router is up again."]])
  }

  @Test func `a child that is still down after the router is back is told, and its end, too`() {
    var driver = Self.outage()
    driver.take(MonitorNews.up("router", at: 60))
    driver.context.deadParents = [:]
    driver.step()
    driver.run(to: 70)
    for child in Self.children.dropFirst() { driver.take(MonitorNews.up(child, at: 70)) }
    driver.run(to: 600)
    #expect(driver.texts.flatMap(\.self).filter { $0.hasPrefix("child") } == ["child1 is down."])
    driver.take(MonitorNews.up("child1", at: 600))
    driver.run(to: 700)
    #expect(driver.texts.last == ["child1 is up again."])
  }

  @Test func `what was behind a dead parent and is up after a restart isn't told`() {
    var driver = Self.outage()
    driver.context.deadParents = [:]
    driver.context.started = AlertDriver.at(60)
    driver.context.uncheckedParents = Dictionary(
      uniqueKeysWithValues: Self.children.map { ($0, Set(["router"])) }
    )
    driver.run(to: 160)
    for child in Self.children { driver.take(MonitorNews.up(child, at: 160)) }
    driver.take(MonitorNews.up("router", at: 160))
    driver.context.uncheckedParents = [:]
    driver.run(to: 3600)
    #expect(driver.texts == [["router is down."], ["router is up again."]])
  }

  @Test func `after a start openings wait for the first check of their parents`() {
    // Alertmanager #4064: inhibited alerts escape at a restart.
    var driver = AlertDriver()
    driver.context.started = AlertDriver.at(0)
    driver.context.uncheckedParents = ["child1": ["router"], "child2": ["other"]]
    driver.take(MonitorNews.down("child1", at: 1), MonitorNews.down("child2", at: 1))
    driver.run(to: 60)
    #expect(driver.alerts.isEmpty)
    driver.take(MonitorNews.down("router", at: 60))
    driver.context.deadParents = ["child1": ["router"]]
    driver.context.uncheckedParents = ["child2": ["other"]]
    driver.run(to: 90)
    #expect(driver.texts == [["router is down."]])
    // Nobody waits longer than two minutes.
    driver.run(to: 119)
    #expect(driver.alerts.count == 1)
    driver.run(to: 600)
    #expect(driver.texts == [["router is down."], ["child2 is down."]])
    #expect(driver.alerts.last?.time == AlertDriver.at(120))
  }
}

extension MessageTemplate {
  fileprivate static let checkSaysSo = MessageTemplate("test.silent", "{host} doesn't answer")
}
