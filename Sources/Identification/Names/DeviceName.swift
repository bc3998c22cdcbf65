import Model
import Wire

/// Names of devices, as they are shown.
package struct DeviceName {
  /// The name.
  var text: String
  /// Where it is from, in words.
  var evidence: EvidenceWords
  /// Who said it.
  var source: Source

  /// How long a shown name may be.
  private static let limit = 80

  /// The best of the names that the evidence has.
  ///
  /// Names that people gave and devices state come first, then the longest name of a service, then
  /// host names; makers' words with a serial number, and names that thousands of devices share, come
  /// after all others.
  static func best(for evidence: Evidence, fields: [EvidenceField]) -> DeviceName? {
    var (numbered, generic): (DeviceName?, DeviceName?)
    // Each list is made only where those before it had nothing better.
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

  /// The TXT keys that hold the name its owner gave.
  private static let friendlyKeys = [
    "fn", "n", "friendlyname", "friendly_name", "devicename", "dn",
  ]
  /// The services whose instance name is the name its owner gave, most careful first.
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
        names.append(
          DeviceName(text: text, evidence: EvidenceWords(.txtOf, key, service.type), source: .mdns)
        )
      }
    }
    for type in friendlyTypes {
      for service in evidence.services where service.type == type {
        names.append(named(by: service))
      }
    }
    return names
  }

  /// What it said when it was asked: over LIFX's or Yeelight's protocol, in Hue's configuration and so on.
  private static func answered(_ evidence: Evidence) -> [DeviceName] {
    evidence.statedNames.map { name in
      DeviceName(text: name.text, evidence: EvidenceWords(.ownName), source: name.source)
    }
  }

  private static func serviceNames(_ evidence: Evidence) -> [DeviceName] {
    // `Mosquitto on raspberrypi` is the software's name, not the device's.
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

  /// Whether the instance has the name of a program, and the host it runs on beside.
  private static func isSoftware(_ service: ServiceInstance) -> Bool {
    if softwareTypes.contains(service.type) { return true }
    let name = service.name.lowercased()
    guard let host = service.host?.lowercased().prefix(while: { $0 != "." }), !host.isEmpty else {
      return name.contains(" on ")
    }
    return [" on ", "@", "@ "].contains { name.hasSuffix($0 + host) }
  }

  /// Services of programs, whose instances are named after people and sessions.
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
    return DeviceName(text: text, evidence: EvidenceWords(.nameOf, service.type), source: .mdns)
  }

  private static func hostNames(_ evidence: Evidence) -> [DeviceName] {
    var names: [DeviceName] = []
    if let host = evidence.hostname {
      names.append(
        DeviceName(
          text: String(host.prefix { $0 != "." }),
          evidence: EvidenceWords(evidence.hostNameForm),
          source: evidence.whoSaidHostName
        )
      )
    }
    for name in evidence.netbios?.names ?? [] {
      names.append(DeviceName(text: name, evidence: EvidenceWords(.netbiosName), source: .netbios))
    }
    if let name = evidence.snmp?.name {
      names.append(
        DeviceName(
          text: String(name.prefix { $0 != "." }),
          evidence: EvidenceWords(.snmpName),
          source: .snmp
        )
      )
    }
    if let name = evidence.dhcp?.hostname {
      names.append(DeviceName(text: name, evidence: EvidenceWords(.dhcpName), source: .dhcp))
    }
    for service in evidence.services {
      guard let host = service.host else { continue }
      let label = String(host.prefix { $0 != "." })
      names.append(
        DeviceName(text: label, evidence: EvidenceWords(.hostOf, service.type), source: .mdns)
      )
    }
    return names
  }

  // MARK: Judging names

  /// Whether the name is one that thousands of devices have.
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
    // A word, perhaps a joint, and at least five hexadecimal digits with two numbers among them.
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

  /// Whether the name says nothing to a person: empty, an address, a UUID, a serial in hexadecimal.
  package static func isMachineMade(_ name: String) -> Bool {
    if let isMachineMade = isMachineMadeASCII(name) { return isMachineMade }
    if !name.contains(where: { $0.isLetter || $0.isNumber }) {
      return !name.unicodeScalars.contains { $0.properties.isEmojiPresentation }
    }
    if IPAddress(name) != nil || MACAddress(name) != nil { return true }
    let letters = name.filter { $0.isLetter || $0.isNumber }
    let longest = name.split { !$0.isHexDigit }.map(\.count).max() ?? 0
    let hexadecimal = letters.filter(\.isHexDigit).count
    // Thirty-two digits in one run or a name of twelve digits and nothing else.
    return longest >= 24 || (letters.count >= 12 && hexadecimal == letters.count)
  }

  /// The same for names of ASCII alone, whose bytes are their characters; `nil` for others.
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
    // An IPv4 address has three dots, an IPv6 address two colons, a MAC address nothing but digits.
    return separators > 1 && IPAddress(name) != nil
  }

  /// The text without what could harm who reads it, on one line, not too long.
  ///
  /// Names are whatever a device chose to send: control characters, marks that turn the direction of
  /// writing (Unicode Technical Report 36, section 2.3), invisible characters.
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

  /// Whether the text is printable ASCII, words separated by one blank, and short enough.
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

  /// The same as ``clean(_:limit:)`` for text of ASCII alone; `nil` for other text.
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
          // What comes later is not shown, whatever it is.
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
    // The joiner stays: families and flags are drawn with it.
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
