/// A farewell: `SSH_MSG_DISCONNECT` (RFC 4253, section 11.1).
public struct SSHDisconnect: Hashable, Sendable {
  /// Why.
  public var reason: UInt32
  /// Why, in words.
  public var words: String

  /// The message's number.
  public static let number: UInt8 = 1
  /// The user ended it.
  public static let byApplication: UInt32 = 11

  /// The given farewell.
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
