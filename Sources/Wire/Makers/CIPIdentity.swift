/// How an EtherNet/IP device answers ListIdentity (ODVA, CIP volume 2, section 2-4.2).
public struct CIPIdentity: Hashable, Sendable {
  /// The maker, as ODVA numbers it.
  public var vendor: UInt16
  /// The kind of device, as ODVA numbers it.
  public var kind: UInt16
  /// The serial number.
  public var serial: UInt32
  /// The product's name.
  public var name: [UInt8]

  /// The given identity.
  public init(vendor: UInt16, kind: UInt16, serial: UInt32, name: String) {
    self.vendor = vendor
    self.kind = kind
    self.serial = serial
    self.name = Array(name.utf8.prefix(Self.longestName))
  }

  /// The port of devices.
  public static let port: UInt16 = 44818
  /// ListIdentity, without a session.
  public static let request: [UInt8] = [0x63] + Array(repeating: 0, count: 23)
  private static let longestName = 32
}

extension CIPIdentity: WireFormat {
  /// Reads an answer.
  public init(parsing bytes: RawSpan) throws(WireError) {
    var cursor = ByteCursor(bytes)
    guard try cursor.uint16(bytes) == 0x6300 else { throw WireError(.invalid("command"), at: 0) }
    try cursor.skip(22, in: bytes)
    guard try cursor.littleUInt16(bytes) >= 1, try cursor.uint16(bytes) == 0x0C00 else {
      throw WireError(.invalid("item"), at: 24)
    }
    // Length, version, and the socket address.
    try cursor.skip(2 + 2 + 16, in: bytes)
    vendor = try cursor.littleUInt16(bytes)
    kind = try cursor.littleUInt16(bytes)
    // The product's number, revision and status.
    try cursor.skip(2 + 2 + 2, in: bytes)
    serial = try cursor.littleUInt32(bytes)
    name = try cursor.vector8(bytes)
    guard (1...Self.longestName).contains(name.count) else {
      throw WireError(.invalid("name"), at: 62)
    }
  }

  /// Appends an answer.
  public func write(to bytes: inout [UInt8]) {
    let name = name.prefix(Self.longestName)
    let item = 33 + name.count + 1
    func little(_ number: UInt16) { bytes.append(littleEndian: number) }
    little(0x63)
    little(UInt16(6 + item))
    bytes += Array(repeating: 0, count: 20)
    little(1)
    little(0x0C)
    little(UInt16(item))
    little(1)
    bytes += Array(repeating: 0, count: 16)
    little(vendor)
    little(kind)
    bytes += Array(repeating: 0, count: 6)
    bytes.append(littleEndian: serial)
    bytes.append(vector8: Array(name))
    bytes.append(0)
  }
}
