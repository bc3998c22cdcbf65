import Networking

/// WS-Discovery on one interface: one socket, over IPv4, which everybody who speaks it has.
package struct WSDiscoveryLink: Sendable {
  /// The interface.
  let interface: Interface
  /// Whether the group can be reached; else hosts are asked one by one.
  let hasMulticast: Bool
  /// The tickets' numbers: of the socket, of the timer.
  let socket: UInt32
  let timer: UInt32

  /// Whether it is known of the socket whether it opens, and whether it has.
  var isSettled = false
  var isOpen = false
  /// How many times the probes have been repeated, or soon will be.
  var repeats = 0

  /// How the socket is bound.
  var options: UDPSocketOptions {
    UDPSocketOptions(family: .v4, interface: interface.index, multicastHops: 1)
  }

  /// The links of a plan's interfaces.
  static func links(of interfaces: [Interface]) -> [WSDiscoveryLink] {
    interfaces.filter { !$0.ipv4.isEmpty }.enumerated().map { index, interface in
      WSDiscoveryLink(
        interface: interface,
        hasMulticast: interface.isMulticast && !interface.isLoopback,
        socket: UInt32(index) * 2,
        timer: UInt32(index) * 2 + 1
      )
    }
  }
}
