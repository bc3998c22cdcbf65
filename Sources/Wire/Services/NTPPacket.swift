/// The beginning of a packet of the Network Time Protocol that a client or a server sends (RFC 5905,
/// section 7.3).
public struct NTPPacket: Hashable, Sendable {
  /// The protocol's version: 4, or 3 of older ones.
  public var version: UInt8
  /// 3 for a client, 4 for a server.
  public var mode: UInt8
  /// How far the server is from a clock of its own: 1 next to it, 16 for not synchronised, 0 for a
  /// refusal.
  public var stratum: UInt8

  /// Version and mode are cut to three bits; every time is zero.
  public init(version: UInt8 = 4, mode: UInt8, stratum: UInt8 = 0) {
    self.version = version & 7
    self.mode = mode & 7
    self.stratum = stratum
  }

  /// A client's.
  public static let client: UInt8 = 3
  /// A server's.
  public static let server: UInt8 = 4

  private static let length = 48
}

extension NTPPacket: WireFormat {
  /// Reads a packet; its times are left.
  public init(parsing bytes: RawSpan) throws(WireError) {
    var cursor = ByteCursor(bytes)
    let first = try cursor.uint8(bytes)
    version = first >> 3 & 7
    mode = first & 7
    guard (1...4).contains(version), (1...5).contains(mode) else {
      throw WireError(.invalid("NTP mode"), at: 0)
    }
    stratum = try cursor.uint8(bytes)
    try cursor.skip(Self.length - 2, in: bytes)
  }

  /// Appends the packet with all times zero.
  public func write(to bytes: inout [UInt8]) {
    bytes.append(version << 3 | mode)
    bytes.append(stratum)
    bytes.append(contentsOf: repeatElement(0, count: Self.length - 2))
  }
}

/// A control message of NTP (RFC 9327): a server's variables are asked for and stated by it.
public struct NTPControlMessage: Hashable, Sendable {
  /// Whether it is the server's.
  public var isResponse: Bool
  /// What is wanted: 2 for reading variables.
  public var operation: UInt8
  /// The number that the response repeats.
  public var sequence: UInt16
  /// Whether the server refuses.
  public var isError: Bool
  /// What it carries: variables as text, separated by commas.
  public var data: [UInt8]

  /// By default a request for the server's own variables; operations are cut to five bits.
  public init(
    isResponse: Bool = false,
    operation: UInt8 = readVariables,
    sequence: UInt16 = 1,
    isError: Bool = false,
    data: [UInt8] = []
  ) {
    self.isResponse = isResponse
    self.operation = operation & 31
    self.sequence = sequence
    self.isError = isError
    self.data = data
  }

  /// Reads variables (section 2.1).
  public static let readVariables: UInt8 = 2

  private static let mode: UInt8 = 6

  /// A variable's value, without its quotation marks; `nil` where it isn't stated.
  public func variable(_ name: String) -> String? {
    var isQuoted = false
    let text = String(decoding: data, as: UTF8.self)
    let parts = text.split { character in
      if character == "\"" { isQuoted.toggle() }
      return character == "," && !isQuoted
    }
    for part in parts {
      let sides = part.split(separator: "=", maxSplits: 1)
      guard sides.count == 2,
        String(sides[0].filter { !$0.isWhitespace }) == name
      else { continue }
      return String(sides[1].filter { $0 != "\"" && !$0.isNewline })
    }
    return nil
  }
}

extension NTPControlMessage: WireFormat {
  /// Reads a message: all of it, or the first part of a longer one.
  public init(parsing bytes: RawSpan) throws(WireError) {
    var cursor = ByteCursor(bytes)
    guard try cursor.uint8(bytes) & 7 == Self.mode else {
      throw WireError(.invalid("NTP mode"), at: 0)
    }
    let second = try cursor.uint8(bytes)
    isResponse = second & 0x80 != 0
    isError = second & 0x40 != 0
    operation = second & 31
    sequence = try cursor.uint16(bytes)
    // Status, association and offset.
    try cursor.skip(6, in: bytes)
    data = try cursor.vector16(bytes)
  }

  /// Appends the message; data past 65,535 bytes are left out.
  public func write(to bytes: inout [UInt8]) {
    bytes.append(2 << 3 | Self.mode)
    bytes.append((isResponse ? 0x80 : 0) | (isError ? 0x40 : 0) | operation)
    bytes.append(bigEndian: sequence)
    bytes.append(contentsOf: [0, 0, 0, 0, 0, 0])
    bytes.append(vector16: data)
  }
}
