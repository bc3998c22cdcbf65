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
  }

  /// The additions, in order.
  public var objects: [Object]

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
    return ICMPExtensions.extensionsWithoutLength(original, from: 128)
  }
}

extension ICMPExtensions {
  /// What stands there, if it is extensions with a checksum that holds; none otherwise.
  public static func extensionsWithoutLength(_ bytes: [UInt8], from offset: Int) -> [UInt8] {
    guard offset >= 0, bytes.count >= offset + 8, bytes[offset + 2] != 0 || bytes[offset + 3] != 0
    else { return [] }
    let rest = Array(bytes[offset...])
    return (try? ICMPExtensions(parsing: rest)) == nil ? [] : rest
  }
}

/// A label that a packet had on it when its hops were used up (RFC 3032, RFC 4950).
public struct MPLSLabel: Hashable, Sendable {
  /// The label, 20 bits.
  public var label: UInt32
  /// The traffic class, 3 bits.
  public var trafficClass: UInt8 = 0
  /// Whether it is the last of its stack.
  public var isBottom: Bool = true
  /// The label's own time to live.
  public var timeToLive: UInt8

  /// The label in one word.
  var word: UInt32 {
    label << 12 | UInt32(trafficClass) << 9 | (isBottom ? 256 : 0) | UInt32(timeToLive)
  }
}

extension MPLSLabel {
  /// Reads one word.
  init(word: UInt32) {
    label = word >> 12
    trafficClass = UInt8(word >> 9 & 7)
    isBottom = word & 256 != 0
    timeToLive = UInt8(word & 255)
  }
}

extension ICMPExtensions {
  /// The label stack of the received packet, outermost first; empty if not stated.
  public var labels: [MPLSLabel] {
    guard let stack = objects.first(where: { $0.classNumber == 1 && $0.type == 1 }) else {
      return []
    }
    var labels: [MPLSLabel] = []
    var rest = stack.payload[...]
    while rest.count >= 4, labels.last?.isBottom != true, labels.count < 16 {
      labels.append(MPLSLabel(word: rest.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }))
      rest = rest.dropFirst(4)
    }
    return labels
  }

  /// Extensions that say with which labels a packet came in.
  public init(labels: [MPLSLabel]) {
    var payload: [UInt8] = []
    for label in labels { payload.append(bigEndian: label.word) }
    self.init(objects: [Object(classNumber: 1, type: 1, payload: payload)])
  }
}
