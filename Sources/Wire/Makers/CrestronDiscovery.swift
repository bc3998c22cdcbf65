/// What Crestron's controllers answer to a search: their name, and what they are and run.
public struct CrestronDiscovery: Hashable, Sendable {
  /// The host's name.
  public var name: [UInt8]
  /// Model and firmware: `CP3 [v1.8001.0146 …]`.
  public var version: [UInt8]

  /// The given answer.
  public init(name: String, version: String) {
    self.name = Array(name.utf8.prefix(Self.nameLength))
    self.version = Array(version.utf8.prefix(Self.versionLength))
  }

  /// The port of controllers.
  public static let port: UInt16 = 41794
  /// The search; its sender's name is optional.
  public static let request: [UInt8] =
    [0x14, 0, 0, 0, 1, 4, 0, 3, 0, 0] + Array(repeating: 0, count: 256)
  private static let nameLength = 256
  private static let versionLength = 128
}

extension CrestronDiscovery: WireFormat {
  /// Reads an answer.
  public init(parsing bytes: RawSpan) throws(WireError) {
    var cursor = ByteCursor(bytes)
    guard try cursor.uint8(bytes) == 0x15 else { throw WireError(.invalid("type"), at: 0) }
    try cursor.skip(9, in: bytes)
    name = Array(try cursor.bytes(bytes, count: Self.nameLength).prefix { $0 != 0 })
    guard !name.isEmpty, name.allSatisfy({ (0x20...0x7E).contains($0) }) else {
      throw WireError(.invalid("name"), at: 10)
    }
    version = []
    while !cursor.isAtEnd, version.count < Self.versionLength {
      let byte = try cursor.uint8(bytes)
      if byte == 0 { break }
      version.append(byte)
    }
  }

  /// Appends an answer.
  public func write(to bytes: inout [UInt8]) {
    bytes += [0x15, 0, 0, 0, 1, 4, 0, 3, 0, 0]
    let name = name.prefix(Self.nameLength)
    bytes += name + Array(repeating: 0, count: Self.nameLength - name.count)
    bytes += version.prefix(Self.versionLength) + [0]
  }
}
