@testable import Wire

extension Codec {
  /// The messages that probes exchange over TCP.
  static let streams: [Codec] = [
    Codec("ssh-packet", SSHPacket.self, seeds: [SSHPacket(payload: [20, 1, 2, 3]).serialised]),
    Codec("ssh-init", SSHKeyExchangeInit.self, seeds: [sshInit], comesBack: \.isPlain),
    Codec(
      "ssh-request",
      SSHKeyExchangeRequest.self,
      seeds: [SSHKeyExchangeRequest(publicValue: [1, 2, 3]).serialised]
    ),
    Codec(
      "ssh-reply",
      SSHKeyExchangeReply.self,
      seeds: [sshReply],
      use: { _ = $0.hostKeyAlgorithm }
    ),
    Codec(
      "ssh-disconnect",
      SSHDisconnect.self,
      seeds: [SSHDisconnect(words: "bye").serialised],
      // Replaced bytes take more room than those that they stand for.
      comesBack: { $0.words.utf8.count <= 1024 }
    ),
    Codec(
      "mqtt",
      MQTTPacket.self,
      seeds: [
        MQTTPacket.connect().serialised, MQTTPacket.connectAcknowledgement(5).serialised,
        MQTTPacket.subscribe(to: "a/b", id: 1).serialised,
        MQTTPacket.publish([1, 2], to: "a/b").serialised,
      ],
      use: { packet in _ = (packet.kind, packet.returnCode, packet.message) }
    ),
    Codec("dsi", DSIMessage.self, seeds: [DSIMessage(flags: 1, command: 3, id: 1).serialised]),
    Codec("afp", AFPServerInformation.self, seeds: [afp]),
    Codec(
      "ipp",
      IPPMessage.self,
      seeds: [ipp, IPPMessage.getPrinterAttributes("ipp://h/p", ["all"]).serialised],
      comesBack: \.isPlain,
      use: { message in _ = message.text("printer-info") }
    ),
    Codec("mysql", MySQLGreeting.self, seeds: [mysql], use: { _ = $0.text }),
    Codec("nis", NISLine.self, seeds: [NISLine.status.serialised]),
    Codec("smb-transport", SMBTransport.self, seeds: [SMBTransport([1, 2, 3]).serialised]),
    Codec(
      "smb1",
      SMB1Message.self,
      seeds: smb1,
      use: { _ = ($0.hasExtendedSecurity, $0.sessionAnswer) }
    ),
    Codec(
      "smb2",
      SMB2Message.self,
      seeds: [SMB2Message(command: 1, id: 1, body: [1, 2, 3]).serialised]
    ),
    Codec(
      "smb2-negotiate-request",
      SMB2NegotiateRequest.self,
      seeds: [SMB2NegotiateRequest(dialects: [0x0202, 0x0210]).serialised],
      comesBack: { $0.dialects.count <= 64 }
    ),
    Codec(
      "smb2-negotiate-response",
      SMB2NegotiateResponse.self,
      seeds: [SMB2NegotiateResponse(dialect: 0x0302).serialised]
    ),
    Codec(
      "smb2-session",
      SMB2SessionSetup.self,
      seeds: [
        SMB2SessionSetup(isResponse: true, token: [1, 2]).serialised,
        SMB2SessionSetup(isResponse: false, token: NTLMNegotiate.token).serialised,
      ]
    ),
    Codec("ntlm", NTLMChallenge.self, seeds: [ntlm], use: { _ = ($0.name(1), $0.name(3)) }),
    Codec(reading: "ntlm-token", seeds: [[1, 2] + ntlm]) { bytes in
      guard NTLMChallenge.first(in: bytes) != nil else {
        throw WireError(.invalid("challenge"), at: 0)
      }
    },
  ]

  private static let sshInit = SSHKeyExchangeInit(
    cookie: Array(repeating: 1, count: 16),
    keyExchange: ["curve25519-sha256", "kex"],
    hostKeys: ["ssh-ed25519"],
    ciphers: ["aes128-ctr"],
    authentication: ["hmac-sha2-256"],
    compression: ["none"]
  ).serialised
  private static let sshReply = SSHKeyExchangeReply(
    hostKey: hex("0000000b 7373682d65643235353139 00000004 01020304 05060708"),
    publicValue: [1, 2, 3],
    signature: [4, 5]
  ).serialised
  private static let afp = AFPServerInformation(
    name: Array("Attic".utf8),
    machineType: Array("Netatalk3.1.12".utf8),
    versions: [Array("AFP3.3".utf8), Array("AFP3.4".utf8)]
  ).serialised
  private static let mysql = MySQLGreeting(payload: [10] + Array("8.0.1\0".utf8)).serialised
  private static let ntlm = NTLMChallenge(
    version: .init(major: 6, minor: 1, build: 0),
    information: [.init(kind: 1, "ATTIC"), .init(kind: 3, "attic.lan")]
  ).serialised
  private static let smb1 = [
    SMB1Message.negotiation.serialised,
    SMB1Message.sessionSetup(token: NTLMNegotiate.token).serialised,
    SMB1Message(
      command: SMB1Message.sessionSetup,
      flags2: 0x8000,
      words: [0xFF, 0, 0, 0, 0, 0, 2, 0],
      data: [1, 2, 0] + UTF16Bytes.bytes(of: "Unix\0Samba\0")
    ).serialised,
  ]
  private static let ipp = IPPMessage(
    code: 0,
    id: 1,
    groups: [
      .init(
        tag: IPPMessage.Group.printer,
        attributes: [
          .init(name: "printer-info", values: [.init(tag: 0x35, bytes: hex("0002 6465 0002 6162"))])
        ]
      )
    ]
  ).serialised
}

extension SSHKeyExchangeInit {
  /// Whether writing keeps it: replaced bytes take more room, and a list may be too long then.
  fileprivate var isPlain: Bool {
    [keyExchange, hostKeys, ciphers, authentication, compression].joined()
      .reduce(0) { $0 + $1.utf8.count + 1 } < 1000
  }
}

extension IPPMessage {
  /// Whether writing keeps it: replaced bytes take more room in names.
  fileprivate var isPlain: Bool {
    groups.allSatisfy { group in group.attributes.allSatisfy { $0.name.utf8.count <= 0xFFFF } }
  }
}
