import Networking
import Wire

/// The politeness ledger as it stands in a recording: `{"192.168.1.20":{"echo":{"packets":7}}}`.
struct RecordedTraffic: Hashable, Sendable, Codable {
  /// How much was sent for one purpose; what is nothing is left out.
  struct Count: Hashable, Sendable, Codable {
    var packets: Int?
    var connections: Int?
    var messages: Int?
  }

  /// By address and purpose.
  private var counts: [String: [String: Count]]

  /// No scan asks more.
  private static let mostAddresses = 100_000

  init(_ ledger: TrafficLedger) {
    counts = [:]
    for (address, purposes) in ledger.counts {
      counts[address.description] = Dictionary(
        uniqueKeysWithValues: purposes.map { purpose, count in
          (
            purpose.rawValue,
            Count(
              packets: count.packets == 0 ? nil : count.packets,
              connections: count.connections == 0 ? nil : count.connections,
              messages: count.messages == 0 ? nil : count.messages
            )
          )
        }
      )
    }
  }

  init(from decoder: any Decoder) throws {
    counts = try decoder.singleValueContainer().decode([String: [String: Count]].self)
  }

  func encode(to encoder: any Encoder) throws {
    var json = encoder.singleValueContainer()
    try json.encode(counts)
  }

  /// The ledger again; addresses and purposes that this version doesn't know are left out, and so
  /// are numbers that nobody can have sent.
  var ledger: TrafficLedger {
    var ledger = TrafficLedger()
    for (text, purposes) in counts.prefix(Self.mostAddresses) {
      guard let address = IPAddress(text) else { continue }
      for (name, count) in purposes {
        guard let purpose = Purpose(rawValue: name) else { continue }
        let usable = { (number: Int?) in min(max(0, number ?? 0), 1_000_000) }
        var told = TrafficLedger.Count()
        told.packets = usable(count.packets)
        told.connections = usable(count.connections)
        told.messages = usable(count.messages)
        ledger.add(told, to: address, for: purpose)
      }
    }
    return ledger
  }
}
