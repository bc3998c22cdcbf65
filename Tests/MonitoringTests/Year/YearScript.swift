import Model
import Monitoring
import Networking

/// What truly happens in a simulated year, and what has to be told of it.
struct YearScript: Sendable {
  /// A fault of one monitor's target.
  struct Fault: Sendable {
    enum Kind: Sendable {
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
    }

    var monitor: String
    var kind: Kind
    /// Seconds since the start.
    var from: Int64
    var to: Int64
  }

  /// When this machine has no network, in seconds since the start.
  var ownOutages: [Range<Int64>] = []
  /// When no channel takes anything.
  var channelOutage: Range<Int64> = 0..<0
  /// When the program is killed.
  var kills: [Int64] = []
  var faults: [Fault] = []
  var monitors: [Monitor] = []

  static let interval: Int64 = 60
  static let start = Timestamp(milliseconds: 1_767_225_600_000)  // 2026-01-01T00:00:00Z

  /// A year, or a part of it, with as many faults as fit in proportion to 400 a year.
  init(seed: UInt64, days: Int, monitors count: Int = 50) {
    var random = YearRandom(seed: seed)
    let end = Int64(days) * 86_400
    monitors = (0..<count).map { Self.monitor($0) }
    // Each fault has a time of its own for its monitor, its parent, and this machine.
    let faultCount = max(12, 400 * days / 365)
    let slot = (end - 14_400) / Int64(faultCount)
    let kinds: [Fault.Kind] = [
      .long, .short, .long, .partial, .nested, .long, .duringOwnOutage, .inMaintenance,
    ]
    for number in 0..<faultCount {
      let kind = kinds[number % kinds.count]
      let base = 7200 + Int64(number) * slot
      let from = base + Int64.random(in: 0..<max(1, slot / 4), using: &random)
      let length: Int64 =
        switch kind {
        case .short: Int64.random(in: 5..<45, using: &random)
        default: Int64.random(in: 420..<max(421, min(7200, slot / 3)), using: &random)
        }
      var index = Int.random(in: 10..<count, using: &random)
      switch kind {
      case .nested:
        // Monitors 10 to 19 are behind monitor 0.
        index = Int.random(in: 10..<20, using: &random)
        faults.append(Fault(monitor: "m0", kind: .long, from: from - 300, to: from + length + 600))
      case .duringOwnOutage: ownOutages.append(from - 400..<from + length + 60)
      case .inMaintenance:
        index = 40 + number % 10
        let window = MaintenanceWindow(
          .once(from: Self.time(from - 60), to: Self.time(from + length + 600))
        )
        monitors[index].maintenance.append(window)
      default:
        // Those behind others have faults only under them.
        if index < 20 { index += 20 }
      }
      faults.append(Fault(monitor: "m\(index)", kind: kind, from: from, to: from + length))
    }
    let outage = Int64(days) * 86_400 / 3
    if days >= 30 { channelOutage = outage..<outage + 72 * 3600 }
    let killCount = max(3, 30 * days / 365)
    kills = (0..<killCount).map { number in
      let span = end / Int64(killCount)
      return Int64(number) * span + Int64.random(in: 600..<span - 600, using: &random)
    }
    // Half of them while something is told.
    for (number, fault) in faults.filter({ $0.kind == .long }).prefix(killCount / 2).enumerated() {
      kills[number * 2 % killCount] = fault.from + Int64.random(in: 100..<300, using: &random)
    }
    kills.sort()
    byMonitor = Dictionary(grouping: faults, by: \.monitor)
  }

  static func time(_ seconds: Int64) -> Timestamp {
    Timestamp(milliseconds: start.milliseconds + seconds * 1000)
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
      parents: (10..<20).contains(index) ? ["m0"] : []
    )
  }

  // MARK: What a check finds

  /// Whether the target of a monitor answers a check at that second; `number` counts its checks.
  func answers(_ monitor: String, at second: Int64, number: Int) -> Bool {
    for fault in byMonitor[monitor] ?? [] where fault.from <= second && second < fault.to {
      guard case .partial = fault.kind else { return false }
      return number % 2 == 0
    }
    return true
  }

  /// Whether this machine has its network at that second.
  func hasNetwork(at second: Int64) -> Bool { !ownOutages.contains { $0.contains(second) } }

  private var byMonitor: [String: [Fault]] = [:]

  /// The faults that have to be told.
  var told: [Fault] { faults.filter { if case .long = $0.kind { true } else { false } } }
}

/// Random numbers from a seed: xorshift64* (Vigna, 2016).
struct YearRandom: RandomNumberGenerator, Sendable {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func next() -> UInt64 {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return state &* 0x2545_F491_4F6C_DD1D
  }
}
