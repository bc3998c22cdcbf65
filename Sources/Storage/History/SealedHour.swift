import Home
import Model

/// The samples of a device in one closed hour, in about a byte each.
///
/// The first byte says how times are kept, and then each sample is a code:
/// - 1, a grid: the first sample's time in the hour and the period, both as varints of milliseconds;
///   then a code for each place of the grid. A time is moved by at most an eighth of the period.
/// - 2, a list: before each code, the tenths of a second since the one before, as a varint.
///
/// Codes: 0 no sample (in a grid only), 1 lost, 2 unknown, 3 a round trip as a varint of microseconds,
/// from 4 on round trips from 0.1 ms to 1.8 s, each 4 % longer than the one before: so what is read is
/// within 2 % of what was measured. Varints are those of LEB128.
///
/// Both functions are total, whatever the bytes or the samples are.
enum SealedHour {
  /// The most samples, one a second; of more, the first are kept.
  static let mostSamples = 3600

  private static let grid: UInt8 = 1
  private static let list: UInt8 = 2

  /// The samples of that hour, in any order, as bytes; those of other hours are left out.
  static func encode(_ samples: [RoundTripSample], hour: Int64) -> [UInt8] {
    let kept =
      samples
      .filter { HistoryTime.hourNumber(of: $0.time) == hour }
      .sorted { $0.time < $1.time }
      .prefix(mostSamples)
    let begin = hour &* HistoryTime.hour
    let timed = kept.map { sample in
      (offset: Int(sample.time.milliseconds &- begin), outcome: sample.outcome)
    }
    let listed = listed(timed)
    guard let gridded = gridded(timed), gridded.count <= listed.count else { return listed }
    return gridded
  }

  /// The samples, ascending by time; `nil` for bytes that `encode` doesn't write.
  static func decode(_ bytes: [UInt8], hour: Int64) -> [RoundTripSample]? {
    var reader = Reader(rest: bytes.dropFirst())
    switch bytes.first {
    case grid: return reader.grid(hour)
    case list: return reader.list(hour)
    default: return nil
    }
  }

  // MARK: Writing

  private typealias Timed = (offset: Int, outcome: RoundTripSample.Outcome)

  private static func listed(_ samples: [Timed]) -> [UInt8] {
    var bytes = [list]
    var last = 0
    for sample in samples {
      let tenth = min((sample.offset + 50) / 100, lastTenth)
      append(varint: UInt32(max(tenth - last, 0)), to: &bytes)
      last = max(tenth, last)
      append(sample.outcome, to: &bytes)
    }
    return bytes
  }

  private static let lastTenth = Int(HistoryTime.hour) / 100 - 1

  /// The samples on a grid; `nil` where they are too irregular for one.
  private static func gridded(_ samples: [Timed]) -> [UInt8]? {
    guard let first = samples.first?.offset, let last = samples.last?.offset else { return nil }
    let steps = zip(samples, samples.dropFirst()).map { $1.offset - $0.offset }
    let middle = steps.isEmpty ? Int(HistoryTime.hour) : steps.sorted()[steps.count / 2]
    guard middle > 0 else { return nil }
    // Step by step: over an hour, the middle step's own error would add up to a place.
    let places = steps.reduce(0) { $0 + max(1, ($1 + middle / 2) / middle) }
    // The mean, rounded down: so no place is beyond the hour.
    let period = places > 0 ? (last - first) / places : middle
    guard period > 0, places < mostSamples else { return nil }
    var bytes = [grid]
    append(varint: UInt32(clamping: first), to: &bytes)
    append(varint: UInt32(clamping: period), to: &bytes)
    var next = 0
    for sample in samples {
      let distance = sample.offset - first
      let place = (distance + period / 2) / period
      guard place >= next, abs(distance - place * period) <= period / 8 else { return nil }
      bytes += repeatElement(Code.none, count: place - next)
      append(sample.outcome, to: &bytes)
      next = place + 1
    }
    return bytes
  }

  private static func append(_ outcome: RoundTripSample.Outcome, to bytes: inout [UInt8]) {
    switch outcome {
    case .lost: bytes.append(Code.lost)
    case .unknown: bytes.append(Code.unknown)
    case .answered(let ms):
      let microseconds = RoundTripSample.Outcome.microseconds(ms)
      if let level = Levels.nearest(to: microseconds) {
        bytes.append(Code.firstLevel + level)
      } else {
        bytes.append(Code.exact)
        append(varint: microseconds, to: &bytes)
      }
    }
  }

  private static func append(varint: UInt32, to bytes: inout [UInt8]) {
    var rest = varint
    while rest > 0x7F {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  private enum Code {
    static let none: UInt8 = 0
    static let lost: UInt8 = 1
    static let unknown: UInt8 = 2
    static let exact: UInt8 = 3
    static let firstLevel: UInt8 = 4
  }

  /// The round trips that have codes of their own.
  private enum Levels {
    /// In microseconds, ascending.
    static let all: [Double] = {
      var level = 100.0
      return (Code.firstLevel...UInt8.max).map { _ in
        defer { level *= 1.04 }
        return level
      }
    }()

    /// The nearest one by ratio; `nil` beyond them.
    static func nearest(to microseconds: UInt32) -> UInt8? {
      let time = Double(microseconds)
      // Whole microseconds of the greatest one are that one again.
      guard let least = all.first, let greatest = all.last, time >= least,
        time <= greatest.rounded(.up)
      else { return nil }
      var (low, high) = (0, all.count - 1)
      while high - low > 1 {
        let middle = (low + high) / 2
        if all[middle] <= time { low = middle } else { high = middle }
      }
      return UInt8(clamping: time * time < all[low] * all[high] ? low : high)
    }
  }

  // MARK: Reading

  /// Reads what is left of the bytes.
  private struct Reader {
    var rest: ArraySlice<UInt8>

    mutating func grid(_ hour: Int64) -> [RoundTripSample]? {
      guard let first = varint(), let period = varint(), period > 0 else { return nil }
      var samples: [RoundTripSample] = []
      var offset = Int64(first)
      while let code = rest.popFirst() {
        if code != Code.none {
          guard let outcome = outcome(code), samples.count < SealedHour.mostSamples,
            let sample = sample(outcome, at: offset, of: hour)
          else { return nil }
          samples.append(sample)
        }
        // No more than there are bytes, so this does not overflow.
        offset += Int64(period)
      }
      return samples
    }

    mutating func list(_ hour: Int64) -> [RoundTripSample]? {
      var samples: [RoundTripSample] = []
      var offset: Int64 = 0
      while !rest.isEmpty {
        guard let tenths = varint(), let code = rest.popFirst(), let outcome = outcome(code)
        else { return nil }
        offset += Int64(tenths) * 100
        guard samples.count < SealedHour.mostSamples,
          let sample = sample(outcome, at: offset, of: hour)
        else { return nil }
        samples.append(sample)
      }
      return samples
    }

    private func sample(
      _ outcome: RoundTripSample.Outcome,
      at offset: Int64,
      of hour: Int64
    ) -> RoundTripSample? {
      guard (0..<HistoryTime.hour).contains(offset) else { return nil }
      let time = Timestamp(milliseconds: (hour &* HistoryTime.hour) &+ offset)
      return RoundTripSample(time: time, outcome: outcome)
    }

    private mutating func outcome(_ code: UInt8) -> RoundTripSample.Outcome? {
      switch code {
      case Code.none: return nil
      case Code.lost: return .lost
      case Code.unknown: return .unknown
      case Code.exact:
        guard let microseconds = varint() else { return nil }
        return .answered(ms: Double(microseconds) / 1000)
      default: return .answered(ms: Levels.all[Int(code - Code.firstLevel)] / 1000)
      }
    }

    /// A number of at most 32 bits.
    private mutating func varint() -> UInt32? {
      var value: UInt64 = 0
      for shift in stride(from: UInt64(0), to: 35, by: 7) {
        guard let byte = rest.popFirst() else { return nil }
        value |= UInt64(byte & 0x7F) << shift
        if byte < 0x80 { return UInt32(exactly: value) }
      }
      return nil
    }
  }
}

extension RoundTripSample.Outcome {
  /// A round trip in whole microseconds; whatever is no time at all counts as none, and the longest is
  /// a little more than an hour.
  static func microseconds(_ ms: Double) -> UInt32 {
    guard ms > 0 else { return 0 }
    return UInt32((min(ms, 4_000_000) * 1000).rounded())
  }

  /// The number that stands for it in the open hour's rows: a lost one is -1, an unknown one -2.
  var stored: Int64 {
    switch self {
    case .answered(let ms): Int64(Self.microseconds(ms))
    case .lost: -1
    case .unknown: -2
    }
  }

  /// What such a number stands for.
  init(stored: Int64) {
    switch stored {
    case 0...: self = .answered(ms: Double(stored) / 1000)
    case -1: self = .lost
    default: self = .unknown
    }
  }
}
