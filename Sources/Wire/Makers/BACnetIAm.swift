/// How a BACnet device says that it is there: I-Am, in BACnet/IP (ASHRAE 135, clauses 16.10 and J.2).
public struct BACnetIAm: Hashable, Sendable {
  /// The number of the device in its installation, 22 bits.
  public var instance: UInt32
  /// The longest APDU that it takes, in bytes.
  public var longestAPDU: UInt32
  /// What it can do with segmented messages.
  public var segmentation: UInt8
  /// The maker, as ASHRAE numbers it.
  public var vendor: UInt32

  /// The given announcement.
  public init(
    instance: UInt32,
    longestAPDU: UInt32 = 1476,
    segmentation: UInt8 = 3,
    vendor: UInt32
  ) {
    self.instance = instance & 0x3F_FFFF
    self.longestAPDU = longestAPDU
    self.segmentation = segmentation
    self.vendor = vendor
  }

  /// The port of devices, to which they also broadcast their answers.
  public static let port: UInt16 = 47808
  /// Who-Is without limits, in a broadcast of the local network.
  public static let request: [UInt8] = [0x81, 0x0B, 0x00, 0x08, 0x01, 0x00, 0x10, 0x08]
  /// Object type 8 is a device.
  private static let device: UInt32 = 8
  private static let unconfirmed: [UInt8] = [0x10, 0x00]
}

extension BACnetIAm: WireFormat {
  /// Reads an announcement, unicast or broadcast, routed or not.
  public init(parsing bytes: RawSpan) throws(WireError) {
    var cursor = ByteCursor(bytes)
    guard try cursor.uint8(bytes) == 0x81 else { throw WireError(.invalid("type"), at: 0) }
    let function = try cursor.uint8(bytes)
    try cursor.skip(2, in: bytes)
    switch function {
    case 0x0A, 0x0B: break
    // Forwarded by a broadcast device: the origin's address first.
    case 0x04: try cursor.skip(6, in: bytes)
    default: throw WireError(.invalid("function"), at: 1)
    }
    guard try cursor.uint8(bytes) == 1 else {
      throw WireError(.invalid("version"), at: cursor.offset - 1)
    }
    let control = try cursor.uint8(bytes)
    let hasDestination = control & 0x20 != 0
    for bit in [UInt8(0x20), 0x08] where control & bit != 0 {
      try cursor.skip(2, in: bytes)
      let length = try Int(cursor.uint8(bytes))
      try cursor.skip(length, in: bytes)
    }
    if hasDestination { try cursor.skip(1, in: bytes) }
    guard try cursor.bytes(bytes, count: 2) == Self.unconfirmed else {
      throw WireError(.invalid("service"), at: cursor.offset - 2)
    }
    guard try cursor.uint8(bytes) == 0xC4 else {
      throw WireError(.invalid("object"), at: cursor.offset - 1)
    }
    let object = try cursor.uint32(bytes)
    guard object >> 22 == Self.device else {
      throw WireError(.invalid("object"), at: cursor.offset - 4)
    }
    instance = object & 0x3F_FFFF
    longestAPDU = try Self.number(tag: 0x20, &cursor, in: bytes)
    segmentation = try UInt8(truncatingIfNeeded: Self.number(tag: 0x90, &cursor, in: bytes))
    vendor = try Self.number(tag: 0x20, &cursor, in: bytes)
  }

  /// An application tag with one to four bytes.
  private static func number(
    tag: UInt8,
    _ cursor: inout ByteCursor,
    in bytes: RawSpan
  ) throws(WireError) -> UInt32 {
    let head = try cursor.uint8(bytes)
    let length = Int(head & 0x0F)
    guard head & 0xF8 == tag, (1...4).contains(length) else {
      throw WireError(.invalid("tag"), at: cursor.offset - 1)
    }
    return try cursor.bytes(bytes, count: length).reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Appends a broadcast announcement.
  public func write(to bytes: inout [UInt8]) {
    var message: [UInt8] = [0x01, 0x00] + Self.unconfirmed + [0xC4]
    message.append(bigEndian: Self.device << 22 | instance & 0x3F_FFFF)
    message.append(0x24)
    message.append(bigEndian: longestAPDU)
    message += [0x91, segmentation, 0x24]
    message.append(bigEndian: vendor)
    bytes += [0x81, 0x0B]
    bytes.append(bigEndian: UInt16(message.count + 4))
    bytes += message
  }
}
