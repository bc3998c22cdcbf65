/// An extension of a hello or of a certificate's entry (RFC 8446, section 4.2).
public struct TLSExtension: Hashable, Sendable {
  /// Its number.
  public var type: UInt16
  /// What it says.
  public var data: [UInt8]

  /// The data is the extension's body, without its length, and is not interpreted.
  public init(type: UInt16, data: [UInt8]) {
    self.type = type
    self.data = data
  }

  /// The numbers of the extensions that HomeNet reads or writes.
  public enum Kind {
    /// The requested host (SNI, RFC 6066).
    public static let serverName: UInt16 = 0
    /// The certificate's status.
    public static let statusRequest: UInt16 = 5
    /// Groups of the key exchange.
    public static let supportedGroups: UInt16 = 10
    /// How points are written.
    public static let pointFormats: UInt16 = 11
    /// Signatures that are understood.
    public static let signatureAlgorithms: UInt16 = 13
    /// Versions, since TLS 1.3.
    public static let supportedVersions: UInt16 = 43
    /// Returned in the second ClientHello after a retry request.
    public static let cookie: UInt16 = 44
    /// The authorities whose certificates are accepted.
    public static let certificateAuthorities: UInt16 = 47
    /// Public values of the key exchange.
    public static let keyShare: UInt16 = 51
    /// Secure renegotiation (RFC 5746).
    public static let renegotiation: UInt16 = 0xFF01
  }

  /// How many of them a message may have; browsers send about twenty.
  private static let limit = 64

  /// Reads extensions to the cursor's end.
  static func list(_ cursor: inout ByteCursor, in bytes: RawSpan) throws(WireError) -> [Self] {
    var list: [Self] = []
    while !cursor.isAtEnd {
      guard list.count < limit else { throw WireError(.tooMany("extensions"), at: cursor.offset) }
      let type = try cursor.uint16(bytes)
      list.append(Self(type: type, data: try cursor.vector16(bytes)))
    }
    return list
  }

  /// Appends extensions after their length.
  static func write(_ list: [Self], to bytes: inout [UInt8]) {
    var all: [UInt8] = []
    for entry in list {
      all.append(bigEndian: entry.type)
      all.append(vector16: entry.data)
    }
    bytes.append(vector16: all)
  }
}

/// The extensions that a client writes (RFC 6066, 7301, 8422, 8446).
extension TLSExtension {
  /// SNI: the requested host name, never an address (RFC 6066, section 3).
  public static func serverName(_ name: String) -> TLSExtension {
    var entry: [UInt8] = [0]
    entry.append(vector16: Array(name.utf8))
    return listed(Kind.serverName, entry)
  }

  /// Asks for a stapled OCSP response (RFC 6066, section 8).
  public static let statusRequest = TLSExtension(
    type: Kind.statusRequest,
    data: [1, 0, 0, 0, 0]
  )

  /// The groups for the key exchange, by their numbers (RFC 8446, section 4.2.7).
  public static func groups(_ numbers: [UInt16]) -> TLSExtension {
    listed(Kind.supportedGroups, numbers.flatMap(\.networkOrder))
  }

  /// Uncompressed points only (RFC 8422, section 5.1.2).
  public static let pointFormats = TLSExtension(type: Kind.pointFormats, data: [1, 0])

  /// The signatures that are understood, by their numbers (RFC 8446, section 4.2.3).
  public static func signatures(_ numbers: [UInt16]) -> TLSExtension {
    listed(Kind.signatureAlgorithms, numbers.flatMap(\.networkOrder))
  }

  /// The versions that a client speaks (RFC 8446, section 4.2.1).
  public static func versions(_ versions: [TLSVersion]) -> TLSExtension {
    var data: [UInt8] = []
    data.append(vector8: versions.flatMap(\.rawValue.networkOrder))
    return TLSExtension(type: Kind.supportedVersions, data: data)
  }

  /// Public values for the key exchange (RFC 8446, section 4.2.8).
  public static func keyShares(_ shares: [(group: UInt16, value: [UInt8])]) -> TLSExtension {
    var all: [UInt8] = []
    for share in shares {
      all.append(bigEndian: share.group)
      all.append(vector16: share.value)
    }
    return listed(Kind.keyShare, all)
  }

  /// An empty `renegotiation_info`: an initial handshake (RFC 5746, section 3.4).
  public static let noRenegotiation = TLSExtension(type: Kind.renegotiation, data: [0])

  private static func listed(_ type: UInt16, _ content: [UInt8]) -> TLSExtension {
    var data: [UInt8] = []
    data.append(vector16: content)
    return TLSExtension(type: type, data: data)
  }
}

extension UInt16 {
  fileprivate var networkOrder: [UInt8] {
    [UInt8(truncatingIfNeeded: self >> 8), UInt8(truncatingIfNeeded: self)]
  }
}
