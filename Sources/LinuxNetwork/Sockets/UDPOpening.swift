internal import CShims
internal import Glibc
import Networking
internal import Wire

/// Opens UDP sockets as `UDPSocketOptions` say.
enum UDPOpening {
  /// A bound socket with its groups joined on its interface.
  ///
  /// One with a shared port and one group is bound to the group's address: it hears the group beside
  /// avahi and others, and can't take unicast answers away from them.
  static func open(_ options: UDPSocketOptions) throws(SystemError) -> FileDescriptor {
    let isV4 = options.family == .v4
    let socket = try FileDescriptor(
      makingSocket: isV4 ? AF_INET : AF_INET6,
      type: SocketType.datagram
    )
    try DatagramReceiver.prepare(socket, isV4: isV4)
    if options.broadcasts { try socket.set(SOL_SOCKET, SO_BROADCAST, to: Int32(1)) }
    if isV4 {
      try setMulticastV4(socket, options)
    } else {
      try socket.set(SocketLevel.ipv6, IPV6_V6ONLY, to: Int32(1))
      try setMulticastV6(socket, options)
    }
    // A home's answers to one question all come at once.
    socket.setReceiveBuffer(1 << 20)
    try bind(socket, options)
    for group in options.groups { try join(group, on: options.interface, socket) }
    return socket
  }

  private static func setMulticastV4(
    _ socket: borrowing FileDescriptor,
    _ options: UDPSocketOptions
  ) throws(SystemError) {
    var request = ip_mreqn()
    request.imr_ifindex = Int32(bitPattern: options.interface)
    try socket.set(SocketLevel.ip, IP_MULTICAST_IF, to: request)
    try socket.set(SocketLevel.ip, IP_MULTICAST_TTL, to: Int32(options.multicastHops))
    // Responders of this machine hear us too, as they would from outside (RFC 6762, section 15).
    try socket.set(SocketLevel.ip, IP_MULTICAST_LOOP, to: Int32(1))
    // Otherwise it hears every group that anybody here has joined.
    try socket.set(SocketLevel.ip, Int32(SHIM_IP_MULTICAST_ALL), to: Int32(0))
  }

  private static func setMulticastV6(
    _ socket: borrowing FileDescriptor,
    _ options: UDPSocketOptions
  ) throws(SystemError) {
    try socket.set(
      SocketLevel.ipv6,
      IPV6_MULTICAST_IF,
      to: Int32(bitPattern: options.interface)
    )
    try socket.set(SocketLevel.ipv6, IPV6_MULTICAST_HOPS, to: Int32(options.multicastHops))
    try socket.set(SocketLevel.ipv6, IPV6_MULTICAST_LOOP, to: Int32(1))
    try socket.set(SocketLevel.ipv6, Int32(SHIM_IPV6_MULTICAST_ALL), to: Int32(0))
  }

  private static func bind(
    _ socket: borrowing FileDescriptor,
    _ options: UDPSocketOptions
  ) throws(SystemError) {
    let any: IPAddress = options.family == .v4 ? .v4(.any) : .v6(.any, zone: nil)
    var address = any
    if options.port != 0 {
      try socket.set(SOL_SOCKET, SO_REUSEADDR, to: Int32(1))
      if options.groups.count == 1 { address = options.groups[0] }
    }
    let local = SocketAddress(Endpoint(address, port: options.port), interface: options.interface)
    do throws(SystemError) {
      try socket.bind(to: local)
    } catch {
      guard error.number == EADDRINUSE, options.port != 0 else { throw error }
      // Whoever has it shares by SO_REUSEPORT only, which also spreads unicast; the second choice.
      try socket.set(SOL_SOCKET, SO_REUSEPORT, to: Int32(1))
      try socket.bind(to: local)
    }
  }

  private static func join(
    _ group: IPAddress,
    on interface: UInt32,
    _ socket: borrowing FileDescriptor
  ) throws(SystemError) {
    switch group {
    case .v4(let address):
      var request = ip_mreqn()
      request.imr_multiaddr.s_addr = address.rawValue.bigEndian
      request.imr_ifindex = Int32(bitPattern: interface)
      try socket.set(SocketLevel.ip, IP_ADD_MEMBERSHIP, to: request)
    case .v6(let address, _):
      var request = ipv6_mreq()
      request.ipv6mr_multiaddr = in6_addr(address)
      request.ipv6mr_interface = interface
      try socket.set(SocketLevel.ipv6, IPV6_JOIN_GROUP, to: request)
    }
  }
}
