import GRDB
import Home
import Model
import Testing
@testable import Storage

@Suite struct RetentionTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private static func day(_ number: Int64) -> Timestamp { .hour(24 * number) }

  private static func profile(_ ip: String) -> DeviceProfile { DeviceProfile(id: "mac:1", ip: ip) }

  /// A hundred days of two devices, the second of which is forgotten on day 10.
  private static var batch: HistoryBatch {
    var batch = HistoryBatch(time: day(100))
    for number in 0..<100 {
      batch.changes.append(
        HomeChange(
          seq: UInt64(number + 1),
          time: day(Int64(number)),
          slot: 1,
          kind: number.isMultiple(of: 2) ? .left : .returned
        )
      )
    }
    for number in stride(from: 0, to: 100, by: 7) {
      batch.transitions.append(
        PresenceTransition(slot: 1, state: .away, since: day(Int64(number)))
      )
      batch.versions.append(
        ProfileVersion(slot: 1, since: day(Int64(number)), profile: profile("10.0.0.\(number)"))
      )
    }
    batch.transitions.append(PresenceTransition(slot: 2, state: .present, since: day(3)))
    batch.versions += [
      ProfileVersion(slot: 2, since: day(3), profile: profile("10.0.1.1")),
      ProfileVersion(slot: 2, since: day(10), profile: nil),
    ]
    return batch
  }

  @Test func `what is too old goes, and what still holds stays`() throws {
    let store = try SQLiteInventoryStore(directory: folder.path)
    try store.append(Self.batch)
    let policy = HistoryPolicy(changeDays: 50, presenceDays: 50)
    let now = Self.day(100)
    let atBorder = try store.profiles(at: Self.day(50))
    let later = try store.presence(of: nil, from: Self.day(50), to: now)
    while try store.sweep(policy, now: now) > 0 {}
    let changes = try store.changes(ChangeQuery(limit: 1000))
    #expect(changes.map(\.seq) == Array(51...100))
    // Days 49 to 98 of the first device; the second one's only state holds on.
    #expect(try store.presence(of: nil, from: Self.day(50), to: now) == later)
    #expect(try store.presence(of: 1, from: Self.day(0), to: now).first?.since == Self.day(49))
    #expect(try store.profiles(at: Self.day(50)) == atBorder)
    #expect(try store.profiles(at: Self.day(48)) == [:])
    let counts = try store.queue.read { database in
      try ["profile", "profile_text"].map {
        try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM \($0)") ?? 0
      }
    }
    // The one that was forgotten has left nothing, and no text is kept without a version.
    #expect(counts == [8, 8])
  }

  @Test func `the last state and version stay for ever`() throws {
    let store = try SQLiteInventoryStore(directory: folder.path)
    try store.append(Self.batch)
    let now = Self.day(100_000)
    while try store.sweep(HistoryPolicy(), now: now) > 0 {}
    #expect(try store.changes(ChangeQuery()) == [])
    #expect(try store.profiles(at: now) == [1: Self.profile("10.0.0.98")])
    #expect(try store.presence(of: nil, from: now, to: now).map(\.slot) == [2, 1])
  }

  @Test func `a step drops few rows`() throws {
    let store = try SQLiteInventoryStore(directory: folder.path)
    try store.append(Self.batch)
    let retention = HistoryRetention(policy: HistoryPolicy(), now: Self.day(100_000))
    var steps = 0
    while true {
      let count = try store.queue.write { try retention.step($0, mostRows: 9) }
      guard count > 0 else { break }
      #expect(count <= 9)
      steps += 1
    }
    // 100 changes, 14 transitions, 14 versions and the two of the forgotten one.
    #expect(steps >= 12 + 2 + 2)
    #expect(try store.profiles(at: Self.day(100_000)).keys.sorted() == [1])
  }

  @Test func `a clock that went back drops nothing`() throws {
    let store = try SQLiteInventoryStore(directory: folder.path)
    try store.append(Self.batch)
    #expect(try store.sweep(HistoryPolicy(), now: Timestamp(milliseconds: 0)) == 0)
    #expect(try store.changes(ChangeQuery(limit: 1000)).count == 100)
  }

  @Test func `what is too old is looked for once an hour`() throws {
    let store = try SQLiteInventoryStore(directory: folder.path)
    let policy = HistoryPolicy(changeDays: 1, backups: 0)
    func count(of policy: HistoryPolicy, at time: Timestamp) throws -> Int {
      while try store.maintain(policy, now: time) {}
      return try store.changes(ChangeQuery()).count
    }
    #expect(try count(of: policy, at: .hour(100)) == 0)
    var batch = HistoryBatch(time: .hour(100))
    batch.changes = [HomeChange(seq: 1, time: .hour(1), kind: .left)]
    try store.append(batch)
    #expect(try count(of: policy, at: .hour(100, 60_000)) == 1)
    #expect(try count(of: policy, at: .hour(101)) == 0)
    try store.append(batch)
    #expect(try count(of: policy, at: .hour(101)) == 1)
    // Another policy is heeded at once.
    #expect(try count(of: HistoryPolicy(changeDays: 2, backups: 0), at: .hour(101)) == 0)
  }

  @Test func `a clock that is years ahead takes hardly anything with it`() throws {
    let policy = HistoryPolicy(changeDays: 50, presenceDays: 50, backups: 0)
    func count(_ store: SQLiteInventoryStore, _ times: some Sequence<Timestamp>) throws -> Int {
      for time in times {
        while try store.maintain(policy, now: time) {}
      }
      return try store.changes(ChangeQuery(limit: 1000)).count
    }
    let now = Self.day(100)
    do {
      let store = try SQLiteInventoryStore(directory: folder.path)
      try store.append(Self.batch)
      #expect(try count(store, [now]) == 50)
    }
    let ahead = 24 * Int64(3750)
    do {
      // Ten years ahead from the start, for a day and a half: three days of the past.
      let store = try SQLiteInventoryStore(directory: folder.path)
      let minutes = (Int64(0)...2160).map { Timestamp.hour(ahead, $0 * 60_000) }
      #expect(try count(store, minutes) == 47)
      #expect(try count(store, [Timestamp.hour(24 * 100 + 1)]) == 47)
    }
    // What was trusted is kept over starts.
    let store = try SQLiteInventoryStore(directory: folder.path)
    #expect(try count(store, [Timestamp.hour(ahead)]) == 47)
    #expect(try count(store, [Self.day(120)]) == 30)
  }

  @Test func `a policy is within bounds, and says in which steps it tells`() {
    let policy = HistoryPolicy(sampleDays: -5, hourlyDays: .max, backups: 1 << 40)
    #expect(policy.sampleDays == 1 && policy.hourlyDays == HistoryPolicy.mostDays)
    #expect(policy.backups == HistoryPolicy.mostBackups)
    let usual = HistoryPolicy()
    let now = Self.day(1000)
    #expect(usual.leastStep(from: Self.day(990), now: now) == 1000)
    #expect(usual.leastStep(from: Self.day(980), now: now) == 3_600_000)
    #expect(usual.leastStep(from: Self.day(900), now: now) == 86_400_000)
  }
}
