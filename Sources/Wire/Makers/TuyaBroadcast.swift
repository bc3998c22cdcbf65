/// The broadcast that Tuya's devices send every few seconds: JSON in a frame, in clear or encrypted
/// with a key that is in every app.
public struct TuyaBroadcast: Hashable, Sendable {
  /// What it is, as Tuya numbers it: 0 in the clear, 19 hidden.
  public var command: UInt32
  /// What is in the frame, the return code left out.
  public var payload: [UInt8]

  /// The payload is written as it is, so that it must be encrypted already where `command` says so.
  public init(command: UInt32, payload: [UInt8]) {
    self.command = command
    self.payload = payload
  }

  /// The ports of clear (version 3.1) and encrypted broadcasts (3.3 and 3.4).
  public static let ports: [UInt16] = [6666, 6667]
  /// MD5 of `yGAdlopoPVldABfn`.
  package static let key: [UInt8] = [
    0x6C, 0x1E, 0xC8, 0xE2, 0xBB, 0x9B, 0xB5, 0x9A, 0xB5, 0x0B, 0x0D, 0xAF, 0x64, 0x9B, 0x41, 0x0A,
  ]
  private static let cipher = AES128(key: key)
  private static let prefix: UInt32 = 0x55AA
  private static let suffix: UInt32 = 0xAA55
  private static let longestPayload = 2048

  /// The JSON, laid open; `nil` where there is none.
  public var json: [UInt8]? {
    if payload.first == UInt8(ascii: "{") { return payload }
    guard let clear = Self.cipher?.decrypt(payload), clear.first == UInt8(ascii: "{"),
      let end = clear.lastIndex(of: UInt8(ascii: "}"))
    else { return nil }
    return Array(clear[...end])
  }
}

extension TuyaBroadcast: WireFormat {
  /// Reads a message; its checksum is not looked at.
  public init(parsing bytes: RawSpan) throws(WireError) {
    var cursor = ByteCursor(bytes)
    guard try cursor.uint32(bytes) == Self.prefix else {
      throw WireError(.invalid("prefix"), at: 0)
    }
    try cursor.skip(4, in: bytes)
    command = try cursor.uint32(bytes)
    let length = try Int(cursor.uint32(bytes))
    // Return code, checksum and suffix count in the length.
    guard (12...Self.longestPayload + 12).contains(length) else {
      throw WireError(.invalid("length"), at: 12)
    }
    try cursor.skip(4, in: bytes)
    payload = try cursor.bytes(bytes, count: length - 12)
    try cursor.skip(4, in: bytes)
    guard try cursor.uint32(bytes) == Self.suffix else {
      throw WireError(.invalid("suffix"), at: cursor.offset - 4)
    }
  }

  /// Appends the message.
  public func write(to bytes: inout [UInt8]) {
    let payload = payload.prefix(Self.longestPayload)
    var message: [UInt8] = []
    message.append(bigEndian: Self.prefix)
    message.append(bigEndian: UInt32(0))
    message.append(bigEndian: command)
    message.append(bigEndian: UInt32(payload.count + 12))
    message.append(bigEndian: UInt32(0))
    message.append(contentsOf: payload)
    message.append(bigEndian: CRC32.checksum(message))
    message.append(bigEndian: Self.suffix)
    bytes.append(contentsOf: message)
  }
}

/// What Gree's air conditioners answer to a scan, under a key that is in every one of them.
public enum GreeAnswer {
  private static let cipher = AES128(key: Array("a3K8Bx%2r8Y7#xDh".utf8))

  /// The JSON of the answer's `pack`; `nil` where that is no Base64 of whole blocks.
  public static func json(inPack pack: some Sequence<UInt8>) -> [UInt8]? {
    guard let hidden = Base64.decode(pack), let clear = cipher?.decrypt(hidden),
      let padding = clear.last
    else { return nil }
    return Array(clear.dropLast(Int(min(padding, 16))))
  }
}

/// What a Midea module says under a key that is in every app.
public enum MideaAnswer {
  private static let cipher = AES128(key: [
    0x6A, 0x92, 0xEF, 0x40, 0x6B, 0xAD, 0x2F, 0x03, 0x59, 0xBA, 0xAD, 0x99, 0x41, 0x71, 0xEA, 0x6D,
  ])

  /// The network that the module once opened, which names its kind: `net_ac_1A2B`.
  public static func network(in answer: [UInt8]) -> String? {
    var bytes = answer[...]
    // Newer modules put another envelope around it.
    if bytes.starts(with: [0x83, 0x70]) { bytes = bytes.dropFirst(8).dropLast(16) }
    guard bytes.starts(with: [0x5A, 0x5A]), bytes.count <= 512 else { return nil }
    let hidden = bytes.dropFirst(40).dropLast(16)
    guard let clear = cipher?.decrypt(hidden), clear.count > 41 else { return nil }
    let length = Int(clear[40])
    let name = clear[41...].prefix(length)
    guard name.count == length, name.starts(with: "net_".utf8),
      name.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return nil }
    return String(decoding: name, as: UTF8.self)
  }
}
