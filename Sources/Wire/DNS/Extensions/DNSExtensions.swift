/// What a message says by its OPT record (EDNS; RFC 6891, section 6.1.3).
public struct DNSExtensions: Hashable, Sendable {
  /// The largest datagram that its sender takes, in bytes.
  public var payloadSize: UInt16
  /// The upper eight bits of the response code.
  public var upperResponseCode: UInt8
  /// The version; 0 is the only one.
  public var version: UInt8
  /// Whether DNSSEC's records are wanted (DO; RFC 3225).
  public var wantsSecurity: Bool
  /// The options.
  public var options: [DNSOption]

  /// The given extensions.
  ///
  /// The size is what crosses every path in one piece (DNS Flag Day 2020).
  public init(
    payloadSize: UInt16 = 1232,
    upperResponseCode: UInt8 = 0,
    version: UInt8 = 0,
    wantsSecurity: Bool = false,
    options: [DNSOption] = []
  ) {
    self.payloadSize = payloadSize
    self.upperResponseCode = upperResponseCode
    self.version = version
    self.wantsSecurity = wantsSecurity
    self.options = options
  }

  /// Reads them from an OPT record; `nil` for every other.
  init?(_ record: DNSRecord) {
    guard case .opt(let options) = record.data else { return nil }
    payloadSize = record.recordClass.rawValue
    upperResponseCode = UInt8(record.ttl >> 24)
    version = UInt8(record.ttl >> 16 & 255)
    wantsSecurity = record.ttl & 0x8000 != 0
    self.options = options
  }

  /// The OPT record that says them.
  public var record: DNSRecord {
    DNSRecord(
      .root,
      .opt(options),
      ttl: UInt32(upperResponseCode) << 24 | UInt32(version) << 16 | (wantsSecurity ? 0x8000 : 0),
      recordClass: DNSClass(rawValue: payloadSize)
    )
  }
}

extension DNSMessage {
  /// The extensions that its first OPT record says; `nil` where it has none.
  public var extensions: DNSExtensions? {
    get { additionals.lazy.compactMap(DNSExtensions.init).first }
    set {
      additionals.removeAll { $0.type == .opt }
      if let newValue { additionals.append(newValue.record) }
    }
  }

  /// The outcome, all twelve bits of it.
  public var responseCode: DNSResponseCode {
    let upper = UInt16(extensions?.upperResponseCode ?? 0)
    return DNSResponseCode(rawValue: upper << 4 | UInt16(flags.responseCode))
  }
}
