import Model
import Testing

@testable import Monitoring

/// What waits, over what happens meanwhile.
@Suite struct `What waits in the machine` {
  private static let down = "nas is down."

  @Test func `is given up at once where its channel is removed, without a word`() throws {
    var driver = try MachineDriver([MachineDriver.monitor("nas"), MachineDriver.monitor("web")])
    driver.machine.set(
      AlertChannel(id: "mail", name: "mail", service: "mail", settings: [:])
    )
    driver.run(seconds: 120)
    driver.dead = ["nas"]
    driver.delivery = .failed("no network")
    driver.run(seconds: 400)
    driver.dead = ["nas", "web"]
    driver.run(seconds: 400)
    #expect(driver.machine.alerts.values.filter { $0.channel == "phone" }.count == 2)
    driver.machine.remove(channel: "phone")
    driver.run(seconds: 5)
    let given = try driver.store.alerts(in: .givenUp, before: nil, limit: 10)
    #expect(given.map(\.channel) == ["phone", "phone"])
    #expect(given.allSatisfy { $0.error?.code == "channel.gone" })
    driver.delivery = .sent
    driver.run(seconds: 1200)
    #expect(driver.told == [Self.down, "web is down."])
  }

  @Test func `is sent once it is stored that the last was, so that one kill repeats one`() throws {
    var driver = try MachineDriver([MachineDriver.monitor("nas"), MachineDriver.monitor("web")])
    driver.run(seconds: 120)
    driver.dead = ["nas"]
    driver.delivery = .failed("no network")
    driver.run(seconds: 400)
    driver.dead = ["nas", "web"]
    driver.run(seconds: 400)
    driver.delivery = .sent
    driver.holdsSent = true
    for _ in 0..<400 where driver.told.isEmpty { driver.run(seconds: 5) }
    driver.run(seconds: 20)
    #expect(driver.told == [Self.down])
    driver.answerHeld()
    driver.run(seconds: 10)
    #expect(driver.told == [Self.down, "web is down."])
  }

  @Test func `is told once at the end of quiet hours, over a restart`() throws {
    var rule = AlertRule.usual(channels: ["phone"])
    // It is noon.
    rule.quietHours = LocalHours(startMinute: 660, endMinute: 840)
    var driver = try MachineDriver([MachineDriver.monitor("nas")])
    driver.machine.set(rule)
    driver.run(seconds: 120)
    driver.dead = ["nas"]
    driver.run(seconds: 1800)
    try driver.restart()
    driver.run(seconds: 3600)
    try driver.restart()
    #expect(driver.told.isEmpty)
    let held = driver.machine.heldAlerts(at: driver.moment.wall)
    #expect(held.map(\.notice.title) == [Self.down] && held.map(\.state) == [.held])
    driver.run(seconds: 3600)
    #expect(driver.told == [Self.down])
    #expect(driver.machine.heldAlerts(at: driver.moment.wall).isEmpty)
    #expect(driver.moment.wall.milliseconds > MachineDriver.start + 7_200_000)
  }

  @Test func `is told once a mute ends, and is not where the incident ended before`() throws {
    var driver = try MachineDriver([MachineDriver.monitor("nas"), MachineDriver.monitor("web")])
    driver.run(seconds: 120)
    let end = Timestamp(milliseconds: driver.moment.wall.milliseconds + 3_600_000)
    driver.machine.mute(.everything, until: end)
    driver.dead = ["nas", "web"]
    driver.run(seconds: 1200)
    driver.dead = ["nas"]
    driver.run(seconds: 1200)
    try driver.restart()
    driver.run(seconds: 1100)
    #expect(driver.told.isEmpty)
    driver.run(seconds: 300)
    #expect(driver.told == [Self.down])
  }

  @Test func `is the end of what somebody acknowledged, over a restart`() throws {
    var rule = AlertRule.usual(channels: ["phone"])
    rule.repeatEvery = .seconds(3600)
    var driver = try MachineDriver([MachineDriver.monitor("nas")])
    driver.machine.set(rule)
    driver.run(seconds: 120)
    driver.dead = ["nas"]
    driver.run(seconds: 6000)
    #expect(driver.told == [Self.down, Self.down])
    let stored = try driver.incidents
    let number = try #require(stored.first?.id)
    let acknowledged = driver.machine.acknowledge(number)
    #expect(acknowledged?.isAcknowledged == true)
    driver.run(seconds: 60)
    try driver.restart()
    driver.run(seconds: 12_000)
    #expect(driver.told == [Self.down, Self.down])
    driver.dead = []
    driver.run(seconds: 400)
    #expect(driver.told == [Self.down, Self.down, "nas is up again."])
  }

  @Test func `is few notices of bounded length where a thousand monitors fail at once`() throws {
    let ids = (0..<1000).map { "host\($0)" }
    var driver = try MachineDriver(ids.map { MachineDriver.monitor($0) })
    driver.run(seconds: 180)
    driver.dead = Set(ids)
    driver.run(seconds: 400)
    // Their checks are spread over a minute, and each notice has what half a minute brings.
    #expect((1...4).contains(driver.notices.count))
    #expect(driver.notices.allSatisfy { $0.notice.items.count <= AlertNotice.mostItems })
    let count = driver.notices.reduce(0) { $0 + $1.notice.items.count + $1.notice.more }
    #expect(count == 1000)
  }
}
