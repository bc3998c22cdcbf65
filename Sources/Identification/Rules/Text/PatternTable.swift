/// Entries by a number made of what they begin with; those of one number in the order of patterns.
struct PatternTable: Sendable {
  private let entries: [PatternIndex.Entry]
  /// Where the entries of each group of places begin.
  private let starts: [Int32]
  /// A bit for each place that has entries: small enough to stay near the processor.
  private let isTaken: [UInt64]
  /// How many places are in a group, as a power of two: groups keep the starts small, too.
  private let groupBits: Int

  /// A table of so many places, a multiple of 64, with those entries at theirs.
  init(_ filed: [(place: Int, entry: PatternIndex.Entry)], places: Int, groupBits: Int = 0) {
    self.groupBits = groupBits
    let sorted = filed.sorted { ($0.place, $0.entry.pattern) < ($1.place, $1.entry.pattern) }
    entries = sorted.map(\.entry)
    let groups = places >> groupBits
    var starts = [Int32](repeating: 0, count: groups + 1)
    var isTaken = [UInt64](repeating: 0, count: places / 64)
    for (place, _) in sorted {
      starts[place >> groupBits + 1] += 1
      isTaken[place >> 6] |= 1 << UInt64(place & 63)
    }
    for group in 0..<groups { starts[group + 1] += starts[group] }
    self.starts = starts
    self.isTaken = isTaken
  }

  /// Adds those at the place that the text may begin with, in that field.
  @inline(__always)
  func gather(
    at place: Int,
    _ window: UInt64,
    in field: UInt32,
    into candidates: inout [PatternIndex.Entry]
  ) {
    guard isTaken[place >> 6] >> UInt64(place & 63) & 1 == 1 else { return }
    let group = place >> groupBits
    for position in Int(starts[group])..<Int(starts[group + 1])
    where entries[position].begins(window, in: field) {
      candidates.append(entries[position])
    }
  }
}
