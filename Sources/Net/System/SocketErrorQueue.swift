internal import CShims
internal import Glibc
internal import Wire

/// Errors that ICMP brought, with their types and codes (IP_RECVERR, ip(7)).
enum SocketErrorQueue {
  /// An ICMP error as the kernel reports it.
  struct Entry {
    let isV4: Bool
    let type: UInt8
    let code: UInt8
    /// Who said it.
    let offender: IPAddress?
    /// Where the datagram was meant to go.
    let target: IPAddress?
    /// As much of the datagram as came back.
    let payload: [UInt8]

    /// *Administratively prohibited*: network, host or communication (RFC 1812, RFC 4443).
    var isProhibition: Bool {
      isV4 ? type == 3 && [9, 10, 13].contains(code) : type == 1 && [1, 5, 6].contains(code)
    }
  }

  /// Takes the oldest error; `nil` where there is none or it is not ICMP's.
  static func next(_ descriptor: borrowing FileDescriptor) -> Entry? {
    var buffer = [UInt8](repeating: 0, count: 1024)
    var control = [UInt8](repeating: 0, count: 256)
    var target = SocketAddress()
    let raw = descriptor.rawValue
    var error: (sock_extended_err, IPAddress?)?
    let count = buffer.withUnsafeMutableBytes { buffer in
      control.withUnsafeMutableBytes { control in
        target.fill { name, length in
          var vector = iovec(iov_base: buffer.baseAddress, iov_len: buffer.count)
          return withUnsafeMutablePointer(to: &vector) { vector in
            var message = msghdr()
            message.msg_name = UnsafeMutableRawPointer(name)
            message.msg_namelen = length
            message.msg_iov = vector
            message.msg_iovlen = 1
            message.msg_control = control.baseAddress
            message.msg_controllen = control.count
            let count = recvmsg(raw, &message, Int32(MSG_ERRQUEUE) | Int32(MSG_DONTWAIT))
            if count >= 0 { error = read(&message) }
            return count
          }
        }
      }
    }
    guard count >= 0, let (error, offender) = error else { return nil }
    let origin = Int32(error.ee_origin)
    guard origin == Int32(SO_EE_ORIGIN_ICMP) || origin == Int32(SO_EE_ORIGIN_ICMP6) else {
      return nil
    }
    return Entry(
      isV4: origin == Int32(SO_EE_ORIGIN_ICMP),
      type: error.ee_type,
      code: error.ee_code,
      offender: offender,
      target: target.endpoint?.address,
      payload: Array(buffer[..<count])
    )
  }

  private static func read(_ message: inout msghdr) -> (sock_extended_err, IPAddress?)? {
    let size = MemoryLayout<sock_extended_err>.size
    var part = shim_cmsg_first(&message)
    while let current = part {
      let level = current.pointee.cmsg_level
      let type = current.pointee.cmsg_type
      let isError =
        level == SocketLevel.ip && type == Int32(SHIM_IP_RECVERR)
        || level == SocketLevel.ipv6 && type == Int32(SHIM_IPV6_RECVERR)
      let length = shim_cmsg_data_length(current)
      if isError, length >= size, let data = shim_cmsg_data(current) {
        var offender = SocketAddress()
        // SO_EE_OFFENDER: the address that follows the structure.
        let rest = min(length - size, MemoryLayout<sockaddr_in6>.size)
        offender.fill { address, _ in
          UnsafeMutableRawPointer(address).copyMemory(from: data + size, byteCount: rest)
        }
        return (data.loadUnaligned(as: sock_extended_err.self), offender.endpoint?.address)
      }
      part = shim_cmsg_next(&message, current)
    }
    return nil
  }
}
