@testable import Wire

extension Codec {
  /// TLS as far as the certificate tool speaks it.
  static let tls: [Codec] = [
    Codec(
      "tls-record",
      TLSRecord.self,
      seeds: [TLSRecord(.handshake, fragment: [1, 2]).serialised]
    ),
    Codec(
      "tls-handshake",
      TLSHandshakeMessage.self,
      seeds: [TLSHandshakeMessage(type: 1, body: [1, 2, 3]).serialised]
    ),
    Codec("tls-client-hello", TLSClientHello.self, seeds: [tlsClientHello]),
    Codec(
      "tls-server-hello",
      TLSServerHello.self,
      seeds: [tlsServerHello],
      use: { hello in _ = (hello.version, hello.keyShare, hello.suite.weakness) }
    ),
    Codec(
      "tls-certificates",
      TLSCertificateChain.self,
      seeds: [TLSCertificateChain(certificates: [[1, 2], [3]]).serialised]
    ),
    Codec(
      "tls13-certificates",
      TLS13CertificateChain.self,
      seeds: [
        TLS13CertificateChain(entries: [
          .init(certificate: [1, 2], extensions: [TLSExtension(type: 5, data: [1, 0, 0, 1, 9])])
        ])
        .serialised
      ],
      use: { chain in _ = chain.entries.map(\.status) }
    ),
    Codec(
      "tls-status",
      TLSCertificateStatus.self,
      seeds: [TLSCertificateStatus(response: [1, 2, 3]).serialised]
    ),
    Codec("tls-alert", TLSAlert.self, seeds: [TLSAlert(code: 40).serialised], use: { _ = $0.name }),
  ]

  private static let tlsClientHello = TLSClientHello(
    version: .tls12,
    random: Array(repeating: 7, count: 32),
    sessionID: [1, 2],
    suites: TLSCipherSuite.modern,
    extensions: [
      .serverName("a.test"), .statusRequest, .groups([29, 23]), .versions([.tls13]),
      .keyShares([(29, [1, 2, 3])]),
    ]
  )
  .serialised

  private static let tlsServerHello = TLSServerHello(
    legacyVersion: .tls12,
    random: Array(repeating: 9, count: 32),
    sessionID: [1],
    suite: TLSCipherSuite(rawValue: 0x1301),
    extensions: [
      TLSExtension(type: TLSExtension.Kind.supportedVersions, data: [3, 4]),
      TLSExtension(type: TLSExtension.Kind.keyShare, data: [0, 29, 0, 2, 1, 2]),
    ]
  )
  .serialised
}
