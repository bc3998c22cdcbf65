/// A packet of the SSH transport before encryption begins (RFC 4253, section 6).
public struct SSHPacket: Hashable, Sendable {
  /// The message, its number first.
  public var payload: [UInt8]

  /// The padding is added when the packet is written.
  public init(payload: [UInt8]) {
    self.payload = payload
  }

  /// The message's number; 0, which is reserved, where it is empty.
  public var number: UInt8 { payload.first ?? 0 }
}

extension SSHPacket: WireFrame {
  /// Four bytes say how many follow.
  public static func length(of start: RawSpan) throws(WireError) -> Int? {
    guard start.byteCount >= 4 else { return nil }
    var cursor = ByteCursor(start)
    return try 4 + Int(cursor.uint32(start))
  }

  /// Reads a packet; what the padding is does not matter.
  public init(parsing bytes: RawSpan) throws(WireError) {
    var cursor = ByteCursor(bytes)
    let length = try Int(cursor.uint32(bytes))
    let padding = try Int(cursor.uint8(bytes))
    guard length >= padding + 1 else { throw WireError(.invalid("padding length"), at: 4) }
    payload = try cursor.bytes(bytes, count: length - padding - 1)
    try cursor.skip(padding, in: bytes)
  }

  /// Appends the packet, padded with zeros to a multiple of eight bytes, four of them at least.
  public func write(to bytes: inout [UInt8]) {
    var padding = 8 - (5 + payload.count) % 8
    if padding < 4 { padding += 8 }
    bytes.append(bigEndian: UInt32(truncatingIfNeeded: 1 + payload.count + padding))
    bytes.append(UInt8(padding))
    bytes.append(contentsOf: payload)
    bytes.append(contentsOf: repeatElement(0, count: padding))
  }
}

/// Bytes after their length in four bytes (RFC 4251, section 5); numbers are written likewise.
enum SSHString {
  static func read(
    _ cursor: inout ByteCursor,
    in bytes: RawSpan,
    limit: Int
  ) throws(WireError) -> [UInt8] {
    let start = cursor.offset
    let length = try Int(cursor.uint32(bytes))
    guard length <= limit else { throw WireError(.tooMany("bytes of a string"), at: start) }
    return try cursor.bytes(bytes, count: length)
  }

  static func write(_ string: [UInt8], to bytes: inout [UInt8]) {
    bytes.append(bigEndian: UInt32(truncatingIfNeeded: string.count))
    bytes.append(contentsOf: string)
  }
}

/// `SSH_MSG_DISCONNECT` (RFC 4253, section 11.1).
public struct SSHDisconnect: Hashable, Sendable {
  /// The reason code (RFC 4253, section 11.1).
  public var reason: UInt32
  /// The reason as text.
  public var words: String

  /// The message's number.
  public static let number: UInt8 = 1
  /// The user ended it.
  public static let byApplication: UInt32 = 11

  /// By default, disconnected by the client's user.
  public init(reason: UInt32 = Self.byApplication, words: String) {
    self.reason = reason
    self.words = words
  }
}

extension SSHDisconnect: WireFormat {
  /// Reads the message; the language of its words is left.
  public init(parsing bytes: RawSpan) throws(WireError) {
    var cursor = ByteCursor(bytes)
    guard try cursor.uint8(bytes) == Self.number else {
      throw WireError(.invalid("SSH message number"), at: 0)
    }
    reason = try cursor.uint32(bytes)
    words = try String(
      decoding: SSHString.read(&cursor, in: bytes, limit: 1024),
      as: UTF8.self
    )
  }

  /// Appends the message.
  public func write(to bytes: inout [UInt8]) {
    bytes.append(Self.number)
    bytes.append(bigEndian: reason)
    SSHString.write(Array(words.utf8), to: &bytes)
    SSHString.write([], to: &bytes)
  }
}
