/// How a service is reached (SVCB and HTTPS; RFC 9460, section 2.2).
public struct ServiceBinding: Hashable, Sendable {
  /// 0 for an alias; else lower is preferred.
  public var priority: UInt16
  /// The host; the root stands for the record's own name.
  public var target: DNSName
  /// What there is to know, by ascending keys.
  public var parameters: [Parameter] = []

  /// A key and what it says.
  public struct Parameter: Hashable, Sendable {
    /// Which.
    public var key: UInt16
    /// What it says, at most 65,535 bytes.
    public var value: [UInt8]
  }
}

extension ServiceBinding {
  init(_ cursor: inout ByteCursor, in bytes: RawSpan) throws(WireError) {
    priority = try cursor.uint16(bytes)
    target = try DNSName(&cursor, in: bytes)
    parameters = []
    while !cursor.isAtEnd {
      let start = cursor.offset
      let key = try cursor.uint16(bytes)
      if let last = parameters.last, last.key >= key {
        throw WireError(.invalid("order of parameters"), at: start)
      }
      let value = try cursor.vector16(bytes)
      parameters.append(Parameter(key: key, value: value))
    }
  }

  func writeParameters(to bytes: inout [UInt8]) {
    for parameter in parameters {
      bytes.append(bigEndian: parameter.key)
      bytes.append(vector16: parameter.value)
    }
  }
}

extension ServiceBinding {
  /// As zone files write it (RFC 9460, section 2.1).
  var masterText: String {
    (["\(priority)", target.masterText] + parameters.map(\.masterText)).joined(separator: " ")
  }
}

extension ServiceBinding.Parameter {
  /// The key's name: one that IANA lists, or `key` and its number.
  public var name: String {
    Self.names.indices.contains(Int(key)) ? Self.names[Int(key)] : "key\(key)"
  }

  /// `alpn="h2,h3"`; what is not as its key demands is written as bytes.
  var masterText: String {
    guard let text else { return name + "=" + MasterText.quoted(value) }
    return text.isEmpty ? name : name + "=" + text
  }

  /// The value alone; empty where the key has none, `nil` where it is not as the key demands.
  private var text: String? {
    switch key {
    case 0: keys
    case 1: protocols
    case 2: value.isEmpty ? "" : nil
    case 3: value.count == 2 ? "\(UInt16(value[0]) << 8 | UInt16(value[1]))" : nil
    case 4: addresses(4) { IPv4Address($0[0], $0[1], $0[2], $0[3]).description }
    case 5: value.isEmpty ? nil : Base64.encode(value)
    case 6:
      addresses(16) { bytes in
        let half = { (bytes: [UInt8]) in bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
        return IPv6Address(high: half(Array(bytes[..<8])), low: half(Array(bytes[8...])))
          .description
      }
    default: value.isEmpty ? "" : nil
    }
  }

  private var keys: String? {
    guard !value.isEmpty, value.count.isMultiple(of: 2) else { return nil }
    return stride(from: 0, to: value.count, by: 2)
      .map { Self(key: UInt16(value[$0]) << 8 | UInt16(value[$0 + 1]), value: []).name }
      .joined(separator: ",")
  }

  private var protocols: String? {
    var names: [UInt8] = []
    var position = 0
    while position < value.count {
      let end = position + 1 + Int(value[position])
      guard end > position + 1, end <= value.count else { return nil }
      if position > 0 { names.append(UInt8(ascii: ",")) }
      for byte in value[position + 1..<end] {
        // A comma in a name is escaped in the list, and its backslash in the string.
        if byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\\") {
          names.append(UInt8(ascii: "\\"))
        }
        names.append(byte)
      }
      position = end
    }
    return names.isEmpty ? nil : MasterText.quoted(names)
  }

  private func addresses(_ size: Int, _ text: ([UInt8]) -> String) -> String? {
    guard !value.isEmpty, value.count.isMultiple(of: size) else { return nil }
    return stride(from: 0, to: value.count, by: size)
      .map { text(Array(value[$0..<$0 + size])) }
      .joined(separator: ",")
  }

  private static let names = [
    "mandatory", "alpn", "no-default-alpn", "port", "ipv4hint", "ech", "ipv6hint", "dohpath",
    "ohttp",
  ]
}
