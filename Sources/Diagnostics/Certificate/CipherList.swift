public import Wire

/// The cipher suites that a server accepts for one version of TLS.
public struct CipherList: Hashable, Sendable {
  /// The version.
  public var version: TLSVersion
  /// The suites: in the server's order of preference where it has one, else in this tool's.
  public var suites: [TLSCipherSuite] = []
  /// Whose order decides; `nil` where there are too few to tell, or where that was not learnt.
  public var preference: Preference?
  /// Why there may be more; `nil` where these are all.
  public var because: String?

  /// Whose order of preference decides what is agreed on.
  public enum Preference: String, Encodable, Sendable {
    case server, client
  }

  /// Those that should not be accepted any more.
  public var weak: [TLSCipherSuite] { suites.filter { $0.weakness != nil } }

  /// Those that may be accepted for a version, the usual ones first, then the others.
  ///
  /// Each group is offered by itself, since some servers take fright at hellos that are long.
  static func offers(for version: TLSVersion) -> [[TLSCipherSuite]] {
    switch version {
    case .tls13: [TLSCipherSuite.modern + TLSCipherSuite.rareModern]
    case .tls12: [TLSCipherSuite.classic, TLSCipherSuite.rareClassic]
    default: [TLSCipherSuite.old, TLSCipherSuite.rareOld]
    }
  }
}

extension CipherList: Encodable {
  private enum CodingKeys: String, CodingKey {
    case version, preference, complete, because, suites
  }

  private struct Suite: Encodable {
    let suite: TLSCipherSuite

    private enum CodingKeys: String, CodingKey {
      case name, weakness
      case isForwardSecret = "forward_secret"
    }

    func encode(to encoder: any Encoder) throws {
      var json = encoder.container(keyedBy: CodingKeys.self)
      try json.encode(suite.description, forKey: .name)
      try json.encode(suite.weakness, forKey: .weakness)
      try json.encode(suite.isForwardSecret, forKey: .isForwardSecret)
    }
  }

  /// Writes an entry of `ciphers`.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(version.description, forKey: .version)
    try json.encode(preference, forKey: .preference)
    try json.encode(because == nil, forKey: .complete)
    try json.encode(because, forKey: .because)
    try json.encode(suites.map(Suite.init), forKey: .suites)
  }
}
