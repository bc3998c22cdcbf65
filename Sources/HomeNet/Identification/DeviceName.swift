import Wire

/// Names of devices, as they are shown.
struct DeviceName {
  /// The name.
  var text: String
  /// Where it is from, in words.
  var evidence: String
  /// Who said it.
  var source: Source

  /// How long a shown name may be.
  private static let limit = 80

  /// The best of the names that the evidence has.
  ///
  /// Names that people gave and devices state come first, then the longest name of a service, then
  /// host names; names that thousands of devices share come after all others.
  static func best(for evidence: Evidence) -> DeviceName? {
    let ranked = stated(in: evidence) + serviceNames(in: evidence) + hostNames(in: evidence)
    let usable = ranked.compactMap { name -> DeviceName? in
      var name = name
      name.text = clean(name.text, limit: limit)
      return isMachineMade(name.text) ? nil : name
    }
    return usable.first { !isGeneric($0.text) } ?? usable.first
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
  private static let friendlyKeys = ["fn", "n", "friendlyname", "friendly_name", "devicename"]
  /// The services whose instance name is the name its owner gave, most careful first.
  private static let friendlyTypes = [
    "_airplay._tcp", "_raop._tcp", "_companion-link._tcp", "_hap._tcp", "_sonos._tcp",
    "_device-info._tcp",
  ]

  private static func stated(in evidence: Evidence) -> [DeviceName] {
    var names: [DeviceName] = []
    for key in friendlyKeys {
      for service in evidence.services {
        // `n` is a name only in Amazon's services.
        if key == "n", !service.type.hasPrefix("_amzn") { continue }
        guard let text = service.txt[key]?.text else { continue }
        names.append(
          DeviceName(text: text, evidence: "TXT \(key) of \(service.type)", source: .mdns)
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

  private static func serviceNames(in evidence: Evidence) -> [DeviceName] {
    let names = evidence.services.filter { !$0.type.hasPrefix("_sleep-proxy") }.map(named)
    return names.sorted { left, right in
      (-left.text.count, left.text) < (-right.text.count, right.text)
    }
  }

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
    return DeviceName(text: text, evidence: "the name of \(service.type)", source: .mdns)
  }

  private static func hostNames(in evidence: Evidence) -> [DeviceName] {
    var names: [DeviceName] = []
    if let host = evidence.hostname {
      names.append(
        DeviceName(
          text: String(host.prefix { $0 != "." }),
          evidence: "host name",
          source: host.lowercased().hasSuffix(".local") ? .mdns : .dns
        )
      )
    }
    for name in evidence.netbios?.names ?? [] {
      names.append(DeviceName(text: name, evidence: "NetBIOS name", source: .netbios))
    }
    for service in evidence.services {
      guard let host = service.host else { continue }
      let label = String(host.prefix { $0 != "." })
      names.append(DeviceName(text: label, evidence: "host of \(service.type)", source: .mdns))
    }
    return names
  }

  // MARK: Judging names

  /// Whether the name is one that thousands of devices have.
  static func isGeneric(_ name: String) -> Bool {
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
    "ipad",
    "galaxy",
  ]
  private static let prefixes = [
    "android", "esp", "localhost", "unknown", "linux", "host", "espressif",
  ]

  /// Whether the name says nothing to a person: empty, an address, a UUID, a serial in hexadecimal.
  static func isMachineMade(_ name: String) -> Bool {
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

  /// The text without what could harm who reads it, on one line, not too long.
  ///
  /// Names are whatever a device chose to send: control characters, marks that turn the direction of
  /// writing (Unicode Technical Report 36, section 2.3), invisible characters.
  static func clean(_ text: String, limit: Int) -> String {
    var scalars = String.UnicodeScalarView()
    var pendingBlank = false
    for scalar in text.unicodeScalars.prefix(limit * 8) {
      if scalar.properties.isWhitespace {
        pendingBlank = !scalars.isEmpty
      } else if !isInvisible(scalar) {
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
