import Model
internal import Networking
internal import Wire

/// The result of a hello that offers one version.
struct VersionProbe: Sendable {
  var version: TLSVersion
  var received: TLSProbe.ServerMessages
  var end: StreamEnd
  /// The groups that the hello offered.
  var groups = TLSGroupOffer.usual

  /// Whether the server may have refused for lack of a common group, which has no alert of its own
  /// (RFC 8446, section 4.1.1; RFC 8422, section 4).
  var mayLackGroups: Bool {
    guard version >= .tls12, received.version == nil, case .alert(let alert)? = received.failure
    else { return false }
    return Self.unsuitable.contains(alert.code) || alert.code == TLSAlert.illegalParameter
  }

  /// Whether the server may accept a suite of this version.
  var mayAcceptSuites: Bool {
    if received.version == version { return true }
    guard received.version == nil, case .alert(let alert)? = received.failure else { return false }
    return Self.unsuitable.contains(alert.code)
  }

  /// The alerts of servers that accept no suite or group of the offer.
  private static let unsuitable = [TLSAlert.handshakeFailure, TLSAlert.insufficientSecurity]

  /// The entry for the report.
  var answer: CertificateReport.VersionAnswer {
    var answer = CertificateReport.VersionAnswer(version: version)
    if received.version == version {
      answer.isOffered = true
      answer.suite = received.suite
      answer.group = received.group
      if received.chain?.isEmpty != false {
        let sendsNone = end == .done ? Message(.certVersionSendsNone) : end.message
        answer.reason = received.failure?.message ?? sendsNone
      }
      return answer
    }
    if let other = received.version {
      answer.isOffered = false
      answer.reason = Message(.certVersionOther, ["version": "\(other)"])
      return answer
    }
    if let failure = received.failure {
      if case .alert = failure { answer.isOffered = false }
      answer.reason = failure.message
      return answer
    }
    // Some servers close the connection instead of sending an alert.
    if end == .closed || end == .reset { answer.isOffered = false }
    answer.reason = end.message
    return answer
  }
}

extension CertificateReport {
  /// Takes the results of all versions; the newest with certificates counts.
  mutating func take(_ asked: [VersionProbe]) throws(DiagnosticError) {
    versions = asked.map(\.answer)
    // A server that doesn't speak TLS refuses no version.
    let speaks = asked.contains { one in
      if case .alert? = one.received.failure { return true }
      return one.received.version != nil
    }
    if !speaks { for index in versions.indices { versions[index].isOffered = nil } }
    if let best = asked.first(where: { $0.received.chain?.isEmpty == false }) {
      clientCertificate = ClientCertificateRequest(best.received)
      return take(best.received.chain ?? [], staple: best.received.staple)
    }
    for one in asked {
      if case .local(.refusedByPolicy(let reason)) = one.end { throw .usage(reason) }
      if case .local(let failure) = one.end {
        throw .local(failure, during: Message(.errorConnecting, ["address": "\(address)"]))
      }
    }
    if asked.contains(where: { $0.end == .interrupted }) {
      return add(.interrupted, Message(.certInterrupted))
    }
    if speaks {
      if let ours = asked.first(where: { $0.received.failure?.isOurs == true }) {
        let why = ours.answer.reason ?? Message(.certVersionUnreadable)
        let isTooLong = if case .tooLong? = ours.received.failure { true } else { false }
        return add(
          .unseenCertificate,
          Message(isTooLong ? .certUnseenTooLong : .certUnseen, ["reason": .message(why)])
        )
      }
      let known = negotiated?.reason ?? asked.compactMap(\.answer.reason).first
      let why = known ?? Message(.certVersionNone)
      return add(.noCertificate, Message(.certNoCertificate, ["reason": .message(why)]))
    }
    let connected = asked.first { one in
      switch one.end {
      case .done, .closed, .reset, .timedOut(connected: true): true
      default: false
      }
    }
    let why = (connected ?? asked.first)?.answer.reason ?? Message(.certVersionNoAnswer)
    let values: [String: Message.Value] = [
      "host": .text(host), "port": .text("\(port)"), "reason": .message(why),
    ]
    connected == nil
      ? add(.noConnection, Message(.certNoConnection, values))
      : add(.noTLS, Message(.certNoTls, values))
  }

  /// Takes the chain in DER; the first is always the server's own, even if it can't be parsed.
  private mutating func take(_ sent: [[UInt8]], staple status: [UInt8]?) {
    self.sent = sent
    guard let certificate = sent.first.flatMap(CertificateFacts.init(der:)) else {
      return add(.noCertificate, Message(.certUnreadable))
    }
    chain = [certificate] + sent.dropFirst().compactMap(CertificateFacts.init(der:))
    unreadable = sent.count - chain.count
    staple = status.map { .stapled(StapledStatus($0, for: certificate)) } ?? .none
  }
}

/// What a server makes of a version of TLS.
extension MessageTemplate {
  static let certVersionSendsNone = MessageTemplate("cert.version.sends_none", "it sends none")
  static let certVersionOther = MessageTemplate(
    "cert.version.other",
    "it answers with {version}"
  )
  static let certVersionUnreadable = MessageTemplate(
    "cert.version.unreadable",
    "its answer can't be read"
  )
  static let certVersionNone = MessageTemplate("cert.version.none", "no version is spoken")
  static let certVersionNoAnswer = MessageTemplate("cert.version.no_answer", "no answer")
}
