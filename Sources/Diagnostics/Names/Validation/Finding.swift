/// What ends a walk down the chain of trust before the records.
enum Finding: Error, Hashable {
  /// From here on nothing is signed in a way that is followed; says why.
  case insecure(String)
  /// A link is broken.
  case broken(DNSSECReport.BrokenLink)
  /// The work has no end in sight; nobody would accept the answer.
  case exhausted(DNSSECReport.BrokenLink)
  /// It can't be told; says why.
  case unknown(String)

  /// What it makes of an answer.
  var state: DNSSECReport.State {
    switch self {
    case .insecure: .insecure
    case .broken, .exhausted: .bogus
    case .unknown: .indeterminate
    }
  }

  /// The reason in one line.
  var words: String {
    switch self {
    case .insecure(let words), .unknown(let words): words
    case .broken(let link), .exhausted(let link): link.words
    }
  }

  /// The link that is broken.
  var brokenLink: DNSSECReport.BrokenLink? {
    switch self {
    case .broken(let link), .exhausted(let link): link
    case .insecure, .unknown: nil
    }
  }
}
