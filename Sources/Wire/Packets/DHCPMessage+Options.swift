/// What the options say (RFC 2132); what is malformed reads as not there.
extension DHCPMessage {
  /// The value of an option.
  public subscript(code: UInt8) -> [UInt8]? { options.first { $0.code == code }?.value }

  /// Option 53.
  public var kind: Kind? {
    guard let value = self[53], value.count == 1 else { return nil }
    return Kind(rawValue: value[0])
  }

  /// Option 12: the client's name.
  public var hostName: String? { text(12) }

  /// Option 60: what the client's maker or program is.
  public var vendorClass: String? { text(60) }

  /// Option 55: what the client asks for, in its order.
  public var parameters: [UInt8] { self[55] ?? [] }

  /// Option 61: by what a server knows the client; its first byte is a type (RFC 2132, section 9.14).
  public var clientIdentifier: [UInt8]? {
    self[61].flatMap { $0.count >= 2 ? $0 : nil }
  }

  /// Option 50: the address that the client wants.
  public var requestedAddress: IPv4Address? { address(50) }

  /// Option 54: the server that answers, or that the client has chosen.
  public var serverIdentifier: IPv4Address? { address(54) }

  /// The first address of option 3.
  public var router: IPv4Address? { address(3) }

  /// Option 81: the client's whole name, without a trailing dot (RFC 4702).
  public var qualifiedName: String? {
    guard let value = self[81], value.count > 3 else { return nil }
    // Flags and two codes that mean nothing any more.
    let name = value[3...]
    let isEncoded = value[0] & 0x04 != 0
    guard let text = isEncoded ? Self.labels(name) : Self.text(name) else { return nil }
    let trimmed = text.hasSuffix(".") ? String(text.dropLast()) : text
    return trimmed.isEmpty || trimmed.utf8.count > Self.longestName ? nil : trimmed
  }

  /// The longest name in DNS (RFC 1035, section 2.3.4).
  private static let longestName = 253

  private func text(_ code: UInt8) -> String? {
    self[code].flatMap { Self.text($0[...]) }
  }

  private func address(_ code: UInt8) -> IPv4Address? {
    guard let value = self[code], value.count >= 4 else { return nil }
    return IPv4Address(value[0], value[1], value[2], value[3])
  }

  /// UTF-8 text without control characters; some clients end it with a zero.
  private static func text(_ bytes: ArraySlice<UInt8>) -> String? {
    var bytes = bytes
    while bytes.last == 0 { bytes.removeLast() }
    guard !bytes.isEmpty, bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  /// The labels of a name in DNS's encoding; a partial name has no last one.
  private static func labels(_ bytes: ArraySlice<UInt8>) -> String? {
    var rest = bytes
    var labels: [String] = []
    while let length = rest.popFirst(), length != 0 {
      guard length <= 63, Int(length) <= rest.count, let label = text(rest.prefix(Int(length)))
      else { return nil }
      labels.append(label)
      rest = rest.dropFirst(Int(length))
    }
    return labels.joined(separator: ".")
  }
}
