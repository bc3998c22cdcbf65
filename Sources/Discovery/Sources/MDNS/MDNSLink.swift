import Networking
import Wire

/// Multicast DNS over one address family on one interface: the sockets, and when to ask again.
struct MDNSLink: Sendable {
  /// The interface.
  let interface: Interface
  /// The group's address, with the interface as its zone in IPv6.
  let group: IPAddress
  /// Whether the group can be reached; else hosts are asked one by one.
  let hasMulticast: Bool
  /// The number of the ticket of the socket that asks, from a port of its own.
  let asker: UInt32
  /// The number of the ticket of the socket that shares port 5353, and hears the group.
  let listener: UInt32

  /// Whether the sockets are open.
  var isAskerOpen = false
  var isListenerOpen = false
  /// Whether it is known of the asker whether it opens.
  var isSettled = false
  /// How many times everything has been asked, and when it will be again.
  var wavesSent = 0
  private var repeats = 0
  var nextWave: MonotonicTime?

  /// Where multicast questions go.
  var groupEndpoint: Endpoint { Endpoint(group, port: MulticastDNS.port) }

  /// The sockets to be opened.
  var sockets: [(number: UInt32, options: UDPSocketOptions)] {
    let family: AddressFamily = group.v4 == nil ? .v6 : .v4
    let asking = UDPSocketOptions(family: family, interface: interface.index)
    guard hasMulticast else { return [(asker, asking)] }
    let hearing = UDPSocketOptions(
      family: family,
      interface: interface.index,
      port: MulticastDNS.port,
      groups: [group]
    )
    // The listener first: answers to the group may come at once.
    return [(listener, hearing), (asker, asking)]
  }

  /// The socket that asks what has been asked before: from port 5353 answers go to the group, and
  /// reach those too that answer nobody else (RFC 6762, section 5.2).
  var repeater: (number: UInt32, isOwnPort: Bool)? {
    if isListenerOpen { return (listener, false) }
    return isAskerOpen ? (asker, true) : nil
  }

  private static let pause = Duration.milliseconds(150)

  /// Notes that the socket on port 5353 is open, which can be after the first query.
  mutating func noteListener(isOpen: Bool, now: MonotonicTime) {
    isListenerOpen = isOpen
    guard isOpen, wavesSent == 1, repeats == 1 else { return }
    repeats = 0
    nextWave = now + Self.pause
  }

  /// Notes that everything has been asked, and when it will be again.
  ///
  /// From port 5353 a fraction of a second after the one-shot query from the other port, when those
  /// who answer that have; from then on after a second, and twice as long each time, up to an hour
  /// (RFC 6762, section 5.2).
  mutating func noteWave(isOneShot: Bool, now: MonotonicTime) {
    wavesSent += 1
    if isOneShot, isListenerOpen {
      nextWave = now + Self.pause
    } else {
      nextWave = now + .seconds(min(1 << min(repeats, 12), 3600))
      repeats += 1
    }
  }

  /// The links of a plan's interfaces.
  static func links(of interfaces: [Interface]) -> [MDNSLink] {
    var links: [MDNSLink] = []
    for interface in interfaces {
      let hasMulticast = interface.isMulticast && !interface.isLoopback
      var groups: [IPAddress] = []
      if !interface.ipv4.isEmpty { groups.append(.v4(MulticastDNS.ipv4Group)) }
      if hasMulticast, interface.ipv6.contains(where: { $0.address.scope == .linkLocal }) {
        groups.append(.v6(MulticastDNS.ipv6Group, zone: interface.name))
      }
      for group in groups {
        let number = UInt32(links.count) * 2
        links.append(
          MDNSLink(
            interface: interface,
            group: group,
            hasMulticast: hasMulticast,
            asker: number,
            listener: number + 1
          )
        )
      }
    }
    return links
  }
}
