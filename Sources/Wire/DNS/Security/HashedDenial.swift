/// Which names a zone has not, by their hashes: an NSEC3 record's contents (RFC 5155, section 3).
public struct HashedDenial: Hashable, Sendable {
  /// How names are hashed: 1 for SHA-1, the only one there is.
  public var hashAlgorithm: UInt8
  /// The flags on the wire.
  public var flags: UInt8
  /// How often a hash is hashed again.
  public var iterations: UInt16
  /// What is mixed into each hash, at most 255 bytes.
  public var salt: [UInt8]
  /// The hash of the next name in the zone, 1 to 255 bytes.
  public var nextHash: [UInt8]
  /// The types that the hashed name has, ascending.
  public var types: [DNSType]

  /// The given denial.
  public init(
    hashAlgorithm: UInt8 = 1,
    flags: UInt8 = 0,
    iterations: UInt16 = 0,
    salt: [UInt8] = [],
    nextHash: [UInt8],
    types: [DNSType]
  ) {
    self.hashAlgorithm = hashAlgorithm
    self.flags = flags
    self.iterations = iterations
    self.salt = salt
    self.nextHash = nextHash
    self.types = types
  }

  /// Whether delegations without DS may lie unlisted between the two hashes (section 6).
  public var isOptOut: Bool { flags & 1 != 0 }

  /// The record's contents; what is too long for its length is cut off.
  public var rdata: [UInt8] {
    var bytes = [hashAlgorithm, flags]
    bytes.append(bigEndian: iterations)
    for part in [salt.prefix(255), nextHash.prefix(255)] {
      bytes.append(UInt8(part.count))
      bytes.append(contentsOf: part)
    }
    bytes.append(typeBitMap: types)
    return bytes
  }

  init(_ cursor: inout ByteCursor, in bytes: RawSpan) throws(WireError) {
    hashAlgorithm = try cursor.uint8(bytes)
    flags = try cursor.uint8(bytes)
    iterations = try cursor.uint16(bytes)
    let saltLength = try Int(cursor.uint8(bytes))
    salt = try cursor.bytes(bytes, count: saltLength)
    let start = cursor.offset
    let hashLength = try Int(cursor.uint8(bytes))
    guard hashLength > 0 else { throw WireError(.invalid("hash length"), at: start) }
    nextHash = try cursor.bytes(bytes, count: hashLength)
    types = try cursor.typeBitMap(bytes)
  }
}
