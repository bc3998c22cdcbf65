extension DNSName: LosslessStringConvertible {
  /// Parses presentation form (RFC 1035, section 5.1); `nil` for empty labels and for what is too
  /// long.
  ///
  /// Labels are UTF-8, separated by dots, with `\.` and `\\` for those characters and `\DDD` for any
  /// byte; a final dot makes no difference.
  public init?(_ description: String) {
    if description == "." {
      self = .root
      return
    }
    var labels: [[UInt8]] = []
    var label: [UInt8] = []
    var bytes = description.utf8.makeIterator()
    var isAfterDot = true
    while let byte = bytes.next() {
      isAfterDot = false
      switch byte {
      case UInt8(ascii: "."):
        labels.append(label)
        label = []
        isAfterDot = true
      case UInt8(ascii: "\\"):
        guard let next = bytes.next() else { return nil }
        guard let first = next.decimalValue else {
          label.append(next)
          break
        }
        guard let second = bytes.next()?.decimalValue, let third = bytes.next()?.decimalValue,
          let value = UInt8(exactly: first * 100 + second * 10 + third)
        else { return nil }
        label.append(value)
      default:
        label.append(byte)
      }
    }
    if !isAfterDot { labels.append(label) }
    guard !labels.isEmpty else { return nil }
    self.init(labels: labels)
  }

  /// Presentation form without the final dot; the root is `.`.
  ///
  /// Dots and backslashes in labels are escaped, control characters and bytes that are no UTF-8 are
  /// written as `\DDD`, everything else as it is.
  public var description: String {
    if wire.isEmpty { return "." }
    return labels.map(Self.presentation).joined(separator: ".")
  }

  private static func presentation(_ label: [UInt8]) -> String {
    let text = String(validating: label, as: UTF8.self)
    var escaped = ""
    guard let text else {
      for byte in label {
        switch byte {
        case UInt8(ascii: "."), UInt8(ascii: "\\"):
          escaped += "\\" + String(UnicodeScalar(byte))
        case 0x20..<0x7F: escaped.unicodeScalars.append(UnicodeScalar(byte))
        default: escaped += MasterText.decimal(byte)
        }
      }
      return escaped
    }
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x2E, 0x5C:
        escaped += "\\"
        escaped.unicodeScalars.append(scalar)
      case 0..<0x20, 0x7F: escaped += MasterText.decimal(UInt8(scalar.value))
      // C1 controls take two bytes in UTF-8.
      case 0x80..<0xA0: for byte in String(scalar).utf8 { escaped += MasterText.decimal(byte) }
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

extension UInt8 {
  /// The value of an ASCII decimal digit.
  fileprivate var decimalValue: Int? {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) ? Int(self & 15) : nil
  }
}

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
