import Networking
import Wire

/// SSDP over one address family on one interface.
package struct SSDPLink: Sendable {
  /// The interface.
  let interface: Interface
  /// The group's address, with the interface as its zone in IPv6.
  let group: IPAddress
  /// Whether the group can be reached; else hosts are asked one by one.
  let hasMulticast: Bool
  /// The tickets' numbers: of the socket that searches, of the one that hears the group, of the
  /// timer.
  let searcher: UInt32
  let listener: UInt32
  let timer: UInt32

  /// Whether it is known of the searching socket whether it opens, and whether it has.
  var isSettled = false
  var isOpen = false
  /// How many times the search has been repeated, or soon will be.
  var repeats = 0

  /// The sockets to be opened, the listening one first.
  var sockets: [(number: UInt32, options: UDPSocketOptions)] {
    let family: AddressFamily = group.v4 == nil ? .v6 : .v4
    // UPnP asks for two hops; a home's devices are one away.
    let searching = UDPSocketOptions(
      family: family,
      interface: interface.index,
      multicastHops: 2
    )
    guard hasMulticast else { return [(searcher, searching)] }
    let hearing = UDPSocketOptions(
      family: family,
      interface: interface.index,
      port: SSDP.port,
      groups: [group]
    )
    return [(listener, hearing), (searcher, searching)]
  }

  /// The HOST field of a search.
  func hostField(_ host: IPAddress?) -> String {
    Endpoint((host ?? group).withoutZone, port: SSDP.port).description
  }

  /// The links of a plan's interfaces.
  static func links(of interfaces: [Interface]) -> [SSDPLink] {
    var links: [SSDPLink] = []
    for interface in interfaces {
      let hasMulticast = interface.isMulticast && !interface.isLoopback
      var groups: [IPAddress] = []
      if !interface.ipv4.isEmpty { groups.append(.v4(SSDP.ipv4Group)) }
      if hasMulticast, interface.ipv6.contains(where: { $0.address.scope == .linkLocal }) {
        groups.append(.v6(SSDP.ipv6Group, zone: interface.name))
      }
      for group in groups {
        let number = UInt32(links.count) * 4
        links.append(
          SSDPLink(
            interface: interface,
            group: group,
            hasMulticast: hasMulticast,
            searcher: number,
            listener: number + 1,
            timer: number + 2
          )
        )
      }
    }
    return links
  }
}
