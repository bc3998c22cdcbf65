import Model
import Testing

@testable import Monitoring

@Suite struct `The machine's start` {
  private static func declared(_ monitors: Monitor...) -> DeclaredMonitoring {
    DeclaredMonitoring(monitors: monitors)
  }

  @Test func `resumes what the file no longer pauses`() throws {
    var driver = try MachineDriver()
    try driver.restart(
      Self.declared(MachineDriver.monitor("nas", isPaused: true, source: .file))
    )
    driver.run(seconds: 60)
    #expect(driver.machine.snapshot(of: "nas")?.state == .paused)
    try driver.restart(Self.declared(MachineDriver.monitor("nas", source: .file)))
    driver.run(seconds: 120)
    #expect(driver.machine.snapshot(of: "nas")?.state == .up)
  }

  @Test func `ends what lasts of a monitor that the file pauses`() throws {
    var driver = try MachineDriver()
    driver.dead = ["nas"]
    try driver.restart(Self.declared(MachineDriver.monitor("nas", source: .file)))
    driver.run(seconds: 400)
    #expect(driver.told == ["nas is down."])
    try driver.restart(
      Self.declared(MachineDriver.monitor("nas", isPaused: true, source: .file))
    )
    driver.run(seconds: 60)
    #expect(driver.told == ["nas is down.", "nas is paused."])
    let incidents = try driver.incidents
    #expect(incidents.count == 1 && incidents.allSatisfy { $0.to != nil })
  }

  @Test func `ends what lasts of a monitor that the file no longer has`() throws {
    var driver = try MachineDriver()
    driver.dead = ["nas"]
    try driver.restart(Self.declared(MachineDriver.monitor("nas", source: .file)))
    driver.run(seconds: 400)
    #expect(driver.machine.memory.dispatcher.lasts("monitor:nas"))
    try driver.restart()
    driver.run(seconds: 60)
    #expect(!driver.machine.memory.dispatcher.lasts("monitor:nas"))
    let incidents = try driver.incidents
    #expect(incidents.count == 1 && incidents.allSatisfy { $0.to != nil })
    #expect(driver.machine.incidents.isEmpty)
  }

  @Test func `makes the usual rule for channels of the file where there is none`() throws {
    let declared = DeclaredMonitoring(channels: [MachineDriver.phone])
    let driver = try MachineDriver()
    let machine = MonitorMachine(
      StoredMonitoring(),
      declared: declared,
      local: .utc,
      seed: 1,
      at: driver.moment
    )
    #expect(machine.rules.values.map(\.channels) == [["phone"]])
  }

  @Test func `pauses a monitor that gets another target while it is paused`() throws {
    var driver = try MachineDriver([MachineDriver.monitor("nas")])
    driver.run(seconds: 120)
    driver.machine.setPaused(true, of: "nas", at: driver.moment)
    var other = MachineDriver.monitor("nas", isPaused: true)
    other.check = .icmp(host: "other.example")
    driver.machine.set(other, at: driver.moment)
    #expect(driver.machine.entries["nas"]?.tracker.state == .paused)
    driver.machine.setPaused(false, of: "nas", at: driver.moment)
    driver.run(seconds: 120)
    #expect(driver.machine.snapshot(of: "nas")?.state == .up)
  }
}
