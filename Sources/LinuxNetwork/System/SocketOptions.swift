internal import CShims
internal import Glibc
internal import Wire

extension FileDescriptor {
  /// Sets a socket option that is one C value.
  borrowing func set<Value>(
    _ level: Int32,
    _ option: Int32,
    to value: Value
  ) throws(SystemError) {
    let length = socklen_t(MemoryLayout<Value>.size)
    try systemCall("setsockopt") {
      withUnsafePointer(to: value) { setsockopt(rawValue, level, option, $0, length) }
    }
  }

  /// Binds the socket.
  borrowing func bind(to address: SocketAddress) throws(SystemError) {
    try systemCall("bind") { address.withPointer { Glibc.bind(rawValue, $0, $1) } }
  }

  /// Connects the socket; a non-blocking one says EINPROGRESS.
  borrowing func connect(to address: SocketAddress) throws(SystemError) {
    try systemCall("connect") { address.withPointer { Glibc.connect(rawValue, $0, $1) } }
  }

  /// The error that is waiting on the socket, which this clears.
  borrowing func pendingError() -> Int32 {
    var number: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(rawValue, SOL_SOCKET, SO_ERROR, &number, &length) == 0 ? number : EBADF
  }

  /// The address that the socket is bound to.
  borrowing func localEndpoint() -> Endpoint? {
    var address = SocketAddress()
    let result = address.fill { getsockname(rawValue, $0, &$1) }
    return result == 0 ? address.endpoint : nil
  }

  /// Asks for a receive buffer, beyond the system's limit where `CAP_NET_ADMIN` allows that.
  borrowing func setReceiveBuffer(_ bytes: Int32) {
    do {
      try set(SOL_SOCKET, SO_RCVBUFFORCE, to: bytes)
    } catch {
      // A smaller buffer only makes overflow likelier, which its readers handle.
      try? set(SOL_SOCKET, SO_RCVBUF, to: bytes)
    }
  }

  /// Confines the socket to an interface (SO_BINDTOIFINDEX), as everybody may since Linux 5.7.
  borrowing func confine(to interface: UInt32) throws(SystemError) {
    try set(SOL_SOCKET, 62, to: Int32(bitPattern: interface))
  }
}

/// The levels of socket options as the numbers that `setsockopt` takes.
enum SocketLevel {
  static let ip = Int32(IPPROTO_IP)
  static let ipv6 = Int32(IPPROTO_IPV6)
  static let icmpv6 = Int32(IPPROTO_ICMPV6)
}
