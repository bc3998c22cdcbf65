import Model
import Monitoring

/// Compares what one channel took with what the script says.
struct ChannelScore {
  /// A piece of news, when it was taken, and in which notice.
  private struct Told {
    var item: AlertNotice.Item
    var at: Int64
    var notice: Int

    /// Whether it tells an outage from its beginning to its end.
    var isWhole: Bool { item.kind != .monitorUp && item.severity == .resolved }
  }

  let channel: String
  /// What may not happen.
  private(set) var problems: [String] = []
  /// How long after its beginning a fault was noticed, in seconds.
  private(set) var delays: [Double] = []
  /// Notices that came twice: after a kill between sending and storing.
  private(set) var repeated = 0
  /// Faults in the outage of all channels that were told after it.
  private(set) var toldAfterOutage = 0
  /// News of the home that were told as they had to be.
  private(set) var homeNews = 0
  /// Nights that were told in one notice, and how many news those had.
  private(set) var digests = 0
  private(set) var digested = 0
  private(set) var notices = 0
  private var kinds: [AlertKind: Int] = [:]
  private var told: [Told] = []
  private let script: YearScript
  /// In milliseconds.
  private let kills: [Int64]

  /// Three checks a minute apart, the timeout, and the other method.
  private static let longest: Int64 = 3 * 60 + 60 + 10
  /// How long the program is gone after a kill, in seconds.
  private static let restart: Int64 = 10
  /// How long after a channel took something that is stored at most, in milliseconds.
  private static let storing: Int64 = 1000

  init(_ run: YearRun, _ channel: String) {
    self.channel = channel
    script = run.script
    kills = run.killed
    gather(run.taken[channel] ?? [])
    compareHome(YearRules.expected(of: run.script, on: channel, after: run.skipped))
    compareFaults()
  }

  private mutating func complain(_ what: String) { problems.append("\(channel): \(what)") }

  // MARK: Notices

  /// Notices come in the order in which they were made; one comes again only where the program was killed
  /// before it could store that it was sent.
  private mutating func gather(_ taken: [YearRun.Taken]) {
    var first: [String: YearRun.Taken] = [:]
    var last: (id: String, number: Int) = ("", 0)
    for (index, one) in taken.enumerated() {
      let id = one.notice.id
      if let earlier = first[id] {
        repeated += 1
        if one.notice != earlier.notice { complain("\(id) is repeated with other news") }
        let span = earlier.at...(earlier.at + Self.storing)
        if !kills.contains(where: { span.contains($0) && $0 < one.at }) {
          complain("\(id) is repeated without a kill")
        }
        continue
      }
      first[id] = one
      // Between the home's seed and what tells what it says.
      let number = id.split(separator: "-").dropFirst().first.flatMap { Int($0) } ?? 0
      if number <= last.number { complain("\(id) comes after \(last.id)") }
      last = (id, number)
      if one.notice.more > 0 { complain("\(id) leaves out \(one.notice.more)") }
      for item in one.notice.items {
        kinds[item.kind, default: 0] += 1
        told.append(Told(item: item, at: one.at, notice: index))
      }
    }
    notices = first.count
    // There is one on its way at a time.
    if repeated > kills.count { complain("\(repeated) repeated with \(kills.count) kills") }
  }

  // MARK: The home

  private mutating func compareHome(_ expected: YearRules.Expected) {
    var (due, open) = (expected.due, expected.open)
    var found: [YearRules.Key: [Told]] = [:]
    for one in told where one.item.monitor == nil {
      let key = YearRules.Key(kind: one.item.kind, device: one.item.device, time: one.item.time)
      if let count = due[key], count > 0 {
        due[key] = count - 1
        homeNews += 1
        found[key, default: []].append(one)
      } else if let count = open[key], count > 0 {
        open[key] = count - 1
      } else {
        complain("false, or twice: \(one.item.text) at \(one.item.time)")
      }
    }
    for (key, count) in due where count > 0 {
      complain("lost: \(key.kind.rawValue) of \(key.device ?? "the home") at \(key.time)")
    }
    for (end, keys) in expected.nights.sorted(by: { $0.key < $1.key }) {
      let items = keys.flatMap { found[$0] ?? [] }
      let notices = Set(items.map(\.notice))
      if notices.count != 1 {
        complain("the night until \(YearScript.time(end)) is told in \(notices.count) notices")
      }
      if items.contains(where: { $0.at < end * 1000 }) {
        complain("something is told in the night until \(YearScript.time(end))")
      }
      digests += 1
      digested += items.count
    }
  }

  // MARK: Faults

  private mutating func compareFaults() {
    var rest = Dictionary(
      grouping: told.filter { $0.item.monitor != nil },
      by: { $0.item.monitor ?? "" }
    )
    for fault in script.faults {
      var items = rest[fault.monitor] ?? []
      switch fault.kind {
      case .long, .parent: compareOutage(fault, .monitorDown, &items)
      case .degraded: compareOutage(fault, .monitorDegraded, &items)
      case .flapping: compareFlapping(fault, &items)
      case .short, .partial, .nested, .duringOwnOutage, .inMaintenance, .muted: break
      }
      rest[fault.monitor] = items
    }
    for one in rest.sorted(by: { $0.key < $1.key }).flatMap(\.value) {
      complain("false: \(one.item.text) at \(one.item.time)")
    }
  }

  /// Takes those news out of the items that are of a kind and of a time.
  private static func take(
    _ kind: AlertKind,
    from first: Int64,
    to last: Int64,
    _ items: inout [Told]
  ) -> [Told] {
    let span = YearScript.time(first)...YearScript.time(last)
    let found = items.filter { $0.item.kind == kind && span.contains($0.item.time) }
    items.removeAll { $0.item.kind == kind && span.contains($0.item.time) }
    return found
  }

  private mutating func compareOutage(
    _ fault: YearScript.Fault,
    _ kind: AlertKind,
    _ items: inout [Told]
  ) {
    let name = "\(fault.kind.rawValue) of \(fault.monitor) at \(YearScript.time(fault.from))"
    let found = Self.take(kind, from: fault.from, to: fault.to + 30, &items)
    let ends = Self.take(.monitorUp, from: fault.from, to: fault.to + 900, &items)
    let due = dueTime(of: fault, kind)
    guard let first = found.first else {
      if due <= fault.to { complain("missed: \(name)") }
      if !ends.isEmpty { complain("ended without having begun: \(name)") }
      return
    }
    let delay = first.item.time.milliseconds - YearScript.time(fault.from).milliseconds
    delays.append(Double(delay) / 1000)
    if delay > (due - fault.from) * 1000 { complain("late: \(name), after \(delay) ms") }
    if found.count > 1 { complain("told \(found.count) times: \(name)") }
    if ends.count != (first.isWhole ? 0 : 1) { complain("ended \(ends.count) times: \(name)") }
    if ends.contains(where: { $0.item.time < YearScript.time(fault.to) }) {
      complain("ended before it was over: \(name)")
    }
    let outage = script.channelOutage
    if outage.contains(fault.from), first.at >= outage.upperBound * 1000 { toldAfterOutage += 1 }
  }

  /// When a fault has to be noticed: a kill meanwhile lets the checks begin anew.
  private func dueTime(of fault: YearScript.Fault, _ kind: AlertKind) -> Int64 {
    // Of five round trips, three have to be slow; after a start, all of five are needed.
    let longest = kind == .monitorDegraded ? Self.longest + 2 * 60 : Self.longest
    var begin = fault.from
    for kill in kills.map({ $0 / 1000 }) where begin <= kill && kill < begin + longest {
      begin = kill + Self.restart
    }
    return begin + longest
  }

  /// Single changes until it counts as flapping, then nothing until it is steady.
  private mutating func compareFlapping(_ fault: YearScript.Fault, _ items: inout [Told]) {
    let name = "flapping of \(fault.monitor) at \(YearScript.time(fault.from))"
    let last = fault.to + 5400
    let flapping = Self.take(.monitorFlapping, from: fault.from, to: last, &items)
    let begins = flapping.count { $0.item.severity != .resolved }
    let ends = flapping.count { $0.item.severity == .resolved }
    if begins != 1 || ends != 1 { complain("begins \(begins) times, ends \(ends) times: \(name)") }
    let downs = Self.take(.monitorDown, from: fault.from, to: last, &items)
    let ups = Self.take(.monitorUp, from: fault.from, to: last, &items)
    let openings = downs.count { !$0.isWhole }
    if openings != ups.count || downs.count > 3 {
      complain("\(downs.count) down and \(ups.count) up: \(name)")
    }
  }

  var line: String {
    let counts = kinds.sorted { $0.key.rawValue < $1.key.rawValue }
      .map { "\($0.key.rawValue) \($0.value)" }
    let home = "\(homeNews) news of the home, \(digested) of them in \(digests) digests of nights"
    let outage = "\(toldAfterOutage) faults told after the channels' outage"
    return "\(channel): \(notices) notices, \(repeated) came twice; "
      + "\(counts.joined(separator: ", ")); \(home); \(outage)"
  }
}
