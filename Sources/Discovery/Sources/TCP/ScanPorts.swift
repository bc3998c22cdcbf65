/// The TCP ports that a default scan asks, chosen by what they tell about devices in homes.
///
/// Printing ports (9100–9107, 515) are never among them: what arrives there comes out on paper.
package enum ScanPorts {
  /// The first ports: together they get an answer from nearly everything that answers at all.
  ///
  /// Linux, Android and most appliances refuse closed ports, so any will do; the others drop
  /// everything but what is on offer: Windows (445, 5357), macOS in stealth mode (22, 7000),
  /// iPhones (62078), Cast devices (8009), and gear whose only service is its web page (443, 80).
  static let first: [UInt16] = [443, 80, 445, 22, 7000, 8009, 62078, 5357]

  /// The rest, for hosts that answered, the most common first.
  ///
  /// Each gives away a kind of device that can be silent elsewhere, or what a known one serves.
  static let rest: [UInt16] = [
    53,  // routers, Pi-hole
    8080, 8443,  // web pages of cameras, NAS, UniFi
    631,  // IPP: printers
    5000,  // Synology, AirPlay on macOS
    554,  // RTSP: cameras
    21,  // FTP: printers, NAS, cameras
    23,  // telnet: older network gear
    8008,  // Cast
    1400,  // Sonos
    548,  // AFP: older file servers, Time Capsules
    3389, 5900,  // remote desktops: Windows, macOS
    8123,  // Home Assistant
    32400,  // Plex
    1883,  // MQTT
    8060,  // Roku
    8001,  // Samsung TVs
    3000,  // LG TVs
    9999,  // TP-Link Kasa
    6668,  // Tuya
    5060,  // SIP: telephones and their adapters
  ]

  /// What servers offer that few homes have, the most common first; asked last, and only of hosts that
  /// say at once which ports are closed.
  static let servers: [UInt16] = [
    25,  // SMTP
    8883,  // MQTT over TLS
    8554,  // RTSP: cameras, restreamers
    143, 587, 993, 110, 465, 995,  // mail
  ]

  /// Mail's ports: who has one of them open has others, too.
  static let mail: Set<UInt16> = [25, 110, 143, 465, 587, 993, 995]

  /// What an address behind a router is asked, of whom nothing is known.
  static let remote: [UInt16] = [443, 80, 22]

  /// Whether a default scan asks it of every host that answers.
  package static func contains(_ port: UInt16) -> Bool {
    first.contains(port) || rest.contains(port)
  }

  /// Whether what arrives there comes out on paper: raw printing and LPD.
  package static func prints(_ port: UInt16) -> Bool {
    (9100...9107).contains(port) || port == 515
  }

  /// The most connections of the port scan to one address, lost ones included, before it is asked for
  /// what only servers offer; that may take what is left of ``ConnectionBudget/perHost``.
  static let mostPerHost = 30
}

extension ScanPorts {
  /// What is asked of a host that answered, after the first ports, in order of what it is likely to tell.
  ///
  /// What is known to be improbable there comes last: the connections that a host may get end before it.
  ///
  /// - Parameters:
  ///   - open: The ports that were found open.
  ///   - closed: Those that it refused.
  /// - Returns: What tells its kind, and what comes last.
  static func further(open: Set<UInt16>, closed: Set<UInt16>) -> (rest: [UInt16], last: [UInt16]) {
    let improbable = improbable(open: open, closed: closed)
    let rest = rest.filter { !improbable.contains($0) }
    let isFrank = !closed.isEmpty || open.contains(22)
    // A host that drops what it doesn't serve costs more than a second a port.
    guard isFrank else { return (rest, Self.rest.filter(improbable.contains)) }
    var last = servers
    if !open.isDisjoint(with: mail) {
      last = servers.filter(mail.contains) + servers.filter { !mail.contains($0) }
    } else if open.contains(554) {
      last = [8554] + servers.filter { $0 != 8554 }
    } else if open.contains(1883) {
      last = [8883] + servers.filter { $0 != 8883 }
    }
    return (rest, last + Self.rest.filter(improbable.contains))
  }

  private static func improbable(open: Set<UInt16>, closed: Set<UInt16>) -> Set<UInt16> {
    var ports: Set<UInt16> = []
    // Cast devices have 8009 open as well.
    if closed.contains(8009) { ports.insert(8008) }
    // File servers with AFP have SMB or SSH beside it, and telephones and their adapters a page.
    if closed.isSuperset(of: [445, 22]) { ports.insert(548) }
    if closed.isSuperset(of: [80, 443]) { ports.insert(5060) }
    // Computers and servers are no loudspeakers, televisions or plugs.
    if !open.isDisjoint(with: [22, 445]) { ports.formUnion([1400, 8060, 8001, 9999, 6668]) }
    return ports
  }
}
