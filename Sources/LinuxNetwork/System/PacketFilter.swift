internal import CShims
internal import Glibc

/// Filters of sockets (bpf, classic): what they drop never reaches a buffer.
enum PacketFilter {
  /// Attaches a filter.
  static func attach(
    _ code: [sock_filter],
    to descriptor: borrowing FileDescriptor
  ) throws(SystemError) {
    var code = code
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

  /// Lets the IPv4 frames through that carry UDP between the ports 67 and 68, either of them at either
  /// end; fragments have no ports.
  static var dhcp: [sock_filter] {
    let (accept, drop): (UInt8, UInt8) = (11, 12)
    // A jump counts from the instruction after it.
    func jump(_ code: UInt16, at place: UInt8, _ value: UInt32, _ then: UInt8, _ otherwise: UInt8)
      -> sock_filter
    {
      sock_filter(code: code, jt: then - place - 1, jf: otherwise - place - 1, k: value)
    }
    return [
      sock_filter(code: 0x30, jt: 0, jf: 0, k: 23),  // ldb [23]: the protocol
      jump(0x15, at: 1, 17, 2, drop),  // jeq
      sock_filter(code: 0x28, jt: 0, jf: 0, k: 20),  // ldh [20]: the fragment's place
      jump(0x45, at: 3, 0x1FFF, drop, 4),  // jset
      sock_filter(code: 0xB1, jt: 0, jf: 0, k: 14),  // ldxb 4*([14]&0xf): the header's length
      sock_filter(code: 0x48, jt: 0, jf: 0, k: 14),  // ldh [x + 14]: from which port
      jump(0x15, at: 6, 67, 8, 7),
      jump(0x15, at: 7, 68, 8, drop),
      sock_filter(code: 0x48, jt: 0, jf: 0, k: 16),  // ldh [x + 16]: to which port
      jump(0x15, at: 9, 67, accept, 10),
      jump(0x15, at: 10, 68, accept, drop),
      sock_filter(code: 0x06, jt: 0, jf: 0, k: 2048),  // ret: more than a message has
      sock_filter(code: 0x06, jt: 0, jf: 0, k: 0),  // ret #0
    ]
  }
}
