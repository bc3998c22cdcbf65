internal import Discovery

/// Finds a TCP port at which each host answers, by asking a few side by side: the ports that it is known
/// to have open, then those that devices in homes most often accept or refuse.
///
/// A host behind a firewall answers at its open ports only; a ping of port 80 would call it silent.
struct PortSearch: Sendable {
  /// What is asked of a host of which nothing is known.
  ///
  /// Most hosts refuse any of them; the others serve
  /// pages (80, 443), SSH, DNS, Windows' shares, AirPlay, Cast, or what iPhones keep open (62078).
  static let likely: [UInt16] = [80, 443, 22, 53, 445, 7000, 8009, 62_078]
  /// Ports asked of one host.
  private static let mostPerHost = 8
  /// Ports of it that are known to be open.
  private static let mostKnown = 4
  /// Connects in all; of so many hosts that each has one, none is searched for.
  private static let mostInAll = 256
  /// A connect is told from a ping's packet by this bit of its number, which no packet reaches.
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

  /// A search among the known ports of each host, and the likely ones.
  ///
  /// - Parameters:
  ///   - known: Each host's open ports, as far as they are known.
  ///   - searched: Which of the hosts are asked over TCP.
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

  /// Whether every host has answered, or can't any more.
  var isOver: Bool { pending.isEmpty }

  /// The connect with that number.
  func connect(_ number: UInt32) -> Connect? {
    guard number & Self.mark != 0 else { return nil }
    let index = Int(number ^ Self.mark)
    return connects.indices.contains(index) ? connects[index] : nil
  }

  /// Takes an answer: accepted or refused, the port will do; true where it is the host's first.
  mutating func answered(_ connect: Connect) -> Bool {
    guard pending.removeValue(forKey: connect.target) != nil else { return false }
    ports[connect.target] = connect.port
    return true
  }

  /// Takes a connect that can't be answered.
  mutating func failed(_ connect: Connect) {
    guard let left = pending[connect.target] else { return }
    pending[connect.target] = left > 1 ? left - 1 : nil
  }
}
