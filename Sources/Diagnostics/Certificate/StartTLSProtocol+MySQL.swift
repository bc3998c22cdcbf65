/// MySQL's protocol up to TLS: the server greets, the client asks for TLS and begins it at once.
extension StartTLSProtocol {
  /// The capability CLIENT_SSL.
  private static let speaksTLS: UInt16 = 0x0800

  /// A packet of 32 bytes, the second of its exchange: CLIENT_PROTOCOL_41, CLIENT_SSL,
  /// CLIENT_SECURE_CONNECTION and CLIENT_PLUGIN_AUTH; 16 MiB a packet; utf8mb4; reserved bytes.
  private static let request: [UInt8] =
    [0x20, 0, 0, 1, 0x00, 0x8A, 0x08, 0x00, 0, 0, 0, 1, 0x2D] + [UInt8](repeating: 0, count: 23)

  /// Takes the server's greeting: a length of three bytes, a number, and `HandshakeV10`.
  mutating func receiveMySQL() -> [UInt8] {
    guard pending.count >= 5 else { return [] }
    let length = Int(pending[0]) | Int(pending[1]) << 8 | Int(pending[2]) << 16
    let body = Array(pending.dropFirst(4).prefix(length))
    switch body.first {
    case 0xFF?:
      guard body.count == length else { return wait(for: length) }
      // A number of two bytes, and words: "Host 'x' is not allowed to connect".
      let words = String(decoding: body.dropFirst(3).prefix(200), as: UTF8.self)
      return refuse("it says: \(words)")
    case 10?:
      guard body.count == length else { return wait(for: length) }
    default:
      return refuse("it doesn't speak MySQL's protocol")
    }
    // The version ends with 0; a thread's number, eight bytes of chance and a 0 follow.
    guard let end = body.firstIndex(of: 0), end + 15 < body.count else {
      return refuse("it doesn't speak MySQL's protocol")
    }
    let capabilities = UInt16(body[end + 14]) | UInt16(body[end + 15]) << 8
    guard capabilities & Self.speaksTLS != 0 else { return refuse("it doesn't offer TLS") }
    return beginTLS(after: Self.request)
  }

  private mutating func wait(for length: Int) -> [UInt8] {
    length <= Self.byteLimit ? [] : refuse("its answer is too long")
  }
}
