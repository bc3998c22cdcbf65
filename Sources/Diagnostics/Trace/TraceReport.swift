public import Networking
public import Wire

/// The path to a host: `homenet.trace/1`.
public struct TraceReport: DiagnosticReport, Hashable {
  /// The JSON schema.
  public static let schema = "homenet.trace/1"

  /// The target as it was asked for.
  public var host: String
  /// Its address.
  public var address: IPAddress
  /// The probe method.
  public var method: PathMethod
  /// The method that failed before; `nil` where the first one was kept.
  public var fallback: TraceFallback?
  /// Whether the target answered.
  public var isReached: Bool
  /// From the first router to the target, or to the last hop with an answer.
  public var hops: [TraceHop]
  /// Each flow's path with `.dublin`; empty otherwise.
  public var flows: [TraceFlowPath] = []
  /// The path MTU, if measured.
  public var mtu: PathMTUResult?
  /// The conclusion.
  public var verdict: PathVerdict

  /// Whether the target did not answer, or there is a routing loop.
  public var isBad: Bool { !isReached || verdict.code == .loop }
}

/// One hop of a path.
public struct TraceHop: Hashable, Sendable {
  /// The cause of missing answers.
  public enum State: String, Hashable, Sendable {
    /// It answers everything.
    case answers
    /// It answers nothing; later hops show whether it forwards.
    case silent
    /// It limits its ICMP answers and forwards everything: no loss.
    case rateLimited = "rate_limited"
    /// Packets to it, or its answers, are lost.
    case lossy
  }

  /// The hop limit that reaches it.
  public var number: Int
  /// The routers that answered, most answers first; several with parallel paths.
  public var nodes: [TraceNode]
  /// Packets that were answered or lost.
  public var sent: Int
  /// Those that were answered.
  public var received: Int
  /// Set by `LossClassifier`.
  public var state: State = .answers
  /// Whether too few packets distinguish rate limiting from slight loss.
  public var isDoubtful = false

  /// A hop, with the routers that answered there.
  public init(number: Int, nodes: [TraceNode], sent: Int, received: Int) {
    self.number = number
    self.nodes = nodes
    self.sent = sent
    self.received = received
  }

  /// Whether nothing answered.
  public var isSilent: Bool { nodes.isEmpty }

  /// The unanswered share, 0 to 1, rounded to six digits.
  public var loss: Double {
    sent == 0 ? 0 : (Double(sent - received) / Double(sent) * 1_000_000).rounded() / 1_000_000
  }
}

/// A router or host that answered at a hop.
public struct TraceNode: Hashable, Sendable {
  /// The address that answered.
  public var address: IPAddress
  /// Its reverse DNS name.
  public var name: String?
  /// The ASN that announces the address.
  public var system: UInt32?
  /// Packets attributed to it, lost ones included.
  public var sent = 0
  /// Those that it answered.
  public var received = 0
  /// Round-trip times.
  public var roundTrips = RoundTrips()
  /// MPLS labels, outermost first.
  public var labels: [MPLSLabel] = []
  /// Its unreachable error, if any.
  public var obstacle: PathObstacle?

  /// A node that has not answered yet.
  public init(address: IPAddress) {
    self.address = address
  }
}

extension TraceReport {
  private enum CodingKeys: String, CodingKey {
    case target, address, method, fallback, reached, hops, flows, mtu, verdict
  }

  /// Writes the report's members.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(host, forKey: .target)
    try json.encode(address.description, forKey: .address)
    try json.encode(method.rawValue, forKey: .method)
    try json.encode(fallback, forKey: .fallback)
    try json.encode(isReached, forKey: .reached)
    try json.encode(hops, forKey: .hops)
    try json.encode(flows, forKey: .flows)
    try json.encode(mtu, forKey: .mtu)
    try json.encode(verdict, forKey: .verdict)
  }
}

extension TraceHop: Encodable {
  private enum CodingKeys: String, CodingKey {
    case ttl, nodes, silent, sent, received, loss, state
  }

  /// Writes an entry of `hops`.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(number, forKey: .ttl)
    try json.encode(nodes, forKey: .nodes)
    try json.encode(isSilent, forKey: .silent)
    try json.encode(sent, forKey: .sent)
    try json.encode(received, forKey: .received)
    try json.encode(loss, forKey: .loss)
    try json.encode(state.rawValue, forKey: .state)
  }
}

extension TraceNode: Encodable {
  private enum CodingKeys: String, CodingKey {
    case address, name, asn, sent, received, labels, error
    case rtt = "rtt_ms"
  }

  /// Writes an entry of `nodes`.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(address.description, forKey: .address)
    try json.encode(name, forKey: .name)
    try json.encode(system, forKey: .asn)
    try json.encode(sent, forKey: .sent)
    try json.encode(received, forKey: .received)
    try json.encode(roundTrips.summary, forKey: .rtt)
    try json.encode(labels.map(LabelJSON.init), forKey: .labels)
    try json.encode(obstacle?.code, forKey: .error)
  }

  private struct LabelJSON: Encodable {
    var label: UInt32
    var ttl: UInt8

    init(_ label: MPLSLabel) {
      self.label = label.label
      ttl = label.timeToLive
    }
  }
}

/// The path of one flow.
public struct TraceFlowPath: Hashable, Sendable {
  /// The flow's number, from 0.
  public var number: Int
  /// The flow's destination port.
  public var port: UInt16
  /// The address that answered at each hop, the first router first; `nil` where none did.
  public var path: [IPAddress?]

  /// A flow and its path.
  public init(number: Int, port: UInt16, path: [IPAddress?]) {
    self.number = number
    self.port = port
    self.path = path
  }

  /// Whether no hop shows different routers for the two flows.
  func agrees(with other: TraceFlowPath) -> Bool {
    zip(path, other.path).allSatisfy { $0 == nil || $1 == nil || $0 == $1 }
  }

  /// Groups flows by path; gaps in one flow's path are filled from the others of its group.
  public static func ways(_ flows: [TraceFlowPath]) -> [(numbers: [Int], path: [IPAddress?])] {
    var ways: [(numbers: [Int], path: [IPAddress?])] = []
    for flow in flows {
      let index = ways.firstIndex { way in
        flow.agrees(with: TraceFlowPath(number: 0, port: 0, path: way.path))
      }
      if let index {
        ways[index].numbers.append(flow.number)
        for hop in ways[index].path.indices where ways[index].path[hop] == nil {
          ways[index].path[hop] = flow.path[hop]
        }
      } else {
        ways.append(([flow.number], flow.path))
      }
    }
    return ways
  }
}

extension TraceFlowPath: Encodable {
  private enum CodingKeys: String, CodingKey { case flow, port, path }

  /// Writes an entry of `flows`.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(number, forKey: .flow)
    try json.encode(port, forKey: .port)
    try json.encode(path.map { $0?.description }, forKey: .path)
  }
}
