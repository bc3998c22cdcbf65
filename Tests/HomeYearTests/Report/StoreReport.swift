import Discovery
import Foundation
import Glibc
import Model
import Storage
@testable import Home

/// How large a store is, and how long the queries take that pages make.
struct StoreReport {
  /// The times of one query, run again and again, in milliseconds.
  struct Query {
    let name: String
    private let sorted: [Double]

    init(_ name: String, times: [Double]) {
      self.name = name
      sorted = times.sorted()
    }

    var least: Double { sorted.first ?? 0 }
    var middle: Double { rank(50) }
    var nearlyAll: Double { rank(95) }

    private func rank(_ percent: Int) -> Double {
      sorted.isEmpty ? 0 : sorted[max((sorted.count * percent + 99) / 100, 1) - 1]
    }
  }

  /// The sizes of the database and of what is beside it, in bytes.
  private(set) var files: [(name: String, bytes: Int)] = []
  private(set) var queries: [Query] = []
  /// What the process holds now, and held at most, as the kernel says it.
  private(set) var memory: [String] = []
  private var random: SplitMix64

  /// A page's query takes no longer, nearly always, in milliseconds; a release build is meant.
  private static let mostMilliseconds = 50.0
  private static let day: Int64 = 86_400_000
  private static let changes = 200

  /// Measures a store of so many days until then; each query is run that often.
  init(
    _ store: SQLiteInventoryStore,
    at end: Timestamp,
    days: Int,
    runs: Int = 100
  ) throws(StoreError) {
    random = SplitMix64(seed: 7)
    let length = Int64(days) * Self.day
    let begin = end.advanced(by: -length)
    let slots = try store.profiles(at: end).keys.sorted()
    let seqs = try store.changes(ChangeQuery(limit: 1)).map(\.seq)
    let (slot, seq) = (slots.isEmpty ? [0] : slots, seqs.first ?? 1)
    try measure("changes, the last page", runs) { _ throws(StoreError) in
      _ = try store.changes(ChangeQuery(limit: Self.changes))
    }
    try measure("changes, any page", runs) { random throws(StoreError) in
      let before = 1 + random.next() % max(seq, 1)
      _ = try store.changes(ChangeQuery(before: before, limit: Self.changes))
    }
    try measure("changes of a device", runs) { random throws(StoreError) in
      _ = try store.changes(ChangeQuery(slots: [random.pick(slot)], limit: Self.changes))
    }
    try measure("who came and left, the last page", runs) { _ throws(StoreError) in
      _ = try store.changes(ChangeQuery(kinds: [.left, .returned], limit: Self.changes))
    }
    try measure("presence of a device, all days", runs) { random throws(StoreError) in
      let transitions = try store.presence(of: random.pick(slot), from: begin, to: end)
      _ = PresenceIntervals.intervals(of: transitions, from: begin, to: end, heartbeat: end)
    }
    try measure("presence of all, 7 days", runs) { _ throws(StoreError) in
      _ = try store.presence(of: nil, from: end.advanced(by: -7 * Self.day), to: end)
    }
    try measure("the home at a moment", runs) { random throws(StoreError) in
      let time = begin.advanced(by: Int64(random.next() % UInt64(max(length, 1))))
      _ = HomeAtMoment.devices(
        profiles: try store.profiles(at: time),
        transitions: try store.presence(of: nil, from: time, to: time),
        at: time,
        heartbeat: try store.lastHeartbeat()
      )
    }
    let spans: [(name: String, days: Int64, step: Int64)] = [
      ("24 h by 5 minutes", 1, 300_000), ("30 d by hour", 30, 3_600_000),
      ("365 d by day", 365, Self.day),
    ]
    for span in spans {
      try measure("samples, " + span.name, runs) { random throws(StoreError) in
        let from = end.advanced(by: -span.days * Self.day)
        _ = try store.samples(of: random.pick(slot), from: from, to: end, step: span.step)
      }
    }
    weigh(store.state.path)
    memory = Self.memory()
  }

  private mutating func measure(
    _ name: String,
    _ runs: Int,
    _ query: (inout SplitMix64) throws(StoreError) -> Void
  ) throws(StoreError) {
    var times: [Double] = []
    for _ in 0..<runs {
      let began = ContinuousClock.now
      try query(&random)
      let time = (ContinuousClock.now - began).components
      times.append(Double(time.seconds) * 1000 + Double(time.attoseconds) / 1e15)
    }
    queries.append(Query(name, times: times))
  }

  private mutating func weigh(_ path: String?) {
    guard let path else { return }
    for name in ["", "-wal"] {
      var status = stat()
      guard stat(path + name, &status) == 0 else { continue }
      files.append((name.isEmpty ? "database" : "its log", Int(status.st_size)))
    }
  }

  private static func memory() -> [String] {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    return status.split(separator: "\n").filter { $0.hasPrefix("VmRSS") || $0.hasPrefix("VmHWM") }
      .map { $0.split { $0 == " " || $0 == "\t" }.joined(separator: " ") }
  }

  /// The lines to print.
  var lines: [String] {
    var lines = files.map { "\($0.name): \($0.bytes) bytes" }
    lines += memory.map { "this process, \($0)" }
    lines.append("queries in ms (min, median, p95), \(Self.build) build:")
    for query in queries {
      let isSlow = query.nearlyAll > Self.mostMilliseconds
      let times = [query.least, query.middle, query.nearlyAll].map(\.text)
      lines.append(
        "  \(query.name): " + times.joined(separator: ", ") + (isSlow ? "  (over 50)" : "")
      )
    }
    return lines
  }

  private static var build: String {
    #if DEBUG
    "debug"
    #else
    "release"
    #endif
  }
}
