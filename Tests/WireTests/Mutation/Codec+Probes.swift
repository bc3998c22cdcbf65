@testable import Wire

extension Codec {
  /// What probes send and read.
  static let probes: [Codec] =
    [
      Codec(
        "snmp",
        SNMPMessage.self,
        seeds: snmp,
        use: { message in _ = message.bindings.map { ($0.name.description, $0.value.text) } }
      ),
      Codec(
        "ws-discovery",
        WSDiscoveryMessage.self,
        seeds: CapturedWSDiscovery.all,
        // Escapes take more room than what they stand for.
        comesBack: { message in
          message.serialised.count <= WSDiscoveryMessage.longestMessage
            && message.words.allSatisfy { $0.utf8.count < 100 }
        }
      ),
      Codec("tapo", TapoDiscovery.self, seeds: [TapoDiscovery(text: Array("{}".utf8)).serialised]),
      Codec(
        "lifx",
        LIFXMessage.self,
        seeds: [25, 33].map { type in
          LIFXMessage(type: type, source: 3, payload: Array(repeating: 0x41, count: 32)).serialised
        },
        use: { message in _ = (message.label, message.version) }
      ),
      Codec(
        "ubiquiti",
        UbiquitiDiscovery.self,
        seeds: [
          UbiquitiDiscovery(fields: [
            .init(type: 0x0B, value: [0x41, 0x42]), .init(type: 0x14, value: [0x55]),
          ]).serialised
        ],
        use: { message in _ = (message.hostName, message.model) }
      ),
      Codec(
        "smartglass",
        SmartGlassPresence.self,
        seeds: [SmartGlassPresence(name: "Den", id: "DE305D54").serialised]
      ),
      Codec("miio", MiIOHello.self, seeds: [MiIOHello(device: 7, stamp: 9).serialised]),
      Codec(
        "hdhomerun",
        HDHomeRunMessage.self,
        seeds: [HDHomeRunMessage.request.serialised],
        use: { message in _ = message.device }
      ),
      Codec(
        "squeezebox",
        SqueezeboxDiscovery.self,
        seeds: [SqueezeboxDiscovery.request.serialised],
        use: { message in _ = message["NAME"] }
      ),
      Codec(
        "broadlink",
        BroadlinkHello.self,
        seeds: [BroadlinkHello(product: 0x2737, mac: .broadcast, name: "Den").serialised]
      ),
      Codec(
        "tuya",
        TuyaBroadcast.self,
        seeds: [TuyaBroadcast(command: 0, payload: Array("{}".utf8)).serialised],
        use: { message in _ = message.json }
      ),
      Codec(
        "mndp",
        MikroTikNeighbour.self,
        seeds: [MikroTikNeighbour(fields: [.init(5, [0x41]), .init(12, [0x42])]).serialised],
        use: { message in _ = (message.identity, message.board) }
      ),
    ] + broadcasts + [
      Codec(
        "ntp-control",
        NTPControlMessage.self,
        seeds: [
          NTPControlMessage(isResponse: true, data: Array("version=\"a, b\"".utf8)).serialised
        ],
        use: { message in _ = message.variable("version") }
      ),
      Codec(
        "ntp",
        NTPPacket.self,
        seeds: [NTPPacket(mode: NTPPacket.server, stratum: 1).serialised]
      ),
      Codec(
        "postgresql",
        PostgreSQLError.self,
        seeds: [
          PostgreSQLError(fields: [.init(type: 0x43, text: Array("0A000".utf8))]).serialised
        ],
        // A text that holds its own end is two.
        comesBack: { message in
          message.fields.allSatisfy { $0.type != 0 && !$0.text.contains(0) }
        }
      ),
      Codec(
        "ldap",
        LDAPRootEntry.self,
        seeds: [
          LDAPRootEntry(attributes: [.init(name: "vendorName", values: [[0x41], [0x42]])])
            .serialised
        ],
        // A name that is no UTF-8 comes back with replacement characters, which are longer.
        comesBack: { message in message.attributes.allSatisfy { !$0.name.contains("\u{FFFD}") } },
        use: { message in _ = message["vendorName"] }
      ),
      Codec(
        "snmp-engine",
        SNMPEngineReport.self,
        seeds: [SNMPEngineReport(engineID: [0x80, 0, 0x1F, 0x88, 1, 2, 3, 4]).serialised],
        use: { message in _ = message.enterprise }
      ),
      Codec(reading: "base64", seeds: [Array("Zm9vYmE=".utf8)]) {
        guard Base64.decode($0) != nil else { throw WireError(.invalid("Base64"), at: 0) }
      },
    ]

  private static let snmp = [
    SNMPMessage(
      .response,
      id: 7,
      bindings: [
        ("1.3.6.1.2.1.1.1.0", .octets(Array("NETGEAR GS110TP, Küche".utf8))),
        (
          "1.3.6.1.2.1.1.2.0",
          SNMPObjectIdentifier("1.3.6.1.4.1.4526.100.4.13").map { .object($0) } ?? .null
        ),
        ("1.3.6.1.2.1.1.3.0", .other(tag: 0x43, [0x05, 0x21])),
        ("2.999.4294967295", .missing(.object)), ("0.0", .integer(-300)),
      ].compactMap { name, value in SNMPObjectIdentifier(name).map { .init($0, value) } }
    ).serialised
  ]
}

extension WSDiscoveryMessage {
  /// Everything that the message holds.
  fileprivate var words: [String] {
    [id, relatesTo ?? ""]
      + matches.flatMap { [$0.endpoint ?? ""] + $0.types + $0.scopes + $0.locations }
  }
}
