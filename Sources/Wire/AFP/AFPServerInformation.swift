/// Who an AFP server is: the answer to `FPGetSrvrInfo` (Apple, *Apple Filing Protocol Reference*).
public struct AFPServerInformation: Hashable, Sendable {
  /// The server's name, in UTF-8 where it has that.
  public var name: [UInt8]
  /// What it runs on: `TimeCapsule8,119`, `MacBookPro11,1`, `Netatalk3.1.12`.
  public var machineType: [UInt8]
  /// The versions it speaks: `AFP3.4`.
  public var versions: [[UInt8]]

  /// The given server.
  public init(name: [UInt8], machineType: [UInt8], versions: [[UInt8]] = []) {
    self.name = name
    self.machineType = machineType
    self.versions = versions
  }

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
    name = try Self.string(&cursor, in: bytes)
    if cursor.offset % 2 == 1 { try cursor.skip(1, in: bytes) }
    // Places of the signature, of network addresses and of directory names.
    if flags & Self.hasUTF8Name != 0, cursor.remaining >= 8 {
      try cursor.skip(6, in: bytes)
      let place = try Int(cursor.uint16(bytes))
      if place != 0 {
        var text = try cursor.jumping(to: place, in: bytes)
        let length = try Int(text.uint16(bytes))
        name = try text.bytes(bytes, count: length)
      }
    }
    var text = try cursor.jumping(to: machine, in: bytes)
    machineType = try Self.string(&text, in: bytes)
    versions = []
    if versionList != 0 {
      var list = try cursor.jumping(to: versionList, in: bytes)
      for _ in 0..<(try list.uint8(bytes)) { try versions.append(Self.string(&list, in: bytes)) }
    }
  }

  private static func string(
    _ cursor: inout ByteCursor,
    in bytes: RawSpan
  ) throws(WireError) -> [UInt8] {
    let length = try Int(cursor.uint8(bytes))
    return try cursor.bytes(bytes, count: length)
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
    let name = name.prefix(0x7FFF)
    bytes.append(bigEndian: UInt16(name.count))
    bytes.append(contentsOf: name)
    bytes.overwrite(at: start, bigEndian: UInt16(bytes.count - start))
    Self.append(machineType, to: &bytes)
    bytes.overwrite(at: start + 2, bigEndian: UInt16(bytes.count - start))
    bytes.append(UInt8(min(255, versions.count)))
    for version in versions.prefix(255) { Self.append(version, to: &bytes) }
  }

  private static func append(_ text: [UInt8], to bytes: inout [UInt8]) {
    bytes.append(UInt8(min(255, text.count)))
    bytes.append(contentsOf: text.prefix(255))
  }
}
