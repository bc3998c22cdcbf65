/// Which names a zone has not, by their hashes: an NSEC3 record's contents (RFC 5155, section 3).
public struct NSEC3Record: Hashable, Sendable {
  /// How names are hashed: 1 for SHA-1, the only one there is.
  public var hashAlgorithm: UInt8 = 1
  /// The flags on the wire.
  public var flags: UInt8 = 0
  /// How often a hash is hashed again.
  public var iterations: UInt16 = 0
  /// What is mixed into each hash, at most 255 bytes.
  public var salt: [UInt8] = []
  /// The hash of the next name in the zone, 1 to 255 bytes.
  public var nextHash: [UInt8]
  /// The types that the hashed name has, ascending.
  public var types: [DNSType]

  /// Whether delegations without DS may lie unlisted between the two hashes (section 6).
  public var isOptOut: Bool { flags & 1 != 0 }

  /// The record's contents; what is too long for its length is cut off.
  public var rdata: [UInt8] {
    var bytes = [hashAlgorithm, flags]
    bytes.append(bigEndian: iterations)
    bytes.append(vector8: salt)
    bytes.append(vector8: nextHash)
    bytes.append(typeBitMap: types)
    return bytes
  }
}

extension NSEC3Record {
  init(_ cursor: inout ByteCursor, in bytes: RawSpan) throws(WireError) {
    hashAlgorithm = try cursor.uint8(bytes)
    flags = try cursor.uint8(bytes)
    iterations = try cursor.uint16(bytes)
    salt = try cursor.vector8(bytes)
    let start = cursor.offset
    let hashLength = try Int(cursor.uint8(bytes))
    guard hashLength > 0 else { throw WireError(.invalid("hash length"), at: start) }
    nextHash = try cursor.bytes(bytes, count: hashLength)
    types = try cursor.typeBitMap(bytes)
  }
}

extension ByteCursor {
  /// Reads a type bit map to the end (RFC 4034, section 4.1.2).
  mutating func typeBitMap(_ bytes: RawSpan) throws(WireError) -> [DNSType] {
    var types: [DNSType] = []
    var previous = -1
    while !isAtEnd {
      let start = offset
      let window = try Int(uint8(bytes))
      let length = try Int(uint8(bytes))
      guard window > previous, (1...32).contains(length) else {
        throw WireError(.invalid("type bit map"), at: start)
      }
      previous = window
      for index in 0..<length {
        let byte = try uint8(bytes)
        for bit in 0..<8 where byte & (0x80 >> UInt8(bit)) != 0 {
          types.append(DNSType(rawValue: UInt16(window << 8 | index << 3 | bit)))
        }
      }
    }
    return types
  }
}

extension Array where Element == UInt8 {
  /// Appends a type bit map (RFC 4034, section 4.1.2).
  mutating func append(typeBitMap types: [DNSType]) {
    var windows: [UInt8: [UInt8]] = [:]
    for type in types {
      let window = UInt8(type.rawValue >> 8)
      let index = Int(type.rawValue >> 3 & 31)
      var map = windows[window] ?? []
      if map.count <= index { map += Array(repeating: 0, count: index + 1 - map.count) }
      map[index] |= 0x80 >> UInt8(type.rawValue & 7)
      windows[window] = map
    }
    for (window, map) in windows.sorted(by: { $0.key < $1.key }) {
      append(window)
      append(UInt8(map.count))
      append(contentsOf: map)
    }
  }
}
