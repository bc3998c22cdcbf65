import Model
import Testing

@testable import Monitoring

/// What waits when the clock of the day is set.
@Suite struct `The machine and a clock that leaps` {
  private static let day: Int64 = 86_400_000

  /// A monitor that is down, and a channel that takes nothing.
  private static func outage() throws -> MachineDriver {
    var driver = try MachineDriver([MachineDriver.monitor("nas")])
    driver.run(seconds: 120)
    driver.dead = ["nas"]
    driver.delivery = .failed("no network")
    for _ in 0..<100 where driver.machine.alerts.isEmpty { driver.run(seconds: 10) }
    #expect(driver.machine.alerts.count == 1)
    return driver
  }

  @Test(arguments: [4, 400, 20_000] as [Int64])
  func `forwards gives up nothing that waits`(days: Int64) throws {
    var driver = try Self.outage()
    driver.leap = days * Self.day
    driver.run(seconds: 600)
    #expect(driver.told.isEmpty)
    #expect(driver.machine.alerts.values.map(\.state) == [.waiting])
    driver.delivery = .sent
    driver.run(seconds: 1200)
    #expect(driver.told == ["nas is down."])
  }

  @Test func `forwards while something is sent holds nothing`() throws {
    var driver = try MachineDriver([MachineDriver.monitor("nas")])
    driver.run(seconds: 120)
    driver.dead = ["nas"]
    driver.delivery = .failed("no network")
    // The first that hears of the leap is what became of the notice.
    driver.leapWhileSending = 20_000 * Self.day
    driver.run(seconds: 400)
    #expect(driver.leap == 20_000 * Self.day && driver.told.isEmpty)
    driver.delivery = .sent
    driver.run(seconds: 1200)
    #expect(driver.told == ["nas is down."])
  }

  @Test func `backwards holds nothing`() throws {
    var driver = try Self.outage()
    driver.leap = -400 * Self.day
    driver.run(seconds: 60)
    driver.delivery = .sent
    driver.run(seconds: 1200)
    #expect(driver.told == ["nas is down."])
  }

  @Test func `backwards over a start holds nothing`() throws {
    var driver = try Self.outage()
    driver.run(seconds: 600)
    driver.delivery = .sent
    driver.leap = -400 * Self.day
    try driver.restart()
    driver.run(seconds: 60)
    #expect(driver.told == ["nas is down."])
  }

  @Test func `what is tried for three days is given up as before`() throws {
    var driver = try Self.outage()
    driver.run(seconds: 74 * 3600)
    #expect(driver.machine.alerts.values.allSatisfy { $0.state == .waiting })
    let alerts = try driver.store.alerts(in: .givenUp, before: nil, limit: 10)
    #expect(alerts.count == 1)
  }

  @Test(arguments: [-400, -1, 1, 400] as [Int64])
  func `what is muted for an hour stays so for an hour`(days: Int64) throws {
    var driver = try MachineDriver([MachineDriver.monitor("nas")])
    driver.run(seconds: 120)
    let end = Timestamp(milliseconds: driver.moment.wall.milliseconds + 3_600_000)
    driver.machine.mute(.everything, until: end)
    driver.machine.mute(.monitor("nas"), until: Timestamp(milliseconds: .max))
    driver.run(seconds: 1800)
    driver.leap = days * Self.day
    driver.run(seconds: 1700)
    #expect(driver.machine.mutes.count == 2)
    driver.run(seconds: 200)
    #expect(driver.machine.mutes.map(\.subject) == [.monitor("nas")])
    #expect(driver.machine.mutes.first?.until == Timestamp(milliseconds: .max))
  }

  @Test func `what was muted before the start ends when it was to`() throws {
    var driver = try MachineDriver([MachineDriver.monitor("nas")])
    let end = Timestamp(milliseconds: driver.moment.wall.milliseconds + 3_600_000)
    driver.machine.mute(.everything, until: end)
    driver.run(seconds: 60)
    // The next start is by a clock that has no battery, and that is right a minute later.
    driver.leap = -2 * Self.day
    try driver.restart()
    driver.run(seconds: 60)
    #expect(driver.machine.mutes.map(\.until) == [end])
    driver.leap = 0
    driver.run(seconds: 60)
    #expect(driver.machine.mutes.map(\.until) == [end])
    driver.run(seconds: 3600)
    #expect(driver.machine.mutes.isEmpty)
  }

  /// A monitor that was just found down at noon; nobody was told yet.
  private static func untold(quietFrom start: Int, to end: Int) throws -> MachineDriver {
    var rule = AlertRule.usual(channels: ["phone"])
    rule.quietHours = LocalHours(startMinute: start, endMinute: end)
    var driver = try MachineDriver([MachineDriver.monitor("nas")])
    driver.machine.set(rule)
    driver.run(seconds: 120)
    driver.dead = ["nas"]
    for _ in 0..<100 where driver.machine.incidents.isEmpty { driver.run(seconds: 5) }
    #expect(driver.told.isEmpty)
    return driver
  }

  @Test func `forwards out of quiet hours has what they held told, once`() throws {
    var driver = try Self.untold(quietFrom: 660, to: 840)
    driver.run(seconds: 600)
    #expect(driver.told.isEmpty)
    driver.leap = 3 * 3_600_000
    driver.run(seconds: 60)
    #expect(driver.told == ["nas is down."])
    driver.leap = 0
    driver.run(seconds: 12_000)
    #expect(driver.told == ["nas is down."])
  }

  @Test func `backwards into quiet hours has them hold what came before, until they end`() throws {
    var driver = try Self.untold(quietFrom: 480, to: 600)
    driver.leap = -3 * 3_600_000
    driver.run(seconds: 600)
    #expect(driver.told.isEmpty)
    driver.run(seconds: 3600)
    #expect(driver.told == ["nas is down."])
  }
}
