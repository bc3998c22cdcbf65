import Networking

/// Which ports of one host have been asked, and which is next; pure.
struct PortProgress: Sendable {
  /// Which ports come first, and which outcome counts as an answer.
  enum Locality: Hashable, Sendable {
    /// A device that answered elsewhere: the first ports, and the rest once one answers.
    case known
    /// An address behind a router: a few ports, and the others once one answers.
    case remote
    /// On loopback the kernel refuses for all addresses: all ports, and only an open one counts.
    case loopback

    var blind: [UInt16] {
      switch self {
      case .known: ScanPorts.first
      case .remote: ScanPorts.remote
      case .loopback: ScanPorts.first + ScanPorts.rest
      }
    }
  }

  /// The purpose of the next port, the most informative first.
  enum Stage: Int, CaseIterable, Sendable {
    /// Whether a host is there.
    case first
    /// What kind of device it is.
    case rest
    /// What only few devices offer.
    case last
  }

  /// How many of one host's ports are asked at a time.
  static let window = 8
  /// Connections kept for the probes of a host with an open port, unless that is a mail port, whose
  /// greeting is read over the port scan's own connection.
  private static let leftToProbes = 3

  let locality: Locality
  private(set) var inFlight = 0
  private(set) var hasAnswered = false
  private(set) var open: Set<UInt16> = []
  private(set) var closed: Set<UInt16> = []
  private var known: Set<UInt16> = []
  private var asked = 0
  private var again: [UInt16] = []
  private var isGone = false
  /// What is asked after the first ports, as far as is known which are open.
  private var further = ScanPorts.further(open: [], closed: [])

  init(_ locality: Locality) {
    self.locality = locality
  }

  /// The next port; `nil` for none, for now or for good.
  private var next: (port: UInt16, stage: Stage)? {
    guard !isGone, inFlight < Self.window else { return nil }
    if let port = again.last { return within(port, .first) }
    if let port = locality.blind.first(where: { !known.contains($0) }) {
      return within(port, .first)
    }
    guard hasAnswered else { return nil }
    // From behind a router.
    if let port = ScanPorts.first.first(where: { !known.contains($0) }) {
      return within(port, .rest)
    }
    if let port = further.rest.first(where: { !known.contains($0) }) { return within(port, .rest) }
    return further.last.first { !known.contains($0) }.flatMap { within($0, .last) }
  }

  private func within(_ port: UInt16, _ stage: Stage) -> (port: UInt16, stage: Stage)? {
    var most = ScanPorts.mostPerHost
    if stage == .last {
      let needsProbes = !open.isEmpty && open.isDisjoint(with: ScanPorts.mail)
      most = ConnectionBudget.perHost - (needsProbes ? Self.leftToProbes : 0)
    }
    return asked < most ? (port, stage) : nil
  }

  /// What the next port is for; `nil` where none is to be asked, for now or for good.
  var stage: Stage? { next?.stage }

  /// The port to be asked now; `nil` for none, for now or for good.
  mutating func nextPort() -> UInt16? {
    guard let (port, _) = next else { return nil }
    if again.last == port { again.removeLast() }
    known.insert(port)
    inFlight += 1
    asked += 1
    return port
  }

  /// Records a port's outcome; true if it proves a host.
  mutating func take(_ outcome: ProbeOutcome, of port: UInt16) -> Bool {
    inFlight -= 1
    switch outcome {
    case .open:
      hasAnswered = true
      open.insert(port)
      further = ScanPorts.further(open: open, closed: closed)
      return true
    case .refused where locality != .loopback:
      hasAnswered = true
      closed.insert(port)
      further = ScanPorts.further(open: open, closed: closed)
      return true
    case .unreachable(.host), .unreachable(.noRoute):
      isGone = !hasAnswered
    case .localFailure(let failure) where failure.isTransient:
      again.append(port)
    case .refused, .timedOut, .unreachable(.prohibited), .localFailure:
      break
    }
    return false
  }

  /// Asks no further ports.
  mutating func giveUp() {
    isGone = true
  }
}

/// The TCP ports of a default scan, chosen by how well they identify home devices.
///
/// Printing ports (9100–9107, 515) are never among them: whatever arrives there is printed.
package enum ScanPorts {
  /// The first ports, at least one of which nearly every responsive device answers.
  ///
  /// Linux, Android and most appliances refuse closed ports, so that any port serves; others drop
  /// packets to closed ports: Windows (445, 5357), macOS in stealth mode (22, 7000), iPhones
  /// (62078), Cast devices (8009), and devices whose only service is a web page (443, 80).
  static let first: [UInt16] = [443, 80, 445, 22, 7000, 8009, 62078, 5357]

  /// The rest, for hosts that answered, the most common first.
  ///
  /// Each identifies a kind of device that may be silent elsewhere, or a service of a known one.
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

  /// Server ports that few homes have, the most common first; asked last, and only of hosts that
  /// refuse closed ports at once.
  static let servers: [UInt16] = [
    25,  // SMTP
    8883,  // MQTT over TLS
    8554,  // RTSP: cameras, restreamers
    143, 587, 993, 110, 465, 995,  // mail
  ]

  /// Mail ports: a server with one of them open has others, too.
  static let mail: Set<UInt16> = [25, 110, 143, 465, 587, 993, 995]

  /// The ports of an unknown address behind a router.
  static let remote: [UInt16] = [443, 80, 22]

  /// Whether a default scan asks it of every host that answers.
  package static func contains(_ port: UInt16) -> Bool {
    first.contains(port) || rest.contains(port)
  }

  /// Whether it is a printing port: raw printing or LPD.
  package static func prints(_ port: UInt16) -> Bool {
    (9100...9107).contains(port) || port == 515
  }

  /// The most connections of the port scan to one address, lost ones included, before it is asked for
  /// what only servers offer; that may take what is left of ``ConnectionBudget/perHost``.
  static let mostPerHost = 30
}

extension ScanPorts {
  /// The ports after the first ones of a host that answered, the most informative first.
  ///
  /// Improbable ports come last, beyond the connections that a host may get.
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
    // Computers and servers are not loudspeakers, televisions or plugs.
    if !open.isDisjoint(with: [22, 445]) { ports.formUnion([1400, 8060, 8001, 9999, 6668]) }
    return ports
  }
}
