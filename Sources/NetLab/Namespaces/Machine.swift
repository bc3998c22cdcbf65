internal import LinuxNetwork
internal import Networking
internal import Wire

/// A machine's addresses and routes, given to the interface that was plugged into its namespace.
package struct Machine: Sendable {
  /// Every machine's interface.
  static let interface = "eth0"

  var address: IPv4Address
  var mac: MACAddress
  var gateway: IPv4Address?
  var prefixLength: Int
  /// The mark without which no packet finds a route, where that is wanted.
  ///
  /// Replies of the kernel's own (echo, resets, ICMP errors) have none and vanish. ARP and NDP ask
  /// for no route.
  var speaksOnlyWhenMarked: UInt32?
  /// Whether `lo` is up.
  var hasLoopback = false

  /// Configures the interface, in the namespace of the calling thread; says its index, and whether
  /// there is IPv6.
  func configure() throws(LocalFailure) -> (interface: UInt32, hasIPv6: Bool) {
    var link = try NetlinkSocket()
    // Devices talk to others only; a scanner's machine runs programs.
    if hasLoopback { try link.perform(.setLink(index: 1, isUp: true)) }
    let index = try link.index(of: Self.interface)
    try link.perform(
      .addAddress(.v4(address), prefixLength: prefixLength, interface: index)
    )
    try link.perform(.setLink(index: index, isUp: true))
    let local = SimulatedDevice(label: "", mac: mac, address: address).linkLocal
    let hasIPv6: Bool
    do {
      // A kernel without IPv6 has devices without.
      try link.perform(.addAddress(.v6(local, zone: nil), prefixLength: 64, interface: index))
      hasIPv6 = true
    } catch {
      hasIPv6 = false
    }
    if let gateway {
      try link.perform(
        .addRoute(to: .v4(.any), prefixLength: 0, gateway: .v4(gateway), interface: index)
      )
    }
    if let mark = speaksOnlyWhenMarked {
      for family in hasIPv6 ? [AddressFamily.v4, .v6] : [.v4] {
        try link.perform(.addRule(family: family, priority: 100, mark: mark, isBlackhole: false))
        try link.perform(.addRule(family: family, priority: 200, isBlackhole: true))
      }
    }
    return (index, hasIPv6)
  }
}
