/// The search for cameras and recorders with Xiongmai's software: a header of twenty bytes in
/// little-endian order, and JSON.
public struct XiongmaiDiscovery: Hashable, Sendable {
  /// What the message is: 1530 searches, 1531 answers.
  public var message: UInt16
  /// JSON; empty in a search.
  public var text: [UInt8]

  /// The given message.
  public init(message: UInt16, text: [UInt8] = []) {
    self.message = message
    self.text = text
  }

  /// The port of devices, to which they broadcast their answers.
  public static let port: UInt16 = 34569
  /// The search for all devices.
  public static let request = XiongmaiDiscovery(message: 1530)
  /// The message of an answer.
  public static let answer: UInt16 = 1531
  private static let longestText = 4096
}

extension XiongmaiDiscovery: WireFormat {
  /// Reads a message.
  public init(parsing bytes: RawSpan) throws(WireError) {
    var cursor = ByteCursor(bytes)
    guard try cursor.uint8(bytes) == 0xFF else { throw WireError(.invalid("mark"), at: 0) }
    try cursor.skip(13, in: bytes)
    message = try cursor.littleUInt16(bytes)
    let length = try Int(cursor.littleUInt32(bytes))
    guard length <= Self.longestText else { throw WireError(.tooMany("bytes"), at: 16) }
    text = try cursor.bytes(bytes, count: length)
  }

  /// Appends the message.
  public func write(to bytes: inout [UInt8]) {
    let text = text.prefix(Self.longestText)
    bytes += [0xFF] + Array(repeating: 0, count: 13)
    bytes.append(littleEndian: message)
    bytes.append(littleEndian: UInt32(text.count))
    bytes += text
  }
}
