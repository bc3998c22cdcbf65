import Discovery
import Model
import Networking
import Wire

/// A discovery protocol that is asked of everybody on a link at once, as the maker's own app does.
///
/// One value is one row of ``BroadcastProtocols``: where a datagram goes, and how an answer is told
/// and read. Datagrams only ask: none makes a device act.
struct BroadcastProtocol: Sendable {
  /// Where its datagrams go.
  enum Destination: Hashable, Sendable {
    /// The broadcast address of the interface's subnet.
    case broadcast
    /// A multicast group.
    case group(IPAddress)

    static func group(_ a: UInt8, _ b: UInt8, _ c: UInt8, _ d: UInt8) -> Destination {
      .group(.v4(IPv4Address(a, b, c, d)))
    }
  }

  /// How an answer comes.
  enum Answer: Hashable, Sendable {
    /// From the port that was asked, to the port that asks.
    case samePort
    /// From any port of the device, to the port that asks.
    case anyPort
    /// To a fixed local port, from any port; to the group too, where the datagram goes to one.
    case to(port: UInt16)
  }

  /// Who asks, for datagrams that say so.
  struct Asker: Hashable, Sendable {
    var address: IPv4Address
    var port: UInt16
  }

  /// What it is called in the ledger: lower-case letters, digits and underscores.
  var name: String
  var destination: Destination
  var port: UInt16
  var answer = Answer.samePort
  /// The datagram, and the one that repeats it a second later, which can differ: devices of two
  /// generations are reached by two datagrams.
  var datagram: @Sendable (Asker) -> [UInt8]
  var secondDatagram: (@Sendable (Asker) -> [UInt8])?
  /// The topics of the questions to single hosts, at this port, that an answer makes needless.
  var answers: [String] = []
  /// The facts in an answer; empty if it is none of this protocol.
  var read: @Sendable ([UInt8]) -> [Fact]

  /// A row whose datagrams are always the same.
  init(
    _ name: String,
    _ destination: Destination,
    _ port: UInt16,
    _ datagram: [UInt8],
    then second: [UInt8]? = nil,
    from answer: Answer = .samePort,
    answers topics: [String] = [],
    read: @escaping @Sendable ([UInt8]) -> [Fact]
  ) {
    self.name = name
    self.destination = destination
    self.port = port
    self.answer = answer
    self.datagram = { _ in datagram }
    if let second { secondDatagram = { _ in second } }
    answers = topics
    self.read = read
  }

  /// A row whose datagram names the asker.
  init(
    _ name: String,
    _ destination: Destination,
    _ port: UInt16,
    from answer: Answer = .samePort,
    naming datagram: @escaping @Sendable (Asker) -> [UInt8],
    read: @escaping @Sendable ([UInt8]) -> [Fact]
  ) {
    self.name = name
    self.destination = destination
    self.port = port
    self.answer = answer
    self.datagram = datagram
    self.read = read
  }

  /// Whether it is asked over IPv6.
  var isIPv6: Bool {
    if case .group(.v6) = destination { true } else { false }
  }
}

/// The table of discovery protocols that are asked of everybody at once; `docs/probing.md` names where
/// each is described.
///
/// Where devices of two generations want two datagrams, the repetition carries the second.
enum BroadcastProtocols {
  /// In the order in which they are sent.
  static let all: [BroadcastProtocol] =
    smartHome + climateAndEnergy + entertainment + cameras + networkGear + buildings

  /// The topics that an answer from a port makes needless; see ``BroadcastProtocol/answers``.
  static let answered: [UInt16: [String]] = {
    var topics: [UInt16: [String]] = [:]
    for row in all { topics[row.port, default: []] += row.answers }
    return topics
  }()

  /// The first datagrams of smart devices, as questions to a single host.
  static let questionsToOneHost: [Question] = (smartHome + climateAndEnergy)
    .filter { $0.answer == .samePort && !$0.isIPv6 && !$0.answers.isEmpty }
    .prefix(mostToOneHost)
    .map { row in
      .datagram(
        row.port,
        .maker,
        row.answers[0],
        row.datagram(BroadcastProtocol.Asker(address: .any, port: 0)),
        read: row.read
      )
    }
  /// With repetitions within a host's limit.
  private static let mostToOneHost = 10
}
