/// A message of SMB 1 (MS-CIFS, section 2.2.3): a header, words and bytes.
public struct SMB1Message: Hashable, Sendable {
  /// What is asked.
  public var command: UInt8
  /// How it went: an NT status.
  public var status: UInt32 = 0
  /// Flags.
  public var flags: UInt8 = 0x18
  /// More flags.
  public var flags2: UInt16
  /// The user's number, given by the server.
  public var user: UInt16 = 0
  /// The number of the request.
  public var multiplex: UInt16 = 0
  /// The parameters: an even number of bytes.
  public var words: [UInt8] = []
  /// The data.
  public var data: [UInt8] = []

  /// `SMB_COM_NEGOTIATE`.
  public static let negotiate: UInt8 = 0x72
  /// `SMB_COM_SESSION_SETUP_ANDX`.
  public static let sessionSetup: UInt8 = 0x73

  /// `0xFF` and `SMB`.
  static let magic: UInt32 = 0xFF53_4D42

  /// Whether texts are UTF-16.
  public var isUnicode: Bool { flags2 & 0x8000 != 0 }
}

extension SMB1Message: WireFormat {
  /// Reads a message.
  public init(parsing bytes: RawSpan) throws(WireError) {
    var cursor = ByteCursor(bytes)
    guard try cursor.uint32(bytes) == Self.magic else {
      throw WireError(.invalid("SMB 1 header"), at: 0)
    }
    command = try cursor.uint8(bytes)
    status = try cursor.littleUInt32(bytes)
    flags = try cursor.uint8(bytes)
    flags2 = try cursor.littleUInt16(bytes)
    // The upper half of the process, the signature, a reserve, the tree, the process.
    try cursor.skip(2 + 8 + 2 + 2 + 2, in: bytes)
    user = try cursor.littleUInt16(bytes)
    multiplex = try cursor.littleUInt16(bytes)
    let wordCount = try Int(cursor.uint8(bytes))
    words = try cursor.bytes(bytes, count: 2 * wordCount)
    let byteCount = try Int(cursor.littleUInt16(bytes))
    data = try cursor.bytes(bytes, count: byteCount)
  }

  /// Appends the message.
  public func write(to bytes: inout [UInt8]) {
    bytes.append(bigEndian: Self.magic)
    bytes.append(command)
    bytes.append(littleEndian: status)
    bytes.append(flags)
    bytes.append(littleEndian: flags2)
    bytes.append(contentsOf: repeatElement(0, count: 2 + 8 + 2 + 2))
    bytes.append(littleEndian: UInt16(0xFEFF))
    bytes.append(littleEndian: user)
    bytes.append(littleEndian: multiplex)
    let wordCount = min(255, words.count / 2)
    bytes.append(UInt8(wordCount))
    bytes.append(contentsOf: words.prefix(2 * wordCount))
    bytes.append(littleEndian: UInt16(min(0xFFFF, data.count)))
    bytes.append(contentsOf: data.prefix(0xFFFF))
  }
}

/// SMB 1's first messages (MS-CIFS, section 2.2.4.52, and MS-SMB, sections 2.2.4.5 and 2.2.4.6).
extension SMB1Message {
  /// Long names, NT status codes, extended security, Unicode.
  private static let usualFlags2: UInt16 = 0xC801

  /// Offers SMB 1 and 2 at once: a server of SMB 2 answers in SMB 2 (MS-SMB2, section 3.3.5.3).
  public static let negotiation: SMB1Message = {
    var data: [UInt8] = []
    for dialect in ["NT LM 0.12", "SMB 2.002", "SMB 2.???"] {
      data.append(2)
      data.append(contentsOf: dialect.utf8)
      data.append(0)
    }
    return SMB1Message(command: negotiate, flags2: usualFlags2, data: data)
  }()

  /// Whether the server negotiates extended security, which reveals names without a log-in.
  public var hasExtendedSecurity: Bool {
    // The capabilities stand after the dialect, a byte, four numbers and the session's key.
    command == Self.negotiate && words.count == 34 && flags2 & 0x0800 != 0 && words[22] & 0x80 != 0
  }

  /// The first step of a log-in that goes no further.
  public static func sessionSetup(token: [UInt8]) -> SMB1Message {
    var words: [UInt8] = [0xFF, 0, 0, 0]
    words.append(littleEndian: UInt16(0xFFFF))
    words.append(littleEndian: UInt16(2))
    words.append(littleEndian: UInt16(1))
    words.append(littleEndian: UInt32(0))
    words.append(littleEndian: UInt16(truncatingIfNeeded: token.count))
    words.append(littleEndian: UInt32(0))
    // Unicode, NT status codes, extended security.
    words.append(littleEndian: UInt32(0x8000_0054))
    // After an odd number of bytes texts are aligned; both names of ours are empty.
    let padding = (1 + token.count) % 2
    return SMB1Message(
      command: sessionSetup,
      flags2: usualFlags2,
      multiplex: 1,
      words: words,
      data: token + Array(repeating: 0, count: padding + 4)
    )
  }

  /// What a server answered to the first step: its security token and what it calls itself.
  public var sessionAnswer: (token: [UInt8], texts: [String])? {
    guard command == Self.sessionSetup, words.count == 8 else { return nil }
    let length = Int(words[6]) | Int(words[7]) << 8
    guard length <= data.count else { return nil }
    var rest = data[length...]
    var texts: [String] = []
    if isUnicode {
      // Words and byte counts before the data have 32 + 1 + 8 + 2 bytes.
      if (43 + length) % 2 == 1 { rest = rest.dropFirst() }
      var units: [UInt8] = []
      while rest.count >= 2, texts.count < 3 {
        let pair = rest.prefix(2)
        rest = rest.dropFirst(2)
        if pair.allSatisfy({ $0 == 0 }) {
          texts.append(UTF16Bytes.text(of: units))
          units = []
        } else {
          units += pair
        }
      }
      if !units.isEmpty { texts.append(UTF16Bytes.text(of: units)) }
    } else {
      texts = rest.split(separator: 0, maxSplits: 3, omittingEmptySubsequences: false).prefix(3)
        .map { String(decoding: $0, as: UTF8.self) }
    }
    return (Array(data[..<length]), texts)
  }
}
