import Model
import Wire

extension Evidence {
  /// Fields per device.
  private static let fieldLimit = 2000

  /// The evidence as fields for the rules.
  func fields(macVendor: String?) -> [EvidenceField] {
    var all: [EvidenceField] = []
    if let macVendor { all.append(EvidenceField(.mac, macVendor)) }
    all.reserveCapacity(32)
    addNames(to: &all)
    addRequest(to: &all)
    addAnnouncements(to: &all)
    addServices(to: &all)
    for answer in http { Self.add(answer, to: &all) }
    addGreetings(to: &all)
    for (part, text) in system.known {
      all.append(EvidenceField(.system, text, key: part.rawValue))
    }
    return all.count > Self.fieldLimit ? Array(all.prefix(Self.fieldLimit)) : all
  }

  private func addNames(to all: inout [EvidenceField]) {
    if let hostname { all.append(EvidenceField(.host, hostname)) }
    if let name = dhcp?.hostname { all.append(EvidenceField(.host, name, from: .dhcp)) }
    for name in statedNames { all.append(EvidenceField(.name, name.text, from: name.source)) }
    for name in netbios?.names ?? [] { all.append(EvidenceField(.host, name, from: .netbios)) }
    if let name = snmp?.name { all.append(EvidenceField(.host, name, from: .snmp)) }
  }

  private func addRequest(to all: inout [EvidenceField]) {
    guard let dhcp else { return }
    if let name = dhcp.vendorClass {
      all.append(EvidenceField(.dhcp, name))
      // Printers say `Mfg=Xerox;Typ=MFP;Mod=…`.
      for part in name.split(separator: ";").prefix(12) {
        guard let equals = part.firstIndex(of: "=") else { continue }
        let value = part[part.index(after: equals)...]
        all.append(EvidenceField(.dhcp, String(value), key: String(part[..<equals])))
      }
    }
    if !dhcp.parameters.isEmpty {
      all.append(
        EvidenceField(.parameters, dhcp.parameters.map(String.init).joined(separator: ","))
      )
    }
  }

  private func addAnnouncements(to all: inout [EvidenceField]) {
    for announcement in ssdp {
      if !announcement.target.isEmpty { all.append(EvidenceField(.announces, announcement.target)) }
      if let server = announcement.server {
        all.append(EvidenceField(.server, server, from: .ssdp))
      }
      if let location = announcement.location {
        all.append(EvidenceField(.header, location, key: "location", from: .ssdp))
      }
      for (key, value) in announcement.headers where key != "server" {
        all.append(EvidenceField(.header, value, key: key, from: .ssdp))
      }
      if let text = announcement.description {
        let found = MarkupScanner(text).found
        let isProgram = found.contains { key, value in
          key == "manufacturer" && Self.authors.contains(String(value))
        }
        for (key, value) in found where !isProgram || !Self.makerKeys.contains(String(key)) {
          all.append(EvidenceField(.xml, value, key: key, from: .ssdp))
        }
      }
    }
  }

  /// Authors of MiniDLNA and gmediarender, which name them as the manufacturer.
  private static let authors: Set<String> = ["Justin Maggard", "Ivo Clarysse, Henner Zeller"]
  /// Elements of a description that name the maker.
  private static let makerKeys: Set<String> = ["manufacturer", "manufacturerURL", "modelURL"]

  private func addServices(to all: inout [EvidenceField]) {
    var (lastName, lastHost): (String, String?) = ("", nil)
    for service in services {
      all.append(EvidenceField(.service, service.type))
      // Most services of a device have one name and one host.
      if service.name != lastName {
        lastName = service.name
        if !lastName.isEmpty { all.append(EvidenceField(.name, lastName)) }
      }
      if let host = service.host, host != lastHost {
        lastHost = host
        all.append(EvidenceField(.host, host, from: .mdns))
      }
      for (key, value) in service.txt {
        all.append(EvidenceField(.txt, value.text ?? "", key: key))
      }
    }
  }

  private static func add(_ answer: HTTPAnswer, to all: inout [EvidenceField]) {
    for (key, value) in answer.headers {
      switch key {
      case "server": all.append(EvidenceField(.server, value))
      case "www-authenticate":
        all.append(EvidenceField(.realm, realm(in: value) ?? value))
      case "date", "content-length", "content-type", "connection", "cache-control", "expires": break
      default: all.append(EvidenceField(.header, value, key: key))
      }
    }
    if let icon = answer.faviconMD5 { all.append(EvidenceField(.icon, icon)) }
    guard let body = answer.body else { return }
    if let path = answer.path { all.append(EvidenceField(.path, "\(answer.port ?? 80)\(path)")) }
    let start = body.utf8.first { $0 > 0x20 }
    if start == UInt8(ascii: "{") || start == UInt8(ascii: "[") {
      for (key, value) in MemberScanner(body).found {
        all.append(EvidenceField(.json, value, key: key))
      }
    } else if start == UInt8(ascii: "<") {
      for (key, value) in MarkupScanner(body).found {
        all.append(
          key.utf8.count == 5 && key.lowercased() == "title"
            ? EvidenceField(.title, value) : EvidenceField(.xml, value, key: key)
        )
      }
    } else {
      all.append(EvidenceField(.body, body.beginning(500)))
      // An attribute in binary IPP (RFC 8011, section 5.4.9).
      if let rest = body.text(after: "printer-make-and-model") {
        let runs = rest.prefix(200).split { $0.isNewline || ($0.asciiValue ?? 32) < 32 }
        if let model = runs.first(where: { $0.count > 2 }) {
          all.append(EvidenceField(.json, String(model), key: "model"))
        }
      }
    }
  }

  private static func realm(in challenge: String) -> String? {
    let parts = challenge.split(separator: "\"", omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated().dropLast() where part.lowercased().hasSuffix("realm=") {
      return String(parts[index + 1])
    }
    return nil
  }

  private func addGreetings(to all: inout [EvidenceField]) {
    for certificate in tls {
      if let subject = certificate.subject { all.append(EvidenceField(.certificate, subject)) }
      if let issuer = certificate.issuer { all.append(EvidenceField(.certificate, issuer)) }
      for name in certificate.alternativeNames { all.append(EvidenceField(.certificate, name)) }
    }
    for banner in banners where !Self.ofPowerSupplies.contains(banner.transport) {
      all.append(EvidenceField(.banner, "\(banner.transport) \(banner.text)"))
    }
    if let text = snmp?.description { all.append(EvidenceField(.snmp, text)) }
    if let oid = snmp?.objectID {
      let bare = oid.hasPrefix(".") ? String(oid.dropFirst()) : oid
      let enterprises = "1.3.6.1.4.1."
      if bare.hasPrefix(enterprises) {
        all.append(EvidenceField(.oid, String(bare.dropFirst(enterprises.count)) + "."))
      }
    }
    for answer in udp {
      if let text = answer.text {
        all.append(EvidenceField(.udp, "\(answer.port) \(text.beginning(300))"))
        for (key, value) in MemberScanner(text).found {
          all.append(EvidenceField(.json, value, key: key, from: .udp))
        }
      } else {
        let runs = Self.legible(answer.bytes).joined(separator: " ")
        all.append(EvidenceField(.udp, "\(answer.port) \(runs)"))
        for (key, value) in answer.statements {
          all.append(EvidenceField(.json, value, key: key, from: .udp))
        }
      }
    }
    if let name = smb?.nativeOS { all.append(EvidenceField(.smb, name)) }
    if let name = smb?.nativeLM { all.append(EvidenceField(.smb, name)) }
    if let types = wsDiscovery?.types { all.append(EvidenceField(.scope, types)) }
    for scope in wsDiscovery?.scopes ?? [] { all.append(EvidenceField(.scope, scope)) }
  }

  /// Greetings that name the power supply beside a computer or a NAS, not the device itself.
  private static let ofPowerSupplies: Set<String> = ["apcupsd", "nut"]

  /// Runs of at least four printable ASCII characters.
  private static func legible(_ bytes: [UInt8]) -> [String] {
    bytes.prefix(2000).split { !(0x20...0x7E).contains($0) }.filter { $0.count >= 4 }
      .map { String(decoding: $0, as: UTF8.self) }
  }
}

extension String {
  /// What follows the first occurrence of a word; `nil` without one.
  ///
  /// By bytes: to find it by characters takes quadratic time in a page of nothing but flags, each of which
  /// is told from those before it.
  fileprivate func text(after word: String) -> Substring? {
    let (bytes, letters) = (utf8.span, word.utf8.span)
    var start = 0
    while start + letters.count <= bytes.count {
      var count = 0
      while count < letters.count, bytes[start + count] == letters[count] { count += 1 }
      if count == letters.count { return self[utf8.index(startIndex, offsetBy: start + count)...] }
      start += 1
    }
    return nil
  }

  /// At most so many characters.
  fileprivate func beginning(_ count: Int) -> String {
    // ASCII but CR LF has one byte a character, unless a combining mark follows.
    if utf8.count <= count { return self }
    let bytes = utf8.prefix(count + 1)
    guard bytes.allSatisfy({ $0 < 0x80 && $0 != 0x0D }) else { return String(prefix(count)) }
    return String(decoding: bytes.dropLast(), as: UTF8.self)
  }
}

extension DatagramAnswer {
  /// Keys and values in binary answers of makers' own protocols.
  var statements: [(key: String, value: String)] {
    guard text == nil, !bytes.isEmpty else { return [] }
    switch port {
    case LIFXMessage.port:
      guard let version = (try? LIFXMessage(parsing: bytes))?.version, version.vendor == 1,
        let product = LIFXProducts.names[version.product]
      else { return [] }
      return [("model", product)]
    case UbiquitiDiscovery.port:
      let model = (try? UbiquitiDiscovery(parsing: bytes))?.model
      return model.map { [("model", $0)] } ?? []
    case CIPIdentity.port:
      guard let identity = try? CIPIdentity(parsing: bytes),
        let name = String(validating: identity.name, as: UTF8.self)
      else { return [] }
      return [("model", name)]
    case Self.midea:
      return MideaAnswer.network(in: bytes).map { [("ssid", $0)] } ?? []
    default:
      return []
    }
  }

  private static let midea: UInt16 = 6445
}

/// LIFX's products by number, from its public list.
enum LIFXProducts {
  static let names: [UInt32: String] = {
    var names: [UInt32: String] = [:]
    for (name, numbers) in groups {
      for number in numbers { names[number] = name }
    }
    return names
  }()

  private static let groups: [(String, [UInt32])] = [
    ("Original 1000", [1]), ("Color 650", [3]), ("White 800", [10, 11]),
    ("Color 1000", [15, 22]), ("White 900 BR30", [18, 19]), ("Color 1000 BR30", [20]),
    ("A19", [27, 43, 62, 97]), ("BR30", [28, 44, 63, 94, 98]),
    ("A19 Night Vision", [29, 45, 64, 109, 111]), ("BR30 Night Vision", [30, 46, 65, 110]),
    ("Z", [31, 32, 117, 118]), ("Downlight", [36, 37, 121, 122]), ("Beam", [38, 119, 120]),
    ("Downlight White to Warm", [39, 40]), ("Mini Color", [49, 59]),
    ("Mini White to Warm", [50, 60]), ("Mini White", [51, 61, 66, 87, 88]), ("GU10", [52, 53]),
    ("Tile", [55]), ("Candle", [57, 68]), ("Switch", [70, 71, 89, 115, 116]),
    ("Candle White to Warm", [81, 96]), ("Filament Clear", [82, 100]),
    ("Filament Amber", [85, 101]), ("Clean", [90, 99]), ("Color", [91, 92]),
  ]
}
