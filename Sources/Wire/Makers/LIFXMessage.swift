/// A message of LIFX's LAN protocol: a header of 36 bytes in little-endian order, and a payload.
public struct LIFXMessage: Hashable, Sendable {
  /// What the message does, as LIFX numbers it.
  public var type: UInt16
  /// The client's number; must not be zero, else the answer is broadcast.
  public var source: UInt32
  /// The light's MAC address and two zeros; zeros for all.
  public var target: UInt64
  /// What depends on the type.
  public var payload: [UInt8]

  /// By default for every light; payloads that are too long are cut when the message is written.
  public init(type: UInt16, source: UInt32, target: UInt64 = 0, payload: [UInt8] = []) {
    self.type = type
    self.source = source
    self.target = target
    self.payload = payload
  }

  /// The port of lights.
  public static let port: UInt16 = 56700
  /// `GetLabel` and the answer to it.
  public static let getLabel: UInt16 = 23
  /// `StateLabel`.
  public static let stateLabel: UInt16 = 25
  /// `GetVersion`.
  public static let getVersion: UInt16 = 32
  /// `StateVersion`.
  public static let stateVersion: UInt16 = 33

  private static let header = 36
  /// The most that a payload needs: 82 zones are 664 bytes.
  private static let longestPayload = 1024
  /// Protocol 1024, addressable.
  private static let frame: UInt16 = 0x1400
  private static let tagged: UInt16 = 0x2000

  /// The light's name, where the message states it.
  public var label: String? {
    guard type == Self.stateLabel, payload.count >= 32 else { return nil }
    return String(decoding: payload.prefix(32).prefix { $0 != 0 }, as: UTF8.self)
  }

  /// The maker and product, where the message states them; 1 is LIFX.
  public var version: (vendor: UInt32, product: UInt32)? {
    guard type == Self.stateVersion, payload.count >= 8 else { return nil }
    func number(at start: Int) -> UInt32 {
      payload[start..<start + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
    return (number(at: 0), number(at: 4))
  }
}

extension LIFXMessage: WireFormat {
  /// Reads a message.
  public init(parsing bytes: RawSpan) throws(WireError) {
    var cursor = ByteCursor(bytes)
    let size = try Int(cursor.uint16(bytes).byteSwapped)
    guard (Self.header...Self.header + Self.longestPayload).contains(size) else {
      throw WireError(.invalid("size"), at: 0)
    }
    let frame = try cursor.uint16(bytes).byteSwapped
    guard frame & 0x1FFF == Self.frame else { throw WireError(.invalid("protocol"), at: 2) }
    source = try cursor.uint32(bytes).byteSwapped
    target = try cursor.uint64(bytes)
    try cursor.skip(16, in: bytes)
    type = try cursor.uint16(bytes).byteSwapped
    try cursor.skip(2, in: bytes)
    payload = try cursor.bytes(bytes, count: size - Self.header)
  }

  /// Appends the message; an answer is wanted, a receipt is not.
  public func write(to bytes: inout [UInt8]) {
    let payload = payload.prefix(Self.longestPayload)
    bytes.append(bigEndian: UInt16(Self.header + payload.count).byteSwapped)
    bytes.append(bigEndian: (Self.frame | (target == 0 ? Self.tagged : 0)).byteSwapped)
    bytes.append(bigEndian: source.byteSwapped)
    bytes.append(bigEndian: target)
    bytes.append(contentsOf: [0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    bytes.append(bigEndian: type.byteSwapped)
    bytes.append(contentsOf: [0, 0])
    bytes.append(contentsOf: payload)
  }
}
