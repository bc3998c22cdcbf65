import LinuxNetwork
import Networking
import Testing
import Wire
@testable import Diagnostics

/// What a silent port is called.
struct `A silent port` {
  /// A host whose odd ports answer their second try alone, and whose even ones never do.
  private func host(tries: Int) -> SweptHost {
    var options = PortSweep.Options()
    options.mostTries = tries
    var sweep = PortSweep(
      [PortSweep.Target(.v4(IPv4Address(192, 0, 2, 1)), ports: Array(1...20))],
      options: options
    )
    var now = MonotonicTime(nanoseconds: 1)
    var batch: [PortSweep.Probe] = []
    var expired: [PortSweep.Probe] = []
    for _ in 0..<100_000 where !sweep.isDone {
      sweep.expire(now, into: &expired)
      batch = []
      sweep.next(now, limit: 64, into: &batch)
      for probe in batch where !probe.port.isMultiple(of: 2) && probe.attempt == 2 {
        sweep.answered(probe, .refused, now + .milliseconds(1))
      }
      now = now + .milliseconds(5)
    }
    #expect(sweep.isDone)
    return sweep.hosts[0]
  }

  private func report(_ host: SweptHost) -> PortScanReport.Host {
    PortScanReport.Host("test", host, .connect, spared: [], listsAll: true)
  }

  @Test func `is unknown where more may be missed than was promised`() throws {
    let report = report(host(tries: 2))
    #expect(report.filtered == 0 && report.unknown == 10 && report.closed == 10)
    let port = try #require(report.ports.first { $0.port == 4 })
    #expect(port.state == .unknown && port.reason == .silence)
    #expect((report.expectedMissRate ?? 0) > 1e-4)
  }

  @Test func `is filtered where it was asked often enough`() throws {
    let report = report(host(tries: 16))
    #expect(report.filtered == 10 && report.unknown == 0 && report.closed == 10)
    #expect((report.expectedMissRate ?? 1) <= 1e-4)
  }
}
