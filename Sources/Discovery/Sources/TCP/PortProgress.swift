import Networking

/// How far the ports of one host have been asked, and which comes next: no I/O, no addresses.
struct PortProgress: Sendable {
  /// What is asked before anything is known, and what makes an answer.
  enum Manner: Hashable, Sendable {
    /// A device that answered elsewhere: the first ports, and the rest once one answers.
    case known
    /// An address behind a router: a few ports, and the others once one answers.
    case remote
    /// On loopback the local kernel refuses for everybody: all ports, and only an open one counts.
    case loopback

    var blind: [UInt16] {
      switch self {
      case .known: ScanPorts.first
      case .remote: ScanPorts.remote
      case .loopback: ScanPorts.first + ScanPorts.rest
      }
    }
  }

  /// What the next port is asked for, the most telling first.
  enum Stage: Int, CaseIterable, Sendable {
    /// Whether anybody answers.
    case first
    /// What kind of device it is.
    case rest
    /// What only few devices offer.
    case last
  }

  /// How many of one host's ports are asked at a time.
  static let window = 8
  /// Connections left to the probes of a host that has something open, unless that is mail, which is
  /// asked over the very connections that find it.
  private static let leftToProbes = 3

  let manner: Manner
  private(set) var inFlight = 0
  private(set) var hasAnswered = false
  private(set) var open: Set<UInt16> = []
  private(set) var closed: Set<UInt16> = []
  private var known: Set<UInt16> = []
  private var asked = 0
  private var again: [UInt16] = []
  private var isGone = false
  /// What is asked after the first ports, as far as is known which are open.
  private var further = ScanPorts.further(open: [], closed: [])

  init(_ manner: Manner) {
    self.manner = manner
  }

  /// What is to be asked next; `nil` for nothing, for now or for good.
  private var next: (port: UInt16, stage: Stage)? {
    guard !isGone, inFlight < Self.window else { return nil }
    if let port = again.last { return within(port, .first) }
    if let port = manner.blind.first(where: { !known.contains($0) }) { return within(port, .first) }
    guard hasAnswered else { return nil }
    // From behind a router.
    if let port = ScanPorts.first.first(where: { !known.contains($0) }) {
      return within(port, .rest)
    }
    if let port = further.rest.first(where: { !known.contains($0) }) { return within(port, .rest) }
    return further.last.first { !known.contains($0) }.flatMap { within($0, .last) }
  }

  private func within(_ port: UInt16, _ stage: Stage) -> (port: UInt16, stage: Stage)? {
    var most = ScanPorts.mostPerHost
    if stage == .last {
      let needsProbes = !open.isEmpty && open.isDisjoint(with: ScanPorts.mail)
      most = ConnectionBudget.perHost - (needsProbes ? Self.leftToProbes : 0)
    }
    return asked < most ? (port, stage) : nil
  }

  /// What the next port is for; `nil` where none is to be asked, for now or for good.
  var stage: Stage? { next?.stage }

  /// The port to be asked now; `nil` for none, for now or for good.
  mutating func nextPort() -> UInt16? {
    guard let (port, _) = next else { return nil }
    if again.last == port { again.removeLast() }
    known.insert(port)
    inFlight += 1
    asked += 1
    return port
  }

  /// Takes the outcome of a port; true where it shows that somebody is there.
  mutating func take(_ outcome: ProbeOutcome, of port: UInt16) -> Bool {
    inFlight -= 1
    switch outcome {
    case .open:
      hasAnswered = true
      open.insert(port)
      further = ScanPorts.further(open: open, closed: closed)
      return true
    case .refused where manner != .loopback:
      hasAnswered = true
      closed.insert(port)
      further = ScanPorts.further(open: open, closed: closed)
      return true
    case .unreachable(.host), .unreachable(.noRoute):
      isGone = !hasAnswered
    case .localFailure(let failure) where failure.isTransient:
      again.append(port)
    case .refused, .timedOut, .unreachable(.prohibited), .localFailure:
      break
    }
    return false
  }

  /// Asks no further ports.
  mutating func giveUp() {
    isGone = true
  }
}
