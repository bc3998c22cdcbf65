internal import Networking

extension CertificateReport {
  /// Takes what the versions came to; the newest with certificates counts.
  mutating func take(_ asked: [AskedVersion]) throws(DiagnosticError) {
    versions = asked.map(\.answer)
    // A server that never says a word of TLS doesn't refuse a version: it has none.
    let speaks = asked.contains { one in
      if case .alert? = one.findings.failure { return true }
      return one.findings.version != nil
    }
    if !speaks { for index in versions.indices { versions[index].isOffered = nil } }
    if let best = asked.first(where: { $0.findings.chain?.isEmpty == false }) {
      clientCertificate = ClientCertificateRequest(best.findings)
      return take(best.findings.chain ?? [], staple: best.findings.staple)
    }
    for one in asked {
      if case .local(.refusedByPolicy(let reason)) = one.end { throw .usage(reason) }
      if case .local(let failure) = one.end {
        throw .local(failure, during: "can't connect to \(address)")
      }
    }
    if asked.contains(where: { $0.end == .interrupted }) {
      return add(.interrupted, "interrupted before the certificate was seen")
    }
    if speaks {
      if let ours = asked.first(where: { $0.findings.failure?.isOurs == true }) {
        let why = ours.answer.because ?? "its answer can't be read"
        let reason =
          if case .tooLong? = ours.findings.failure { "HomeNet reads no more" } else {
            "the server wants what HomeNet can't do"
          }
        return add(
          .unseenCertificate,
          "nothing is known of the certificate, good or bad: it can't be seen from here, since "
            + "\(reason): \(why)"
        )
      }
      let why =
        negotiated?.because ?? asked.compactMap(\.answer.because).first ?? "no version is spoken"
      return add(.noCertificate, "the server shows no certificate: \(why)")
    }
    let connected = asked.first { one in
      switch one.end {
      case .done, .closed, .reset, .timedOut(connected: true): true
      default: false
      }
    }
    let why = (connected ?? asked.first)?.answer.because ?? "no answer"
    add(connected == nil ? .noConnection : .noTLS, "\(host) port \(port): \(why)")
  }

  /// Takes certificates in DER.
  ///
  /// The first is the server's own, whether it can be read or not: none of the others stands in for it.
  private mutating func take(_ sent: [[UInt8]], staple status: [UInt8]?) {
    self.sent = sent
    guard let certificate = sent.first.flatMap(CertificateFacts.init(der:)) else {
      return add(.noCertificate, "the certificate that the server shows can't be read")
    }
    chain = [certificate] + sent.dropFirst().compactMap(CertificateFacts.init(der:))
    unreadable = sent.count - chain.count
    staple = status.map { .stapled(StapledStatus($0, for: certificate)) } ?? .none
  }
}
