import Model
import Wire

/// The hosts that have said themselves what they are, so that open ports tell little more of them.
struct StatedKinds: Sendable {
  private(set) var addresses: Set<IPAddress> = []
  /// mDNS host names, in lower case, whose services name a model.
  private var names: Set<String> = []
  private var addressesByName: [String: Set<IPAddress>] = [:]

  /// More is an attack.
  private static let limit = 4096
  /// Attributes of services that name a model (RFC 6763, section 6).
  private static let modelKeys: Set<String> = ["model", "am", "md", "rpmd", "ty", "usb_mdl"]

  /// Takes a fact.
  mutating func learn(_ fact: Fact, about subject: IPAddress?) {
    switch fact {
    case .hostAddress(let host, let address):
      let name = host.lowercased()
      guard addressesByName.count < Self.limit || addressesByName[name] != nil else { return }
      addressesByName[name, default: []].insert(address)
      if names.contains(name) { note(address) }
    case .service(let service) where service.txt.keys.contains(where: Self.modelKeys.contains):
      if let subject { note(subject) }
      guard let name = service.host?.lowercased(), names.count < Self.limit else { return }
      names.insert(name)
      for address in addressesByName[name] ?? [] { note(address) }
    case .description, .snmp, .wsDiscovery:
      if let subject { note(subject) }
    default:
      break
    }
  }

  private mutating func note(_ address: IPAddress) {
    if addresses.count < Self.limit { addresses.insert(address) }
  }
}
