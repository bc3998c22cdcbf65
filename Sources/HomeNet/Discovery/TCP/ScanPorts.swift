/// The TCP ports that a default scan asks, chosen by what they tell about devices in homes.
///
/// Thirty, so that with later questions on top no device gets more than 36 connections. Printing
/// ports (9100–9107, 515) are never among them: what arrives there comes out on paper.
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
    8008,  // Cast
    631,  // IPP: printers
    5000,  // Synology, AirPlay on macOS
    554,  // RTSP: cameras
    1400,  // Sonos
    548,  // AFP: older file servers, Time Capsules
    21,  // FTP: printers, NAS, cameras
    23,  // telnet: older network gear
    3389, 5900,  // remote desktops: Windows, macOS
    8060,  // Roku
    8001,  // Samsung TVs
    3000,  // LG TVs
    8123,  // Home Assistant
    32400,  // Plex
    1883,  // MQTT
    9999,  // TP-Link Kasa
    6668,  // Tuya
    5060,  // SIP: telephones and their adapters
  ]

  /// What an address behind a router is asked, of whom nothing is known.
  static let remote: [UInt16] = [443, 80, 22]

  /// Whether a default scan asks it of a host that answers.
  static func contains(_ port: UInt16) -> Bool {
    first.contains(port) || rest.contains(port)
  }

  /// Whether what arrives there comes out on paper: raw printing and LPD.
  package static func prints(_ port: UInt16) -> Bool {
    (9100...9107).contains(port) || port == 515
  }

  /// The most connections of the port scan to one address, lost ones included; six more are for
  /// probes.
  static let mostPerHost = 30
}
