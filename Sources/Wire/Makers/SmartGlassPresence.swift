/// How an Xbox says that it is there (SmartGlass): a request of sixteen bytes and its answer.
public struct SmartGlassPresence: Hashable, Sendable {
  /// What the console allows.
  public var flags: UInt32
  /// 1 for an Xbox One and its successors.
  public var kind: UInt16
  /// The name that its owner gave it.
  public var name: [UInt8]
  /// A UUID.
  public var id: [UInt8]

  /// A console's answer; texts are cut to 256 bytes when it is written.
  public init(flags: UInt32 = 0, kind: UInt16 = 1, name: String, id: String) {
    self.flags = flags
    self.kind = kind
    self.name = Array(name.utf8)
    self.id = Array(id.utf8)
  }

  /// The port of consoles.
  public static let port: UInt16 = 5050
  /// The request, as a Windows desktop: flags, client type, least and greatest version.
  public static let request: [UInt8] = [
    0xDD, 0x00, 0x00, 0x0A, 0x00, 0x00, 0, 0, 0, 0, 0x00, 0x03, 0x00, 0x00, 0x00, 0x02,
  ]
  private static let answer: UInt16 = 0xDD01
  private static let longestText = 256
}

extension SmartGlassPresence: WireFormat {
  /// Reads an answer; the certificate after it is left.
  public init(parsing bytes: RawSpan) throws(WireError) {
    var cursor = ByteCursor(bytes)
    guard try cursor.uint16(bytes) == Self.answer else { throw WireError(.invalid("type"), at: 0) }
    try cursor.skip(4, in: bytes)
    flags = try cursor.uint32(bytes)
    kind = try cursor.uint16(bytes)
    name = try Self.text(&cursor, in: bytes)
    id = try Self.text(&cursor, in: bytes)
  }

  private static func text(
    _ cursor: inout ByteCursor,
    in bytes: RawSpan
  ) throws(WireError) -> [UInt8] {
    let length = try Int(cursor.uint16(bytes))
    guard length <= longestText else { throw WireError(.tooMany("bytes"), at: cursor.offset - 2) }
    let text = try cursor.bytes(bytes, count: length)
    try cursor.skip(1, in: bytes)
    return text
  }

  /// Appends an answer without a certificate.
  public func write(to bytes: inout [UInt8]) {
    var payload: [UInt8] = []
    payload.append(bigEndian: flags)
    payload.append(bigEndian: kind)
    for text in [name, id] {
      payload.append(bigEndian: UInt16(min(text.count, Self.longestText)))
      payload.append(contentsOf: text.prefix(Self.longestText))
      payload.append(0)
    }
    payload.append(contentsOf: [0, 0, 0, 0, 0, 0])
    bytes.append(bigEndian: Self.answer)
    bytes.append(bigEndian: UInt16(payload.count))
    bytes.append(contentsOf: [0, 2])
    bytes.append(contentsOf: payload)
  }
}
