/// The outermost frame of TLS (RFC 8446, section 5.1; RFC 5246, section 6.2.1).
public struct TLSRecord: Hashable, Sendable {
  /// What it carries.
  public var type: ContentType
  /// The version it claims, which says little: TLS 1.3 claims 1.2.
  public var version: TLSVersion
  /// What it carries, sealed or in clear.
  public var fragment: [UInt8]

  /// How long a fragment may be: 2¹⁴, and what older versions' compression and sealing may add.
  public static let longestFragment = (1 << 14) + 2048
  /// How long a record's head is.
  public static let headerLength = 5

  /// The given fragment.
  public init(_ type: ContentType, version: TLSVersion = .tls12, fragment: [UInt8]) {
    self.type = type
    self.version = version
    self.fragment = fragment
  }

  /// What a record carries.
  public enum ContentType: UInt8, Sendable {
    /// A remnant that TLS 1.3 sends for old boxes on the way.
    case changeCipherSpec = 20
    /// Why one side ends.
    case alert = 21
    /// Messages of the handshake, or parts of them.
    case handshake = 22
    /// What is sealed: data, and from TLS 1.3 on most of the handshake.
    case applicationData = 23
  }
}

extension TLSRecord: WireFrame {
  /// Whether the bytes can begin a record; what is no TLS is told by its first byte.
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
