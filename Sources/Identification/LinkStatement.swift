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

  /// What the fields state; `nil` where they state nothing, or contradict each other.
  ///
  /// Statements in words come before measured signals: a device on a cable may measure them, too.
  init?(in fields: [EvidenceField]) {
    var words: [LinkStatement] = []
    var signals: [LinkStatement] = []
    for index in fields.indices {
      guard fields[index].kind.holdsStatements, Self.keys.mayContain(fields[index].key) else {
        continue
      }
      guard let medium = Self.medium(of: fields[index]) else {
        if Self.isSignal(fields[index]) {
          signals.append(LinkStatement(.wifi, fields[index], isExplicit: false))
        }
        continue
      }
      words.append(LinkStatement(medium, fields[index], isExplicit: true))
    }
    let candidates = words.isEmpty ? signals : words
    guard Set(candidates.map(\.medium)).count == 1,
      let first = candidates.min(by: { $0.said < $1.said })
    else { return nil }
    self = first
  }

  private init(_ medium: Link.Medium, _ field: EvidenceField, isExplicit: Bool) {
    self.medium = medium
    said = DeviceName.clean(field.text, limit: 60)
    self.isExplicit = isExplicit
  }

  /// What a statement in words says.
  private static func medium(of field: EvidenceField) -> Link.Medium? {
    let value = field.value.lowercased()
    switch field.key {
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
      return field.kind == .txt ? media[value] : nil
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
  private static func isSignal(_ field: EvidenceField) -> Bool {
    guard field.kind == .json || field.kind == .xml, signalKeys.contains(field.key),
      let strength = Double(field.value)
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
