internal import Glibc

/// Receives from connections, in pieces.
struct StreamReceiver {
  /// The longest piece: a TLS record's worth, so that one connection's bytes don't hold up others'.
  static let pieceSize = 16 * 1024

  private var buffer = [UInt8](repeating: 0, count: pieceSize)

  /// Takes what has come, so many bytes at most; empty at the end of the stream.
  ///
  /// Throws EAGAIN when nothing has.
  mutating func receive(
    _ socket: borrowing FileDescriptor,
    atMost limit: Int
  ) throws(SystemError) -> [UInt8] {
    let raw = socket.rawValue
    let size = min(limit, buffer.count)
    let count = try systemCall("recv") { recv(raw, &buffer, size, 0) }
    return Array(buffer[..<count])
  }
}
