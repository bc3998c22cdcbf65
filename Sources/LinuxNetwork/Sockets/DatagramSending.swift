internal import CShims
internal import Glibc
internal import Wire

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
