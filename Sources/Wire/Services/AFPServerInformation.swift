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

  /// `code` is an error in replies; requests leave it 0.
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

  /// `DSIGetStatus`: asks for the server's information, without a session.
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

/// An AFP server's information: the answer to `FPGetSrvrInfo` (Apple, *Apple Filing Protocol
/// Reference*).
public struct AFPServerInformation: Hashable, Sendable {
  /// The server's name, in UTF-8 where it has that.
  public var name: [UInt8]
  /// What it runs on: `TimeCapsule8,119`, `MacBookPro11,1`, `Netatalk3.1.12`.
  public var machineType: [UInt8]
  /// The versions it speaks: `AFP3.4`.
  public var versions: [[UInt8]] = []

  /// The server has a name in UTF-8, whose place follows the other places.
  private static let hasUTF8Name: UInt16 = 1 << 8
}

extension AFPServerInformation: WireFormat {
  /// Reads the answer; its parts stand at places that its beginning names.
  public init(parsing bytes: RawSpan) throws(WireError) {
    var cursor = ByteCursor(bytes)
    let machine = try Int(cursor.uint16(bytes))
    let versionList = try Int(cursor.uint16(bytes))
    // Places of the login methods and of the icon.
    try cursor.skip(4, in: bytes)
    let flags = try cursor.uint16(bytes)
    name = try cursor.vector8(bytes)
    if cursor.offset % 2 == 1 { try cursor.skip(1, in: bytes) }
    // Places of the signature, of network addresses and of directory names.
    if flags & Self.hasUTF8Name != 0, cursor.remaining >= 8 {
      try cursor.skip(6, in: bytes)
      let place = try Int(cursor.uint16(bytes))
      if place != 0 {
        var text = try cursor.jumping(to: place, in: bytes)
        name = try text.vector16(bytes)
      }
    }
    var text = try cursor.jumping(to: machine, in: bytes)
    machineType = try text.vector8(bytes)
    versions = []
    if versionList != 0 {
      var list = try cursor.jumping(to: versionList, in: bytes)
      for _ in 0..<(try list.uint8(bytes)) { try versions.append(list.vector8(bytes)) }
    }
  }

  /// Appends the answer: no login methods, no icon, no addresses, the name in UTF-8.
  public func write(to bytes: inout [UInt8]) {
    let start = bytes.count
    bytes.append(contentsOf: [0, 0, 0, 0, 0, 0, 0, 0])
    bytes.append(bigEndian: Self.hasUTF8Name)
    // The old name is empty, and padded.
    bytes.append(contentsOf: [0, 0])
    bytes.append(contentsOf: [0, 0, 0, 0, 0, 0])
    bytes.append(bigEndian: UInt16(bytes.count - start + 2))
    bytes.append(vector16: name.prefix(0x7FFF))
    bytes.overwrite(at: start, bigEndian: UInt16(bytes.count - start))
    bytes.append(vector8: machineType)
    bytes.overwrite(at: start + 2, bigEndian: UInt16(bytes.count - start))
    bytes.append(UInt8(min(255, versions.count)))
    for version in versions.prefix(255) { bytes.append(vector8: version) }
  }
}
