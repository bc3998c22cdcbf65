/// An extension of a hello or of a certificate's entry (RFC 8446, section 4.2).
public struct TLSExtension: Hashable, Sendable {
  /// Its number.
  public var type: UInt16
  /// What it says.
  public var data: [UInt8]

  /// The given extension.
  public init(type: UInt16, data: [UInt8]) {
    self.type = type
    self.data = data
  }

  /// The numbers of the extensions that HomeNet reads or writes.
  public enum Kind {
    /// The host that is asked for.
    public static let serverName: UInt16 = 0
    /// The certificate's status.
    public static let statusRequest: UInt16 = 5
    /// Groups of the key exchange.
    public static let supportedGroups: UInt16 = 10
    /// How points are written.
    public static let pointFormats: UInt16 = 11
    /// Signatures that are understood.
    public static let signatureAlgorithms: UInt16 = 13
    /// What is to be spoken within (ALPN).
    public static let applicationProtocols: UInt16 = 16
    /// Secrets bound to the whole handshake.
    public static let extendedMasterSecret: UInt16 = 23
    /// Versions, since TLS 1.3.
    public static let supportedVersions: UInt16 = 43
    /// What a retry must bring back.
    public static let cookie: UInt16 = 44
    /// The authorities whose certificates are accepted.
    public static let certificateAuthorities: UInt16 = 47
    /// Public values of the key exchange.
    public static let keyShare: UInt16 = 51
    /// That renegotiation is bound to what was before.
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
