internal import Wire

/// Finds out which suites a server accepts for one version.
///
/// Says what the next hello offers, and takes its answer: no connection, no clock. A server chooses one suite of those offered, which is left out of the next offer, until it refuses.
/// So each suite costs a connection, and some more show whose order decides.
struct CipherSearch: Sendable {
  /// What became of a hello.
  enum Answer: Hashable, Sendable {
    /// The server agreed on this.
    case chose(TLSCipherSuite)
    /// It will have none of them.
    case refused
    /// That was not learnt; says why.
    case failed(String)
  }

  /// What is found.
  private(set) var list: CipherList
  /// What the next hello offers; `nil` where there is no more to ask.
  private(set) var offer: [TLSCipherSuite]?

  private enum Phase {
    /// Finding out what is accepted of a group.
    case accepted
    /// Seeing what is chosen of all that is accepted, the last found first; then the first first.
    case backward, forward(backward: TLSCipherSuite)
    /// Finding out the server's order over the groups.
    case order
  }

  private var phase = Phase.accepted
  private var groups: [[TLSCipherSuite]]
  private var groupsWithSuites = 0
  private var ordered: [TLSCipherSuite] = []

  /// A search among groups of suites, each offered by itself.
  init(_ version: TLSVersion, among groups: [[TLSCipherSuite]]) {
    list = CipherList(version: version)
    self.groups = groups
    next()
  }

  /// Takes what became of the last offer.
  mutating func take(_ answer: Answer) {
    guard let offer else { return }
    if case .failed(let why) = answer { return fail(why) }
    if case .chose(let suite) = answer, !offer.contains(suite) {
      return fail("it chooses \(suite), which was not offered")
    }
    switch (phase, answer) {
    case (.accepted, .chose(let suite)):
      if list.suites.count == countBefore { groupsWithSuites += 1 }
      list.suites.append(suite)
      self.offer = offer.filter { $0 != suite }
      if self.offer?.isEmpty == true { next() }
    case (.accepted, _):
      next()
    case (.backward, .chose(let suite)):
      phase = .forward(backward: suite)
      self.offer = list.suites
    case (.forward(let backward), .chose(let suite)):
      list.preference = suite == backward ? .server : .client
      if suite == backward, groupsWithSuites > 1 {
        phase = .order
        self.offer = list.suites
      } else {
        self.offer = nil
      }
    case (.order, .chose(let suite)):
      ordered.append(suite)
      self.offer = offer.filter { $0 != suite }
      if self.offer?.isEmpty == true {
        list.suites = ordered
        self.offer = nil
      }
    case (.backward, _), (.forward, _), (.order, _):
      fail("it refuses what it accepted before")
    }
  }

  /// How many suites the groups before this one had.
  private var countBefore = 0

  private mutating func next() {
    countBefore = list.suites.count
    if !groups.isEmpty {
      offer = groups.removeFirst()
      return
    }
    guard list.suites.count > 1 else {
      offer = nil
      return
    }
    phase = .backward
    offer = list.suites.reversed()
  }

  private mutating func fail(_ why: String) {
    list.because = why
    offer = nil
  }
}
