import Identification
public import Model
import Wire

/// Removes personal data from evidence: names, serial numbers, the last half of MACs.
///
/// Only values that describe a product are kept: models, makers, versions, kinds of service.
/// Secrets found anywhere in the same home, and text that looks like a MAC, a UUID, an address or a
/// serial number, are removed from these too. A MAC is replaced by the same substitute everywhere.
public struct Anonymiser: Sendable {
  /// Names and numbers that must not occur, folded, longest first.
  private var secrets: [String] = []
  private var macs: [MACAddress: MACAddress] = [:]
  /// The last halves of MACs, in compact lower-case hexadecimal.
  private var tails: Set<String> = []

  /// Shorter ones are parts of words.
  private static let leastSecret = 4
  /// Secrets of at least this length, in bytes, are found inside words too.
  private static let longSecret = 8

  /// An anonymiser for the devices of one home.
  public init(_ home: [Evidence]) {
    var found: Set<String> = []
    var harmless: Set<String> = []
    for evidence in home {
      for mac in [evidence.mac, evidence.netbios?.mac].compactMap(\.self) where macs[mac] == nil {
        macs[mac] = Self.stand(in: mac, number: UInt64(macs.count + 1))
        tails.insert(Self.tail(of: mac))
      }
      for text in SecretFinder.names(in: evidence) + SecretFinder.values(in: evidence) {
        found.formUnion(SecretFinder.spellings(of: text))
      }
      harmless.formUnion(SecretFinder.products(in: evidence).map { $0.lowercased() })
    }
    // A printer's default name is its model: not a secret.
    secrets = found.filter { secret in
      secret.utf8.count >= Self.leastSecret && !DeviceName.isGeneric(secret)
        && !harmless.contains(secret)
    }
    .sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }
  }

  /// The evidence without personal data.
  public func anonymised(_ evidence: Evidence) -> Evidence {
    var kept = Evidence()
    kept.isGateway = evidence.isGateway
    kept.mac = evidence.mac.flatMap { macs[$0] }
    kept.openPorts = evidence.openPorts
    kept.dhcp = evidence.dhcp.map {
      DHCPRequest(vendorClass: safe($0.vendorClass), parameters: $0.parameters)
    }
    kept.services = evidence.services.map(service)
    kept.ssdp = evidence.ssdp.map(announcement)
    kept.http = evidence.http.map(answer)
    kept.tls = evidence.tls.map { shown in
      CertificateIdentity(
        port: shown.port,
        subject: organisation(in: shown.subject),
        issuer: organisation(in: shown.issuer)
      )
    }
    kept.banners = evidence.banners.compactMap(banner)
    kept.snmp = evidence.snmp.map {
      SNMPIdentity(
        description: safe($0.description.map(Self.withoutNodeName)),
        objectID: $0.objectID
      )
    }
    kept.smb = evidence.smb.map {
      SMBIdentity(nativeOS: safe($0.nativeOS), nativeLM: safe($0.nativeLM))
    }
    kept.udp = evidence.udp.compactMap { said in
      body(said.text).map { DatagramAnswer(port: said.port, text: $0) }
    }
    kept.wsDiscovery = evidence.wsDiscovery.map { said in
      let scopes = said.scopes.filter { scope in
        Self.scopes.contains { scope.lowercased().hasPrefix($0) }
      }
      return WSDiscoveryAnswer(types: safe(said.types), scopes: scopes.compactMap { safe($0) })
    }
    for (part, text) in evidence.system.known { kept.system[part] = safe(text) }
    return kept
  }

  /// ONVIF scopes that describe the camera rather than its owner (ONVIF Core Specification,
  /// 7.3.2.2).
  private static let scopes = [
    "onvif://www.onvif.org/type/", "onvif://www.onvif.org/hardware/",
    "onvif://www.onvif.org/profile/",
  ]

  // MARK: Parts

  private func service(_ said: ServiceInstance) -> ServiceInstance {
    var txt: [String: TXTValue] = [:]
    for (key, value) in said.txt where SecretFinder.isHarmless(key) {
      switch value {
      case .present: txt[key] = .present
      case .text(let text): txt[key] = safe(text).map { .text($0) }
      case .bytes: continue
      }
    }
    return ServiceInstance(type: safe(said.type) ?? "", name: "", port: said.port, txt: txt)
  }

  private func announcement(_ said: SSDPAnnouncement) -> SSDPAnnouncement {
    SSDPAnnouncement(
      target: said.target.lowercased().hasPrefix("uuid:") ? "" : safe(said.target) ?? "",
      usn: "",
      server: safe(said.server),
      headers: headers(said.headers),
      description: body(said.description)
    )
  }

  private func answer(_ said: HTTPAnswer) -> HTTPAnswer {
    HTTPAnswer(
      port: said.port,
      isTLS: said.isTLS,
      path: safe(said.path),
      status: said.status,
      headers: headers(said.headers),
      body: body(said.body),
      faviconMD5: said.faviconMD5
    )
  }

  private func headers(_ fields: [String: String]) -> [String: String] {
    var kept: [String: String] = [:]
    for key in ["server", "x-user-agent", "www-authenticate", "x-powered-by", "content-type"] {
      kept[key] = safe(fields[key])
    }
    return kept
  }

  /// The titles, elements and members of a page that describe a product; nothing else.
  private func body(_ text: String?) -> String? {
    guard let text, let first = text.utf8.first(where: { $0 > 0x20 }) else { return nil }
    switch first {
    case UInt8(ascii: "<"):
      let kept = MarkupScanner(text).found.compactMap { key, value -> String? in
        guard SecretFinder.isHarmless(key) || key.lowercased() == "title",
          let value = safe(value), key.utf8.allSatisfy(Self.isNameByte)
        else { return nil }
        let text = value.filter { $0 != "<" && $0 != ">" && $0 != "&" }
        return "<\(key)>\(text)</\(key)>"
      }
      return kept.isEmpty ? nil : "<root>\(kept.joined())</root>"
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      var members: [String: String] = [:]
      for (key, value) in MemberScanner(text).found
      where SecretFinder.isHarmless(key) && members[key] == nil {
        members[key] = safe(value)
      }
      return members.isEmpty ? nil : try? JSONText.encode(members)
    default:
      return nil
    }
  }

  private func banner(_ said: ServiceBanner) -> ServiceBanner? {
    // The greetings of mail servers and telnet contain host names.
    guard ["ssh", "ftp", "rtsp", "sip", "mqtt", "http"].contains(said.transport) else { return nil }
    return safe(said.text).map {
      ServiceBanner(port: said.port, transport: said.transport, text: $0)
    }
  }

  /// `O=Synology Inc.` of a distinguished name; common names are host names and serial numbers.
  private func organisation(in name: String?) -> String? {
    let part = name?.split(separator: ",").map { $0.drop { $0 == " " } }
      .first { $0.lowercased().hasPrefix("o=") }
    return safe(part.map { String($0) })
  }

  /// `Linux nas 5.10.0 #1 SMP`: the second word of `uname -a` is the host name.
  private static func withoutNodeName(_ text: String) -> String {
    var words = text.split(separator: " ", omittingEmptySubsequences: false)
    if words.count > 2, ["linux", "freebsd", "darwin"].contains(words[0].lowercased()) {
      words.remove(at: 1)
    }
    return words.joined(separator: " ")
  }

  // MARK: Texts

  /// The text with everything that looks like a secret replaced; `nil` if it contains a known
  /// secret or the last half of a known MAC.
  private func safe(_ text: String?) -> String? {
    guard let text else { return nil }
    let folded = text.lowercased()
    guard !secrets.contains(where: { Self.occurs($0, in: folded) }) else { return nil }
    let blotted = SecretFinder.blotted(text)
    let compact = String(blotted.lowercased().filter { $0.isHexDigit })
    guard !tails.contains(where: { compact.contains($0) }) else { return nil }
    return blotted
  }

  /// Whether the secret is in the text; a short secret only as a whole word, since "office" is also
  /// in "OfficeJet".
  private static func occurs(_ secret: String, in text: String) -> Bool {
    var rest = text[...]
    while let range = rest.firstRange(of: secret) {
      let isWord =
        !isWordCharacter(text[..<range.lowerBound].last)
        && !isWordCharacter(text[range.upperBound...].first)
      if isWord || secret.utf8.count >= longSecret { return true }
      rest = rest[range.upperBound...]
    }
    return false
  }

  private static func isWordCharacter(_ character: Character?) -> Bool {
    character.map { $0.isLetter || $0.isNumber } ?? false
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
      || byte == 95 || byte == 45 || byte == 58
  }

  /// The same block, another device.
  private static func stand(in mac: MACAddress, number: UInt64) -> MACAddress {
    MACAddress(rawValue: mac.rawValue & 0xFFFF_FF00_0000 | number & 0xFF_FFFF)
  }

  private static func tail(of mac: MACAddress) -> String {
    String(mac.description.filter { $0 != ":" }.suffix(6))
  }
}
