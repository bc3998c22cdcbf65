import Model
internal import Wire

extension CertificateReport: Encodable {
  private enum CodingKeys: String, CodingKey {
    case host, address, attempts, port
    case serverName = "server_name"
    case startTLS = "starttls"
    case versions, negotiated, certificate, chain
    case hostMatch = "host_match"
    case trust, problems
    case staple = "ocsp_staple"
    case clientCertificate = "client_certificate"
    case ciphers, pem
  }

  /// Writes the members of `homenet.cert/1`.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(host, forKey: .host)
    try json.encode(address, forKey: .address)
    try json.encode(attempts, forKey: .attempts)
    try json.encode(port, forKey: .port)
    try json.encode(serverName, forKey: .serverName)
    try json.encode(startTLS, forKey: .startTLS)
    try json.encode(versions, forKey: .versions)
    try json.encode(negotiated, forKey: .negotiated)
    try json.encode(certificate.map { Dated($0, now) }, forKey: .certificate)
    try json.encode(chain.map { Dated($0, now) }, forKey: .chain)
    try json.encode(hostMatch, forKey: .hostMatch)
    try json.encode(trust, forKey: .trust)
    try json.encode(staple, forKey: .staple)
    try json.encode(clientCertificate, forKey: .clientCertificate)
    try json.encode(ciphers, forKey: .ciphers)
    try json.encode(sent.isEmpty ? nil : pem, forKey: .pem)
    try json.encode(problems, forKey: .problems)
  }

  /// A certificate with its remaining validity at a time.
  private struct Dated: Encodable {
    let certificate: CertificateFacts
    let now: Timestamp

    init(_ certificate: CertificateFacts, _ now: Timestamp) {
      self.certificate = certificate
      self.now = now
    }

    private enum CodingKeys: String, CodingKey {
      case subject, issuer, serial, names, key, signature, authority, ocsp, sha256, sha1
      case notBefore = "not_before"
      case notAfter = "not_after"
      case lifetimeDays = "lifetime_days"
      case remainingDays = "remaining_days"
      case remaining
      case selfSigned = "self_signed"
      case keySHA256 = "key_sha256"
      case mustStaple = "must_staple"
    }

    func encode(to encoder: any Encoder) throws {
      var json = encoder.container(keyedBy: CodingKeys.self)
      try json.encode(certificate.subject, forKey: .subject)
      try json.encode(certificate.issuer, forKey: .issuer)
      try json.encode(certificate.serial, forKey: .serial)
      try json.encode(certificate.names, forKey: .names)
      try json.encode(certificate.validFrom, forKey: .notBefore)
      try json.encode(certificate.validUntil, forKey: .notAfter)
      try json.encode(certificate.lifetimeDays, forKey: .lifetimeDays)
      try json.encode(certificate.daysLeft(at: now), forKey: .remainingDays)
      try json.encode(certificate.lifeLeft(at: now), forKey: .remaining)
      try json.encode(certificate.key, forKey: .key)
      try json.encode(certificate.signature, forKey: .signature)
      try json.encode(certificate.isAuthority, forKey: .authority)
      try json.encode(certificate.isSelfIssued, forKey: .selfSigned)
      try json.encode(certificate.mustStaple, forKey: .mustStaple)
      try json.encode(certificate.ocsp, forKey: .ocsp)
      try json.encode(certificate.sha256, forKey: .sha256)
      try json.encode(certificate.sha1, forKey: .sha1)
      try json.encode(certificate.keySHA256, forKey: .keySHA256)
    }
  }
}

extension CertificateFacts.Key: Encodable {
  private enum CodingKeys: String, CodingKey { case type, bits, curve }

  /// Writes `key`.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(type, forKey: .type)
    try json.encode(bits, forKey: .bits)
    try json.encode(curve, forKey: .curve)
  }
}

extension HostMatch: Encodable {
  private enum CodingKeys: String, CodingKey { case host, matches, name, because, message }

  /// Writes `host_match`.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(host, forKey: .host)
    try json.encode(matches, forKey: .matches)
    try json.encode(name, forKey: .name)
    try json.encode(because, forKey: .because)
    try json.encode(reason, forKey: .message)
  }
}

extension CertificateReport.VersionAnswer: Encodable {
  private enum CodingKeys: String, CodingKey {
    case version, offered, suite, group, because, message
  }

  /// Writes an entry of `versions`, also as a progress event.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(version.description, forKey: .version)
    try json.encode(isOffered, forKey: .offered)
    try json.encode(suite?.description, forKey: .suite)
    try json.encode(group, forKey: .group)
    try json.encode(because, forKey: .because)
    try json.encode(reason, forKey: .message)
  }
}

extension CertificateReport.Staple: Encodable {
  private enum CodingKeys: String, CodingKey {
    case stapled, status, produced, because, message
    case thisUpdate = "this_update"
    case nextUpdate = "next_update"
  }

  /// Writes `ocsp_staple`.
  public func encode(to encoder: any Encoder) throws {
    let status: StapledStatus? = if case .stapled(let status) = self { status } else { nil }
    let reason: Message? = if case .unknown(let reason) = self { reason } else { nil }
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(reason == nil ? status != nil : nil, forKey: .stapled)
    try json.encode(status?.state, forKey: .status)
    try json.encode(status?.produced, forKey: .produced)
    try json.encode(status?.thisUpdate, forKey: .thisUpdate)
    try json.encode(status?.nextUpdate, forKey: .nextUpdate)
    try json.encode(reason?.text, forKey: .because)
    try json.encode(reason, forKey: .message)
  }
}
