internal import Wire

/// What asking a web server for its first page showed.
struct ContentFinding: Hashable, Sendable {
  var port: UInt16
  var end: StreamEnd
  /// How many bytes came.
  var count = 0
  var status: Int?
  /// The host that it redirects to, where that is another.
  var redirect: String?
  /// Whether that host is in this network, or at a private address.
  var isRedirectNear = false
  /// Whether the page has a form to sign in.
  var isSignIn = false
  /// An address that no host has, where that serves a page as well.
  var unassigned: IPAddress?
}

extension ConnectionStep {
  /// Judges whether content comes over the connection, and whose it is.
  ///
  /// - Parameters:
  ///   - finding: What asking showed.
  ///   - isDoubted: Whether TLS shows that another server may be answering.
  /// - Returns: The step.
  static func content(_ finding: ContentFinding, isDoubted: Bool) -> ConnectionStep {
    let evidence: [Figure] = [
      .number("port", Double(finding.port)), .number("bytes", Double(finding.count)),
      .number("status", finding.status.map(Double.init)), .text("redirect", finding.redirect),
      .text("unassigned", finding.unassigned?.description),
    ]
    func step(_ state: State, _ words: String, _ fault: ConnectionFault? = nil) -> ConnectionStep {
      ConnectionStep(.content, state, words, fault: fault, evidence: evidence)
    }
    if finding.status == 511 {
      return step(.bad, "port \(finding.port) wants a sign-in first (status 511)", .portal(nil))
    }
    if let host = finding.redirect, finding.isRedirectNear || isDoubted {
      return step(.bad, "port \(finding.port) redirects to \(host)", .portal(host))
    }
    if let status = finding.status {
      let place = finding.redirect.map { ", a redirect to \($0)" } ?? ""
      if case .timedOut = finding.end {
        return step(
          .bad,
          "content stops after \(finding.count) bytes",
          .contentStops(finding.port, finding.count)
        )
      }
      if let address = finding.unassigned {
        return step(
          .bad,
          "port \(finding.port) answers with a page, as it does at \(address), which no host has",
          .pageInPlace(address, isSignIn: finding.isSignIn)
        )
      }
      return step(
        .ok,
        "port \(finding.port) answers with status \(status)\(place)",
        (200..<300).contains(status) ? .page(isSignIn: finding.isSignIn) : nil
      )
    }
    switch finding.end {
    case .timedOut(connected: true) where finding.count == 0:
      return step(
        .bad,
        "port \(finding.port) accepts, but sends nothing",
        .contentStops(finding.port, 0)
      )
    case .local(let failure): return own(.content, failure)
    case .interrupted: return unfinished(.content)
    default:
      let words = finding.count > 0 ? "its answer is not HTTP" : finding.end.words
      return step(.unknown, "port \(finding.port): \(words)")
    }
  }
}
