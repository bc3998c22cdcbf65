/// What routers add behind the packet that an ICMP error quotes (RFC 4884).
public struct ICMPExtensions: Hashable, Sendable {
  /// One addition.
  public struct Object: Hashable, Sendable {
    /// What it is about (IANA: 1 MPLS label stack, 2 interface, 3 interface identification).
    public var classNumber: UInt8
    /// Which form of it.
    public var type: UInt8
    /// Its content, at most 65,531 bytes.
    public var payload: [UInt8]

    /// The given object.
    public init(classNumber: UInt8, type: UInt8, payload: [UInt8]) {
      self.classNumber = classNumber
      self.type = type
      self.payload = payload
    }
  }

  /// The additions, in order.
  public var objects: [Object]

  /// The given additions.
  public init(_ objects: [Object]) {
    self.objects = objects
  }

  /// How many objects are read; routers send one or two.
  private static let mostObjects = 32
}

extension ICMPExtensions: WireFormat {
  /// Reads extensions, which are all of the bytes, and checks their checksum where there is one.
  public init(parsing bytes: RawSpan) throws(WireError) {
    var cursor = ByteCursor(bytes)
    guard try cursor.uint8(bytes) >> 4 == 2 else {
      throw WireError(.invalid("extension version"), at: 0)
    }
    try cursor.skip(1, in: bytes)
    let checksum = try cursor.uint16(bytes)
    guard checksum == 0 || InternetChecksum.of(bytes, 0..<bytes.byteCount) == 0 else {
      throw WireError(.invalid("extension checksum"), at: 2)
    }
    objects = []
    while !cursor.isAtEnd {
      guard objects.count < Self.mostObjects else {
        throw WireError(.tooMany("extension objects"), at: cursor.offset)
      }
      let length = try Int(cursor.uint16(bytes))
      guard length >= 4 else { throw WireError(.invalid("object length"), at: cursor.offset - 2) }
      let classNumber = try cursor.uint8(bytes)
      let type = try cursor.uint8(bytes)
      let payload = try cursor.bytes(bytes, count: length - 4)
      objects.append(Object(classNumber: classNumber, type: type, payload: payload))
    }
  }

  /// Appends the extensions with their checksum; what exceeds a length is cut off.
  public func write(to bytes: inout [UInt8]) {
    let start = bytes.count
    bytes.append(contentsOf: [0x20, 0, 0, 0])
    for object in objects.prefix(Self.mostObjects) {
      let payload = object.payload.prefix(0xFFFF - 4)
      bytes.append(bigEndian: UInt16(payload.count + 4))
      bytes.append(contentsOf: [object.classNumber, object.type])
      bytes.append(contentsOf: payload)
    }
    let checksum = InternetChecksum.of(bytes.span.bytes, start..<bytes.count)
    bytes.overwrite(at: start + 2, bigEndian: checksum)
  }
}

extension ICMPError {
  /// The bytes of the extensions behind the quoted packet; none where there are none.
  ///
  /// - Parameter isV4: Whether it is ICMPv4's error: the two count the quoted packet's length in
  ///   different units, in different places (RFC 4884, section 4).
  /// - Returns: The extensions' header and what follows it. Routers from before RFC 4884 give no
  ///   length and quote 128 bytes; then the checksum has to hold.
  public func extensionBytes(isV4: Bool) -> [UInt8] {
    let length = isV4 ? Int(parameter >> 16 & 255) * 4 : Int(parameter >> 24) * 8
    if length > 0 {
      return length >= 128 && length < original.count ? Array(original[length...]) : []
    }
    return ICMPExtensions.unannounced(original, from: 128)
  }
}

extension ICMPExtensions {
  /// What stands there, if it is extensions with a checksum that holds; none otherwise.
  public static func unannounced(_ bytes: [UInt8], from offset: Int) -> [UInt8] {
    guard offset >= 0, bytes.count >= offset + 8, bytes[offset + 2] != 0 || bytes[offset + 3] != 0
    else { return [] }
    let rest = Array(bytes[offset...])
    return (try? ICMPExtensions(parsing: rest)) == nil ? [] : rest
  }
}
