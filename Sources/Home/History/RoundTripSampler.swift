import Model
import Wire

/// Gathers the round trips of one sweep, of each device one sample.
///
/// Observations of the sweep alone are taken: what is remembered of earlier rounds says nothing of now.
struct RoundTripSampler: Sendable {
  /// The least round trip to each address, by how it was measured.
  private var times: [IPAddress: [Source: Double]] = [:]

  /// The sources whose times are kept, the most exact first.
  ///
  /// The neighbour table's are measured from outside.
  private static let ranking: [Source] = [.icmp, .arp, .tcp, .neighbours]
  /// The most addresses; forged answers may come from any number.
  private static let mostAddresses = 65_536
  /// Longer times are errors of a clock that was set.
  private static let longest = 60_000.0

  /// Takes an observation of the sweep.
  mutating func take(_ observation: Observation) {
    guard let subject = observation.subject, Self.ranking.contains(observation.source) else {
      return
    }
    let time: Double?
    switch observation.fact {
    case .answered(let rttMs): time = rttMs
    case .roundTrips(let series): time = series.min()
    default: return
    }
    guard let time, time.isFinite, time >= 0, time <= Self.longest,
      times[subject] != nil || times.count < Self.mostAddresses
    else { return }
    times[subject, default: [:]][observation.source] = min(
      time,
      times[subject]?[observation.source] ?? time
    )
  }

  /// The samples of the sweep, which is complete.
  ///
  /// `slots` are those of the addresses that were seen in it, `seen` those of the devices, and
  /// `expected` those of the devices that were there before and were asked. A device that was seen, but
  /// by something without a time, has no sample.
  func samples(
    at time: Timestamp,
    slots: [IPAddress: Int],
    seen: Set<Int>,
    expected: Set<Int>
  ) -> [Int: [RoundTripSample]] {
    var best: [Int: (rank: Int, ms: Double)] = [:]
    for (address, measured) in times {
      guard let slot = slots[address] else { continue }
      for (rank, source) in Self.ranking.enumerated() {
        guard let ms = measured[source] else { continue }
        if best[slot].map({ (rank, ms) < ($0.rank, $0.ms) }) ?? true { best[slot] = (rank, ms) }
      }
    }
    var samples = best.mapValues { [RoundTripSample(time: time, outcome: .answered(ms: $0.ms))] }
    for slot in expected.subtracting(seen) where samples[slot] == nil {
      samples[slot] = [RoundTripSample(time: time, outcome: .lost)]
    }
    return samples
  }

  /// The samples of a sweep that could not be made or was ended: whoever was expected is unknown.
  static func unknown(at time: Timestamp, expected: Set<Int>) -> [Int: [RoundTripSample]] {
    let sample = RoundTripSample(time: time, outcome: .unknown)
    return Dictionary(uniqueKeysWithValues: expected.map { ($0, [sample]) })
  }
}
