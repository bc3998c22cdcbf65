internal import CShims
internal import Glibc
import Networking

/// A raw socket for TCP segments of one family, which hears only what comes to ports of ours.
final class RawTCPSocket {
  let descriptor: FileDescriptor
  let isV4: Bool

  init(_ family: AddressFamily, ports: [UInt16]) throws(SystemError) {
    isV4 = family == .v4
    descriptor = try FileDescriptor(
      makingSocket: isV4 ? AF_INET : AF_INET6,
      type: SocketType.raw,
      protocolNumber: Int32(IPPROTO_TCP)
    )
    // Before anything else: what is not ours never reaches the buffer.
    try filter(ports)
    if isV4 {
      try descriptor.set(SocketLevel.ip, Int32(SHIM_IP_RECVERR), to: Int32(1))
    } else {
      try descriptor.set(SocketLevel.ipv6, Int32(SHIM_IPV6_RECVERR), to: Int32(1))
      // Where the checksum is that the kernel is to write (RFC 3542, section 3.1).
      try descriptor.set(SocketLevel.ipv6, 7, to: Int32(16))
    }
    descriptor.setReceiveBuffer(8 << 20)
    try? descriptor.set(SOL_SOCKET, SO_SNDBUF, to: Int32(4 << 20))
  }

  /// Lets segments to those ports through (bpf, classic): an IPv4 packet begins with its IP header, an
  /// IPv6 one with TCP's.
  private func filter(_ ports: [UInt16]) throws(SystemError) {
    var code: [sock_filter] = []
    if isV4 {
      code.append(sock_filter(code: 0xB1, jt: 0, jf: 0, k: 0))  // ldxb 4*([0]&0xf)
      code.append(sock_filter(code: 0x48, jt: 0, jf: 0, k: 2))  // ldh [x + 2]
    } else {
      code.append(sock_filter(code: 0x28, jt: 0, jf: 0, k: 2))  // ldh [2]
    }
    for (place, port) in ports.enumerated() {
      // jeq #port, to the last instruction
      let distance = UInt8(ports.count - place)
      code.append(sock_filter(code: 0x15, jt: distance, jf: 0, k: UInt32(port)))
    }
    code.append(sock_filter(code: 0x06, jt: 0, jf: 0, k: 0))  // ret #0
    code.append(sock_filter(code: 0x06, jt: 0, jf: 0, k: 0xFFFF))  // ret #65535
    let raw = descriptor.rawValue
    try systemCall("setsockopt") {
      code.withUnsafeMutableBufferPointer { code in
        var program = sock_fprog(len: UInt16(code.count), filter: code.baseAddress)
        return setsockopt(
          raw,
          SOL_SOCKET,
          SO_ATTACH_FILTER,
          &program,
          socklen_t(MemoryLayout<sock_fprog>.size)
        )
      }
    }
  }
}
