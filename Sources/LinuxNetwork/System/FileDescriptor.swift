internal import CShims
import Glibc
public import Networking
internal import Wire

/// An open file, socket or namespace: owned by one holder, closed once, when that goes away.
///
/// Whoever opens one does it close-on-exec.
public struct FileDescriptor: ~Copyable, Sendable {
  /// The kernel's number, valid as long as this value lives.
  public let rawValue: Int32

  /// Takes over an open descriptor.
  public init(owning rawValue: Int32) {
    self.rawValue = rawValue
  }

  deinit {
    // Linux closes whatever close() returns; trying again could close somebody else's.
    _ = Glibc.close(rawValue)
  }

  /// Opens a file to read, close-on-exec.
  public init(opening path: String) throws(LocalFailure) {
    // No default argument: whether it makes the import public depends on the optimiser.
    try self.init(opening: path, O_RDONLY)
  }

  /// Opens a file, close-on-exec.
  public init(opening path: String, _ flags: Int32) throws(LocalFailure) {
    rawValue = try orLocalFailure { () throws(SystemError) in
      try systemCall("open") { open(path, flags | O_CLOEXEC) }
    }
  }

  /// Opens a socket, close-on-exec; non-blocking unless told otherwise.
  public init(
    socket family: Int32,
    type: Int32,
    protocolNumber: Int32 = 0,
    blocks: Bool = false
  ) throws(LocalFailure) {
    do {
      try self.init(
        makingSocket: family,
        type: type,
        protocolNumber: protocolNumber,
        blocks: blocks
      )
    } catch {
      throw error.localFailure
    }
  }

  init(
    makingSocket family: Int32,
    type: Int32,
    protocolNumber: Int32 = 0,
    blocks: Bool = false
  ) throws(SystemError) {
    let flags = SocketType.closeOnExec | (blocks ? 0 : SocketType.nonBlocking)
    let opened = try systemCall("socket") { socket(family, type | flags, protocolNumber) }
    guard DescriptorLimit.leavesSpare(beyond: opened) else {
      _ = Glibc.close(opened)
      throw SystemError(number: EMFILE, call: "socket")
    }
    rawValue = opened
  }

  /// A non-blocking socket of an IP family.
  init(isV4: Bool, _ type: Int32) throws(SystemError) {
    try self.init(makingSocket: isV4 ? AF_INET : AF_INET6, type: type)
  }

  /// A socket to rtnetlink(7).
  init(netlinkBlocks blocks: Bool) throws(SystemError) {
    try self.init(
      makingSocket: AF_NETLINK,
      type: SocketType.raw,
      protocolNumber: NETLINK_ROUTE,
      blocks: blocks
    )
  }
}

/// The socket types as the numbers that `socket` takes; Glibc shows them as an enumeration.
public enum SocketType {
  /// `SOCK_STREAM`.
  public static let stream = Int32(SOCK_STREAM.rawValue)
  /// `SOCK_DGRAM`.
  public static let datagram = Int32(SOCK_DGRAM.rawValue)
  /// `SOCK_RAW`.
  public static let raw = Int32(SOCK_RAW.rawValue)
  static let closeOnExec = Int32(SOCK_CLOEXEC.rawValue)
  static let nonBlocking = Int32(SOCK_NONBLOCK.rawValue)
}

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

  /// Sets whether ICMP errors are queued with their codes (IP_RECVERR).
  borrowing func setErrorQueue(isV4: Bool, to isOn: Int32 = 1) throws(SystemError) {
    let option = isV4 ? Int32(SHIM_IP_RECVERR) : Int32(SHIM_IPV6_RECVERR)
    try set(isV4 ? SocketLevel.ip : SocketLevel.ipv6, option, to: isOn)
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

extension FileDescriptor {
  /// Sends a datagram through an interface, whatever the routing table prefers (IP_PKTINFO).
  borrowing func send(
    _ payload: [UInt8],
    to target: Endpoint,
    through interface: UInt32
  ) throws(SystemError) {
    let address = SocketAddress(target, interface: interface)
    switch target.address {
    case .v4:
      var information = in_pktinfo()
      information.ipi_ifindex = Int32(bitPattern: interface)
      try send(payload, to: address, SocketLevel.ip, Int32(SHIM_IP_PKTINFO), information)
    case .v6:
      var information = shim_in6_pktinfo()
      information.interface = interface
      try send(payload, to: address, SocketLevel.ipv6, Int32(SHIM_IPV6_PKTINFO), information)
    }
  }

  /// Sends a datagram that may take so many hops, where that is said.
  borrowing func send(
    _ payload: [UInt8],
    to target: SocketAddress,
    isV4: Bool,
    hopLimit: UInt8?
  ) throws(SystemError) {
    guard let hopLimit else {
      let raw = rawValue
      try systemCall("sendto") {
        target.withPointer { sendto(raw, payload, payload.count, Int32(MSG_NOSIGNAL), $0, $1) }
      }
      return
    }
    let hops = Int32(hopLimit)
    if isV4 {
      try send(payload, to: target, SocketLevel.ip, Int32(SHIM_IP_TTL), hops)
    } else {
      try send(payload, to: target, SocketLevel.ipv6, Int32(SHIM_IPV6_HOPLIMIT), hops)
    }
  }

  private borrowing func send<Control>(
    _ payload: [UInt8],
    to address: SocketAddress,
    _ level: Int32,
    _ type: Int32,
    _ control: Control
  ) throws(SystemError) {
    let size = MemoryLayout<Control>.size
    let raw = rawValue
    try systemCall("sendmsg") {
      withUnsafeTemporaryAllocation(byteCount: shim_cmsg_space(size), alignment: 8) { buffer in
        buffer.initializeMemory(as: UInt8.self, repeating: 0)
        return payload.withUnsafeBytes { payload in
          address.withPointer { name, length in
            var vector = iovec(
              iov_base: UnsafeMutableRawPointer(mutating: payload.baseAddress),
              iov_len: payload.count
            )
            return withUnsafeMutablePointer(to: &vector) { vector in
              var message = msghdr()
              message.msg_name = UnsafeMutableRawPointer(mutating: name)
              message.msg_namelen = length
              message.msg_iov = vector
              message.msg_iovlen = 1
              message.msg_control = buffer.baseAddress
              message.msg_controllen = buffer.count
              if let part = shim_cmsg_first(&message) {
                part.pointee.cmsg_level = level
                part.pointee.cmsg_type = type
                part.pointee.cmsg_len = shim_cmsg_length(size)
                withUnsafeBytes(of: control) { bytes in
                  shim_cmsg_data(part)?.copyMemory(
                    from: bytes.baseAddress.unsafelyUnwrapped,
                    byteCount: size
                  )
                }
              }
              return sendmsg(raw, &message, Int32(MSG_NOSIGNAL))
            }
          }
        }
      }
    }
  }
}
