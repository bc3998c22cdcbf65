/// What a KNXnet/IP server answers to a search: where it is reached, and what it is (KNX Standard 3/8/2,
/// sections 7.5.4.1 and 7.6.2).
public struct KNXSearchResponse: Hashable, Sendable {
  /// The number of the medium: 2 is twisted pair, 5 is radio, 32 is IP.
  public var medium: UInt8
  /// The device's individual address on the bus.
  public var individualAddress: UInt16
  /// The manufacturer's serial number, six bytes.
  public var serial: [UInt8]
  /// The link address.
  public var mac: MACAddress
  /// The friendly name, in ISO 8859-1.
  public var name: String

  /// The given response.
  public init(
    medium: UInt8 = 2,
    individualAddress: UInt16,
    serial: [UInt8],
    mac: MACAddress,
    name: String
  ) {
    self.medium = medium
    self.individualAddress = individualAddress
    self.serial = Array(serial.prefix(6)) + Array(repeating: 0, count: max(0, 6 - serial.count))
    self.mac = mac
    self.name = name
  }

  /// The port of servers.
  public static let port: UInt16 = 3671
  /// The group in which they are searched.
  public static let group = IPv4Address(224, 0, 23, 12)

  /// A search whose answers go to that address and port.
  public static func request(address: IPv4Address, port: UInt16) -> [UInt8] {
    var bytes = header(searchRequest, length: 14)
    endpoint(address, port, to: &bytes)
    return bytes
  }

  private static let searchRequest: UInt16 = 0x0201
  private static let searchResponse: UInt16 = 0x0202
  private static let nameLength = 30
  /// A description block of a device: its length and its type.
  private static let deviceBlock: [UInt8] = [54, 1]

  private static func header(_ service: UInt16, length: Int) -> [UInt8] {
    var bytes: [UInt8] = [6, 0x10]
    bytes.append(bigEndian: service)
    bytes.append(bigEndian: UInt16(length))
    return bytes
  }

  private static func endpoint(_ address: IPv4Address, _ port: UInt16, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: [8, 1])
    bytes.append(bigEndian: address.rawValue)
    bytes.append(bigEndian: port)
  }
}

extension KNXSearchResponse: WireFormat {
  /// Reads a response; the endpoint is left, since the datagram's sender counts.
  public init(parsing bytes: RawSpan) throws(WireError) {
    var cursor = ByteCursor(bytes)
    guard try cursor.uint16(bytes) == 0x0610 else { throw WireError(.invalid("header"), at: 0) }
    guard try cursor.uint16(bytes) == Self.searchResponse else {
      throw WireError(.invalid("service"), at: 2)
    }
    try cursor.skip(2, in: bytes)
    guard try cursor.uint8(bytes) == 8 else { throw WireError(.invalid("endpoint"), at: 6) }
    try cursor.skip(7, in: bytes)
    guard try cursor.bytes(bytes, count: 2) == Self.deviceBlock else {
      throw WireError(.invalid("description"), at: 14)
    }
    medium = try cursor.uint8(bytes)
    try cursor.skip(1, in: bytes)
    individualAddress = try cursor.uint16(bytes)
    try cursor.skip(2, in: bytes)
    serial = try cursor.bytes(bytes, count: 6)
    try cursor.skip(4, in: bytes)
    mac = try cursor.macAddress(bytes)
    let letters = try cursor.bytes(bytes, count: Self.nameLength).prefix { $0 != 0 }
    name = String(String.UnicodeScalarView(letters.map { Unicode.Scalar($0) }))
  }

  /// Appends a response that names no endpoint.
  public func write(to bytes: inout [UInt8]) {
    bytes += Self.header(Self.searchResponse, length: 68)
    Self.endpoint(.any, 0, to: &bytes)
    bytes += Self.deviceBlock + [medium, 0]
    bytes.append(bigEndian: individualAddress)
    bytes.append(bigEndian: UInt16(0))
    bytes += serial
    bytes.append(bigEndian: Self.group.rawValue)
    bytes.append(mac)
    let letters = name.unicodeScalars.prefix(Self.nameLength).map {
      UInt8(exactly: $0.value) ?? UInt8(ascii: "?")
    }
    bytes += letters + Array(repeating: 0, count: Self.nameLength - letters.count)
  }
}
