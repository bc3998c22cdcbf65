import Model
import Testing

@testable import Monitoring

@Suite struct `What the machine tells` {
  /// A router that is down with a host behind it.
  private static func outage() throws -> MachineDriver {
    var driver = try MachineDriver([
      MachineDriver.monitor("router"), MachineDriver.monitor("nas", parents: ["router"]),
    ])
    driver.run(seconds: 300)
    driver.dead = ["router", "nas"]
    driver.run(seconds: 600)
    return driver
  }

  @Test func `is the parent alone, whichever of them was down first`() throws {
    let driver = try Self.outage()
    #expect(driver.told == ["router is down."])
  }

  @Test func `is the parent alone where it answers nothing but ARP`() throws {
    var driver = try MachineDriver([
      MachineDriver.monitor("nas"), MachineDriver.monitor("share", parents: ["nas"]),
    ])
    driver.run(seconds: 300)
    driver.confirmation = .isThere("it answers by ARP")
    driver.dead = ["nas", "share"]
    driver.run(seconds: 600)
    #expect(driver.told == ["nas is down."])
    driver.dead = []
    driver.run(seconds: 600)
    #expect(driver.told == ["nas is down.", "nas is up again."])
  }

  @Test func `is a slow host within three checks, the group wait and three seconds`() throws {
    var monitor = MachineDriver.monitor("nas")
    monitor.degraded = DegradedLimits(roundTripMs: 400)
    var driver = try MachineDriver([monitor])
    driver.run(seconds: 900)
    driver.roundTripMs = 600
    driver.run(seconds: 119)
    #expect(driver.machine.snapshot(of: "nas")?.state == .up)
    driver.run(seconds: 3 * 60 + 30 + 3 - 119)
    #expect(driver.told == ["nas is degraded."])
    driver.roundTripMs = 1
    driver.run(seconds: 900)
    #expect(driver.told == ["nas is degraded.", "nas is up again."])
  }

  @Test func `is a slow host in time though its parent was just seen for the first time`() throws {
    var monitor = MachineDriver.monitor("web", parents: ["nas"])
    monitor.degraded = DegradedLimits(roundTripMs: 400)
    // It counts as up again after so many checks: what waits for a parent's return waits as long.
    monitor.upAfter = Quorum(5, of: 5)
    var driver = try MachineDriver([MachineDriver.monitor("nas"), monitor])
    driver.run(seconds: 120)
    driver.roundTripMs = 600
    driver.run(seconds: 3 * 60 + 30 + 3)
    #expect(driver.told == ["web is degraded."])
  }

  @Test func `is what stays down after its parent came back, without any other news`() throws {
    var driver = try Self.outage()
    driver.dead = ["nas"]
    driver.run(seconds: 900)
    #expect(driver.told == ["router is down.", "router is up again.", "nas is down."])
  }

  @Test func `is not what is behind a dead parent after a start`() throws {
    var driver = try Self.outage()
    try driver.restart()
    driver.run(seconds: 900)
    #expect(driver.told == ["router is down."])
  }

  @Test func `is told in time though the clock was set back`() throws {
    var driver = try MachineDriver([MachineDriver.monitor("nas")])
    driver.run(seconds: 120)
    driver.dead = ["nas"]
    for _ in 0..<100 where driver.machine.incidents.isEmpty { driver.run(seconds: 5) }
    #expect(driver.told.isEmpty)
    driver.leap = -3 * 3_600_000
    driver.run(seconds: 60)
    #expect(driver.told == ["nas is down."])
  }

  @Test func `is tried at once where the channel's settings were changed`() throws {
    var driver = try MachineDriver([MachineDriver.monitor("nas")])
    driver.dead = ["nas"]
    driver.delivery = .refused("the token is wrong")
    driver.run(seconds: 400)
    driver.delivery = .sent
    driver.run(seconds: 60)
    #expect(driver.told.isEmpty)
    driver.machine.set(MachineDriver.phone)
    driver.run(seconds: 10)
    #expect(driver.told == ["nas is down."])
  }

  @Test func `causes are looked for some at a time`() throws {
    var driver = try MachineDriver((0..<40).map { MachineDriver.monitor("host\($0)") })
    driver.run(seconds: 120)
    driver.dead = Set((0..<40).map { "host\($0)" })
    driver.holdsDiagnoses = true
    driver.run(seconds: 300)
    #expect(driver.diagnoses.count == 16)
    for handle in driver.diagnoses { driver.machine.diagnosed(handle, nil, at: driver.moment) }
    driver.run(seconds: 10)
    #expect(driver.diagnoses.count == 32)
    #expect(Set(driver.diagnoses).count == 32)
  }

  @Test func `all that is behind a monitor is counted once`() throws {
    let driver = try MachineDriver([
      MachineDriver.monitor("router"), MachineDriver.monitor("switch", parents: ["router"]),
      MachineDriver.monitor("nas", parents: ["switch", "router"]),
    ])
    #expect(driver.machine.dependents == ["router": 2, "switch": 1])
  }

  @Test func `the cause of a router's outage is looked for before those behind it`() throws {
    let hosts = (0..<40).map { "host\($0)" }
    let behind = hosts.map { MachineDriver.monitor($0, parents: ["router"]) }
    var driver = try MachineDriver([MachineDriver.monitor("router")] + behind)
    driver.run(seconds: 120)
    driver.holdsDiagnoses = true
    driver.dead = Set(hosts)
    driver.run(seconds: 300)
    driver.dead.insert("router")
    driver.run(seconds: 300)
    let router = try #require(driver.machine.entries["router"]?.incident)
    #expect(driver.diagnoses.count == 16 && !driver.diagnoses.contains(router))
    driver.machine.diagnosed(driver.diagnoses[0], nil, at: driver.moment)
    driver.run(seconds: 10)
    #expect(driver.diagnoses.last == router)
  }

  @Test func `a failure while this machine can't check anything is none`() throws {
    let monitor = MachineDriver.monitor("nas")
    var driver = try MachineDriver([monitor])
    driver.run(seconds: 120)
    let why: Message = "the cable is unplugged"
    let isNew = driver.machine.noteOwnFailure(why, at: driver.moment)
    let isStillNew = driver.machine.noteOwnFailure(why, at: driver.moment)
    #expect(isNew && !isStillNew)
    for _ in 0..<3 {
      driver.machine.checkedNow(monitor, CheckResult(.failed("no route")), at: driver.moment)
    }
    driver.run(seconds: 10)
    #expect(driver.machine.snapshot(of: "nas")?.state == .unknown)
    #expect(driver.machine.snapshot(of: "nas")?.reason == why)
  }

  @Test func `what is usual limits what is degraded`() throws {
    var monitor = MachineDriver.monitor("nas")
    monitor.degraded = DegradedLimits(timesUsual: 3)
    var driver = try MachineDriver([monitor, MachineDriver.monitor("web")])
    #expect(driver.machine.idsWithUsualLimit == ["nas"])
    driver.roundTripMs = 50
    driver.run(seconds: 600)
    #expect(driver.machine.snapshot(of: "nas")?.state == .up)
    driver.machine.noteUsual(2, of: "nas")
    driver.run(seconds: 120)
    #expect(driver.machine.snapshot(of: "nas")?.state == .degraded)
  }

  @Test func `an outage that begins in maintenance is one after it`() throws {
    var monitor = MachineDriver.monitor("nas")
    monitor.interval = .seconds(10)
    let start = Timestamp(milliseconds: MachineDriver.start)
    let end = Timestamp(milliseconds: MachineDriver.start + 200_000)
    monitor.maintenance = [
      MaintenanceWindow(.once(from: Timestamp(milliseconds: start.milliseconds + 60_000), to: end))
    ]
    var driver = try MachineDriver([monitor])
    driver.run(seconds: 185)
    driver.dead = ["nas"]
    driver.run(seconds: 115)
    let now = driver.moment.wall
    let states = try driver.store.monitorStates(of: "nas", from: start, to: now)
    #expect(states.last?.state == .down && states.last?.isInMaintenance == false)
    let uptime = MonitorTracker.uptime(of: states, from: end, to: now)
    #expect(uptime.share == 0)
    #expect(driver.told == ["nas is down."])
  }
}
