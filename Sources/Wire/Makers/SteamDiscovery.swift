/// How Steam finds computers to stream games from: a mark, a header and a body, both in Protocol
/// Buffers behind their lengths.
public struct SteamDiscovery: Hashable, Sendable {
  /// What the message is: 0 searches, 1 is a status.
  public var type: UInt64
  /// The sender's number.
  public var client: UInt64
  /// The computer's name, in a status.
  public var hostName: String?
  /// Its operating system, as Valve numbers it, in a status.
  public var system: Int64?

  /// The given message.
  public init(type: UInt64, client: UInt64, hostName: String? = nil, system: Int64? = nil) {
    self.type = type
    self.client = client
    self.hostName = hostName
    self.system = system
  }

  /// The port of Steam.
  public static let port: UInt16 = 27036
  /// A search that names no client.
  public static let request = SteamDiscovery(type: 0, client: 1)
  /// A status.
  public static let status: UInt64 = 1
  private static let mark: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF, 0x21, 0x4C, 0x5F, 0xA0]
  private static let longestPart = 4096
  private static let mostFields = 64
  private static let longestName = 255

  /// The family of the system: Windows is numbered from 0, Linux below -200, macOS from -102 to -1.
  public var family: String? {
    guard type == Self.status, let system else { return nil }
    switch system {
    case 0...: return "Windows"
    case ..<(-200): return "Linux"
    case -102 ... -1: return "macOS"
    default: return nil
    }
  }
}

extension SteamDiscovery: WireFormat {
  /// Reads a message.
  public init(parsing bytes: RawSpan) throws(WireError) {
    var cursor = ByteCursor(bytes)
    guard try cursor.bytes(bytes, count: 8) == Self.mark else {
      throw WireError(.invalid("mark"), at: 0)
    }
    self.init(type: 0, client: 0)
    for part in 0..<2 {
      let length = try Int(cursor.littleUInt32(bytes))
      guard length <= Self.longestPart else {
        throw WireError(.tooMany("bytes"), at: cursor.offset - 4)
      }
      var fields = try cursor.slice(length, in: bytes)
      var count = 0
      while !fields.isAtEnd {
        count += 1
        guard count <= Self.mostFields else {
          throw WireError(.tooMany("fields"), at: fields.offset)
        }
        try take(part, &fields, in: bytes)
      }
    }
  }

  /// Reads one field: what it is and what it holds.
  private mutating func take(
    _ part: Int,
    _ cursor: inout ByteCursor,
    in bytes: RawSpan
  ) throws(WireError) {
    let key = try Self.number(&cursor, in: bytes)
    switch key & 7 {
    case 0:
      let value = try Self.number(&cursor, in: bytes)
      switch (part, key >> 3) {
      case (0, 1): client = value
      case (0, 2): type = value
      case (1, 7) where type == Self.status: system = Int64(bitPattern: value)
      default: break
      }
    case 1: try cursor.skip(8, in: bytes)
    case 5: try cursor.skip(4, in: bytes)
    case 2:
      let length = try Self.number(&cursor, in: bytes)
      guard length <= UInt64(Self.longestPart) else {
        throw WireError(.tooMany("bytes"), at: cursor.offset)
      }
      let text = try cursor.bytes(bytes, count: Int(length))
      if part == 1, key >> 3 == 4, type == Self.status, text.count <= Self.longestName {
        hostName = String(validating: text, as: UTF8.self)
      }
    default: throw WireError(.invalid("field"), at: cursor.offset)
    }
  }

  private static func number(
    _ cursor: inout ByteCursor,
    in bytes: RawSpan
  ) throws(WireError) -> UInt64 {
    var value: UInt64 = 0
    for place in 0..<10 {
      let byte = try cursor.uint8(bytes)
      value |= UInt64(byte & 0x7F) << UInt64(7 * place)
      if byte < 0x80 { return value }
    }
    throw WireError(.invalid("number"), at: cursor.offset)
  }

  /// Appends the message.
  public func write(to bytes: inout [UInt8]) {
    var header: [UInt8] = [0x08]
    Self.append(client, to: &header)
    header.append(0x10)
    Self.append(type, to: &header)
    var body: [UInt8] = []
    if type == Self.status {
      if let hostName {
        let text = Array(hostName.utf8.prefix(Self.longestName))
        body.append(0x22)
        Self.append(UInt64(text.count), to: &body)
        body += text
      }
      if let system {
        body.append(0x38)
        Self.append(UInt64(bitPattern: system), to: &body)
      }
    } else {
      // The number of the search.
      body += [0x08, 0x00]
    }
    bytes += Self.mark
    for part in [header, body] {
      bytes.append(littleEndian: UInt32(part.count))
      bytes += part
    }
  }

  private static func append(_ number: UInt64, to bytes: inout [UInt8]) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}
