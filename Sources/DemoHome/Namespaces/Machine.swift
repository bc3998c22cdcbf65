internal import Glibc
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

/// The settings under `/proc/sys/net` of the calling thread's network namespace.
package enum Sysctl {
  /// Writes a setting; says whether the kernel took it.
  ///
  /// Containers may show `/proc/sys` read-only: a lab works without, a little less quietly.
  @discardableResult
  static func set(_ name: String, to value: String) -> Bool {
    guard let file = try? FileDescriptor(opening: "/proc/sys/net/\(name)", O_WRONLY) else {
      return false
    }
    let bytes = Array(value.utf8)
    return write(file.rawValue, bytes, bytes.count) == bytes.count
  }

  /// Turns off automatic IPv6 addresses, duplicate detection and router solicitations.
  package static func disableIPv6Autoconfiguration() {
    set("ipv6/conf/default/addr_gen_mode", to: "1")
    set("ipv6/conf/default/router_solicitations", to: "0")
    set("ipv6/conf/default/accept_dad", to: "0")
  }

  /// Disables IPv6 in the namespace: a switch has no addresses.
  static func disableIPv6() {
    set("ipv6/conf/default/disable_ipv6", to: "1")
  }

  /// Takes packets from sources that no route leads back to, whatever the machine's own setting,
  /// which a new namespace inherits.
  static func acceptUnroutableSources() {
    set("ipv4/conf/all/rp_filter", to: "0")
    set("ipv4/conf/default/rp_filter", to: "0")
  }
}
