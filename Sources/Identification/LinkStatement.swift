import Model
import Wire

/// A device's own statement of its link, which is more reliable than round trips.
package struct LinkStatement: Hashable, Sendable {
  var medium: Link.Medium
  /// The statement, `ethernet_connected=false`; never an SSID.
  var said: String
  /// Whether it names the medium; otherwise it reports the strength of a radio signal.
  var isExplicit: Bool

  /// The statement in the fields; `nil` if there is none, or they contradict each other.
  ///
  /// Explicit statements come before signal strengths, which a device on a cable can report too.
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

  /// The medium that a field names.
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
    // LinkPlay: the address of its Ethernet interface.
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
  /// Zero and positive numbers are percentages or placeholders.
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

  private static let keys = KeyFilter(
    signalKeys.union([
      "ethernetconnected", "wpastate", "networktype", "connectiontype", "networkconnection",
      "network", "eth0", "eth2",
    ])
  )
}
