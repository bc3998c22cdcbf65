internal import CShims
internal import Glibc
import Networking
internal import Wire

/// A raw TCP socket of one family, filtered to segments for our own ports.
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
    try PacketFilter.attach(code, to: descriptor)
  }
}

/// Local TCP ports that no other process gets, and on which none listens: so the kernel answers what comes
/// to them with a reset, which ends half-open connections at the other side.
final class ReservedPorts {
  let numbers: [UInt16]
  private let descriptors: [Int32]

  init(_ count: Int, _ families: Set<AddressFamily>) throws(SystemError) {
    var numbers: [UInt16] = []
    var descriptors: [Int32] = []
    do throws(SystemError) {
      while numbers.count < count {
        let first = try Self.reserve(0, families.contains(.v4) ? .v4 : .v6)
        descriptors.append(first.descriptor)
        if families.count > 1 {
          // The other family's must be free too; otherwise the next is tried.
          do throws(SystemError) {
            descriptors.append(try Self.reserve(first.port, .v6).descriptor)
          } catch {
            if descriptors.count > 64 { throw error }
            continue
          }
        }
        numbers.append(first.port)
      }
    } catch {
      for descriptor in descriptors { _ = Glibc.close(descriptor) }
      throw error
    }
    self.numbers = numbers
    self.descriptors = descriptors
  }

  deinit {
    for descriptor in descriptors { _ = Glibc.close(descriptor) }
  }

  private static func reserve(
    _ port: UInt16,
    _ family: AddressFamily
  ) throws(SystemError) -> (descriptor: Int32, port: UInt16) {
    let any: IPAddress = family == .v4 ? .v4(.any) : .v6(.any, zone: nil)
    let descriptor = try systemCall("socket") {
      socket(
        family == .v4 ? AF_INET : AF_INET6,
        SocketType.stream | SocketType.closeOnExec | SocketType.nonBlocking,
        0
      )
    }
    do throws(SystemError) {
      if family == .v6 {
        var isOn: Int32 = 1
        setsockopt(
          descriptor,
          SocketLevel.ipv6,
          IPV6_V6ONLY,
          &isOn,
          socklen_t(MemoryLayout<Int32>.size)
        )
      }
      let address = SocketAddress(Endpoint(any, port: port))
      try systemCall("bind") { address.withPointer { Glibc.bind(descriptor, $0, $1) } }
      var bound = SocketAddress()
      try systemCall("getsockname") { bound.fill { getsockname(descriptor, $0, &$1) } }
      guard let own = bound.endpoint(zone: { _ in nil }) else {
        throw SystemError(number: EAFNOSUPPORT, call: "getsockname")
      }
      return (descriptor, own.port)
    } catch {
      _ = Glibc.close(descriptor)
      throw error
    }
  }
}
