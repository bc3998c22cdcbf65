import Identification
import Model
import Wire

/// Separates personal values in evidence from product descriptions.
enum SecretFinder {
  /// The device's names, from all facts.
  static func names(in evidence: Evidence) -> [String] {
    var names: [String?] = [evidence.hostname, evidence.dhcp?.hostname, evidence.snmp?.name]
    names += evidence.statedNames.map(\.text)
    names += evidence.netbios?.names ?? []
    names.append(evidence.netbios?.group)
    for service in evidence.services { names += [service.name, service.host] }
    for shown in evidence.tls {
      names += shown.alternativeNames
      for name in [shown.subject, shown.issuer].compactMap(\.self) {
        names += name.split(separator: ",").filter { $0.lowercased().contains("cn=") }
          .map { String($0.drop { $0 != "=" }.dropFirst()) }
      }
    }
    return names.compactMap(\.self)
  }

  /// The values of keys that aren't known to be harmless: names, serial numbers, identifiers.
  static func values(in evidence: Evidence) -> [String] {
    var values = evidence.ssdp.map(\.usn)
    for service in evidence.services {
      for (key, value) in service.txt where isTelltale(key) {
        if let text = value.text { values.append(text) }
      }
    }
    for body in evidence.ssdp.map(\.description) + evidence.http.map(\.body)
      + evidence.udp.map(\.text)
    {
      guard let body else { continue }
      let found = body.contains("<") ? MarkupScanner(body).found : MemberScanner(body).found
      values += found.filter { isTelltale($0.key) }.map(\.value)
    }
    return values
  }

  /// Product descriptions by vendors.
  static func products(in evidence: Evidence) -> [String] {
    var values: [String] = []
    for service in evidence.services {
      for (key, value) in service.txt where isProduct(key) { values += [value.text ?? ""] }
    }
    for body in evidence.ssdp.compactMap(\.description) {
      values += MarkupScanner(body).found.filter { isProduct($0.key) }.map(\.value)
    }
    return values
  }

  /// The forms in which a name may occur elsewhere: whole, without its domain, without the suffix
  /// of mDNS.
  static func spellings(of name: String) -> Set<String> {
    let folded = name.lowercased()
    var spellings: Set<String> = [folded]
    spellings.insert(String(folded.prefix { $0 != "." }))
    if let at = folded.firstIndex(of: "@") {
      spellings.insert(String(folded[folded.index(after: at)...]))
    }
    if let open = folded.firstIndex(of: "[") {
      spellings.insert(String(folded[..<open]).trimmingBlanks)
    }
    if let open = folded.firstIndex(of: "(") {
      spellings.insert(String(folded[..<open]).trimmingBlanks)
    }
    // `Anna's iPad`: the owner's name precedes the apostrophe.
    for mark in ["'", "\u{2019}", "`"] {
      if let range = folded.firstRange(of: mark) {
        spellings.insert(String(folded[..<range.lowerBound]).trimmingBlanks)
        spellings.insert(folded.filter { String($0) != mark })
        spellings.insert(
          String(folded.filter { String($0) != mark }.map { $0 == " " ? "-" : $0 })
        )
      }
    }
    return spellings.filter { !$0.isEmpty }
  }

  /// Whether the key's values describe a product and are shared by thousands of devices.
  static func isHarmless(_ key: String) -> Bool {
    let key = key.lowercased()
    return isProduct(key) || kept.contains(key)
  }

  private static func isProduct(_ key: String) -> Bool { products.contains(key.lowercased()) }

  /// Whether values under the key name one device or its owner.
  private static func isTelltale(_ key: String) -> Bool {
    let key = key.lowercased()
    return telltales.contains { key.contains($0) }
      || ["fn", "n", "id", "sn", "sh", "cn"].contains(key)
  }

  private static let products: Set<String> = [
    "model", "am", "md", "ty", "rpmd", "product", "mfg", "mdl", "usb_mfg", "usb_mdl", "modelname",
    "modelnumber", "modeldescription", "manufacturer", "vendor", "brand", "productname",
    "producttype", "devicemodel", "devicetype", "hwmodel", "modelid", "cmodel",
  ]
  private static let kept: Set<String> = [
    "features", "ft", "flags", "sf", "ci", "ff", "pv", "srcvers", "vv", "vs", "ver", "version",
    "os", "osvers", "osxvers", "fv", "fw", "fwversion", "firmware", "firmwareversion", "swversion",
    "softwareversion", "ca", "ve", "st", "pdl", "color", "duplex", "txtvers", "qtotal", "tp", "vn",
    "servicetype", "serviceid", "manufacturerurl", "modelurl", "app", "gen", "arch", "platform",
    "board", "build", "method", "mic_type", "type", "hw_ver", "sw_ver", "hardwareversion",
    "ov", "osbuildversion", "cast_build_revision", "ethernet_connected", "wpa_state",
    "signal_level",
    "noise_level", "rssi", "network-type", "networktype", "connection_type", "connectiontype",
  ]
  private static let telltales = [
    "name", "serial", "udn", "uuid", "mac", "deviceid", "device_id", "ssid", "owner", "user",
    "email", "alias", "location", "latitude", "longitude", "token", "cloudid", "hwid", "account",
    "room", "note", "adminurl", "presentationurl",
  ]

  // MARK: Patterns

  /// The text with a bullet in place of each word that looks like a MAC, a UUID, an address or a
  /// serial number.
  static func blotted(_ text: String) -> String {
    var result = ""
    var word = ""
    func flush() {
      result += isPersonal(word) ? "•" : word
      word = ""
    }
    for character in text {
      if character.isLetter || character.isNumber || ".-:_@".contains(character) {
        word.append(character)
      } else {
        flush()
        result.append(character)
      }
    }
    flush()
    return result
  }

  private static func isPersonal(_ word: String) -> Bool {
    guard word.utf8.count >= 4 else { return false }
    if word.contains("@") || MACAddress(word) != nil || IPAddress(word) != nil { return true }
    if word.contains(":"), let port = word.lastIndex(of: ":"),
      IPAddress(String(word[..<port])) != nil
    {
      return true
    }
    // Parts of it count too: `uuid:…`, `ESP-1A2B3C`.
    let parts = word.split { ".-:_".contains($0) }
    let hexadecimal = parts.filter { $0.utf8.count >= 6 && $0.allSatisfy(\.isHexDigit) }
    if hexadecimal.contains(where: { $0.contains(where: \.isNumber) }) { return true }
    if parts.count >= 5, parts.allSatisfy({ $0.utf8.count <= 4 && $0.allSatisfy(\.isHexDigit) }) {
      return true
    }
    return parts.contains { part in
      let digits = part.count(where: \.isNumber)
      return digits >= 7 || (part.utf8.count >= 10 && digits >= 5)
    }
  }
}

extension String {
  fileprivate var trimmingBlanks: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    while text.first == " " { text.removeFirst() }
    return String(text)
  }
}
