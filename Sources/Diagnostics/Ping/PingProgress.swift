import Networking
public import Wire

/// One thing that happened during a ping, for faces.
public struct PingProgress: Encodable, Hashable, Sendable {
  /// What happened.
  public var event: PingEvent
  /// Which host it is about, as it was asked for; `nil` where it is about all of a family.
  public var host: String?
  /// Its address.
  public var address: IPAddress?
  /// What this machine itself says of a packet that could not be delivered; `nil` where a router says
  /// so, or nobody.
  public var ownWords: String?

  /// What happened to one of those targets.
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

  /// Writes one line of progress.
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
  /// Which target it is about.
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

  /// Which of the target's packets.
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
