internal import Glibc

/// A real connection to a simulated device: its socket, its service, and what is still to be sent.
struct HostedConnection {
  let port: HostCounters.Port
  let socket: LabSocket
  /// How late the device's services are.
  let delay: Duration
  var served: any ServedConversation
  /// What the socket hasn't taken yet.
  var unsent: ArraySlice<UInt8> = []
  /// What follows once it has.
  var next: ServedStep.Next = .wait
  /// Whether the device has said all, and only waits for the other side to go.
  var isOver = false

  /// What one that doesn't read may make us keep.
  private static let mostUnsent = 4 << 20

  /// Appends a step's bytes; false where there are too many.
  mutating func append(_ step: ServedStep) -> Bool {
    guard !isOver else { return true }
    unsent += step.sending
    if step.next != .wait { next = step.next }
    return unsent.count <= Self.mostUnsent
  }

  /// Sends what the socket takes; false where the connection is broken.
  mutating func flush() -> Bool {
    while !unsent.isEmpty {
      let count = unsent.withUnsafeBytes { bytes in
        send(socket.rawValue, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
      }
      if count > 0 {
        unsent = unsent.dropFirst(count)
      } else if errno == EAGAIN {
        return true
      } else if errno != EINTR {
        return false
      }
    }
    unsent = []
    return true
  }
}

extension LabSocket {
  /// Says that nothing more will be sent.
  func endSending() {
    _ = shutdown(rawValue, Int32(SHUT_WR))
  }

  /// Makes closing it break the connection off (RST).
  func breakWhenClosed() {
    var linger = Glibc.linger(l_onoff: 1, l_linger: 0)
    let size = socklen_t(MemoryLayout<Glibc.linger>.size)
    _ = setsockopt(rawValue, SOL_SOCKET, SO_LINGER, &linger, size)
  }
}
