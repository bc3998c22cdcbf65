internal import Wire

/// What is asked over UDP by codecs of `Wire`.
///
/// The numbers that answers repeat are constant, since each query has a socket of its own.
extension VersionQuery {
  /// Name servers: which they are (`version.bind`, class CH).
  static let dns: VersionQuery = {
    let name = DNSName("version.bind")
    let query = DNSMessage(
      id: 0x484E,
      flags: .recursiveQuery,
      questions: name.map { [DNSQuestion($0, .txt, questionClass: .chaos)] } ?? []
    )
    return VersionQuery(query.serialised) { bytes in
      guard let answer = try? DNSMessage(parsing: bytes), answer.flags.isResponse,
        answer.id == 0x484E
      else { return .foreign }
      for record in answer.answers {
        guard case .txt(let text) = record.data, let words = text.strings.first, !words.isEmpty
        else { continue }
        let version = nameServer(String(decoding: words, as: UTF8.self))
        return .identified(ServiceIdentity("domain", version))
      }
      return .identified(ServiceIdentity("domain"))
    }
  }()

  /// BIND alone says its number only.
  private static func nameServer(_ words: String) -> String {
    if words.first?.isNumber == true { return "BIND \(words)" }
    return words.hasPrefix("dnsmasq-") ? "dnsmasq \(words.dropFirst(8))" : words
  }

  /// Time servers: the time's quality, which each tells.
  static let ntp: VersionQuery = {
    let request = NTPPacket(mode: NTPPacket.client).serialised
    var question = VersionQuery(request) { bytes in
      guard let packet = try? NTPPacket(parsing: bytes), packet.mode == NTPPacket.server else {
        return .foreign
      }
      let isSynchronised = (1..<16).contains(packet.stratum)
      let quality = isSynchronised ? "stratum \(packet.stratum)" : "not synchronised"
      return .identified(ServiceIdentity("ntp", "NTP v\(packet.version), \(quality)"))
    }
    question.isFinal = false
    return question
  }()

  /// Time servers: their product, which many don't reveal.
  static let ntpVariables = VersionQuery(NTPControlMessage().serialised) { bytes in
    guard let message = try? NTPControlMessage(parsing: bytes), message.isResponse else {
      return .foreign
    }
    guard let version = message.variable("version") else {
      return .identified(ServiceIdentity("ntp"))
    }
    // As in: `ntpd ntpsec-1.2.2`, `ntpd 4.2.8p15@1.3728-o Wed Sep 23 11:46:38 UTC 2020 (1)`.
    let words = version.split(separator: " ").prefix(2).joined(separator: " ")
    return .identified(ServiceIdentity("ntp", words))
  }

  /// SNMP agents: the system's description, with the community `public`.
  static let snmp: VersionQuery = {
    let names = ["1.3.6.1.2.1.1.1.0", "1.3.6.1.2.1.1.2.0"].compactMap { SNMPObjectIdentifier($0) }
    return VersionQuery(SNMPMessage.get(names, id: 0x486E).serialised) { bytes in
      guard let message = try? SNMPMessage(parsing: bytes), message.operation == .response else {
        return .foreign
      }
      let description = names.first.flatMap { message[$0]?.text }
      var parts = description.map { [$0] } ?? []
      if let name = names.last, case .object(let object)? = message[name],
        object.arcs.starts(with: [1, 3, 6, 1, 4, 1]), object.arcs.count > 6,
        let product = agents[object.arcs[6]]
      {
        parts.insert(product, at: 0)
      }
      return .identified(ServiceIdentity("snmp", parts.joined(separator: "; ")))
    }
  }()

  /// SNMP agents: the engine's maker, which version 3 reveals without authentication.
  static let snmpEngine = VersionQuery(SNMPEngineReport.request) { bytes in
    guard let report = try? SNMPEngineReport(parsing: bytes) else { return .foreign }
    let product = report.enterprise.flatMap { agents[$0] }
    return .identified(ServiceIdentity("snmp", product.map { "\($0) (SNMPv3)" }))
  }

  /// Makers of agents by IANA's enterprise numbers.
  private static let agents: [UInt32: String] = [
    9: "Cisco", 11: "HP", 311: "Windows SNMP", 2021: "UCD-SNMP", 6574: "Synology",
    8072: "Net-SNMP", 14988: "MikroTik", 24681: "QNAP", 41112: "Ubiquiti",
  ]

  /// NetBIOS: which names the host has.
  static let netBIOS = VersionQuery(NetBIOSStatusRequest(id: 0x484E).serialised) { bytes in
    guard let answer = try? NetBIOSStatusResponse(parsing: bytes) else { return .foreign }
    let own = answer.entries.first { !$0.isGroup && $0.name.suffix == 0 }?.name.text
    let group = answer.entries.first { $0.isGroup && $0.name.suffix == 0 }?.name.text
    let words = [own.map { "name \($0)" }, group.map { "group \($0)" }].compactMap { $0 }
    return .identified(ServiceIdentity("netbios-ns", words.joined(separator: ", ")))
  }

  /// mDNS: which types of services there are, asked by unicast (RFC 6762, section 6.7).
  static let multicastDNS: VersionQuery = {
    let name = DNSName("_services._dns-sd._udp.local")
    let query = DNSMessage(
      id: 0x484E,
      questions: name.map { [DNSQuestion($0, .ptr, wantsUnicast: true)] } ?? []
    )
    return VersionQuery(query.serialised, "mdns") { bytes in
      (try? DNSMessage(parsing: bytes))?.flags.isResponse == true
    }
  }()

  /// UPnP: what the root device's server is.
  static func ssdp(host: String) -> VersionQuery {
    let search = SSDPMessage.search("upnp:rootdevice", host: "\(host):1900")
    return VersionQuery(search.serialised) { bytes in
      let text = String(decoding: bytes.prefix(4096), as: UTF8.self)
      guard text.hasPrefix("HTTP/1.1 200") else { return .foreign }
      let server = text.split(whereSeparator: \.isNewline)
        .first { $0.lowercased().hasPrefix("server:") }
      return .identified(ServiceIdentity("ssdp", server.map { String($0.dropFirst(7)) }))
    }
  }

  /// CoAP: the list of resources (RFC 6690, section 4).
  static let coap: VersionQuery = {
    let message = CoAPMessage(
      kind: .confirmable,
      code: CoAPMessage.get,
      id: 0x484E,
      token: [0x48],
      options: [".well-known", "core"].map {
        CoAPMessage.Option(CoAPMessage.Option.uriPath, Array($0.utf8))
      }
    )
    return VersionQuery(message.serialised, "coap") { bytes in
      guard let answer = try? CoAPMessage(parsing: bytes) else { return false }
      return answer.kind == .reset || answer.kind == .acknowledgement || answer.token == [0x48]
    }
  }()

  /// WS-Discovery: only whether it answers.
  static let wsDiscovery: VersionQuery = {
    let probe = WSDiscoveryMessage.probe(
      nil,
      id: "urn:uuid:686f6d65-6e65-4745-8000-000000000001"
    )
    return VersionQuery(probe.serialised, "ws-discovery") { bytes in
      String(decoding: bytes.prefix(4096), as: UTF8.self).contains("ProbeMatches")
    }
  }()
}
