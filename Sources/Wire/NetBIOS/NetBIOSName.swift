/// A NetBIOS name: fifteen bytes and a suffix that says what has it (RFC 1001, section 14).
public struct NetBIOSName: Hashable, Sendable {
  /// The fifteen bytes, padded with spaces (`*` with zeros).
  public let bytes: [UInt8]
  /// What has the name: `0x00` a workstation or a workgroup, `0x20` a file server, `0x1B`–`0x1E`
  /// browsers, `0x1C` domain controllers.
  public let suffix: UInt8

  /// The name of that text in upper case, cut to fifteen bytes of UTF-8.
  public init(_ text: String, suffix: UInt8) {
    let bytes = Array(text.uppercased().utf8.prefix(Self.length))
    self.bytes = bytes + Array(repeating: 0x20, count: Self.length - bytes.count)
    self.suffix = suffix
  }

  private init(bytes: [UInt8], suffix: UInt8) {
    self.bytes = bytes
    self.suffix = suffix
  }

  /// How many bytes come before the suffix.
  static let length = 15
  /// `*`: whoever is asked.
  public static let wildcard = NetBIOSName(
    bytes: [UInt8(ascii: "*")] + Array(repeating: 0, count: length - 1),
    suffix: 0
  )

  /// The name as text without its padding; bytes that are no UTF-8 are taken for Latin-1.
  public var text: String {
    var end = bytes.count
    while end > 0, bytes[end - 1] == 0 || bytes[end - 1] == 0x20 { end -= 1 }
    let name = bytes[..<end]
    return String(validating: name, as: UTF8.self)
      ?? String(String.UnicodeScalarView(name.map { UnicodeScalar($0) }))
  }

  init(_ cursor: inout ByteCursor, in span: RawSpan) throws(WireError) {
    bytes = try cursor.bytes(span, count: Self.length)
    suffix = try cursor.uint8(span)
  }

  func write(to span: inout [UInt8]) {
    span.append(contentsOf: bytes)
    span.append(suffix)
  }
}

extension NetBIOSName {
  /// The name in the first-level encoding (RFC 1001, section 14.1): two letters `A`–`P` a byte.
  var encoded: DNSName {
    let letters = (bytes + [suffix]).flatMap { [0x41 + $0 >> 4, 0x41 + $0 & 15] }
    return DNSName(wire: [UInt8(letters.count)] + letters)
  }

  /// The name that the first label encodes; what follows is the scope, which is dropped.
  init?(encoded name: DNSName) {
    guard let letters = name.labels.first, letters.count == 2 * (Self.length + 1),
      letters.allSatisfy({ (0x41...0x50).contains($0) })
    else { return nil }
    let decoded = stride(from: 0, to: letters.count, by: 2).map { index in
      (letters[index] - 0x41) << 4 | (letters[index + 1] - 0x41)
    }
    self.init(bytes: Array(decoded[..<Self.length]), suffix: decoded[Self.length])
  }
}
