@testable import DemoHome
import Glibc
import LinuxNetwork
import Networking
@testable import Simulation
import Testing

/// On the loopback of a namespace of the test's own, so that its ports are free.
@Suite(.serialized) struct LoopbackHomeTests {
  private func onLoopback<Value: Sendable>(
    _ body: @escaping @Sendable (LoopbackHome) throws(LocalFailure) -> Value
  ) throws -> Value {
    try NetworkNamespace.make().run { () throws(LocalFailure) in
      try body(try LoopbackHome(.standard))
    }
  }

  @Test func `the devices answer at 127.77.0`() throws {
    let (missing, greeting, dns) = try onLoopback { (home) throws(LocalFailure) in
      // In-addr.arpa would do as well; the answer's first bytes are the identifier.
      let query: [UInt8] =
        [0x12, 0x34, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 2] + Array("20".utf8) + [1]
        + Array("0".utf8) + [2] + Array("77".utf8) + [3] + Array("127".utf8) + [7]
        + Array("in-addr".utf8) + [4] + Array("arpa".utf8) + [0, 0, 12, 0, 1]
      return (
        home.missing,
        Probing.tcp("127.77.0.22", 22, listening: true),
        Probing.udp("127.77.0.1", 53, query)
      )
    }
    #expect(missing == 0)
    #expect(greeting == .answered(Array("SSH-2.0-OpenSSH_9.6\r\n".utf8)))
    guard case .answered(let answer) = dns else {
      Issue.record("no answer over DNS: \(dns)")
      return
    }
    #expect(answer.prefix(2) == [0x12, 0x34])
    #expect(String(decoding: answer, as: UTF8.self).contains("living-room"))
  }

  @Test func `a port that is taken is missing, and the rest is there`() throws {
    let missing = try NetworkNamespace.make().run { () throws(LocalFailure) in
      let first = try LoopbackHome(.standard)
      let second = try LoopbackHome(.standard)
      return (first.missing, second.missing)
    }
    #expect(missing.0 == 0)
    #expect(missing.1 > 20)
  }
}
