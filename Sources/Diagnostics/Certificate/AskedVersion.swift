internal import Wire

/// What became of asking for one version.
struct AskedVersion: Sendable {
  var version: TLSVersion
  var findings: TLSInquiry.Findings
  var end: StreamEnd
  /// Which groups were named.
  var groups = TLSGroupOffer.usual

  /// Whether the server may have said no because it knew none of the groups that were named: there
  /// is no alert for that alone (RFC 8446, section 4.1.1; RFC 8422, section 4).
  var mayLackGroups: Bool {
    guard version >= .tls12, findings.version == nil, case .alert(let alert)? = findings.failure
    else { return false }
    return Self.unsuitable.contains(alert.code) || alert.code == TLSAlert.illegalParameter
  }

  /// Whether any suite of the version may be accepted.
  ///
  /// What was refused as a version has none; *illegal parameter* says nothing of suites.
  var mayAcceptSuites: Bool {
    if findings.version == version { return true }
    guard findings.version == nil, case .alert(let alert)? = findings.failure else { return false }
    return Self.unsuitable.contains(alert.code)
  }

  /// The alerts of who finds nothing that suits in what was offered.
  private static let unsuitable = [TLSAlert.handshakeFailure, TLSAlert.insufficientSecurity]

  /// It in short.
  var answer: CertificateReport.VersionAnswer {
    var answer = CertificateReport.VersionAnswer(version: version)
    if findings.version == version {
      answer.isOffered = true
      answer.suite = findings.suite
      answer.group = findings.group
      if findings.chain?.isEmpty != false {
        answer.because = findings.failure?.words ?? (end == .done ? "it sends none" : end.words)
      }
      return answer
    }
    if let other = findings.version {
      answer.isOffered = false
      answer.because = "it answers with \(other)"
      return answer
    }
    if let failure = findings.failure {
      if case .alert = failure { answer.isOffered = false }
      answer.because = failure.words
      return answer
    }
    // Some close the connection where they should say why.
    if end == .closed || end == .reset { answer.isOffered = false }
    answer.because = end.words
    return answer
  }
}
