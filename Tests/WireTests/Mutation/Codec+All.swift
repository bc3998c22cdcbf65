@testable import Wire

extension Codec {
  /// Every codec there is.
  static let all = packets + messages + names + probes + streams + tls + texts

  private static let packets: [Codec] = [
    Codec("ethernet", EthernetFrame.self, seeds: frames),
    Codec("arp", ARPPacket.self, seeds: cut(14, [F.arpRequest, F.arpReply])),
    Codec("ipv4", IPv4Packet.self, seeds: ipv4),
    Codec(
      "dhcp",
      DHCPMessage.self,
      seeds: [CapturedDHCP.discover, CapturedDHCP.overloaded, CapturedDHCP.offer],
      use: { message in
        _ = (message.kind, message.hostName, message.vendorClass, message.qualifiedName)
        _ = (message.clientIdentifier, message.requestedAddress, message.serverIdentifier)
        _ = (message.parameters, message.router)
      }
    ),
    Codec(
      "dhcp-frame",
      DHCPFrame.self,
      seeds: [CapturedDHCP.discoverFrame, CapturedDHCP.offerFrame]
    ),
    Codec(
      "icmpv4",
      ICMPv4Message.self,
      seeds: icmpv4,
      use: { message in
        if case .unreachable(let error) = message { _ = error.quoted }
      }
    ),
    Codec("icmpv6", ICMPv6Message.self, seeds: icmpv6),
    Codec(
      "icmp-extensions",
      ICMPExtensions.self,
      seeds: [
        ICMPExtensions(labels: [MPLSLabel(label: 24, timeToLive: 1)]).serialised,
        [0x20, 0, 0, 0, 0, 4, 9, 0],
      ],
      use: { _ = $0.labels }
    ),
    Codec(reading: "icmp-error", seeds: ipv4 + ipv6) { bytes in
      let error = ICMPError(code: 0, parameter: 32 << 16 | 16 << 24, original: bytes)
      _ = (error.extensionBytes(isV4: true), error.extensionBytes(isV4: false))
      _ = try QuotedPacket(parsing: bytes)
    },
    Codec(reading: "quoted", seeds: ipv4 + ipv6) { _ = try QuotedPacket(parsing: $0) },
  ]

  private static let messages: [Codec] = [
    Codec(
      "dns",
      DNSMessage.self,
      seeds: dns,
      comesBack: \.isWellFormed,
      use: { message in
        for record in message.records { record.use() }
        let response = MulticastDNSResponse(
          answers: message.answers,
          additionals: message.additionals
        )
        _ = response.packets(limit: 300)
        _ = response.legacyPacket(to: message)
        let query = MulticastDNSQuery(questions: message.questions, knownAnswers: message.answers)
        _ = query.packets(limit: 300)
      }
    ),
    Codec(
      "ssdp",
      SSDPMessage.self,
      seeds: [CapturedSSDP.alive, CapturedSSDP.byebye, CapturedSSDP.answer, CapturedSSDP.search],
      // Replaced bytes take more room than those that they stand for.
      comesBack: { $0.serialised.count <= SSDPMessage.longestMessage },
      use: { message in _ = (message.headers, message.maxAge, message.announcement) }
    ),
    Codec(
      "netbios-request",
      NetBIOSStatusRequest.self,
      seeds: [CapturedNetBIOS.statusRequest, NetBIOSStatusRequest(id: 7).serialised]
    ),
    Codec(
      "netbios-response",
      NetBIOSStatusResponse.self,
      seeds: [CapturedNetBIOS.windowsStatus, CapturedNetBIOS.sambaStatus],
      use: { message in _ = message.entries.map(\.name.text) }
    ),
  ]

  private static let texts: [Codec] = [
    Codec(
      text: "dns-name",
      DNSName.self,
      seeds: ["Living\\.Room._airplay._tcp.local", "a\\255\\000.b."]
    ),
    Codec(
      text: "service-type",
      DNSServiceType.self,
      seeds: ["_airplay._tcp", "_sleep-proxy._udp"]
    ),
    Codec(
      text: "ip-address",
      IPAddress.self,
      seeds: ["192.168.1.2", "fe80::1%eth0", "2001:db8::1:0:0:1", "::ffff:192.0.2.1"]
    ),
    Codec(reading: "base32hex", seeds: [Array("0p9mhaveqvm6t7vbl5lop2u3t2rp3tom".utf8)]) { text in
      guard let bytes = Base32Hex.decode(text) else { throw WireError(.invalid("text"), at: 0) }
      precondition(Base32Hex.encode(bytes).count == text.count)
    },
    Codec(reading: "json", seeds: json.map { Array($0.utf8) }) { bytes in
      var reader = JSONReader(bytes)
      let value = try reader.readDocument()
      precondition(JSONValue(Array(value.json.utf8)) == value)
    },
    Codec(text: "prefix", IPv4Prefix.self, seeds: ["192.168.1.0/24", "10.0.0.0/8"]),
    Codec(text: "mac", MACAddress.self, seeds: ["b8:27:eb:12:34:56", "B8-27-EB-12-34-56"]),
  ]

  private static let json = [
    #"{"a":[1,-2.5e+3,true,false,null],"b":{"c":"\"\u00e9\ud83c\udfe0\n\/é","d":[[],{}]}}"#,
    #"[{"prefix":"192.0.2.0/24","length":24},"x",0.5]"#,
  ]

  private typealias F = CapturedFrames
  private typealias D = CapturedDNS

  private static let dns = [
    D.companionLink, D.chromecastQuestion, D.avahiProbe, D.avahiAnnouncement, D.avahiLegacyTypes,
    D.avahiLegacyAnswer, D.avahiUnicastAnswer, rareRecords.serialised,
    DNSMessage(flags: .authoritativeAnswer, answers: SecurityRecords.all).serialised,
  ]
  /// The types that the captured messages lack.
  private static let rareRecords = DNSMessage(
    id: 7,
    flags: .recursiveQuery,
    questions: [DNSQuestion(DNSName(reverseOf: .v4(.broadcast)), .ptr)],
    answers: [DNSRecord(.local, .cname(.root)), DNSRecord(.local, .aaaa(.allNodes))],
    additionals: [
      DNSRecord(
        .root,
        .opt([DNSOption(code: 10, value: [1, 2, 3]), DNSOption(code: 4, value: [])]),
        ttl: 0x8000,
        recordClass: DNSClass(rawValue: 0x8005)
      ),
      DNSRecord(.local, .nsec(.local, [.a, DNSType(rawValue: 0xFFFF)])),
    ]
  )
  private static let frames4 = [
    F.echoRequest, F.echoReply, F.portUnreachable, F.networkUnreachable, F.timeExceeded,
    F.fragmentationNeeded,
  ]
  private static let frames6 = [
    F.neighbourSolicitation, F.neighbourAdvertisement, F.echoRequest6, F.echoReply6,
    F.portUnreachable6, F.timeExceeded6, F.routerAdvertisement,
  ]
  private static let frames = [F.arpRequest, F.tcpSYN] + frames4 + frames6 + [F.listenerReport]
  private static let ipv4 = cut(14, frames4 + [F.tcpSYN, F.tcpReset])
  private static let ipv6 = cut(14, frames6 + [F.listenerReport])
  private static let icmpv4 = cut(34, frames4)
  private static let icmpv6 = cut(54, frames6)

  private static func cut(_ count: Int, _ frames: [[UInt8]]) -> [[UInt8]] {
    frames.map { Array($0[count...]) }
  }
}

extension DNSMessage {
  /// Whether every record is what its type says; bytes of others may hold pointers, which writing
  /// does not know of.
  fileprivate var isWellFormed: Bool {
    !records.contains { record in
      if case .malformed = record.data { true } else { false }
    }
  }
}

extension DNSRecord {
  /// Reads all that can be read of it.
  fileprivate func use() {
    _ = (name.wildcard, name.isBefore(.local), data.canonical)
    _ = (name.description, name.reverseAddress, DNSServiceName(name)?.name)
    switch data {
    case .ptr(let name): _ = (DNSServiceType(name), name.hashValue)
    case .txt(let record): _ = record.entries
    case .dnskey(let key): _ = key.tag
    case .rrsig(let signature): _ = signature.signedBytes(of: [self])
    default: break
    }
  }
}
