import Model
import Wire

/// What identifies a device by itself, whatever its addresses: keys and identifiers that it states.
///
/// Each is written as its kind and its value: `ssh:1f3a…`, `tls:…`, `deviceid:…`, `dhcp:…`.
enum DeviceKeys {
  /// The most keys kept of one device; some state an identifier for each of their services.
  static let most = 24
  /// Digits kept of a fingerprint: 128 bits.
  private static let longestValue = 32
  /// The most digits of a DHCP client id; not cut, since what tells one from another is often its end.
  private static let longestClientID = 128

  /// The keys of a device, ascending.
  static func keys(of device: Device, remembering observations: [Observation]) -> [String] {
    var keys: Set<String> = []
    for observation in observations {
      switch observation.fact {
      case .identity(let kind, let value): insert(kind, value, into: &keys)
      case .service(let service): insert(service, into: &keys)
      case .ssdp(let announcement): insert(announcement, into: &keys)
      case .dhcp(let request): insert(clientID: request.clientID, into: &keys)
      default: continue
      }
    }
    for service in device.evidence.services { insert(service, into: &keys) }
    for announcement in device.evidence.ssdp { insert(announcement, into: &keys) }
    // Host keys and certificates first, where there are too many.
    let isCertain = { (key: String) in key.hasPrefix("ssh:") || key.hasPrefix("tls:") }
    let sorted = keys.sorted()
    let kept = (sorted.filter(isCertain) + sorted.filter { !isCertain($0) }).prefix(most)
    return kept.sorted()
  }

  /// The kind of a key: `ssh` of `ssh:1f3a…`.
  static func kind(of key: String) -> Substring { key.prefix { $0 != ":" } }

  /// Whether they share a key; `nil` where they have no two keys of one kind, so that nothing can be
  /// said.
  ///
  /// Another DHCP client id says nothing: some are made of the link address, or anew at each start. The
  /// same one says less than other keys: everybody hears it and can state it.
  static func agree(_ some: [String], _ others: [String]) -> Bool? {
    let isShown = { (key: String) in kind(of: key) != "dhcp" }
    let (shown, othersShown) = (some.filter(isShown), others.filter(isShown))
    if !Set(shown).isDisjoint(with: othersShown) { return true }
    guard Set(shown.map(kind(of:))).isDisjoint(with: othersShown.map(kind(of:))) else {
      return false
    }
    return Set(some).isDisjoint(with: others) ? nil : true
  }

  /// Whether keys that were shown at one time at two addresses are those of one device; `nil` where they
  /// don't tell.
  ///
  /// Host keys and certificates count first: identifiers that devices state may be their firmware's.
  static func areOne(_ some: [String], _ others: [String]) -> Bool? {
    let isCertain = { (key: String) in key.hasPrefix("ssh:") || key.hasPrefix("tls:") }
    return agree(some.filter(isCertain), others.filter(isCertain))
      ?? agree(some.filter { !isCertain($0) }, others.filter { !isCertain($0) })
  }

  /// The keys that were shown at an address, ascending.
  static func keys(at address: IPAddress, in observations: [Observation]) -> [String] {
    var keys: Set<String> = []
    for observation in observations where observation.subject == address {
      switch observation.fact {
      case .identity(let kind, let value): insert(kind, value, into: &keys)
      case .service(let service): insert(service, into: &keys)
      case .ssdp(let announcement): insert(announcement, into: &keys)
      default: continue
      }
    }
    return keys.sorted()
  }

  private static func insert(_ kind: IdentityKind, _ text: String, into keys: inout Set<String>) {
    let value = text.lowercased().utf8.filter { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
    // Zeros, `unknown` and the like identify nothing.
    guard (8...128).contains(value.count), Set(value).count >= 3 else { return }
    let digits = String(decoding: value.prefix(longestValue), as: UTF8.self)
    keys.insert("\(prefix(of: kind)):\(digits)")
  }

  /// Takes a client id that can be one device's; short ones are numbers and defaults, and texts are names
  /// such as `iPhone`.
  private static func insert(clientID: String?, into keys: inout Set<String>) {
    guard let clientID, (10...longestClientID).contains(clientID.utf8.count),
      Set(clientID.utf8).count >= 4, let id = Hex.decode(clientID.utf8), !isText(id)
    else { return }
    keys.insert("dhcp:\(clientID)")
  }

  /// Whether a client id is a text, after the type of such (RFC 2132, section 9.14) or without a type.
  private static func isText(_ id: [UInt8]) -> Bool {
    let text = id.first == 0 ? id.dropFirst() : id[...]
    return text.allSatisfy { $0 == 0 || (0x20...0x7E).contains($0) }
  }

  private static func insert(_ service: ServiceInstance, into keys: inout Set<String>) {
    if let text = service.txt["deviceid"]?.text { insert(.deviceID, text, into: &keys) }
    guard let text = service.txt["id"]?.text else { return }
    switch service.type.lowercased() {
    case "_googlecast._tcp": insert(.cast, text, into: &keys)
    case "_hap._tcp": insert(.homeKit, text, into: &keys)
    default: break
    }
  }

  private static func insert(_ announcement: SSDPAnnouncement, into keys: inout Set<String>) {
    let usn = announcement.usn.prefix(256)
    guard usn.lowercased().hasPrefix("uuid:") else { return }
    let udn = usn.dropFirst(5)
    let end = udn.firstRange(of: "::")?.lowerBound ?? udn.endIndex
    insert(.udn, String(udn[..<end]), into: &keys)
  }

  private static func prefix(of kind: IdentityKind) -> String {
    switch kind {
    case .sshKey: "ssh"
    case .tlsKey: "tls"
    default: kind.rawValue
    }
  }
}
