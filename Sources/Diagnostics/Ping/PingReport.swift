public import Wire

/// What came of pinging hosts: `homenet.ping/1`.
public struct PingReport: DiagnosticReport, Hashable {
  /// The JSON's name.
  public static let schema = "homenet.ping/1"

  /// Each host, in the order asked for.
  public var targets: [Target]

  /// The hosts' figures, in the order in which they were asked for.
  public init(targets: [Target]) {
    self.targets = targets
  }

  /// Whether one of them did not answer at all.
  public var isBad: Bool { targets.contains { $0.received == 0 } }

  /// Whether this machine failed to look one of them up.
  public var isOwnFailure: Bool {
    targets.contains { target in
      target.address == nil && target.errors.contains { $0.type != UnknownHost.unknown }
    }
  }

  /// One host.
  public struct Target: Hashable, Sendable {
    /// As it was asked for.
    public var host: String
    /// Its address; `nil` where the name doesn't resolve.
    public var address: IPAddress?
    /// What was sent: `icmp`, `tcp` or `udp`; `nil` where nothing could be.
    public var method: String?
    /// Packets whose fate is known.
    public var sent = 0
    /// Those of them that were answered in time.
    public var received = 0
    /// Answers beyond the first.
    public var duplicates = 0
    /// The round trips, in the order of sending.
    public var roundTrips = RoundTrips()
    /// The least MTU that a router named because a packet was too big for its link.
    public var mtu: Int?
    /// What went wrong, by kind and by who said so.
    public var errors: [ErrorCount] = []

    /// A host of which nothing is known yet.
    public init(host: String, address: IPAddress?) {
      self.host = host
      self.address = address
    }

    /// One of which no address was learnt.
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
    /// What, such as `host_unreachable`.
    public var type: String
    /// Who said so; `nil` for this machine itself.
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

extension PingReport {
  private enum CodingKeys: String, CodingKey { case targets }

  /// Writes `targets`.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(targets, forKey: .targets)
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
