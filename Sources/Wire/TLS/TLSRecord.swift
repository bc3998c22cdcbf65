/// A TLS record (RFC 8446, section 5.1; RFC 5246, section 6.2.1).
public struct TLSRecord: Hashable, Sendable {
  /// What it carries.
  public var type: ContentType
  /// The version it claims, which says little: TLS 1.3 claims 1.2.
  public var version: TLSVersion
  /// The payload, encrypted or in the clear.
  public var fragment: [UInt8]

  /// How long a fragment may be: 2¹⁴, and what older versions' compression and sealing may add.
  public static let longestFragment = (1 << 14) + 2048
  /// How long a record's head is.
  public static let headerLength = 5

  /// The version is TLS 1.2 by default, as later ones require it here (RFC 8446, section 5.1).
  public init(_ type: ContentType, version: TLSVersion = .tls12, fragment: [UInt8]) {
    self.type = type
    self.version = version
    self.fragment = fragment
  }

  /// What a record carries.
  public enum ContentType: UInt8, Sendable {
    /// Sent by TLS 1.3 for compatibility with middleboxes only.
    case changeCipherSpec = 20
    /// A ``TLSAlert``.
    case alert = 21
    /// Messages of the handshake, or parts of them.
    case handshake = 22
    /// Encrypted data; in TLS 1.3 most of the handshake too.
    case applicationData = 23
  }
}

extension TLSRecord: WireFrame {
  /// Header and payload; throws at the first byte where the peer doesn't speak TLS.
  public static func length(of start: RawSpan) throws(WireError) -> Int? {
    var cursor = ByteCursor(start)
    guard !cursor.isAtEnd else { return nil }
    guard ContentType(rawValue: try cursor.uint8(start)) != nil else {
      throw WireError(.invalid("TLS content type"), at: 0)
    }
    guard !cursor.isAtEnd else { return nil }
    guard try cursor.uint8(start) == 3 else { throw WireError(.invalid("TLS version"), at: 1) }
    guard cursor.remaining >= 3 else { return nil }
    try cursor.skip(1, in: start)
    let length = Int(try cursor.uint16(start))
    guard length <= longestFragment else { throw WireError(.tooMany("bytes"), at: 3) }
    return headerLength + length
  }

  /// Reads one record.
  public init(parsing bytes: RawSpan) throws(WireError) {
    var cursor = ByteCursor(bytes)
    guard let type = ContentType(rawValue: try cursor.uint8(bytes)) else {
      throw WireError(.invalid("TLS content type"), at: 0)
    }
    self.type = type
    version = TLSVersion(rawValue: try cursor.uint16(bytes))
    guard version.rawValue >> 8 == 3 else { throw WireError(.invalid("TLS version"), at: 1) }
    let length = Int(try cursor.uint16(bytes))
    guard length <= Self.longestFragment else { throw WireError(.tooMany("bytes"), at: 3) }
    fragment = try cursor.bytes(bytes, count: length)
  }

  /// Appends the record.
  public func write(to bytes: inout [UInt8]) {
    bytes.append(type.rawValue)
    bytes.append(bigEndian: version.rawValue)
    bytes.append(bigEndian: UInt16(clamping: fragment.count))
    bytes.append(contentsOf: fragment)
  }
}

/// A version of TLS as it stands on the wire (RFC 8446, appendix D).
public struct TLSVersion: Hashable, Comparable, Sendable {
  /// The two bytes.
  public var rawValue: UInt16

  /// SSL 3.0 (RFC 6101).
  public static let ssl3 = TLSVersion(rawValue: 0x0300)
  /// TLS 1.0 (RFC 2246).
  public static let tls10 = TLSVersion(rawValue: 0x0301)
  /// TLS 1.1 (RFC 4346).
  public static let tls11 = TLSVersion(rawValue: 0x0302)
  /// TLS 1.2 (RFC 5246).
  public static let tls12 = TLSVersion(rawValue: 0x0303)
  /// TLS 1.3 (RFC 8446).
  public static let tls13 = TLSVersion(rawValue: 0x0304)

  /// Older before newer.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

extension TLSVersion: CustomStringConvertible {
  /// `TLS 1.2`; the number in hexadecimal where it is none of TLS.
  public var description: String {
    switch self {
    case .ssl3: "SSL 3.0"
    case .tls10: "TLS 1.0"
    case .tls11: "TLS 1.1"
    case .tls12: "TLS 1.2"
    case .tls13: "TLS 1.3"
    default: "0x" + String(rawValue, radix: 16)
    }
  }
}

/// An alert: why a peer closes or refuses the connection (RFC 8446, section 6).
public struct TLSAlert: Hashable, Sendable {
  /// 1 for a warning, 2 for a fatal error.
  public var level: UInt8 = 2
  /// The alert's description (IANA, "TLS Alerts").
  public var code: UInt8

  /// *handshake failure*: no set of parameters suits.
  public static let handshakeFailure: UInt8 = 40
  /// *illegal parameter*.
  public static let illegalParameter: UInt8 = 47
  /// *insufficient security*: ciphers better than those offered are wanted.
  public static let insufficientSecurity: UInt8 = 71

  /// Its name as the RFCs have it, with spaces.
  public var name: String {
    Self.names[code] ?? "alert \(code)"
  }

  private static let names: [UInt8: String] = [
    0: "close notify", 10: "unexpected message", 20: "bad record MAC", 22: "record overflow",
    40: "handshake failure", 42: "bad certificate", 47: "illegal parameter", 50: "decode error",
    51: "decrypt error", 70: "protocol version", 71: "insufficient security", 80: "internal error",
    86: "inappropriate fallback", 90: "user cancelled", 109: "missing extension",
    112: "unrecognised name", 116: "certificate required", 120: "no application protocol",
  ]
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
