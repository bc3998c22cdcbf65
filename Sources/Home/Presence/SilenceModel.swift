import Model

/// How long a device is usually silent while it is there, learned by hour of the day.
///
/// A histogram: for each hour in which silences began (UTC; a neighbouring hour counts too, which
/// covers summer time) the weight of each class of length. A silence weighs as much as it lasts, so
/// that a phone that sleeps for 20 minutes once an hour counts as one that is often silent. Weights are
/// halved every two weeks, and where a class is full. It takes at most 168 bytes, none before
/// anything is learned.
struct SilenceModel: Hashable, Sendable {
  /// `hours` rows of `classes` weights; empty before anything is learned.
  private var weights: [UInt8] = []
  /// The period of two weeks, counted from 1970, in which it last learned.
  private var period: Int32 = 0

  /// The longest silence that is ever called usual, in milliseconds.
  ///
  /// With the checks that follow it, a device that left is away within the hour.
  static let longest: Int64 = 30 * 60_000
  /// A longer silence is an absence and teaches nothing.
  static let longestLearned: Int64 = 60 * 60_000
  /// What a weight of one stands for: the usual time between two sweeps.
  static let unit: Int64 = 5 * 60_000

  private static let hours = 24
  /// The upper bounds of the classes of length but the last, in milliseconds.
  ///
  /// Silences are about multiples of the time between sweeps, so the bounds lie between those.
  private static let bounds: [Int64] = [7.5, 12.5, 17.5, 22.5, 27.5, 35].map { (minutes: Double) in
    Int64(minutes * 60_000)
  }
  private static var classes: Int { bounds.count + 1 }
  private static let hour: Int64 = 3_600_000
  private static let halfLife: Int64 = 14 * 24 * hour
  /// From this weight on a silence is called usual that is longer than expected: four of a quarter of an
  /// hour.
  private static let leastWeight = 12
  /// From this weight on shorter silences are believed: more than three days of three hours each.
  private static let ampleWeight = 120

  /// Whether nothing is learned yet.
  var isEmpty: Bool { weights.isEmpty }

  /// Adds a silence that began at that time.
  mutating func learn(_ length: Int64, since time: Timestamp) {
    guard length > 0, length <= Self.longestLearned else { return }
    if weights.isEmpty {
      weights = Array(repeating: 0, count: Self.hours * Self.classes)
      period = Self.period(of: time)
    }
    age(to: Self.period(of: time))
    let row = Self.hour(of: time) * Self.classes
    let index = row + Self.sizeClass(of: length)
    let weight = UInt8(clamping: max(1, (length + Self.unit / 2) / Self.unit))
    if weights[index] > UInt8.max - weight { halve(row..<(row + Self.classes)) }
    weights[index] += weight
  }

  /// How long a silence that began at that time is still usual, in milliseconds; 0 where each sweep is
  /// usually answered.
  ///
  /// `expected` is taken for the kind of device while little is known. Silences of which there is one
  /// percent of the time, or one at all where little is known, are usual.
  func usual(since time: Timestamp, expecting expected: Int64) -> Int64 {
    guard !weights.isEmpty else { return min(expected, Self.longest) }
    let hour = Self.hour(of: time)
    let near = sum(ofHoursFrom: hour + Self.hours - 1, count: 3)
    let nearWeight = near.reduce(0, +)
    if nearWeight >= Self.ampleWeight { return Self.longestUsual(near) }
    let all =
      nearWeight >= Self.leastWeight ? near : sum(ofHoursFrom: 0, count: Self.hours)
    guard all.reduce(0, +) >= Self.leastWeight else { return min(expected, Self.longest) }
    return min(max(expected, Self.longestUsual(all)), Self.longest)
  }

  /// The weights by class of as many hours in a row.
  private func sum(ofHoursFrom first: Int, count: Int) -> [Int] {
    let classes = Self.classes
    var sum = [Int](repeating: 0, count: classes)
    for hour in first..<(first + count) {
      let row = hour % Self.hours * classes
      for size in 0..<classes { sum[size] += Int(weights[row + size]) }
    }
    return sum
  }

  private static func longestUsual(_ weights: [Int]) -> Int64 {
    let rare = weights.reduce(0, +) / 100
    var longer = 0
    for size in weights.indices.reversed() {
      longer += weights[size]
      guard longer > rare else { continue }
      if size == 0 { return 0 }
      return size < bounds.count ? min(bounds[size], longest) : longest
    }
    return 0
  }

  /// Adds what was learned of an entry that is the same device.
  mutating func merge(_ other: SilenceModel) {
    guard !isEmpty, !other.isEmpty else {
      if isEmpty { self = other }
      return
    }
    var other = other
    // What was learned in an earlier period weighs half.
    if period < other.period { age(to: other.period) } else { other.age(to: period) }
    for hour in 0..<Self.hours {
      let row = (hour * Self.classes)..<((hour + 1) * Self.classes)
      let sums = row.map { Int(weights[$0]) + Int(other.weights[$0]) }
      let divisor = sums.contains { $0 > Int(UInt8.max) } ? 2 : 1
      for (index, sum) in zip(row, sums) { weights[index] = UInt8(clamping: sum / divisor) }
    }
  }

  private mutating func age(to present: Int32) {
    guard present != period else { return }
    // A clock that was wrong for years costs no more than two weeks.
    halve(weights.indices)
    period = present
  }

  private mutating func halve(_ range: Range<Int>) {
    for index in range { weights[index] /= 2 }
  }

  private static func sizeClass(of length: Int64) -> Int {
    bounds.firstIndex { length <= $0 } ?? bounds.count
  }

  private static func hour(of time: Timestamp) -> Int {
    let hours = time.milliseconds / hour % 24
    return Int(hours < 0 ? hours + 24 : hours)
  }

  private static func period(of time: Timestamp) -> Int32 {
    Int32(truncatingIfNeeded: time.milliseconds / halfLife)
  }
}

extension SilenceModel {
  private static let version: UInt8 = 1
  private static let headerLength = 8

  /// The model for a store: a version, the period, which hours follow, and their weights.
  ///
  /// At most 176 bytes; none where nothing is learned.
  var blob: [UInt8] {
    guard !weights.isEmpty else { return [] }
    let rows = (0..<Self.hours).map { hour in
      weights[(hour * Self.classes)..<((hour + 1) * Self.classes)]
    }
    var present: UInt32 = 0
    for (hour, row) in rows.enumerated() where row.contains(where: { $0 > 0 }) {
      present |= 1 << UInt32(hour)
    }
    let start = UInt32(bitPattern: period)
    var bytes = [Self.version]
    for shift: UInt32 in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: start >> shift)) }
    for shift: UInt32 in [0, 8, 16] { bytes.append(UInt8(truncatingIfNeeded: present >> shift)) }
    for (hour, row) in rows.enumerated() where present & 1 << UInt32(hour) != 0 { bytes += row }
    return bytes
  }

  /// The model from a store's bytes; `nil` where they are none.
  init?(blob: [UInt8]) {
    guard !blob.isEmpty else {
      self.init()
      return
    }
    guard blob.count >= Self.headerLength, blob[0] == Self.version else { return nil }
    let start = (1...4).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32(blob[$1]) }
    let present = (5...7).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32(blob[$1]) }
    let classes = Self.classes
    guard blob.count == Self.headerLength + present.nonzeroBitCount * classes else { return nil }
    var weights = [UInt8](repeating: 0, count: Self.hours * classes)
    var next = Self.headerLength
    for hour in 0..<Self.hours where present & 1 << UInt32(hour) != 0 {
      for size in 0..<classes { weights[hour * classes + size] = blob[next + size] }
      next += classes
    }
    self.init()
    self.weights = weights
    period = Int32(bitPattern: start)
  }
}
