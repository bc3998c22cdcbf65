import Discovery
import Model
import Monitoring

/// What truly happens in a simulated year, beside the home.
///
/// Faults of monitors' targets, outages of our own, kills, mutes, and an outage of all channels. Times are
/// seconds since the start.
struct YearScript: Sendable {
  /// A fault of one monitor's target.
  struct Fault: Sendable {
    enum Kind: String, CaseIterable, Sendable {
      /// It answers nothing for several checks: it is told.
      case long
      /// It answers nothing for less than an interval: it is not.
      case short
      /// Every other check fails: never several in a row.
      case partial
      /// Its parent is down for all of it.
      case nested
      /// This machine has no network for all of it.
      case duringOwnOutage
      /// It lies in a maintenance window.
      case inMaintenance
      /// It answers nothing, and others are behind it: it is told.
      case parent
      /// It answers slowly: it is told as degraded.
      case degraded
      /// It is gone and there in turns: it is told to flap.
      case flapping
      /// It answers nothing, and is muted for all of it.
      case muted

      /// The kinds of which there are 400 in a year; the others come on top.
      static let counted: [Kind] = [
        .long, .short, .partial, .nested, .duringOwnOutage, .inMaintenance,
      ]
    }

    var monitor: String
    var kind: Kind
    var from: Int64
    var to: Int64
  }

  /// The program is killed.
  struct Kill: Sendable {
    /// When; or from when on.
    var from: Int64
    /// Whether it waits until a channel has taken something, which the program then doesn't know.
    var isAfterSending = false
  }

  /// The user mutes something.
  struct PlannedMute: Sendable {
    var from: Int64
    var subject: Mute.Subject
    var to: Int64
  }

  let days: Int
  let home: HomeFeed
  private(set) var monitors: [Monitor]
  private(set) var faults: [Fault] = []
  /// When this machine has no network.
  private(set) var ownOutages: [Range<Int64>] = []
  /// When no channel takes anything.
  private(set) var channelOutage: Range<Int64> = 0..<0
  private(set) var kills: [Kill] = []
  private(set) var mutes: [PlannedMute] = []

  static let interval: Int64 = 60
  static let faultsOfYear = 400
  static let killsOfYear = 30
  /// How long one phase of a flapping target is.
  static let phase: Int64 = 300
  /// The limit of a round trip, and what takes longer, in milliseconds.
  static let limitMs = 100.0
  static let slowMs = 300.0
  private static let day: Int64 = 86_400

  /// A year, or a part of it, with as many faults as fit in proportion to 400 a year.
  init(seed: UInt64, days: Int, home: HomeFeed, monitors count: Int = 50) {
    self.days = days
    self.home = home
    monitors = (0..<count).map { Self.monitor($0) }
    var random = SplitMix64(seed: seed)
    addFaults(&random)
    addFurtherFaults(&random)
    placeChannelOutage()
    addMutes()
    addKills(&random)
  }

  /// When it ends.
  var end: Int64 { Int64(days) * Self.day }

  static func time(_ second: Int64) -> Timestamp {
    Timestamp(milliseconds: SimulatedYear<TrackerWatch>.epoch + second * 1000)
  }

  private static func monitor(_ index: Int) -> Monitor {
    let check: MonitorCheck =
      index % 2 == 0
      ? .icmp(host: "10.0.0.\(index + 1)") : .tcp(host: "10.0.0.\(index + 1)", port: 443)
    return Monitor(
      id: "m\(index)",
      name: "Monitor \(index)",
      check: check,
      interval: .seconds(interval),
      timeout: .seconds(5),
      degraded: DegradedLimits(roundTripMs: (1..<5).contains(index) ? limitMs : nil),
      // Monitors 10 to 19 are behind monitor 0.
      parents: (10..<20).contains(index) ? ["m0"] : []
    )
  }

  // MARK: Faults

  private var faultCount: Int { max(12, Self.faultsOfYear * days / 365) }

  /// Each fault has a time of its own, for its monitor, its parent, and this machine: the first part of a
  /// slot; the faults that come on top lie in the second.
  private var slot: Int64 { (end - 14_400) / Int64(faultCount) }

  private func begin(ofSlot number: Int) -> Int64 { 7200 + Int64(number) * slot }

  private mutating func addFaults(_ random: inout SplitMix64) {
    let kinds: [Fault.Kind] = [
      .long, .short, .long, .partial, .nested, .long, .duringOwnOutage, .inMaintenance,
    ]
    for number in 0..<faultCount {
      let kind = kinds[number % kinds.count]
      let from = begin(ofSlot: number) + Int64.random(in: 0..<max(1, slot / 4), using: &random)
      let length =
        kind == .short
        ? Int64.random(in: 5..<45, using: &random)
        : Int64.random(in: 660..<max(661, min(7200, slot / 3)), using: &random)
      let to = from + length
      var index = Int.random(in: 20..<40, using: &random)
      switch kind {
      case .nested:
        index = Int.random(in: 10..<20, using: &random)
        faults.append(Fault(monitor: "m0", kind: .parent, from: from - 300, to: to + 600))
      case .duringOwnOutage: ownOutages.append(from - 400..<to + 60)
      case .inMaintenance:
        index = 40 + number % 10
        monitors[index].maintenance.append(
          MaintenanceWindow(.once(from: Self.time(from - 60), to: Self.time(to + 600)))
        )
      default: break
      }
      faults.append(Fault(monitor: "m\(index)", kind: kind, from: from, to: to))
    }
  }

  /// Faults of monitors that have no others.
  private mutating func addFurtherFaults(_ random: inout SplitMix64) {
    for number in stride(from: 1, to: faultCount, by: 4) {
      let from = begin(ofSlot: number) + slot * 6 / 10
      let turn = number / 12
      let length = Int64.random(in: 900..<1800, using: &random)
      switch number / 4 % 3 {
      case 0: add(.degraded, of: 1 + turn % 4, from: from, length: length)
      case 1: add(.flapping, of: 5 + turn % 3, from: from, length: 12 * Self.phase)
      default: add(.muted, of: 8 + turn % 2, from: from, length: length)
      }
    }
  }

  private mutating func add(_ kind: Fault.Kind, of index: Int, from: Int64, length: Int64) {
    faults.append(Fault(monitor: "m\(index)", kind: kind, from: from, to: from + length))
  }

  /// Three days, or four hours of a short time, about a fault that is to be told.
  private mutating func placeChannelOutage() {
    let length = days >= 30 ? 3 * Self.day : 14_400
    let outages = faults.filter { $0.kind == .long && $0.from >= end / 3 }
      .map { fault in (fault.from - 600)..<(fault.from - 600 + length) }
    // Without a failure of our own about its end: what waited for three days is given up at the next failure.
    let fitting = outages.first { outage in
      let after = (outage.upperBound - 7200)..<(outage.upperBound + 7200)
      return after.upperBound < end && !ownOutages.contains { $0.overlaps(after) }
    }
    channelOutage = fitting ?? channelOutage
  }

  /// Of a monitor over a fault; of a device at noon, when nothing is held.
  ///
  /// Changes of the home are told within a minute; so that it is plain which ones a mute covers, it begins and
  /// ends at the end of a minute.
  private mutating func addMutes() {
    mutes = faults.filter { $0.kind == .muted }
      .map { fault in
        PlannedMute(from: fault.from - 60, subject: .monitor(fault.monitor), to: fault.to + 600)
      }
    if let device = home.watched.first {
      for day in stride(from: 1, to: days, by: 9) {
        let noon = Int64(day) * Self.day + 12 * 3600 + 50
        mutes.append(PlannedMute(from: noon, subject: .device(device), to: noon + 3 * 3600))
      }
    }
    mutes.sort { $0.from < $1.from }
  }

  /// At any time, while a fault is noticed, while a change of the home is gathered, and between sending and
  /// storing, in turns.
  private mutating func addKills(_ random: inout SplitMix64) {
    let count = max(4, Self.killsOfYear * days / 365)
    let span = end / Int64(count)
    for number in 0..<count {
      let start = Int64(number) * span
      let moment = start + Int64.random(in: 600..<span / 2, using: &random)
      let fault = faults.first {
        $0.kind == .long && (start..<start + span - 600).contains($0.from)
      }
      let change = home.entries.first { (moment..<start + span - 600).contains($0.second) }
      switch number % 4 {
      case 1:
        let into = Int64.random(in: 100..<300, using: &random)
        kills.append(Kill(from: fault.map { $0.from + into } ?? moment))
      case 2:
        let into = Int64.random(in: 0..<40, using: &random)
        kills.append(Kill(from: change.map { $0.second + into } ?? moment))
      case 3: kills.append(Kill(from: moment, isAfterSending: true))
      default: kills.append(Kill(from: moment))
      }
    }
  }
}
