import Discovery
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
}
