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
  ///
  /// Only those for this machine and for everybody. Others come in where a program has made the
  /// interface promiscuous, and from VLANs that this machine is not in: the kernel takes their tags off.
  static var dhcp: [sock_filter] {
    let (accept, drop): (UInt8, UInt8) = (13, 14)
    // A jump counts from the instruction after it.
    func jump(_ code: UInt16, at place: UInt8, _ value: UInt32, _ then: UInt8, _ otherwise: UInt8)
      -> sock_filter
    {
      sock_filter(code: code, jt: then - place - 1, jf: otherwise - place - 1, k: value)
    }
    return [
      sock_filter(code: 0x20, jt: 0, jf: 0, k: packetType),  // ld #type: whom it is for
      jump(0x25, at: 1, UInt32(PACKET_MULTICAST), drop, 2),  // jgt
      sock_filter(code: 0x30, jt: 0, jf: 0, k: 23),  // ldb [23]: the protocol
      jump(0x15, at: 3, 17, 4, drop),  // jeq
      sock_filter(code: 0x28, jt: 0, jf: 0, k: 20),  // ldh [20]: the fragment's place
      jump(0x45, at: 5, 0x1FFF, drop, 6),  // jset
      sock_filter(code: 0xB1, jt: 0, jf: 0, k: 14),  // ldxb 4*([14]&0xf): the header's length
      sock_filter(code: 0x48, jt: 0, jf: 0, k: 14),  // ldh [x + 14]: from which port
      jump(0x15, at: 8, 67, 10, 9),
      jump(0x15, at: 9, 68, 10, drop),
      sock_filter(code: 0x48, jt: 0, jf: 0, k: 16),  // ldh [x + 16]: to which port
      jump(0x15, at: 11, 67, accept, 12),
      jump(0x15, at: 12, 68, accept, drop),
      sock_filter(code: 0x06, jt: 0, jf: 0, k: 2048),  // ret: more than a message has
      sock_filter(code: 0x06, jt: 0, jf: 0, k: 0),  // ret #0
    ]
  }

  /// Where the kernel has a frame's type: `PACKET_HOST`, `PACKET_BROADCAST`, `PACKET_MULTICAST`, then
  /// others' and its own (linux/filter.h: SKF_AD_OFF + SKF_AD_PKTTYPE).
  private static let packetType: UInt32 = 0xFFFF_F004
}
