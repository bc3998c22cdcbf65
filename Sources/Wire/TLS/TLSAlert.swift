/// Why one side ends or won't begin (RFC 8446, section 6).
public struct TLSAlert: Hashable, Sendable {
  /// 1 for a warning, 2 for the end.
  public var level: UInt8
  /// What is wrong.
  public var code: UInt8

  /// The given alert.
  public init(level: UInt8 = 2, code: UInt8) {
    self.level = level
    self.code = code
  }

  /// *handshake failure*: no set of parameters suits.
  public static let handshakeFailure: UInt8 = 40
  /// *illegal parameter*.
  public static let illegalParameter: UInt8 = 47
  /// *insufficient security*: ciphers better than those offered are wanted.
  public static let insufficientSecurity: UInt8 = 71

  /// Its name as the RFCs have it, with spaces.
  public var name: String {
    switch code {
    case 0: "close notify"
    case 10: "unexpected message"
    case 20: "bad record MAC"
    case 22: "record overflow"
    case 40: "handshake failure"
    case 42: "bad certificate"
    case 47: "illegal parameter"
    case 50: "decode error"
    case 51: "decrypt error"
    case 70: "protocol version"
    case 71: "insufficient security"
    case 80: "internal error"
    case 86: "inappropriate fallback"
    case 90: "user cancelled"
    case 109: "missing extension"
    case 112: "unrecognised name"
    case 116: "certificate required"
    case 120: "no application protocol"
    default: "alert \(code)"
    }
  }
}

extension TLSAlert: WireFormat {
  /// Reads the two bytes.
  public init(parsing bytes: RawSpan) throws(WireError) {
    var cursor = ByteCursor(bytes)
    level = try cursor.uint8(bytes)
    code = try cursor.uint8(bytes)
  }

  /// Appends the two bytes.
  public func write(to bytes: inout [UInt8]) {
    bytes.append(level)
    bytes.append(code)
  }
}
