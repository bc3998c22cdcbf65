import Net

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

    var all: [UInt16] {
      switch self {
      case .known, .loopback: ScanPorts.first + ScanPorts.rest
      case .remote:
        ScanPorts.remote
          + (ScanPorts.first + ScanPorts.rest).filter { !ScanPorts.remote.contains($0) }
      }
    }
  }

  /// How many of one host's ports are asked at a time.
  static let window = 8

  let manner: Manner
  private(set) var inFlight = 0
  private(set) var hasAnswered = false
  private var next = 0
  private var asked = 0
  private var again: [UInt16] = []
  private var isGone = false

  init(_ manner: Manner) {
    self.manner = manner
  }

  /// The port to be asked now; `nil` for none, for now or for good.
  mutating func nextPort() -> UInt16? {
    guard !isGone, inFlight < Self.window, asked < ScanPorts.mostPerHost else { return nil }
    let port: UInt16
    if let repeated = again.popLast() {
      port = repeated
    } else {
      let ports = hasAnswered ? manner.all : manner.blind
      guard next < ports.count else { return nil }
      port = ports[next]
      next += 1
    }
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
      return true
    case .refused where manner != .loopback:
      hasAnswered = true
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
