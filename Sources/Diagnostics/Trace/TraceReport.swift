public import Networking
public import Wire

/// The way to a host: `homenet.trace/1`.
public struct TraceReport: DiagnosticReport, Hashable {
  /// The JSON's name.
  public static let schema = "homenet.trace/1"

  /// The target as it was asked for.
  public var host: String
  /// Its address.
  public var address: IPAddress
  /// What was sent.
  public var method: PathMethod
  /// What was sent before, without an answer from the target; `nil` where the first method did.
  public var fallback: TraceFallback?
  /// Whether it answered.
  public var isReached: Bool
  /// The hops, from the first router to the target or to the last that anybody answered at.
  public var hops: [TraceHop]
  /// Which way each stream took, where several are followed; empty otherwise.
  public var flows: [TraceFlowPath] = []
  /// How big packets may be, where that was asked.
  public var mtu: PathMTUFinding?
  /// What it means.
  public var verdict: PathVerdict

  /// Whether the target did not answer, or packets go round in circles.
  public var isBad: Bool { !isReached || verdict.code == .loop }
}

/// One hop of a way.
public struct TraceHop: Hashable, Sendable {
  /// What is to be thought of its losses.
  public enum State: String, Hashable, Sendable {
    /// It answers everything.
    case answers
    /// It answers nothing; whether it hands packets on is seen behind it.
    case silent
    /// It limits how often it answers, and hands on everything: no loss.
    case rateLimited = "rate_limited"
    /// Packets to it, or its answers, are lost.
    case lossy
  }

  /// How many hops away it is.
  public var number: Int
  /// Who answered there, who answered most first; several where there are several ways.
  public var nodes: [TraceNode]
  /// Packets whose fate is known.
  public var sent: Int
  /// Those that were answered.
  public var received: Int
  /// What is to be thought of its losses.
  public var state: State = .answers
  /// Whether too few packets tell a limit from a little loss.
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

  /// The share that was not answered.
  public var loss: Double {
    sent == 0 ? 0 : (Double(sent - received) / Double(sent) * 1_000_000).rounded() / 1_000_000
  }
}

/// Who answered at a hop.
public struct TraceNode: Hashable, Sendable {
  /// The address that answered.
  public var address: IPAddress
  /// What it is called.
  public var name: String?
  /// The autonomous system that announces it.
  public var system: UInt32?
  /// Packets that it should have answered, as far as is known.
  public var sent = 0
  /// Those that it answered.
  public var received = 0
  /// How long that took.
  public var roundTrips = RoundTrips()
  /// The labels that packets came in with (MPLS), outermost first.
  public var labels: [MPLSLabel] = []
  /// Why packets can't go on there, where it says so.
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
