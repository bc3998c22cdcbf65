public import Wire

extension CertificateDiagnostic {
  /// Between two connections, so that a small device has time for others.
  private static let pace = Duration.milliseconds(20)
  /// How long it takes at most; a small device may take seconds for each connection.
  private static let longest = Duration.seconds(120)

  /// Finds out what the server accepts for each version, one connection at a time.
  ///
  /// - Parameters:
  ///   - asked: What became of the versions: those that were refused for their version are left out.
  ///   - sayHello: Says a hello, and what became of it.
  ///   - onProgress: Takes how many suites are found so far.
  /// - Returns: What each version accepts that is spoken, the newest first.
  func ciphers(
    of asked: [AskedVersion],
    _ sayHello: @Sendable (TLSVersion, [TLSCipherSuite], TLSGroupOffer) async -> AskedVersion,
    _ onProgress: @Sendable (CertificateProgress) -> Void
  ) async -> [CipherList] {
    let end = ContinuousClock.now + Self.longest
    var lists: [CipherList] = []
    for one in asked where one.mayAcceptSuites {
      // With TLS 1.3 no group need be calculated here for the choice of a suite to be seen.
      let groups = one.version == .tls13 ? .all : one.groups
      var search = CipherSearch(one.version, among: CipherList.offers(for: one.version))
      while let offer = search.offer {
        guard ContinuousClock.now < end else {
          search.take(.failed("it takes longer than two minutes"))
          break
        }
        try? await Task.sleep(for: Self.pace)
        var answer = await sayHello(one.version, offer, groups)
        // Once more: a busy server may drop one.
        if answer.isUnanswered { answer = await sayHello(one.version, offer, groups) }
        search.take(answer.choice)
        onProgress(.ciphers(one.version, accepted: search.list.suites.count))
      }
      if one.findings.version == one.version || !search.list.suites.isEmpty {
        var list = search.list
        // Who closes without a word refuses a suite, or has had enough of being asked.
        if let suite = one.findings.suite, one.findings.version == one.version,
          list.because == nil, !list.suites.contains(suite)
        {
          list.because = "the server refuses a suite that it accepted before"
        }
        lists.append(list)
      }
    }
    return lists
  }
}

extension AskedVersion {
  /// Whether nothing was said to the hello, where it might be next time.
  fileprivate var isUnanswered: Bool {
    guard findings.version == nil, findings.failure == nil else { return false }
    return end != .interrupted
  }

  /// What became of an offer of suites.
  fileprivate var choice: CipherSearch.Answer {
    if findings.version == version, let suite = findings.suite { return .chose(suite) }
    if findings.version != nil { return .refused }
    switch (findings.failure, end) {
    case (.alert?, _), (nil, .closed), (nil, .reset): return .refused
    case (let failure?, _): return .failed(failure.words)
    case (nil, _): return .failed(end.words)
    }
  }
}

/// What `cert` tells while it runs.
public enum CertificateProgress: Encodable, Sendable {
  /// A version was asked for.
  case version(CertificateReport.VersionAnswer)
  /// So many suites of a version are known to be accepted.
  case ciphers(TLSVersion, accepted: Int)

  private enum CodingKeys: String, CodingKey { case ciphers }
  private enum CipherKeys: String, CodingKey { case version, accepted }

  /// Writes a version's answer as it stands in `versions`, or an object `ciphers`.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .version(let answer): try answer.encode(to: encoder)
    case .ciphers(let version, let accepted):
      var json = encoder.container(keyedBy: CodingKeys.self)
      var inner = json.nestedContainer(keyedBy: CipherKeys.self, forKey: .ciphers)
      try inner.encode(version.description, forKey: .version)
      try inner.encode(accepted, forKey: .accepted)
    }
  }
}
