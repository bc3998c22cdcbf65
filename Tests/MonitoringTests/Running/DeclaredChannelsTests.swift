import Model
import Testing

@testable import Monitoring

/// Channels that the configuration file adds and removes, over a start and while the program runs.
@Suite struct `Channels of the configuration file` {
  private static func declared(_ ids: String...) -> DeclaredMonitoring {
    DeclaredMonitoring(
      channels: ids.map { id in
        AlertChannel(id: id, name: id, service: "ntfy", settings: [:], source: .file)
      }
    )
  }

  /// Declares that, by reading the file again or by a start.
  private static func declare(
    _ declared: DeclaredMonitoring,
    byStart: Bool,
    _ driver: inout MachineDriver
  ) throws {
    if byStart {
      try driver.restart(declared)
    } else {
      driver.machine.declare(declared, at: driver.moment)
    }
    driver.run(seconds: 60)
  }

  private static func usual(_ driver: MachineDriver) -> [String]? {
    driver.machine.rules["usual"]?.channels
  }

  @Test(arguments: [false, true])
  func `a new one is told what the usual rule tells`(byStart: Bool) throws {
    var driver = try MachineDriver()
    driver.run(seconds: 60)
    try Self.declare(Self.declared("mail"), byStart: byStart, &driver)
    #expect(Self.usual(driver) == ["phone", "mail"])
    try Self.declare(Self.declared("mail", "chat"), byStart: byStart, &driver)
    #expect(Self.usual(driver) == ["phone", "mail", "chat"])
    // What is stored says so, too.
    try driver.restart(Self.declared("mail", "chat"))
    #expect(Self.usual(driver) == ["phone", "mail", "chat"])
  }

  @Test(arguments: [false, true])
  func `one that the user took out of the rule stays out`(byStart: Bool) throws {
    var driver = try MachineDriver()
    try Self.declare(Self.declared("mail"), byStart: byStart, &driver)
    driver.machine.set(AlertRule.usual(channels: ["phone"]))
    driver.run(seconds: 60)
    try Self.declare(Self.declared("mail"), byStart: byStart, &driver)
    #expect(Self.usual(driver) == ["phone"])
    driver.machine.remove(rule: "usual")
    driver.run(seconds: 60)
    try Self.declare(Self.declared("mail"), byStart: byStart, &driver)
    #expect(driver.machine.rules.isEmpty)
  }

  @Test(arguments: [false, true])
  func `one that is no longer declared leaves the rules`(byStart: Bool) throws {
    var driver = try MachineDriver()
    try Self.declare(Self.declared("mail"), byStart: byStart, &driver)
    try Self.declare(Self.declared(), byStart: byStart, &driver)
    #expect(Self.usual(driver) == ["phone"])
    // It is a new one when it comes back.
    try Self.declare(Self.declared("mail"), byStart: byStart, &driver)
    #expect(Self.usual(driver) == ["phone", "mail"])
  }

  @Test func `a command that reads another file changes no rule`() throws {
    var driver = try MachineDriver()
    try Self.declare(Self.declared("mail"), byStart: true, &driver)
    var settings = MonitorMachine.Settings()
    settings.matchesDeclaredChannels = false
    var machine = MonitorMachine(
      try driver.store.loadMonitoring(),
      local: .utc,
      settings: settings,
      seed: 1,
      at: driver.moment
    )
    #expect(machine.rules["usual"]?.channels == ["phone", "mail"])
    let batches = machine.finish(at: driver.moment)
    #expect(batches.allSatisfy { $0.rules.isEmpty && $0.removedChannels.isEmpty })
  }

  @Test func `the first start after an update takes what rules name for known`() throws {
    var driver = try MachineDriver()
    driver.machine.set(AlertRule.usual(channels: ["phone", "mail"]))
    driver.run(seconds: 60)
    try driver.restart(Self.declared("mail", "chat"))
    #expect(Self.usual(driver) == ["phone", "mail", "chat"])
    #expect(driver.machine.memory.declaredChannels == ["chat", "mail"])
  }
}
