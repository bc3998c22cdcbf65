/// For whose network an answer is wanted, or given: EDNS Client Subnet (RFC 7871, section 6).
public struct ClientSubnet: Hashable, Sendable {
  /// The network's first address.
  public var address: IPAddress
  /// How many of its bits are told.
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
    var all: [UInt8] = []
    switch address {
    case .v4(let address): all.append(bigEndian: address.rawValue)
    case .v6(let address, _):
      all.append(bigEndian: address.high)
      all.append(bigEndian: address.low)
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
  /// For whose network it is; `nil` where it doesn't say.
  public var clientSubnet: ClientSubnet? {
    (extensions?.options ?? []).lazy.compactMap { ClientSubnet($0) }.first
  }
}
