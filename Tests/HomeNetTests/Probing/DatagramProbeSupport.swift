import Testing
@testable import Model
@testable import Probing

extension ProbedHost {
  /// A host at `192.168.77.40`, of that maker, with what the closure adds.
  static func test(
    _ vendor: String? = nil,
    ports: Set<UInt16> = [],
    _ change: (inout Evidence) -> Void = { _ in }
  ) -> ProbedHost {
    var evidence = Evidence()
    change(&evidence)
    return ProbedHost(
      address: .home(40),
      interface: 2,
      evidence: evidence,
      macVendor: vendor,
      openPorts: ports
    )
  }
}

extension DeviceProbe {
  /// The datagrams that it would send: port, topic and payload.
  func datagrams(_ host: ProbedHost) -> [(port: UInt16, topic: String, payload: [UInt8])] {
    questions(for: host).compactMap { question in
      guard case .datagram(let payload, _) = question.manner else { return nil }
      return (question.port, question.topic, payload)
    }
  }

  /// What it makes of a reply to its question of that port and topic.
  func facts(_ reply: [UInt8], host: ProbedHost, port: UInt16, topic: String? = nil) -> [Fact] {
    for question in questions(for: host)
    where question.port == port && (topic ?? question.topic) == question.topic {
      if case .datagram(_, let read) = question.manner { return read(reply) }
    }
    Issue.record("nothing is asked at \(port)")
    return []
  }
}

/// Replies that no honest device sends; what is read of them must end, and be little.
enum HostileReplies {
  static let all: [[UInt8]] = [
    [], [0], [0xFF], Array(repeating: 0, count: 65_507), Array(repeating: 0xFF, count: 65_507),
    Array(repeating: 0x41, count: 65_507), Array(repeating: UInt8(ascii: "["), count: 65_507),
    Array(String(repeating: "{\"a\":", count: 10_000).utf8), Array("{\"alias\":\"".utf8),
    (0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 7919 >> 3) },
  ]
}
