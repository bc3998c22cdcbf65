import Discovery
import Logging
import Model
import Networking
import Server
import Testing
import Wire
@testable import homenet

@Suite struct StepLogTests {
  private static func failure(_ source: Source, on interface: String = "eth0") -> ScanStep {
    ScanStep(source, .failed(interface: interface, .notPermitted))
  }

  private static let round = ScanStep(.system, .began(addresses: 254))
  private static let asking = ScanStep(
    .system,
    .began(addresses: 1, host: .v4(IPv4Address(192, 168, 1, 9)))
  )

  @Test func `a failure that lasts is new once, until a round goes without it`() {
    var rounds = RepeatedFailureFilter()
    let icmp = Self.failure(.icmp)
    var new: [Bool] = []
    for steps in [[icmp], [Self.asking, icmp, icmp], [icmp], [], [icmp]] {
      for step in [Self.round] + steps {
        let isNew = rounds.isNew(step)
        if step == icmp { new.append(isNew) }
      }
    }
    #expect(new == [true, false, false, false, true])
  }

  @Test func `another source, interface or cause is another failure`() {
    var rounds = RepeatedFailureFilter()
    for step in [
      Self.round, Self.failure(.icmp), Self.failure(.mdns), Self.failure(.icmp, on: "eth1"),
      ScanStep(.icmp, .failed(interface: "eth0", .noDescriptors)),
      ScanStep(.icmp, .swept), ScanStep(.icmp, .swept),
    ] {
      #expect(rounds.isNew(step) == true, "\(step)")
    }
  }

  @Test(
    arguments: [
      (.trace, .trace), (.debug, .debug), (.info, .info), (.notice, .warning), (.warning, .warning),
      (.critical, .warning),
    ] as [(LogLevels, ScanStep.Level)]
  )
  func `what could be written is all that is made`(levels: LogLevels, least: ScanStep.Level) {
    #expect(StepLog(levels).leastLevel == least)
  }

  @Test func `the more talkative category says what is made`() throws {
    var levels = LogLevels(.warning)
    try levels.apply("probing=debug")
    #expect(StepLog(levels).leastLevel == .debug)
  }
}

extension LogLevels {
  fileprivate static var trace: Self { Self(.trace) }
  fileprivate static var debug: Self { Self(.debug) }
  fileprivate static var info: Self { Self(.info) }
  fileprivate static var notice: Self { Self(.notice) }
  fileprivate static var warning: Self { Self(.warning) }
  fileprivate static var critical: Self { Self(.critical) }
}
