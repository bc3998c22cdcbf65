import Wire

extension Codec {
  /// What probes send and read.
  static let probes: [Codec] = [
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
  ]

  private static let snmp = [
    SNMPMessage(
      .response,
      id: 7,
      bindings: [
        ("1.3.6.1.2.1.1.1.0", .octets(Array("NETGEAR GS110TP, Küche".utf8))),
        ("1.3.6.1.2.1.1.2.0", ObjectPath("1.3.6.1.4.1.4526.100.4.13").map { .object($0) } ?? .null),
        ("1.3.6.1.2.1.1.3.0", .other(tag: 0x43, [0x05, 0x21])),
        ("2.999.4294967295", .missing(.object)), ("0.0", .integer(-300)),
      ].compactMap { name, value in ObjectPath(name).map { .init($0, value) } }
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
