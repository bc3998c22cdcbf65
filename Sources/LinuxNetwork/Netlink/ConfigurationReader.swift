internal import CShims
internal import Glibc
import Networking

/// Hears from the kernel that interfaces, addresses or routes changed (rtnetlink(7)).
///
/// What changed isn't looked at: whoever wants to know reads the configuration anew.
final class ConfigurationReader: Registration {
  private var buffer = [UInt8](repeating: 0, count: NetlinkSocket.bufferSize)

  init(number: UInt64, run: MachineRun, ticket: Ticket) throws(SystemError) {
    let socket = try FileDescriptor(
      makingSocket: AF_NETLINK,
      type: SocketType.raw,
      protocolNumber: NETLINK_ROUTE
    )
    try socket.bind(to: SocketAddress(netlinkGroups: Self.groups))
    super.init(number: number, run: run, ticket: ticket, descriptor: socket)
  }

  /// The multicast groups of links, addresses and routes.
  private static let groups = UInt32(
    RTMGRP_LINK | RTMGRP_IPV4_IFADDR | RTMGRP_IPV4_ROUTE | RTMGRP_IPV6_IFADDR | RTMGRP_IPV6_ROUTE
  )
  /// How many notifications are read in one go, so that others have their turn.
  private static let readsPerTurn = 64

  override func ready(_ events: UInt32, _ reactor: Reactor) {
    var hasChanged = false
    for _ in 0..<Self.readsPerTurn {
      do throws(SystemError) {
        _ = try systemCall("recv") { recv(descriptor.rawValue, &buffer, buffer.count, 0) }
        hasChanged = true
      } catch {
        if error.wouldBlock { break }
        guard error.number == ENOBUFS else { return die(error, reactor) }
        // Some were lost: so there were some.
        hasChanged = true
      }
    }
    if hasChanged { reactor.emit(.configurationChanged(ticket), to: run) }
  }
}
