extension DNSName {
  /// The name under which the address's own name is found: `2.1.168.192.in-addr.arpa` (RFC 1035,
  /// section 3.5) or thirty-two nibbles under `ip6.arpa` (RFC 3596, section 2.5).
  public init(reverseOf address: IPAddress) {
    var wire: [UInt8] = []
    switch address {
    case .v4(let address):
      for shift in stride(from: UInt32(0), through: 24, by: 8) {
        let digits = String(address.rawValue >> shift & 255)
        wire.append(UInt8(digits.utf8.count))
        wire.append(contentsOf: digits.utf8)
      }
      wire += Self.ipv4Suffix.wire
    case .v6(let address, _):
      for half in [address.low, address.high] {
        for shift in stride(from: UInt64(0), through: 60, by: 4) {
          wire.append(1)
          wire.append(contentsOf: String(half >> shift & 15, radix: 16).utf8)
        }
      }
      wire += Self.ipv6Suffix.wire
    }
    self.init(wire: wire)
  }

  /// The address that the name is the reverse of; `nil` for every other name.
  public var reverseAddress: IPAddress? {
    let labels = labels.dropLast(2)
    if isInside(Self.ipv4Suffix), labels.count == 4 {
      let text = labels.reversed().map { String(decoding: $0, as: UTF8.self) }
      return IPv4Address(text.joined(separator: ".")).map(IPAddress.v4)
    }
    guard isInside(Self.ipv6Suffix), labels.count == 32 else { return nil }
    var halves: (high: UInt64, low: UInt64) = (0, 0)
    for label in labels.reversed() {
      guard label.count == 1, let nibble = Hex.value(of: label[0]) else { return nil }
      halves.high = halves.high << 4 | halves.low >> 60
      halves.low = halves.low << 4 | UInt64(nibble)
    }
    return .v6(IPv6Address(high: halves.high, low: halves.low), zone: nil)
  }

  private static let ipv4Suffix = DNSName(
    wire: [7] + Array("in-addr".utf8) + [4] + Array("arpa".utf8)
  )
  private static let ipv6Suffix = DNSName(wire: [3] + Array("ip6".utf8) + [4] + Array("arpa".utf8))
}
