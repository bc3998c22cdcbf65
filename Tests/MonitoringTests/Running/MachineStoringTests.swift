import Home
import Model
import Testing

@testable import Monitoring

@Suite struct `The machine and its store` {
  private static let full = StoreError.diskFull(path: "/data/home.sqlite")

  @Test func `goes on telling while nothing can be stored, and stores all of it later`() throws {
    var driver = try MachineDriver([MachineDriver.monitor("nas")])
    driver.run(seconds: 120)
    driver.store.fail(with: Self.full)
    driver.dead = ["nas"]
    let before = driver.commits
    driver.run(seconds: 600)
    #expect(driver.told.filter { $0 == "nas is down." }.count == 1)
    #expect(driver.told.contains("What is learned can't be stored."))
    // Now and then, not all the time.
    let tries = driver.commits - before
    #expect((5...30).contains(tries))
    driver.store.fail(with: nil)
    driver.dead = []
    driver.run(seconds: 400)
    #expect(driver.told.filter { $0 == "nas is down." }.count == 1)
    #expect(driver.told.filter { $0 == "nas is up again." }.count == 1)
    #expect(driver.told.filter { $0 == "What is learned is stored again." }.count == 1)
    let incidents = try driver.incidents
    #expect(incidents.count == 1 && incidents.allSatisfy { $0.to != nil })
    let alerts = try driver.store.alerts(in: nil, before: nil, limit: 100)
    #expect(!alerts.isEmpty && alerts.allSatisfy { $0.state == .sent })
    #expect(driver.machine.incidents.isEmpty && driver.machine.alerts.isEmpty)
  }

  @Test func `tells nothing twice after a start that follows a store that failed`() throws {
    var driver = try MachineDriver([MachineDriver.monitor("nas")])
    driver.run(seconds: 120)
    driver.store.fail(with: Self.full)
    driver.dead = ["nas"]
    driver.run(seconds: 600)
    driver.store.fail(with: nil)
    driver.run(seconds: 200)
    try driver.restart()
    driver.run(seconds: 600)
    #expect(driver.told.filter { $0 == "nas is down." }.count == 1)
    driver.dead = []
    driver.run(seconds: 400)
    #expect(driver.told.filter { $0 == "nas is up again." }.count == 1)
  }

  @Test(arguments: [false, true])
  func `tells nothing of a monitor that goes while its outage is being stored`(
    fails: Bool
  ) throws {
    var driver = try MachineDriver([MachineDriver.monitor("nas"), MachineDriver.monitor("web")])
    driver.run(seconds: 120)
    driver.holdsEvents = true
    driver.dead = ["nas"]
    for _ in 0..<60 where driver.held == nil { driver.run(seconds: 5) }
    #expect(driver.held?.events.map(\.monitor) == ["nas"])
    driver.machine.remove(monitor: "nas", at: driver.moment)
    if fails { driver.store.fail(with: Self.full) }
    driver.answerHeld()
    driver.run(seconds: 20)
    driver.store.fail(with: nil)
    driver.run(seconds: 300)
    #expect(driver.told.isEmpty)
    #expect(!driver.machine.memory.dispatcher.lasts("monitor:nas"))
    let incidents = try driver.incidents
    #expect(incidents.isEmpty)
  }

  @Test func `tells what happens while a disk hangs, and that it does, once each`() throws {
    var driver = try MachineDriver([MachineDriver.monitor("nas")])
    driver.run(seconds: 120)
    driver.holdsEvents = true
    driver.dead = ["nas"]
    driver.run(seconds: 600)
    let hangs = ["What is learned can't be stored.", "nas is down."]
    #expect(driver.told.sorted() == hangs)
    driver.answerHeld()
    driver.run(seconds: 600)
    #expect(driver.told.sorted() == (hangs + ["What is learned is stored again."]).sorted())
    try driver.restart()
    driver.dead = []
    driver.run(seconds: 600)
    #expect(driver.told.last == "nas is up again." && driver.told.count == 4)
  }

  @Test func `passes over the past where the dispatcher's memory can't be read`() throws {
    var driver = try MachineDriver([MachineDriver.monitor("nas")])
    driver.run(seconds: 120)
    driver.dead = ["nas"]
    driver.run(seconds: 400)
    driver.dead = []
    driver.run(seconds: 400)
    let told = driver.told
    #expect(told == ["nas is down.", "nas is up again."])
    var batch = MonitorBatch()
    batch.dispatcher = Array("{".utf8)
    try driver.store.commit(batch)
    let events = try driver.store.monitorEvents(after: 0, limit: 100)
    try driver.restart()
    #expect(driver.machine.memory.lastEvent == events.last?.seq)
    driver.run(seconds: 300)
    #expect(driver.told == told)
  }

  @Test func `what waits at the end is stored`() throws {
    var driver = try MachineDriver()
    driver.run(seconds: 60)
    let nothing = driver.machine.rest()
    #expect(nothing == nil)
    driver.machine.set(MachineDriver.monitor("nas"), at: driver.moment)
    #expect(driver.machine.hasUnstored)
    let rest = driver.machine.rest()
    let batch = try #require(rest)
    #expect(batch.monitors.map(\.id) == ["nas"])
    #expect(driver.machine.isStoring && driver.machine.hasUnstored)
    let numbers = try driver.store.commit(batch)
    driver.machine.stored(numbers, at: driver.moment)
    #expect(!driver.machine.isStoring && !driver.machine.hasUnstored)
  }
}
