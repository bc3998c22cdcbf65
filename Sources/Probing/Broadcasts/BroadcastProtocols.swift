import Discovery
import Networking
import Wire

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
