internal import CShims
internal import Glibc
import Networking
internal import Wire

/// A packet socket that hears DHCP on one interface (packet(7)); needs `CAP_NET_RAW`.
///
/// The interface stays as it is: broadcasts come in, and what is sent to this machine. What this machine
/// sends itself does not, nor what is for others, even where another program made the interface
/// promiscuous.
final class DHCPSocket: DatagramSocket {
  init(_ id: ID, interface: UInt32) throws(SystemError) {
    // Made for no protocol: nothing can come in before it has its filter and its interface.
    let descriptor = try FileDescriptor(makingSocket: AF_PACKET, type: SocketType.raw)
    try PacketFilter.attach(PacketFilter.dhcp, to: descriptor)
    try descriptor.set(SOL_SOCKET, Int32(SHIM_SO_TIMESTAMPNS), to: Int32(1))
    try descriptor.bind(
      to: SocketAddress(etherType: EtherType.ipv4.rawValue, interface: interface)
    )
    super.init(id, descriptor, interface: interface)
  }

  override func put(_ datagram: OutgoingDatagram) throws(SystemError) {
    throw SystemError(number: EBADF, call: "send")
  }
}
