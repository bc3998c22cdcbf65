import HomeSupport
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
      guard case .datagram(let payload, _) = question.transport else { return nil }
      return (question.port, question.topic, payload)
    }
  }

  /// What it makes of a reply to its question of that port and topic.
  func facts(_ reply: [UInt8], host: ProbedHost, port: UInt16, topic: String? = nil) -> [Fact] {
    for question in questions(for: host)
    where question.port == port && (topic ?? question.topic) == question.topic {
      if case .datagram(_, let read) = question.transport { return read(reply) }
    }
    Issue.record("nothing is asked at \(port)")
    return []
  }
}
