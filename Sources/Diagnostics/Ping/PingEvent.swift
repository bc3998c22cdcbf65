public import Networking
public import Wire

/// An event of a ping; `target` and `sequence` count from 0.
public enum PingEvent: Hashable, Sendable {
  /// The probe method of a family's targets.
  case method(PathMethod, AddressFamily)
  /// Targets of a family can't be probed at all.
  case unavailable(AddressFamily, LocalFailure)
  /// The port of TCP connects to the target: the first that answered.
  case port(target: Int, UInt16)
  /// A packet went out.
  case sent(target: Int, sequence: Int)
  /// Sending a packet failed locally.
  case notSent(target: Int, sequence: Int, LocalFailure)
  /// A packet was answered.
  case answered(target: Int, sequence: Int, Answer)
  /// A duplicate answer.
  case doubled(target: Int, sequence: Int, Answer)
  /// An answer after the timeout.
  case late(target: Int, sequence: Int, Answer)
  /// An ICMP error about a packet.
  case failed(target: Int, sequence: Int, from: IPAddress, PathReply.Kind)
  /// No answer came in time.
  case lost(target: Int, sequence: Int)

  /// An answer.
  public struct Answer: Hashable, Sendable {
    /// The answer's source address.
    public var source: IPAddress
    /// From just before the send call to the kernel's receive timestamp.
    public var roundTrip: Duration
    /// The answer's received TTL, if known.
    public var hopLimit: UInt8?
    /// Whether a later packet was answered before.
    public var isOutOfOrder: Bool

    /// An answer, in order by default.
    public init(
      source: IPAddress,
      roundTrip: Duration,
      hopLimit: UInt8? = nil,
      isOutOfOrder: Bool = false
    ) {
      self.source = source
      self.roundTrip = roundTrip
      self.hopLimit = hopLimit
      self.isOutOfOrder = isOutOfOrder
    }
  }
}

/// An event of a ping with its host, for progress output.
public struct PingProgress: Encodable, Hashable, Sendable {
  /// The event.
  public var event: PingEvent
  /// The host as typed; `nil` for events of a whole address family.
  public var host: String?
  /// Its address.
  public var address: IPAddress?
  /// The words of an ICMP error from this machine itself.
  public var ownWords: String?

  init(_ event: PingEvent, _ targets: [TargetHost], _ vantage: PathVantage = PathVantage()) {
    self.event = event
    if case .failed(let target, _, let from, .unreachable(let obstacle)) = event,
      vantage.isOwn(from)
    {
      ownWords = vantage.words(obstacle, to: targets[target].address)
    }
    host = event.target.map { targets[$0].host }
    address = event.target.map { targets[$0].address }
  }

  private enum CodingKeys: String, CodingKey {
    case event, host, address, method, port, sequence, from, ttl, reason
    case rtt = "rtt_ms"
  }

  /// Writes a progress event.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(event.name, forKey: .event)
    try json.encode(host, forKey: .host)
    try json.encode(address?.description, forKey: .address)
    try json.encode(event.sequence, forKey: .sequence)
    switch event {
    case .method(let method, _): try json.encode(method.rawValue, forKey: .method)
    case .port(_, let port): try json.encode(port, forKey: .port)
    case .answered(_, _, let answer), .doubled(_, _, let answer), .late(_, _, let answer):
      try json.encode(answer.source.description, forKey: .from)
      try json.encode(answer.roundTrip.roundedMilliseconds, forKey: .rtt)
      try json.encode(answer.hopLimit, forKey: .ttl)
    case .failed(_, _, let from, let kind):
      try json.encode(from.description, forKey: .from)
      try json.encode(kind.code, forKey: .reason)
    case .unavailable(_, let failure), .notSent(_, _, let failure):
      try json.encode(failure.words, forKey: .reason)
    case .sent, .lost: break
    }
  }
}

extension PingEvent {
  /// The target's index.
  public var target: Int? {
    switch self {
    case .method, .unavailable: nil
    case .port(let target, _), .sent(let target, _), .notSent(let target, _, _),
      .answered(let target, _, _),
      .doubled(let target, _, _), .late(let target, _, _), .failed(let target, _, _, _),
      .lost(let target, _):
      target
    }
  }

  /// The packet's number.
  public var sequence: Int? {
    switch self {
    case .method, .unavailable, .port: nil
    case .sent(_, let sequence), .notSent(_, let sequence, _), .answered(_, let sequence, _),
      .doubled(_, let sequence, _), .late(_, let sequence, _), .failed(_, let sequence, _, _),
      .lost(_, let sequence):
      sequence
    }
  }

  /// Its name in JSON.
  var name: String {
    switch self {
    case .method: "method"
    case .unavailable: "unavailable"
    case .port: "port"
    case .sent: "sent"
    case .notSent: "not_sent"
    case .answered: "reply"
    case .doubled: "duplicate"
    case .late: "late"
    case .failed: "error"
    case .lost: "lost"
    }
  }
}
