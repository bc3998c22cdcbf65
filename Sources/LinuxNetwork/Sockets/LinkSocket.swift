internal import CShims
internal import Glibc
import Networking

/// A packet socket for one EtherType on one interface (packet(7)); needs `CAP_NET_RAW`.
///
/// Bound to the EtherType, so the kernel itself keeps everything else away from it.
final class LinkSocket: DatagramSocket {
  init(
    number: UInt64,
    run: MachineRun,
    ticket: Ticket,
    etherType: UInt16,
    interface: UInt32
  ) throws(SystemError) {
    // Made for no protocol: nothing can come in before it is bound to its interface.
    let descriptor = try FileDescriptor(makingSocket: AF_PACKET, type: SocketType.raw)
    try descriptor.set(SOL_SOCKET, Int32(SHIM_SO_TIMESTAMPNS), to: Int32(1))
    // Thousands of hosts may answer within a few milliseconds.
    descriptor.setReceiveBuffer(4 << 20)
    try descriptor.bind(to: SocketAddress(etherType: etherType, interface: interface))
    super.init(
      number: number,
      run: run,
      ticket: ticket,
      descriptor: descriptor,
      interface: interface
    )
  }

  override func put(_ datagram: OutgoingDatagram) throws(SystemError) {
    let frame = datagram.payload
    try systemCall("send") { Glibc.send(descriptor.rawValue, frame, frame.count, 0) }
  }
}
