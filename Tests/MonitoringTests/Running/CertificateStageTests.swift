import Model
import Testing

@testable import Monitoring

@Suite struct CertificateStageTests {
  private func stage(
    _ days: Double,
    _ outcome: CheckResult.Outcome = .passed,
    _ state: MonitorState = .up
  ) -> CertificateStage? {
    CertificateStage(secondsLeft: days * 86_400, leastDays: 14, outcome: outcome, state: state)
  }

  @Test func `it soon ends, or it has long to go`() {
    #expect(stage(14) == .valid && stage(13.9) == .ending && stage(0) == .ending)
    #expect(stage(90, .degraded("slow")) == .valid)
  }

  @Test(arguments: [90.0, 5, -1]) func `our own failure says nothing of it`(days: Double) {
    #expect(stage(days, .unknown("the clock is wrong"), .unknown) == nil)
    #expect(stage(days, .unknown("the clock is wrong"), .down) == nil)
  }

  @Test(arguments: [90.0, 5]) func `who answers in its place may show another one`(days: Double) {
    #expect(stage(days, .failed("it is for another name"), .down) == nil)
  }

  @Test func `an expired one is an outage once the monitor is down by it`() {
    for state in [MonitorState.up, .degraded, .unknown] {
      #expect(stage(-1, .failed("it has expired"), state) == nil)
    }
    #expect(stage(-1, .failed("it has expired"), .down) == .outage)
    // The monitor takes any certificate.
    #expect(stage(-1) == .ending && stage(-1, .passed, .down) == .ending)
  }

  @Test func `one that makes its monitor degraded is told as that`() {
    #expect(stage(5, .degraded("5 days left"), .degraded) == .degradation)
    // After an outage one answer isn't enough for another state.
    #expect(stage(5, .degraded("5 days left"), .down) == nil)
  }

  // MARK: In the machine

  private static func result(days: Double, isTaken: Bool) -> CheckResult {
    var facts = CheckFacts()
    facts.certificateExpiration = days * 86_400
    return CheckResult(
      isTaken ? .passed : .failed("the certificate has expired"),
      roundTripMs: 1,
      facts: facts
    )
  }

  /// Lets the certificate be like that for some time; one that isn't taken is the host's outage.
  private static func show(
    days: Double,
    isTaken: Bool = true,
    for seconds: Int64,
    _ driver: inout MachineDriver
  ) {
    driver.results["nas"] = result(days: days, isTaken: isTaken)
    driver.dead = isTaken ? [] : ["nas"]
    driver.run(seconds: seconds)
  }

  @Test func `one event is told once, and its end once`() throws {
    var driver = try MachineDriver([MachineDriver.monitor("nas")])
    Self.show(days: 60, for: 120, &driver)
    Self.show(days: -1, isTaken: false, for: 600, &driver)
    #expect(driver.told == ["nas is down."])
    Self.show(days: 90, for: 600, &driver)
    #expect(driver.told == ["nas is down.", "nas is up again."])
  }

  @Test func `a warning before it goes over into the outage`() throws {
    var driver = try MachineDriver([MachineDriver.monitor("nas")])
    Self.show(days: 3, for: 120, &driver)
    Self.show(days: -1, isTaken: false, for: 600, &driver)
    try driver.restart()
    driver.run(seconds: 120)
    Self.show(days: 90, for: 600, &driver)
    #expect(
      driver.told == [
        "The certificate of nas expires in 3 days.", "nas is down.", "nas is up again.",
      ]
    )
  }

  /// A check that finds the certificate to end soon, and degrades its monitor by that.
  private static func ending() -> CheckResult {
    var facts = CheckFacts()
    facts.certificateExpiration = 5 * 86_400
    return CheckResult(.degraded("it ends in 5 days"), roundTripMs: 600, facts: facts)
  }

  private static func slow() throws -> MachineDriver {
    var monitor = MachineDriver.monitor("nas")
    monitor.degraded = DegradedLimits(roundTripMs: 400)
    var driver = try MachineDriver([monitor])
    driver.run(seconds: 120)
    driver.roundTripMs = 600
    driver.run(seconds: 600)
    return driver
  }

  @Test func `one that soon ends is told where its monitor was told as slow before`() throws {
    var driver = try Self.slow()
    driver.results["nas"] = Self.ending()
    driver.run(seconds: 300)
    let told = ["nas is degraded.", "The certificate of nas expires in 5 days."]
    #expect(driver.told == told)
    try driver.restart()
    driver.run(seconds: 600)
    #expect(driver.told == told)
  }

  @Test func `one that degrades its monitor is told as that, also over a restart`() throws {
    var driver = try MachineDriver([MachineDriver.monitor("nas")])
    driver.run(seconds: 120)
    driver.results["nas"] = Self.ending()
    driver.run(seconds: 600)
    #expect(driver.told == ["nas is degraded."])
    try driver.restart()
    driver.run(seconds: 600)
    #expect(driver.told == ["nas is degraded."])
  }

  @Test func `one that is renewed before it was an outage is told as renewed`() throws {
    var driver = try MachineDriver([MachineDriver.monitor("nas")])
    Self.show(days: 3, for: 120, &driver)
    Self.show(days: -1, isTaken: false, for: 60, &driver)
    Self.show(days: 90, for: 600, &driver)
    #expect(
      driver.told == [
        "The certificate of nas expires in 3 days.", "The certificate of nas was renewed.",
      ]
    )
  }
}
