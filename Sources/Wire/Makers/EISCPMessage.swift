/// A message of Onkyo's and Pioneer's receivers (eISCP): sixteen bytes, then text.
public struct EISCPMessage: Hashable, Sendable {
  /// The text, its end left out: `!1ECNTX-NR609/60128/DX/0009B0123456`.
  public var text: String

  /// The given message.
  public init(text: String) {
    self.text = text
  }

  /// The port of receivers.
  public static let port: UInt16 = 60128
  /// Asks every kind of device for its model.
  public static let request = EISCPMessage(text: "!xECNQSTN")
  /// Asks Pioneer's devices.
  public static let pioneerRequest = EISCPMessage(text: "!pECNQSTN")
  private static let magic = Array("ISCP".utf8)
  private static let longestText = 512
}

extension EISCPMessage: WireFormat {
  /// Reads a message.
  public init(parsing bytes: RawSpan) throws(WireError) {
    var cursor = ByteCursor(bytes)
    guard try cursor.bytes(bytes, count: 4) == Self.magic, try cursor.uint32(bytes) == 16 else {
      throw WireError(.invalid("header"), at: 0)
    }
    let length = try Int(cursor.uint32(bytes))
    guard length <= Self.longestText else { throw WireError(.tooMany("bytes"), at: 8) }
    try cursor.skip(4, in: bytes)
    let letters = try cursor.bytes(bytes, count: length).prefix { (0x20...0x7E).contains($0) }
    guard letters.first == UInt8(ascii: "!") else { throw WireError(.invalid("text"), at: 16) }
    text = String(decoding: letters, as: UTF8.self)
  }

  /// Appends the message, ended as computers end theirs.
  public func write(to bytes: inout [UInt8]) {
    let line = Array(text.utf8.prefix(Self.longestText - 2)) + [0x0D, 0x0A]
    bytes += Self.magic
    bytes.append(bigEndian: UInt32(16))
    bytes.append(bigEndian: UInt32(line.count))
    bytes += [1, 0, 0, 0] + line
  }
}
