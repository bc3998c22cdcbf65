public import Wire

/// How big packets to a host may be (RFC 1191, RFC 8201), and what showed it.
public struct PathMTUFinding: Hashable, Sendable {
  /// What a router said of a packet that was too big.
  public struct Limit: Hashable, Sendable {
    /// The router.
    public var address: IPAddress
    /// What its next link takes, in bytes, IP's header included.
    public var mtu: Int
  }

  /// What this machine's own link takes: the biggest packet that was tried.
  public var link: Int
  /// The biggest packet that was answered; `nil` where none was.
  public var mtu: Int?
  /// What routers said, the nearest first.
  public var limits: [Limit] = []
  /// Whether bigger packets are lost without an ICMP error (a path MTU black hole).
  public var isBlackHole = false

  /// Nothing is known but the own link's.
  public init(link: Int) {
    self.link = link
  }

  /// The same in one sentence.
  ///
  /// - Parameters:
  ///   - target: The host as sentences name it.
  ///   - hop: How far away a router is, where that is known.
  /// - Returns: The sentence.
  public func words(to target: String, hop: (IPAddress) -> Int? = { _ in nil }) -> String {
    guard let mtu else {
      return "The path MTU is not known: \(target) answers none of the packets that would show it."
    }
    if isBlackHole {
      return "Packets to \(target) of more than \(mtu) bytes vanish and no router says why: a link "
        + "on the way takes no more (a path MTU black hole)."
    }
    if let limit = limits.last, limit.mtu == mtu {
      let place = hop(limit.address).map { " at hop \($0)" } ?? ""
      return "The path MTU is \(mtu) bytes: \(limit.address)\(place) says that its next link takes "
        + "no more."
    }
    return mtu == link
      ? "The path MTU is \(mtu) bytes, as much as this machine's own link takes."
      : "The path MTU is \(mtu) bytes."
  }
}

extension PathMTUFinding: Encodable {
  private enum CodingKeys: String, CodingKey {
    case link, path, limits
    case isBlackHole = "black_hole"
  }

  private enum LimitKeys: String, CodingKey { case address, mtu }

  /// Writes an `mtu` object.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(link, forKey: .link)
    try json.encode(mtu, forKey: .path)
    try json.encode(isBlackHole, forKey: .isBlackHole)
    var list = json.nestedUnkeyedContainer(forKey: .limits)
    for limit in limits {
      var entry = list.nestedContainer(keyedBy: LimitKeys.self)
      try entry.encode(limit.address.description, forKey: .address)
      try entry.encode(limit.mtu, forKey: .mtu)
    }
  }
}
