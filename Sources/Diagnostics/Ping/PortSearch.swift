internal import Discovery

/// Finds a TCP port at which each host answers, by concurrent connects to its known open ports and to
/// common ones, since a firewalled host answers at its open ports only.
struct PortSearch: Sendable {
  /// HTTP, HTTPS, SSH, DNS, SMB, AirPlay, Cast, and the iPhone's lockdown service (62078).
  static let likely: [UInt16] = [80, 443, 22, 53, 445, 7000, 8009, 62_078]
  /// Ports asked of one host.
  private static let mostPerHost = 8
  /// Known open ports tried of one host.
  private static let mostKnown = 4
  /// Connects in all; with so many hosts that each gets one, there is no search.
  private static let mostInAll = 256
  /// This bit of the number marks a connect of the search; no ping's number reaches it.
  private static let mark: UInt32 = 1 << 31

  /// One connect of the search.
  struct Connect: Hashable, Sendable {
    var number: UInt32
    var target: Int
    var port: UInt16
  }

  /// The port of each host so far: the first candidate, until one answers.
  private(set) var ports: [UInt16]
  /// What is to be connected to.
  private(set) var connects: [Connect] = []
  private var pending: [Int: Int] = [:]

  /// A search by each host's known open ports; `searched` marks the hosts that are pinged over TCP.
  init(known: [[UInt16]], searched: [Bool]) {
    let count = max(1, searched.count { $0 })
    let most = max(1, min(Self.mostPerHost, Self.mostInAll / count))
    ports = []
    for (target, known) in known.enumerated() {
      var candidates: [UInt16] = []
      let open = known.filter { $0 > 0 && !ScanPorts.prints($0) }.prefix(Self.mostKnown)
      for port in open + Self.likely where !candidates.contains(port) { candidates.append(port) }
      ports.append(candidates[0])
      guard searched[target], most > 1 else { continue }
      pending[target] = min(most, candidates.count)
      for port in candidates.prefix(most) {
        let number = Self.mark | UInt32(truncatingIfNeeded: connects.count)
        connects.append(Connect(number: number, target: target, port: port))
      }
    }
  }

  /// Whether each host has answered, or has no connect left.
  var isOver: Bool { pending.isEmpty }

  /// The connect with that number.
  func connect(_ number: UInt32) -> Connect? {
    guard number & Self.mark != 0 else { return nil }
    let index = Int(number ^ Self.mark)
    return connects.indices.contains(index) ? connects[index] : nil
  }

  /// Takes an accepted or refused connect; true if it is the host's first answer.
  mutating func answered(_ connect: Connect) -> Bool {
    guard pending.removeValue(forKey: connect.target) != nil else { return false }
    ports[connect.target] = connect.port
    return true
  }

  /// Takes a failed connect.
  mutating func failed(_ connect: Connect) {
    guard let left = pending[connect.target] else { return }
    pending[connect.target] = left > 1 ? left - 1 : nil
  }
}
