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

  /// By default version 0 without options or DNSSEC.
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

/// A DNS cookie, which protects against spoofed answers (RFC 7873, section 4).
public struct DNSCookie: Hashable, Sendable {
  /// The client cookie, 8 bytes.
  public var client: [UInt8]
  /// The server cookie, 8 to 32 bytes; empty until the server has sent one.
  public var server: [UInt8]

  /// The EDNS option.
  public static let option: UInt16 = 10

  /// The lengths (8 bytes, 8–32 bytes) are not checked; a client that has no server cookie sends
  /// its own only.
  public init(client: [UInt8], server: [UInt8] = []) {
    self.client = client
    self.server = server
  }

  /// Reads it from its option; `nil` for every other option, and for what is malformed.
  public init?(_ option: DNSOption) {
    let count = option.value.count
    guard option.code == Self.option, count == 8 || (16...40).contains(count) else { return nil }
    client = Array(option.value.prefix(8))
    server = Array(option.value.dropFirst(8))
  }

  /// The option that says it.
  public var dnsOption: DNSOption { DNSOption(code: Self.option, value: client + server) }
}

extension DNSMessage {
  /// Its cookie; `nil` where it has none.
  public var cookie: DNSCookie? {
    (extensions?.options ?? []).lazy.compactMap { DNSCookie($0) }.first
  }

  /// Which of many servers at one address it is, as the server names itself (NSID; RFC 5001); `nil`
  /// where it doesn't say, at most 255 bytes.
  public var serverIdentifier: [UInt8]? {
    (extensions?.options ?? []).first { $0.code == DNSExtensions.serverIdentifier }
      .map { Array($0.value.prefix(255)) }
  }
}

extension DNSExtensions {
  /// The option that asks for a server's name of itself, and brings it (RFC 5001, section 2.3).
  public static let serverIdentifier: UInt16 = 3
}

/// The client's network, for which an answer is tailored: EDNS Client Subnet (RFC 7871, section 6).
public struct ClientSubnet: Hashable, Sendable {
  /// The network's first address.
  public var address: IPAddress
  /// How many of its bits are sent.
  public var sourceLength: UInt8
  /// For how many bits the answer holds; 0 in questions.
  public var scopeLength: UInt8

  /// The EDNS option.
  public static let option: UInt16 = 8

  /// `192.0.2.0/24`, `2001:db8::/56`, or an address alone, of which a network is told (24 bits of IPv4,
  /// 56 of IPv6; RFC 7871, section 11.1); `nil` for anything else.
  ///
  /// Bits beyond the length are dropped.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = parts.first, let address = IPAddress(String(first)) else { return nil }
    let most: UInt8 = address.v4 == nil ? 128 : 32
    var length: UInt8 = address.v4 == nil ? 56 : 24
    if parts.count == 2 {
      guard let given = UInt8(parts[1]), given <= most else { return nil }
      length = given
    }
    self.init(address, sourceLength: length)
  }

  /// The network of that length that holds the address.
  public init(_ address: IPAddress, sourceLength: UInt8, scopeLength: UInt8 = 0) {
    let kept = Self.bytes(of: address, length: sourceLength)
    self.address = Self.address(kept, isV4: address.v4 != nil) ?? address
    self.sourceLength = sourceLength
    self.scopeLength = scopeLength
  }

  /// Reads it from its option; `nil` for every other option, and for what is malformed.
  public init?(_ option: DNSOption) {
    let bytes = option.value
    guard option.code == Self.option, bytes.count >= 4, bytes[0] == 0 else { return nil }
    let isV4 = bytes[1] == 1
    let most: UInt8 = isV4 ? 32 : 128
    guard isV4 || bytes[1] == 2, bytes[2] <= most, bytes[3] <= most,
      bytes.count - 4 == (Int(bytes[2]) + 7) / 8,
      let address = Self.address(Array(bytes[4...]), isV4: isV4)
    else { return nil }
    self.address = address
    sourceLength = bytes[2]
    scopeLength = bytes[3]
  }

  /// The option that says it.
  public var dnsOption: DNSOption {
    let head: [UInt8] = [0, address.v4 == nil ? 2 : 1, sourceLength, scopeLength]
    let bytes = Self.bytes(of: address, length: sourceLength)
    return DNSOption(code: Self.option, value: head + bytes)
  }

  /// The first bits of an address, in as few bytes as hold them; the last one's others are zero.
  private static func bytes(of address: IPAddress, length: UInt8) -> [UInt8] {
    let all =
      switch address {
      case .v4(let address): address.bytes
      case .v6(let address, _): address.bytes
      }
    var kept = Array(all.prefix((Int(length) + 7) / 8))
    if let last = kept.last, length % 8 != 0 {
      kept[kept.count - 1] = last & ~(0xFF >> (length % 8))
    }
    return kept
  }

  private static func address(_ bytes: [UInt8], isV4: Bool) -> IPAddress? {
    let count = isV4 ? 4 : 16
    guard bytes.count <= count else { return nil }
    let whole = bytes + Array(repeating: 0, count: count - bytes.count)
    let number = { (bytes: ArraySlice<UInt8>) in bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
    return isV4
      ? .v4(IPv4Address(whole[0], whole[1], whole[2], whole[3]))
      : .v6(IPv6Address(high: number(whole[..<8]), low: number(whole[8...])), zone: nil)
  }
}

extension ClientSubnet: CustomStringConvertible {
  /// CIDR notation.
  public var description: String { "\(address)/\(sourceLength)" }
}

extension DNSMessage {
  /// The client subnet option; `nil` without one.
  public var clientSubnet: ClientSubnet? {
    (extensions?.options ?? []).lazy.compactMap { ClientSubnet($0) }.first
  }
}

/// Why an answer is as it is, in the server's words (RFC 8914).
public struct ExtendedDNSError: Hashable, Sendable {
  /// Which reason.
  public var code: UInt16
  /// What the server adds.
  public var text: String = ""

  /// The EDNS option.
  public static let option: UInt16 = 15
}

extension ExtendedDNSError {
  /// Reads one from its option; `nil` for every other option, and for what is too short.
  ///
  /// Bytes that are no UTF-8 are replaced; a final zero, which some send, is left out.
  public init?(_ option: DNSOption) {
    guard option.code == Self.option, option.value.count >= 2 else { return nil }
    code = UInt16(option.value[0]) << 8 | UInt16(option.value[1])
    var bytes = option.value.dropFirst(2)
    if bytes.last == 0 { bytes.removeLast() }
    text = String(decoding: bytes, as: UTF8.self)
  }

  /// What the code means; `nil` for one that IANA doesn't list.
  public var name: String? {
    Self.names.indices.contains(Int(code)) ? Self.names[Int(code)] : nil
  }

  private static let names = [
    "Other Error", "Unsupported DNSKEY Algorithm", "Unsupported DS Digest Type", "Stale Answer",
    "Forged Answer", "DNSSEC Indeterminate", "DNSSEC Bogus", "Signature Expired",
    "Signature Not Yet Valid", "DNSKEY Missing", "RRSIGs Missing", "No Zone Key Bit Set",
    "NSEC Missing", "Cached Error", "Not Ready", "Blocked", "Censored", "Filtered", "Prohibited",
    "Stale NXDOMAIN Answer", "Not Authoritative", "Not Supported", "No Reachable Authority",
    "Network Error", "Invalid Data", "Signature Expired before Valid", "Too Early",
    "Unsupported NSEC3 Iterations Value", "Unable to conform to policy", "Synthesized",
    "Invalid Query Type",
  ]
}

extension DNSMessage {
  /// The reasons that the server gives, at most eight.
  public var extendedErrors: [ExtendedDNSError] {
    Array((extensions?.options ?? []).lazy.compactMap { ExtendedDNSError($0) }.prefix(8))
  }
}
