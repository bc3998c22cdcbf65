/// The answer of Broadlink's devices to a greeting of 48 bytes.
public struct BroadlinkHello: Hashable, Sendable {
  /// The product, as Broadlink numbers it.
  public var product: UInt16
  /// The link address, in the device's order.
  public var mac: MACAddress
  /// The name that its owner gave it.
  public var name: [UInt8]

  /// The answer of a device; its name is cut to the bytes that the message has room for.
  public init(product: UInt16, mac: MACAddress, name: String) {
    self.product = product
    self.mac = mac
    self.name = Array(name.utf8.prefix(Self.longestName))
  }

  /// The port of devices; UDP, whatever else is there.
  public static let port: UInt16 = 80
  /// The greeting: command 6, no time, no address, a checksum.
  public static let request: [UInt8] = {
    var bytes = [UInt8](repeating: 0, count: 48)
    bytes[0x26] = 6
    let sum = bytes.reduce(UInt16(0xBEAF)) { $0 &+ UInt16($1) }
    bytes[0x20] = UInt8(truncatingIfNeeded: sum)
    bytes[0x21] = UInt8(truncatingIfNeeded: sum >> 8)
    return bytes
  }()
  private static let answer: UInt8 = 7
  private static let header = 0x40
  private static let longestName = 62
}

extension BroadlinkHello: WireFormat {
  /// Reads an answer.
  public init(parsing bytes: RawSpan) throws(WireError) {
    var cursor = ByteCursor(bytes)
    try cursor.skip(0x26, in: bytes)
    guard try cursor.uint8(bytes) == Self.answer else {
      throw WireError(.invalid("command"), at: 0x26)
    }
    try cursor.skip(0x34 - 0x27, in: bytes)
    product = try cursor.uint16(bytes).byteSwapped
    try cursor.skip(4, in: bytes)
    let reversed = try cursor.bytes(bytes, count: 6).reversed()
    mac = MACAddress(rawValue: reversed.reduce(0) { $0 << 8 | UInt64($1) })
    name = []
    while name.count < Self.longestName, !cursor.isAtEnd {
      let byte = try cursor.uint8(bytes)
      if byte == 0 { break }
      name.append(byte)
    }
  }

  /// Appends an answer.
  public func write(to bytes: inout [UInt8]) {
    var message = [UInt8](repeating: 0, count: Self.header)
    message[0x26] = Self.answer
    message.overwrite(at: 0x34, bigEndian: product.byteSwapped)
    for index in 0..<6 {
      message[0x3A + index] = UInt8(truncatingIfNeeded: mac.rawValue >> UInt64(8 * index))
    }
    bytes.append(contentsOf: message + name.prefix(Self.longestName) + [0])
  }
}
