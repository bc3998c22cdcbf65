internal import Wire

extension TLSClientHello {
  /// A hello that offers one version alone.
  ///
  /// - Parameters:
  ///   - version: The version.
  ///   - serverName: The host that is asked for; `nil` for none.
  ///   - random: Thirty-two bytes of chance, and thirty-two more for the session's name.
  ///   - groups: Which groups are named.
  ///   - suites: What is offered; `nil` for all the version's in which certificates can be seen.
  ///   - shares: TLS 1.3's groups with a public value each.
  ///   - cookie: What a server that asked for another hello gave.
  init(
    offering version: TLSVersion,
    to serverName: String?,
    random: [UInt8],
    groups: TLSGroupOffer,
    suites: [TLSCipherSuite]?,
    shares: [(group: TLSKeyShares.Group, value: [UInt8])],
    cookie: [UInt8]?
  ) {
    let isModern = version == .tls13
    var extensions: [TLSExtension] = []
    if let serverName { extensions.append(.serverName(serverName)) }
    extensions.append(.statusRequest)
    extensions.append(.groups(groups.numbers(for: version)))
    if version >= .tls12 { extensions.append(.signatures(Self.signatures)) }
    if isModern {
      extensions.append(.versions([.tls13]))
      extensions.append(.keyShares(shares.map { (group: $0.group.rawValue, value: $0.value) }))
      if let cookie {
        extensions.append(TLSExtension(type: TLSExtension.Kind.cookie, data: cookie))
      }
    } else {
      extensions.append(.pointFormats)
      extensions.append(.noRenegotiation)
    }
    self.init(
      version: min(version, .tls12),
      random: Array(random.prefix(32)),
      sessionID: isModern ? Array(random.dropFirst(32)) : [],
      suites: suites ?? (isModern ? TLSCipherSuite.modern : version == .tls12 ? .classic : .old),
      extensions: extensions
    )
  }

  /// ECDSA, EdDSA, RSA-PSS, RSA, and SHA-1 last: what is weak is to be seen, not to be trusted.
  private static let signatures: [UInt16] = [
    0x0403, 0x0804, 0x0401, 0x0503, 0x0805, 0x0501, 0x0806, 0x0601, 0x0603, 0x0807, 0x0808,
    0x0809, 0x080A, 0x080B, 0x0303, 0x0301, 0x0203, 0x0201,
  ]
}

extension [TLSCipherSuite] {
  fileprivate static var classic: Self { TLSCipherSuite.classic }
  fileprivate static var old: Self { TLSCipherSuite.old }
}
