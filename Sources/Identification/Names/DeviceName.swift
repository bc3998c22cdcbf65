import Model
import Wire

/// A device's name for display.
package struct DeviceName {
  var text: String
  /// Where it was found, in words.
  var evidence: EvidenceSentence
  var source: Source

  /// A name, and the template of where it was found with what stands in its places.
  init(
    _ text: String,
    _ template: EvidenceTemplate,
    _ value: String = "",
    _ other: String = "",
    from source: Source
  ) {
    self.text = text
    evidence = EvidenceSentence(template, value, other)
    self.source = source
  }

  /// In characters.
  private static let limit = 80

  /// The best name in the evidence.
  ///
  /// Names given by owners come first, then the longest service name, then host names; names with a
  /// serial number and generic names come last.
  static func best(for evidence: Evidence, fields: [EvidenceField]) -> DeviceName? {
    var (numbered, generic): (DeviceName?, DeviceName?)
    // Later lists are made only if earlier ones have no good name.
    for number in 0..<5 {
      let candidates =
        switch number {
        case 0: stated(evidence)
        case 1: answered(evidence)
        case 2: described(in: fields)
        case 3: serviceNames(evidence)
        default: hostNames(evidence)
        }
      for var name in candidates {
        name.text = clean(name.text, limit: limit)
        if isMachineMade(name.text) { continue }
        if isGeneric(name.text) {
          generic = generic ?? name
        } else if isNumbered(name.text) {
          numbered = numbered ?? name
        } else {
          return name
        }
      }
    }
    return numbered ?? generic
  }

  /// `Philips light` for a device without a name.
  static func descriptive(vendor: String?, _ category: Category) -> String? {
    guard let vendor, category != .unknown else { return nil }
    let kind =
      switch category {
      case .tvMedia: "TV"
      case .smartHome: "smart device"
      case .network: "network device"
      case .voip: "telephone"
      case .gaming: "console"
      default: category.rawValue
      }
    return "\(vendor) \(kind)"
  }

  // MARK: Candidates

  /// TXT keys of names given by owners.
  private static let friendlyKeys = [
    "fn", "n", "friendlyname", "friendly_name", "devicename", "dn",
  ]
  /// Services whose instance name is given by the owner, most reliable first.
  private static let friendlyTypes = [
    "_airplay._tcp", "_raop._tcp", "_companion-link._tcp", "_hap._tcp", "_sonos._tcp",
    "_device-info._tcp",
  ]

  private static func stated(_ evidence: Evidence) -> [DeviceName] {
    var names: [DeviceName] = []
    for key in friendlyKeys {
      for service in evidence.services {
        // `n` is a name only in Amazon's services.
        if key == "n", !service.type.hasPrefix("_amzn") { continue }
        // `DN` is a name only where Matter's devices wait to be commissioned (Matter 1.0, 4.3.1).
        if key == "dn", !service.type.hasPrefix("_matter") { continue }
        guard let text = service.txt[key]?.text else { continue }
        names.append(DeviceName(text, .txtOf, key, service.type, from: .mdns))
      }
    }
    for type in friendlyTypes {
      for service in evidence.services where service.type == type {
        names.append(named(by: service))
      }
    }
    return names
  }

  /// Names in answers to probes: LIFX, Yeelight, Hue and others.
  private static func answered(_ evidence: Evidence) -> [DeviceName] {
    evidence.statedNames.map { DeviceName($0.text, .ownName, from: $0.source) }
  }

  private static func serviceNames(_ evidence: Evidence) -> [DeviceName] {
    // `Mosquitto on raspberrypi` names the software.
    let names = evidence.services.filter {
      !$0.type.hasPrefix("_sleep-proxy") && !isSoftware($0)
    }
    .map(named)
    guard names.count > 1 else { return names }
    let measured = names.map { (length: $0.text.count, name: $0) }
    return measured.sorted { left, right in
      left.length != right.length
        ? left.length > right.length : left.name.text < right.name.text
    }
    .map(\.name)
  }

  /// Whether the instance is named after a program and its host.
  private static func isSoftware(_ service: ServiceInstance) -> Bool {
    if softwareTypes.contains(service.type) { return true }
    let name = service.name.lowercased()
    guard let host = service.host?.lowercased().prefix(while: { $0 != "." }), !host.isEmpty else {
      return name.contains(" on ")
    }
    return [" on ", "@", "@ "].contains { name.hasSuffix($0 + host) }
  }

  /// Services of programs, with instances named after users and sessions.
  private static let softwareTypes: Set<String> = [
    "_sub-pairing._tcp", "_distcc._tcp", "_pulse-server._tcp", "_pulse-sink._tcp",
    "_pulse-source._tcp", "_matter._tcp", "_trel._udp",
  ]

  private static func named(by service: ServiceInstance) -> DeviceName {
    var text = service.name
    if let prefix = NormalisedName.raopPrefix(of: text) {
      text = String(text.dropFirst(prefix.count + 1))
    }
    // `_workstation` adds the MAC: `nas [00:11:32:12:34:56]`.
    if text.hasSuffix("]"), let open = text.lastIndex(of: "["),
      text.distance(from: open, to: text.endIndex) == 19
    {
      text = String(text[..<open])
    }
    return DeviceName(text, .nameOf, service.type, from: .mdns)
  }

  private static func hostNames(_ evidence: Evidence) -> [DeviceName] {
    var names: [DeviceName] = []
    func label(_ name: String) -> String { String(name.prefix { $0 != "." }) }
    if let host = evidence.hostname {
      let (template, source) = (evidence.hostNameTemplate, evidence.hostNameOrigin)
      names.append(DeviceName(label(host), template, from: source))
    }
    for name in evidence.netbios?.names ?? [] {
      names.append(DeviceName(name, .netbiosName, from: .netbios))
    }
    if let name = evidence.snmp?.name {
      names.append(DeviceName(label(name), .snmpName, from: .snmp))
    }
    if let name = evidence.dhcp?.hostname {
      names.append(DeviceName(label(name), .dhcpName, from: .dhcp))
    }
    for service in evidence.services {
      guard let host = service.host else { continue }
      names.append(DeviceName(label(host), .hostOf, service.type, from: .mdns))
    }
    return names
  }

  // MARK: Judging names

  /// Whether many devices have the name.
  package static func isGeneric(_ name: String) -> Bool {
    let key = normaliseName(name)
    if generic.contains(key) { return true }
    // `ESP_1A2B3C`, `android-0123456789abcdef`: a kind and a serial number.
    return prefixes.contains { prefix in
      key.hasPrefix(prefix) && key.dropFirst(prefix.count).allSatisfy(\.isHexDigit)
    }
  }

  private static let generic: Set<String> = [
    "android", "localhost", "unknown", "linux", "espressif", "openwrt", "raspberrypi", "debian",
    "ubuntu", "host", "device", "router", "user", "administrator", "default", "wlan0", "mydevice",
    "homeassistant", "ipcam", "camera", "printer", "server", "nas", "pc", "computer", "iphone",
    "ipad", "galaxy", "wandevice", "wanconnectiondevice", "wfadevice", "mediarenderer",
    "mediaserver", "internetgatewaydevice", "upnpdevice", "rootdevice", "dmr", "network", "gateway",
    "homerouter", "wirelessrouter", "espdevice", "tasmota", "wled", "esphome", "unifi", "ubnt",
    "debianrouter", "ubunturouter", "linuxrouter", "fedorarouter", "openwrtrouter", "freebsdrouter",
    "mikrotik", "livebox", "fritzbox", "workgroup", "lwip0", "blank", "none", "null", "new",
  ]
  private static let prefixes = [
    "android", "esp", "localhost", "unknown", "linux", "host", "espressif",
  ]

  /// Whether the name is a maker's word and a serial number: `BRW0080927AFBCE`, `NPI1A2B3C`.
  static func isNumbered(_ name: String) -> Bool {
    // A word, an optional separator, and at least five hexadecimal digits, two of them decimal.
    let letters = name.utf8.prefix { ASCIIKind($0) != .other }
    var digits = name.utf8.suffix(from: letters.endIndex)
    if digits.isEmpty {
      digits = name.utf8[...]
      while let first = digits.first, ASCIIKind(first) != .digit { digits = digits.dropFirst() }
    } else {
      digits = digits.dropFirst()
    }
    let isHexadecimal = digits.allSatisfy { byte in
      let kind = ASCIIKind(byte)
      return kind == .digit || (kind != .other && byte | 0x20 <= UInt8(ascii: "f"))
    }
    return isHexadecimal && (5...16).contains(digits.count)
      && digits.count { ASCIIKind($0) == .digit } >= 2
  }

  /// Whether the name is empty, an address, a UUID or a hexadecimal serial number.
  package static func isMachineMade(_ name: String) -> Bool {
    if let isMachineMade = isMachineMadeASCII(name) { return isMachineMade }
    if !name.contains(where: { $0.isLetter || $0.isNumber }) {
      return !name.unicodeScalars.contains { $0.properties.isEmojiPresentation }
    }
    if IPAddress(name) != nil || MACAddress(name) != nil { return true }
    let letters = name.filter { $0.isLetter || $0.isNumber }
    let longest = name.split { !$0.isHexDigit }.map(\.count).max() ?? 0
    let hexadecimal = letters.filter(\.isHexDigit).count
    return longest >= 24 || (letters.count >= 12 && hexadecimal == letters.count)
  }

  /// The same for ASCII names; `nil` for others.
  private static func isMachineMadeASCII(_ name: String) -> Bool? {
    var (count, hexadecimal, run, longest) = (0, 0, 0, 0)
    var separators = 0
    for byte in name.utf8 {
      guard byte < 0x80 else { return nil }
      let kind = ASCIIKind(byte)
      count += kind == .other ? 0 : 1
      run = kind == .digit || (kind != .other && byte | 0x20 <= UInt8(ascii: "f")) ? run + 1 : 0
      hexadecimal += run > 0 ? 1 : 0
      longest = max(longest, run)
      if byte == UInt8(ascii: ".") || byte == UInt8(ascii: ":") { separators += 1 }
    }
    if count == 0 || longest >= 24 || (count >= 12 && hexadecimal == count) { return true }
    // IP addresses have two separators or more; MAC addresses are twelve digits.
    return separators > 1 && IPAddress(name) != nil
  }

  /// Sanitises a text from the network: one line, at most `limit` characters.
  ///
  /// Removes control characters, bidirectional marks (Unicode Technical Report 36, section 2.3) and
  /// invisible characters.
  package static func clean(_ text: String, limit: Int) -> String {
    if isClean(text, limit: limit) { return text }
    if let cleaned = cleanASCII(text, limit: limit) { return cleaned }
    var scalars = String.UnicodeScalarView()
    var pendingBlank = false
    for scalar in text.unicodeScalars.prefix(limit * 8) {
      if scalar.value <= 0x20 || scalar.value > 0x7F, scalar.properties.isWhitespace {
        pendingBlank = !scalars.isEmpty
      } else if (0x21...0x7E).contains(scalar.value) || !isInvisible(scalar) {
        if pendingBlank { scalars.append(" ") }
        pendingBlank = false
        scalars.append(scalar)
      }
    }
    let cleaned = String(scalars)
    if cleaned.count <= limit, scalars.count <= limit * 4 { return cleaned }
    var short = ""
    var length = 0
    for character in cleaned.prefix(limit - 1) {
      length += character.unicodeScalars.count
      if length > limit * 4 { break }
      short.append(character)
    }
    return short + "…"
  }

  /// Whether the text is short printable ASCII with single spaces.
  private static func isClean(_ text: String, limit: Int) -> Bool {
    guard text.utf8.count <= limit else { return false }
    var previous: UInt8 = 0x20
    let bytes = text.utf8.span
    for index in 0..<bytes.count {
      let byte = bytes[index]
      guard (0x20...0x7E).contains(byte), byte != 0x20 || previous != 0x20 else { return false }
      previous = byte
    }
    return previous != 0x20 || text.isEmpty
  }

  /// ``clean(_:limit:)`` for ASCII text; `nil` for other text.
  private static func cleanASCII(_ text: String, limit: Int) -> String? {
    let text = text.utf8.span
    var isASCII = true
    var isLong = false
    var bytes: [UInt8] = []
    bytes.append(addingCapacity: limit + 4) { bytes in
      var pendingBlank = false
      for index in 0..<min(text.count, limit * 8) {
        let byte = text[index]
        isASCII = byte < 0x80
        if !isASCII { return }
        if byte == 0x20 || (0x09...0x0D).contains(byte) {
          pendingBlank = bytes.count > 0
        } else if byte > 0x20, byte != 0x7F {
          if pendingBlank { bytes.append(0x20) }
          pendingBlank = false
          bytes.append(byte)
          isLong = bytes.count > limit
          if isLong { break }
        }
      }
      if isLong {
        bytes.removeLast(bytes.count - (limit - 1))
        for byte in "…".utf8 { bytes.append(byte) }
      }
    }
    return isASCII ? String(decoding: bytes, as: UTF8.self) : nil
  }

  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // Emoji sequences need the zero-width joiner.
    case 0x200D: false
    case 0xAD, 0x61C, 0x180E, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x206F, 0xFEFF,
      0xFFF9...0xFFFB:
      true
    default:
      switch scalar.properties.generalCategory {
      case .control, .privateUse, .surrogate, .unassigned: true
      default: false
      }
    }
  }
}
