internal import CShims
internal import Glibc
import Networking
internal import Wire

/// A received datagram with the kernel's ancillary data.
struct ReceivedDatagram {
  var source: Endpoint?
  var destination: IPAddress?
  var interface: UInt32?
  var hopLimit: UInt8?
  var receivedAt: MonotonicTime
  var payload: [UInt8]

  /// What a machine gets to see.
  func datagram(fallbackInterface: UInt32) -> Datagram {
    Datagram(
      source: source ?? Endpoint(.v4(.any), port: 0),
      destination: destination,
      interface: interface ?? fallbackInterface,
      payload: payload,
      receivedAt: receivedAt,
      hopLimit: hopLimit
    )
  }
}

/// Receives datagrams with their interface, destination, hop limit and the kernel's timestamp.
struct DatagramReceiver {
  /// The longest datagram that is taken; longer ones are dropped.
  ///
  /// No home protocol sends longer ones: mDNS allows 9,000 bytes, and longer data uses TCP.
  static let maximumSize = 16 * 1024

  private var buffer = [UInt8](repeating: 0, count: maximumSize)
  private var control = [UInt8](repeating: 0, count: 512)

  /// Requests the kernel's ancillary data.
  static func prepare(_ socket: borrowing FileDescriptor, isV4: Bool) throws(SystemError) {
    try socket.set(SOL_SOCKET, Int32(SHIM_SO_TIMESTAMPNS), to: Int32(1))
    if isV4 {
      try socket.set(SocketLevel.ip, Int32(SHIM_IP_PKTINFO), to: Int32(1))
      try socket.set(SocketLevel.ip, Int32(SHIM_IP_RECVTTL), to: Int32(1))
    } else {
      try socket.set(SocketLevel.ipv6, Int32(SHIM_IPV6_RECVPKTINFO), to: Int32(1))
      try socket.set(SocketLevel.ipv6, Int32(SHIM_IPV6_RECVHOPLIMIT), to: Int32(1))
    }
  }

  /// Takes the next datagram; `nil` for one that was too long.
  ///
  /// Throws EAGAIN when there is none.
  mutating func receive(
    _ socket: borrowing FileDescriptor
  ) throws(SystemError) -> ReceivedDatagram? {
    var address = SocketAddress()
    var received = ReceivedDatagram(receivedAt: MonotonicTime(nanoseconds: 0), payload: [])
    var isTruncated = false
    let raw = socket.rawValue
    let count = try systemCall("recvmsg") {
      buffer.withUnsafeMutableBytes { buffer in
        control.withUnsafeMutableBytes { control in
          address.fill { name, length in
            var vector = iovec(iov_base: buffer.baseAddress, iov_len: buffer.count)
            return withUnsafeMutablePointer(to: &vector) { vector in
              var message = msghdr()
              message.msg_name = UnsafeMutableRawPointer(name)
              message.msg_namelen = length
              message.msg_iov = vector
              message.msg_iovlen = 1
              message.msg_control = control.baseAddress
              message.msg_controllen = control.count
              let count = recvmsg(raw, &message, 0)
              if count >= 0 {
                length = message.msg_namelen
                isTruncated = message.msg_flags & Int32(MSG_TRUNC) != 0
                Self.read(&message, into: &received)
              }
              return count
            }
          }
        }
      }
    }
    if isTruncated { return nil }
    if received.receivedAt.nanoseconds == 0 { received.receivedAt = SystemClock.now }
    received.source = address.endpoint
    received.payload = Array(buffer[..<count])
    return received
  }

  private static func read(_ message: inout msghdr, into received: inout ReceivedDatagram) {
    var part = shim_cmsg_first(&message)
    while let current = part {
      if let data = shim_cmsg_data(current) {
        read(
          level: current.pointee.cmsg_level,
          type: current.pointee.cmsg_type,
          UnsafeRawBufferPointer(start: data, count: shim_cmsg_data_length(current)),
          into: &received
        )
      }
      part = shim_cmsg_next(&message, current)
    }
  }

  private static func read(
    level: Int32,
    type: Int32,
    _ data: UnsafeRawBufferPointer,
    into received: inout ReceivedDatagram
  ) {
    func value<Value>(as type: Value.Type) -> Value? {
      data.count >= MemoryLayout<Value>.size ? data.loadUnaligned(as: type) : nil
    }
    switch (level, Int(type)) {
    case (SOL_SOCKET, Int(SHIM_SCM_TIMESTAMPNS)):
      guard let stamp = value(as: timespec.self) else { return }
      received.receivedAt = SystemClock.moment(ofWallClock: stamp)
    case (SocketLevel.ip, Int(SHIM_IP_PKTINFO)):
      guard let info = value(as: in_pktinfo.self) else { return }
      received.interface = UInt32(bitPattern: info.ipi_ifindex)
      received.destination = .v4(IPv4Address(rawValue: UInt32(bigEndian: info.ipi_addr.s_addr)))
    case (SocketLevel.ip, Int(SHIM_IP_TTL)), (SocketLevel.ipv6, Int(SHIM_IPV6_HOPLIMIT)):
      received.hopLimit = value(as: Int32.self).map { UInt8(truncatingIfNeeded: $0) }
    case (SocketLevel.ipv6, Int(SHIM_IPV6_PKTINFO)):
      guard data.count >= 20 else { return }
      let index = data.loadUnaligned(fromByteOffset: 16, as: UInt32.self)
      let address = IPv6Address(
        high: UInt64(bigEndian: data.loadUnaligned(as: UInt64.self)),
        low: UInt64(bigEndian: data.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
      )
      let zone = address.scope == .linkLocal ? interfaceName(index) : nil
      received.interface = index
      received.destination = .v6(address, zone: zone)
    default:
      break
    }
  }
}

/// Receives from connections, in pieces.
struct StreamReceiver {
  /// The longest piece: a TLS record's worth, so that one connection's bytes don't hold up others'.
  static let pieceSize = 16 * 1024

  private var buffer = [UInt8](repeating: 0, count: pieceSize)

  /// Reads the available bytes, up to a limit; empty at the end of the stream.
  ///
  /// Throws EAGAIN if there are none.
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
