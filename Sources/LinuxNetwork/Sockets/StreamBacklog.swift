internal import CShims
internal import Glibc

/// What is still to be sent over a connection.
struct StreamBacklog {
  private var bytes: [UInt8] = []
  private var sent = 0

  /// How many bytes wait.
  var count: Int { bytes.count - sent }

  /// Whether nothing waits.
  var isEmpty: Bool { count == 0 }

  /// Puts bytes behind those that wait.
  mutating func append(_ more: [UInt8]) {
    if sent > 0 {
      bytes.removeFirst(sent)
      sent = 0
    }
    bytes += more
  }

  /// Sends as much as the kernel takes; throws EAGAIN when something is left.
  mutating func flush(to socket: borrowing FileDescriptor) throws(SystemError) {
    let raw = socket.rawValue
    while !isEmpty {
      // Without the signal that ends a process whose peer is gone (SIGPIPE).
      let count = try systemCall("send") {
        bytes.withUnsafeBytes { bytes in
          let rest = UnsafeRawBufferPointer(rebasing: bytes[sent...])
          return send(raw, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
        }
      }
      sent += count
    }
    self = StreamBacklog()
  }
}
