import Model
import Wire

/// What a device says itself of how it is connected: worth more than any measurement.
package struct LinkStatement: Hashable, Sendable {
  /// Its cable or its radio.
  var medium: Link.Medium
  /// What it said, `ethernet_connected=false`; never the name of a network.
  var said: String
  /// Whether it said so in a word; otherwise it measures the strength of a radio signal.
  var isExplicit: Bool

  /// What the sayings state; `nil` where they state nothing, or contradict each other.
  ///
  /// Statements in words come before measured signals: a device on a cable may measure them, too.
  init?(in sayings: [Saying]) {
    var words: [LinkStatement] = []
    var signals: [LinkStatement] = []
    for index in sayings.indices {
      guard sayings[index].field.holdsStatements, Self.keys.mayContain(sayings[index].key) else {
        continue
      }
      guard let medium = Self.medium(of: sayings[index]) else {
        if Self.isSignal(sayings[index]) {
          signals.append(LinkStatement(.wifi, sayings[index], isExplicit: false))
        }
        continue
      }
      words.append(LinkStatement(medium, sayings[index], isExplicit: true))
    }
    let candidates = words.isEmpty ? signals : words
    guard Set(candidates.map(\.medium)).count == 1,
      let first = candidates.min(by: { $0.said < $1.said })
    else { return nil }
    self = first
  }

  private init(_ medium: Link.Medium, _ saying: Saying, isExplicit: Bool) {
    self.medium = medium
    said = DeviceName.clean(saying.text, limit: 60)
    self.isExplicit = isExplicit
  }

  /// What a statement in words says.
  private static func medium(of saying: Saying) -> Link.Medium? {
    let value = saying.value.lowercased()
    switch saying.key {
    // Google Cast.
    case "ethernetconnected":
      return value == "true" ? .wired : value == "false" ? .wifi : nil
    // The state of a supplicant that is connected (`WPA_COMPLETED`), of Google Cast.
    case "wpastate":
      return value == "10" ? .wifi : nil
    // Roku, Samsung, ESPHome (`network` in its TXT record) and others.
    case "networktype", "connectiontype", "networkconnection":
      return media[value]
    case "network":
      return saying.field == .txt ? media[value] : nil
    // LinkPlay: the address of its socket for a cable.
    case "eth0", "eth2":
      guard let address = IPv4Address(value) else { return nil }
      return address == .any ? nil : .wired
    default:
      return nil
    }
  }

  private static let media: [String: Link.Medium] = [
    "wifi": .wifi, "wi-fi": .wifi, "wireless": .wifi, "wlan": .wifi,
    "ethernet": .wired, "wired": .wired, "lan": .wired,
  ]

  /// Whether it is the strength of a radio signal in dBm.
  ///
  /// Zero and positive numbers are shares, or what is written where nothing is measured.
  private static func isSignal(_ saying: Saying) -> Bool {
    guard saying.field == .json || saying.field == .xml, signalKeys.contains(saying.key),
      let strength = Double(saying.value)
    else { return false }
    return (-100 ... -10).contains(strength)
  }

  /// Cast, Kasa, WiZ, WLED, Tasmota, Elgato, Shelly, Twinkly, LinkPlay, AirGradient.
  private static let signalKeys: Set<String> = [
    "rssi", "signallevel", "signal", "wifi", "wifirssi", "wifisignal", "wifisignallevel",
  ]

  private static let keys = KeyFilter([
    "ethernetconnected", "wpastate", "networktype", "connectiontype", "networkconnection",
    "network", "eth0", "eth2", "rssi", "signallevel", "signal", "wifi", "wifirssi", "wifisignal",
    "wifisignallevel",
  ])
}
