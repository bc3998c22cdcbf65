import Model
@testable import Monitoring

/// A random script of outages, and of times in which openings aren't told.
///
/// Outages begin and end within half a minute after a full two minutes, those times a minute after it, so
/// that what is told follows from the script alone: which outages lie wholly in such a time.
struct AlertScript {
  struct Outage {
    var incident: Int64
    var monitor: String
    var from: Int
    var to: Int

    var isShort: Bool { to - from < 30 }
  }

  struct Span {
    enum Kind: CaseIterable { case mute, muteAll, maintenance, deadParent }

    var kind: Kind
    var monitor: String
    var from: Int
    var to: Int

    func contains(_ second: Int) -> Bool { from <= second && second < to }
    func concerns(_ other: String) -> Bool { kind == .muteAll || monitor == other }
  }

  static let unit = 120
  let monitors: [String]
  private(set) var outages: [Outage] = []
  private(set) var spans: [Span] = []

  init(seed: UInt64, units: Int, spanCount: Int, monitorCount: Int = 6, longestGap: Int = 12) {
    monitors = (0..<monitorCount).map { "m\($0)" }
    var random = Generator(state: seed)
    for monitor in monitors {
      var next = Int.random(in: 0...10, using: &random)
      while next < units {
        let from = next * Self.unit + Int.random(in: 0..<10, using: &random)
        let isShort = Int.random(in: 0..<3, using: &random) == 0
        let length = Int.random(in: 1...15, using: &random)
        let to =
          isShort
          ? from + 20 : (next + length) * Self.unit + Int.random(in: 0..<10, using: &random)
        outages.append(
          Outage(incident: Int64(outages.count + 1), monitor: monitor, from: from, to: to)
        )
        next += (isShort ? 1 : length) + Int.random(in: 1...longestGap, using: &random)
      }
    }
    for _ in 0..<spanCount {
      let kind = Span.Kind.allCases[Int.random(in: 0..<Span.Kind.allCases.count, using: &random)]
      let start = Int.random(in: 0..<units, using: &random)
      let length = Int.random(in: 1...(kind == .muteAll ? 4 : 25), using: &random)
      spans.append(
        Span(
          kind: kind,
          monitor: monitors[Int.random(in: 0..<monitors.count, using: &random)],
          from: start * Self.unit + 60,
          to: (start + length) * Self.unit + 60
        )
      )
    }
  }

  /// Every moment at which something begins or ends.
  var moments: [Int] {
    Set(outages.flatMap { [$0.from, $0.to] } + spans.flatMap { [$0.from, $0.to] }).sorted()
  }

  /// Whether something of an outage is told: it doesn't lie wholly in times without telling.
  func isTold(_ outage: Outage) -> Bool {
    var second = outage.from
    while second < outage.to {
      let cover = spans.filter { $0.concerns(outage.monitor) && $0.contains(second) }
      guard let end = cover.map(\.to).max() else { return true }
      second = end
    }
    return false
  }

  /// What the dispatcher is told of the present at a second.
  func apply(at second: Int, to context: inout AlertContext) {
    let present = spans.filter { $0.contains(second) }
    func monitors(_ kind: Span.Kind) -> [Span] { present.filter { $0.kind == kind } }
    context.mutes =
      monitors(.mute).map { Mute(.monitor($0.monitor), until: AlertDriver.at($0.to)) }
      + monitors(.muteAll).map { Mute(.everything, until: AlertDriver.at($0.to)) }
    context.inMaintenance = Set(monitors(.maintenance).map(\.monitor))
    context.deadParents = [:]
    for span in monitors(.deadParent) { context.deadParents[span.monitor] = ["router"] }
  }

  /// Lets a dispatcher live through it.
  func run(_ driver: inout AlertDriver) {
    let moments = self.moments
    for moment in moments {
      driver.run(to: moment)
      apply(at: moment, to: &driver.context)
      driver.step()
      for outage in outages {
        if outage.from == moment {
          driver.take(MonitorNews.down(outage.monitor, at: moment, incident: outage.incident))
        }
        if outage.to == moment {
          driver.take(MonitorNews.up(outage.monitor, at: moment, incident: outage.incident))
        }
      }
    }
    driver.run(to: (moments.last ?? 0) + 2 * 86_400)
  }

  /// SplitMix64: the same numbers for the same seed.
  private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
      return mixed ^ mixed >> 31
    }
  }
}

/// What one channel was told of an outage, in order.
enum ToldOutage: Hashable {
  case opening
  case end
  case whole

  init?(_ item: AlertNotice.Item) {
    switch (item.kind, item.severity) {
    case (.monitorDown, .critical): self = .opening
    case (.monitorDown, .resolved): self = .whole
    case (.monitorUp, .resolved): self = .end
    default: return nil
    }
  }
}
