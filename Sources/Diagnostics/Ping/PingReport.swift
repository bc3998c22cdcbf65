internal import Networking
public import Wire

/// The result of `ping`, written as `homenet.ping/1`.
public struct PingReport: DiagnosticReport, Hashable {
  /// The JSON's name.
  public static let schema = "homenet.ping/1"

  /// The hosts, in the order typed.
  public var targets: [Target]

  /// A report.
  public init(targets: [Target]) {
    self.targets = targets
  }

  /// Whether a host did not answer at all.
  public var isBad: Bool { targets.contains { $0.received == 0 } }

  /// Whether a lookup failed locally.
  public var isOwnFailure: Bool {
    targets.contains { target in
      target.address == nil && target.errors.contains { $0.type != UnknownHost.unknown }
    }
  }

  /// One host.
  public struct Target: Hashable, Sendable {
    /// As typed.
    public var host: String
    /// Its address; `nil` where the name doesn't resolve.
    public var address: IPAddress?
    /// `icmp`, `tcp` or `udp`; `nil` where nothing could be sent.
    public var method: String?
    /// Packets sent, undecided ones excluded.
    public var sent = 0
    /// Packets answered in time.
    public var received = 0
    /// Answers beyond the first.
    public var duplicates = 0
    /// The round trips.
    public var roundTrips = RoundTrips()
    /// The least next-hop MTU in routers' errors.
    public var mtu: Int?
    /// Errors, by type and source.
    public var errors: [ErrorCount] = []

    /// A host without events.
    public init(host: String, address: IPAddress?) {
      self.host = host
      self.address = address
    }

    /// A host whose lookup failed.
    init(_ unknown: UnknownHost) {
      self.init(host: unknown.host, address: nil)
      errors = [ErrorCount(type: unknown.code, from: nil, count: 1)]
    }

    /// The share that was not answered in time; `nil` where nothing was sent.
    public var loss: Double? {
      sent == 0 ? nil : (Double(sent - received) / Double(sent) * 1_000_000).rounded() / 1_000_000
    }
  }

  /// How often an error of one type came.
  public struct ErrorCount: Hashable, Sendable {
    /// The type, such as `host_unreachable`.
    public var type: String
    /// The source address; `nil` for this machine itself.
    public var from: IPAddress?
    /// How often.
    public var count: Int

    /// Errors of one type, from one address.
    public init(type: String, from: IPAddress?, count: Int) {
      self.type = type
      self.from = from
      self.count = count
    }
  }
}

extension PingReport.Target: Encodable {
  private enum CodingKeys: String, CodingKey {
    case host, address, method, sent, received, duplicates, loss, mtu, errors
    case rtt = "rtt_ms"
  }

  /// Writes an entry of `targets`.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(host, forKey: .host)
    try json.encode(address?.description, forKey: .address)
    try json.encode(method, forKey: .method)
    try json.encode(sent, forKey: .sent)
    try json.encode(received, forKey: .received)
    try json.encode(duplicates, forKey: .duplicates)
    try json.encode(loss, forKey: .loss)
    try json.encode(roundTrips.summary, forKey: .rtt)
    try json.encode(mtu, forKey: .mtu)
    try json.encode(errors, forKey: .errors)
  }
}

extension PingReport.ErrorCount: Encodable {
  private enum CodingKeys: String, CodingKey { case type, from, count }

  /// Writes an entry of `errors`.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(type, forKey: .type)
    try json.encode(from?.description, forKey: .from)
    try json.encode(count, forKey: .count)
  }
}

/// Sums the events of a ping up in a report.
public struct PingTally: Sendable {
  private var targets: [PingReport.Target]
  private var undecided: [Int: Set<Int>] = [:]
  /// The local interfaces: errors from them count as this machine's own.
  var vantage = PathVantage()

  /// An empty tally.
  public init(_ targets: [(host: String, address: IPAddress)]) {
    self.targets = targets.map { PingReport.Target(host: $0.host, address: $0.address) }
  }

  /// The report so far, without undecided packets.
  public var report: PingReport {
    var targets = targets
    for (target, sequences) in undecided { targets[target].sent -= sequences.count }
    return PingReport(targets: targets)
  }

  /// One target's report so far.
  public func target(_ index: Int) -> PingReport.Target { report.targets[index] }

  /// Counts an event.
  public mutating func take(_ event: PingEvent) {
    switch event {
    case .method(let method, let family):
      for index in targets.indices where targets[index].address?.family == family {
        targets[index].method = method.rawValue
      }
    case .unavailable(let family, let failure):
      for index in targets.indices where targets[index].address?.family == family {
        note(failure.code, from: nil, index)
      }
    case .port: break
    case .sent(let target, let sequence):
      targets[target].sent += 1
      undecided[target, default: []].insert(sequence)
    case .notSent(let target, let sequence, let failure):
      decide(target, sequence)
      targets[target].sent -= 1
      note(failure.code, from: nil, target)
    case .answered(let target, let sequence, let answer):
      decide(target, sequence)
      targets[target].received += 1
      targets[target].roundTrips.add(answer.roundTrip, sequence: sequence)
      if answer.isOutOfOrder { note("reordered", from: answer.source, target) }
    case .doubled(let target, _, _):
      targets[target].duplicates += 1
    case .late(let target, let sequence, let answer):
      decide(target, sequence)
      note("late", from: answer.source, target)
    case .failed(let target, let sequence, let from, let kind):
      decide(target, sequence)
      note(kind.code, from: vantage.isOwn(from) ? nil : from, target)
      if case .unreachable(.tooBig(let mtu?)) = kind {
        targets[target].mtu = min(mtu, targets[target].mtu ?? .max)
      }
    case .lost(let target, let sequence):
      decide(target, sequence)
    }
  }

  private mutating func decide(_ target: Int, _ sequence: Int) {
    undecided[target]?.remove(sequence)
    if undecided[target]?.isEmpty == true { undecided[target] = nil }
  }

  /// The most error types of one host: any host may send ICMP errors.
  private static let mostErrors = 64

  private mutating func note(_ type: String, from source: IPAddress?, _ target: Int) {
    let same = targets[target].errors.firstIndex { $0.type == type && $0.from == source }
    if let same {
      targets[target].errors[same].count += 1
    } else if targets[target].errors.count < Self.mostErrors {
      targets[target].errors.append(.init(type: type, from: source, count: 1))
    }
  }
}

extension PathReply.Kind {
  /// Its name in JSON.
  var code: String {
    switch self {
    case .echoed: "echo_reply"
    case .answered: "answer"
    case .open: "open"
    case .refused: "refused"
    case .portUnreachable: "port_unreachable"
    case .timeExceeded: "time_exceeded"
    case .unreachable(let obstacle): obstacle.code
    }
  }
}

extension PathObstacle {
  /// Its name in JSON.
  package var code: String {
    switch self {
    case .network: "network_unreachable"
    case .host: "host_unreachable"
    case .unknownProtocol: "protocol_unreachable"
    case .prohibited: "prohibited"
    case .tooBig: "too_big"
    case .other(let type, let code): "icmp_\(type)_\(code)"
    }
  }
}

extension LocalFailure {
  /// Its name in JSON: this machine's own fault.
  var code: String {
    switch self {
    case .noDescriptors: "local_no_descriptors"
    case .noBuffers: "local_no_buffers"
    case .addressUnavailable: "local_address_unavailable"
    case .notPermitted: "local_not_permitted"
    case .interfaceDown: "local_interface_down"
    case .refusedByPolicy: "local_refused"
    // ENETUNREACH, EMSGSIZE.
    case .system(errno: 101, _): "local_no_route"
    case .system(errno: 90, _): "local_too_big"
    case .system(let errno, _): "local_error_\(errno)"
    }
  }
}
