/// A message of the data stream interface under AFP (Apple, *AppleTalk Filing Protocol 2.2 and AFP
/// over TCP/IP*).
public struct DSIMessage: Hashable, Sendable {
  /// 0 in a request, 1 in a reply.
  public var flags: UInt8
  /// What is asked.
  public var command: UInt8
  /// The number of the request.
  public var id: UInt16
  /// The error of a reply; 0 where there is none.
  public var code: UInt32
  /// What it holds.
  public var payload: [UInt8]

  /// The given message.
  public init(
    flags: UInt8,
    command: UInt8,
    id: UInt16,
    code: UInt32 = 0,
    payload: [UInt8] = []
  ) {
    self.flags = flags
    self.command = command
    self.id = id
    self.code = code
    self.payload = payload
  }

  /// `DSIGetStatus`: asks who the server is, without a session.
  public static let getStatus: UInt8 = 3

  private static let headerLength = 16
}

extension DSIMessage: WireFrame {
  /// The third word of the header says how many bytes follow it.
  public static func length(of start: RawSpan) throws(WireError) -> Int? {
    guard start.byteCount >= headerLength else { return nil }
    var cursor = ByteCursor(start)
    try cursor.skip(8, in: start)
    return try headerLength + Int(cursor.uint32(start))
  }

  /// Reads a message.
  public init(parsing bytes: RawSpan) throws(WireError) {
    var cursor = ByteCursor(bytes)
    flags = try cursor.uint8(bytes)
    guard flags <= 1 else { throw WireError(.invalid("DSI flags"), at: 0) }
    command = try cursor.uint8(bytes)
    id = try cursor.uint16(bytes)
    code = try cursor.uint32(bytes)
    let length = try Int(cursor.uint32(bytes))
    try cursor.skip(4, in: bytes)
    payload = try cursor.bytes(bytes, count: length)
  }

  /// Appends the message.
  public func write(to bytes: inout [UInt8]) {
    bytes.append(flags)
    bytes.append(command)
    bytes.append(bigEndian: id)
    bytes.append(bigEndian: code)
    bytes.append(bigEndian: UInt32(truncatingIfNeeded: payload.count))
    bytes.append(bigEndian: UInt32(0))
    bytes.append(contentsOf: payload)
  }
}
