/// What ASUS' routers and access points answer to the search of the maker's utility.
public struct ASUSDiscovery: Hashable, Sendable {
  /// The name of the first network.
  public var network: [UInt8]
  /// The model: `RT-AX88U`.
  public var model: [UInt8]
  /// The firmware's version.
  public var firmware: [UInt8]

  /// The given answer.
  public init(network: String = "", model: String, firmware: String) {
    self.network = Array(network.utf8.prefix(32))
    self.model = Array(model.utf8.prefix(32))
    self.firmware = Array(firmware.utf8.prefix(16))
  }

  /// The port of routers.
  public static let port: UInt16 = 9999
  /// The search: service 12, a request, "get information"; 512 bytes in all.
  public static let request: [UInt8] =
    [0x0C, 0x15, 0x1F, 0x00] + Array(repeating: 0, count: 508)
  private static let answer: [UInt8] = [0x0C, 0x16, 0x1F, 0x00]
}

extension ASUSDiscovery: WireFormat {
  /// Reads an answer.
  public init(parsing bytes: RawSpan) throws(WireError) {
    var cursor = ByteCursor(bytes)
    guard try cursor.bytes(bytes, count: 4) == Self.answer else {
      throw WireError(.invalid("operation"), at: 0)
    }
    // A number of the request, and a printer's description.
    try cursor.skip(4 + 128, in: bytes)
    network = try Self.text(32, &cursor, in: bytes)
    try cursor.skip(32, in: bytes)
    model = try Self.text(32, &cursor, in: bytes)
    firmware = try Self.text(16, &cursor, in: bytes)
    guard !model.isEmpty, model.allSatisfy({ (0x20...0x7E).contains($0) }) else {
      throw WireError(.invalid("model"), at: 200)
    }
  }

  private static func text(
    _ length: Int,
    _ cursor: inout ByteCursor,
    in bytes: RawSpan
  ) throws(WireError) -> [UInt8] {
    Array(try cursor.bytes(bytes, count: length).prefix { $0 != 0 })
  }

  /// Appends an answer.
  public func write(to bytes: inout [UInt8]) {
    var message = Self.answer + Array(repeating: 0, count: 4 + 128)
    for (text, length) in [(network, 32), ([], 32), (model, 32), (firmware, 16)] {
      let text = text.prefix(length)
      message += text + Array(repeating: 0, count: length - text.count)
    }
    bytes += message + Array(repeating: 0, count: 512 - message.count)
  }
}
