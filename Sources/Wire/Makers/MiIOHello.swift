/// The greeting of Xiaomi's miIO protocol, and its answer: 32 bytes, of which the last sixteen may be
/// the device's secret.
public struct MiIOHello: Hashable, Sendable {
  /// The device's number.
  public var device: UInt32
  /// Seconds since it started.
  public var stamp: UInt32

  /// The port that answers.
  public static let port: UInt16 = 54321
  /// What is asked.
  public static let request: [UInt8] =
    [0x21, 0x31, 0x00, 0x20] + Array(repeating: 0xFF, count: length - 4)
  private static let magic: UInt16 = 0x2131
  private static let length = 32
  /// How many bytes come before what may be the secret.
  public static let publicLength = 16
}

extension MiIOHello: WireFormat {
  /// Reads an answer.
  public init(parsing bytes: RawSpan) throws(WireError) {
    var cursor = ByteCursor(bytes)
    guard try cursor.uint16(bytes) == Self.magic else { throw WireError(.invalid("magic"), at: 0) }
    guard try cursor.uint16(bytes) == Self.length, bytes.byteCount == Self.length else {
      throw WireError(.invalid("length"), at: 2)
    }
    try cursor.skip(4, in: bytes)
    device = try cursor.uint32(bytes)
    stamp = try cursor.uint32(bytes)
    guard device != .max else { throw WireError(.invalid("device"), at: 8) }
  }

  /// Appends an answer without a secret.
  public func write(to bytes: inout [UInt8]) {
    bytes.append(contentsOf: Self.request.prefix(4))
    bytes.append(bigEndian: UInt32(0))
    bytes.append(bigEndian: device)
    bytes.append(bigEndian: stamp)
    bytes.append(contentsOf: repeatElement(0xFF, count: 16))
  }
}
