import Model
@testable import Monitoring

/// The rules of the year, and what they have to tell of the home.
enum YearRules {
  /// One that replaces what it has by what has the same id, and one that can't tell.
  static let replacing = "a"
  static let appending = "b"
  static let channels = [replacing, appending]

  private static let usual = AlertKind.usual
  /// When it matters that a device leaves: minutes of the day.
  private static let day = 480..<1080
  private static let nightBegin = 1320
  private static let nightEnd = 420

  static func all(_ home: HomeFeed) -> [AlertRule] {
    [
      AlertRule(id: "usual", name: "Usual", events: usual, channels: channels),
      AlertRule(
        id: "by day",
        name: "Left while it matters",
        events: [.left, .returned],
        devices: Set(home.watched),
        channels: [replacing],
        hours: LocalHours(startMinute: day.lowerBound, endMinute: day.upperBound)
      ),
      AlertRule(
        id: "quiet",
        name: "But for the night",
        events: [.left, .returned],
        devices: Set(home.quiet),
        channels: [appending],
        quietHours: LocalHours(startMinute: nightBegin, endMinute: nightEnd)
      ),
    ]
  }

  /// What an item of a change is known by.
  struct Key: Hashable, Sendable {
    var kind: AlertKind
    var device: String?
    var time: Timestamp
  }

  /// What a channel has to be told of the home.
  struct Expected: Sendable {
    /// How often: once, unless two changes are alike.
    var due: [Key: Int] = [:]
    /// What comes so late that it may be told after the end.
    var open: [Key: Int] = [:]
    /// What is held until that second.
    var nights: [Int64: Set<Key>] = [:]
  }

  /// How long after a change it is told at most, in seconds, with a kill meanwhile.
  private static let longest: Int64 = 900

  /// What a channel has to be told of the changes after that one.
  static func expected(of script: YearScript, on channel: String, after seq: UInt64) -> Expected {
    var expected = Expected()
    let deviceMutes = script.mutes.filter { if case .device = $0.subject { true } else { false } }
    for entry in script.home.entries where entry.change.seq > seq {
      let device = HomeFeed.device(of: entry.change)
      guard let news = AlertNews(entry.change, device: device),
        isWanted(news, on: channel, at: entry.second, script.home)
      else { continue }
      let isMuted = deviceMutes.contains { mute in
        guard case .device(let id) = mute.subject else { return false }
        return id == news.device && mute.from <= entry.second && entry.second < mute.to
      }
      guard !isMuted else { continue }
      let key = Key(kind: news.kind, device: news.device, time: news.time)
      let isOfQuietRule = channel == appending && !usual.contains(news.kind)
      let held = isOfQuietRule ? endOfNight(at: entry.second) : nil
      if (held ?? entry.second) + longest < script.end {
        expected.due[key, default: 0] += 1
        if let held { expected.nights[held, default: []].insert(key) }
      } else {
        expected.open[key, default: 0] += 1
      }
    }
    return expected
  }

  private static func isWanted(
    _ news: AlertNews,
    on channel: String,
    at second: Int64,
    _ home: HomeFeed
  ) -> Bool {
    guard !usual.contains(news.kind) else { return true }
    guard news.kind == .left || news.kind == .returned, let device = news.device else {
      return false
    }
    return channel == replacing
      ? home.watched.contains(device) && day.contains(minuteOfDay(second))
      : home.quiet.contains(device)
  }

  private static func minuteOfDay(_ second: Int64) -> Int { Int(second / 60 % 1440) }

  /// When the night ends that a second lies in.
  private static func endOfNight(at second: Int64) -> Int64? {
    let minute = minuteOfDay(second)
    let midnight = second - second % 86_400
    if minute >= nightBegin { return midnight + 86_400 + Int64(nightEnd) * 60 }
    return minute < nightEnd ? midnight + Int64(nightEnd) * 60 : nil
  }
}
