/// A message of Tuya's devices of version 3.5: a header in the clear, and JSON sealed by AES in
/// Galois/counter mode (NIST SP 800-38D).
public struct TuyaSealedMessage: Hashable, Sendable {
  /// Zero in all that is known.
  public var flags: UInt16
  /// The sender's count of messages.
  public var sequence: UInt32
  /// What it is, as Tuya numbers it: 37 asks every device who it is.
  public var command: UInt32
  /// The number that is used once, of twelve bytes.
  public var nonce: [UInt8]
  /// The JSON, encrypted.
  public var hidden: [UInt8]
  /// What proves header and text, of sixteen bytes.
  public var tag: [UInt8]

  /// The given message; it is only readable where nonce and tag have the lengths that they must have.
  public init(
    flags: UInt16 = 0,
    sequence: UInt32 = 0,
    command: UInt32,
    nonce: [UInt8],
    hidden: [UInt8],
    tag: [UInt8]
  ) {
    self.flags = flags
    self.sequence = sequence
    self.command = command
    self.nonce = nonce
    self.hidden = hidden
    self.tag = tag
  }

  private static let prefix: UInt32 = 0x6699
  private static let suffix: UInt32 = 0x9966
  private static let nonceLength = 12
  private static let tagLength = 16
  private static let longestText = 2048

  /// The part of the header that the tag proves as well.
  public var authenticated: [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(bigEndian: flags)
    bytes.append(bigEndian: sequence)
    bytes.append(bigEndian: command)
    bytes.append(bigEndian: UInt32(Self.nonceLength + hidden.count + Self.tagLength))
    return bytes
  }
}

extension TuyaSealedMessage: WireFormat {
  /// Reads a message; its tag is not looked at.
  public init(parsing bytes: RawSpan) throws(WireError) {
    var cursor = ByteCursor(bytes)
    guard try cursor.uint32(bytes) == Self.prefix else {
      throw WireError(.invalid("prefix"), at: 0)
    }
    flags = try cursor.uint16(bytes)
    sequence = try cursor.uint32(bytes)
    command = try cursor.uint32(bytes)
    let length = try Int(cursor.uint32(bytes)) - Self.nonceLength - Self.tagLength
    guard (0...Self.longestText).contains(length) else {
      throw WireError(.invalid("length"), at: 14)
    }
    nonce = try cursor.bytes(bytes, count: Self.nonceLength)
    hidden = try cursor.bytes(bytes, count: length)
    tag = try cursor.bytes(bytes, count: Self.tagLength)
    guard try cursor.uint32(bytes) == Self.suffix else {
      throw WireError(.invalid("suffix"), at: cursor.offset - 4)
    }
  }

  /// Appends the message.
  public func write(to bytes: inout [UInt8]) {
    bytes.append(bigEndian: Self.prefix)
    bytes += authenticated + nonce + hidden + tag
    bytes.append(bigEndian: Self.suffix)
  }
}
