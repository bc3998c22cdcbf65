import Home
import Model
import Networking
import Wire

/// What this machine's clock is worth for judging certificates.
///
/// A machine whose clock has no battery starts in 1970, or when it was switched off; each certificate then
/// seems to be not yet valid, and with a clock that is ahead each one seems to have expired.
final class OwnClock: Sendable {
  /// A clock that says an earlier time is wrong: there was no homenet then.
  static let floor = ClockCorrection.earliest

  private let witnesses = Lock(ClockWitnesses())
  private let now: @Sendable () -> ContinuousClock.Instant

  /// A clock that nobody said anything of.
  init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) { self.now = now }

  /// Takes the time that a machine says in an answer, by its address and under the name that it is shown by.
  func note(_ time: Timestamp, from machine: String, host: String) {
    let moment = now()
    let isOutside = IPAddress(machine)?.scope == .global
    witnesses.withLock {
      $0.note(time, from: machine, host: host, isOutside: isOutside, at: moment)
    }
  }

  /// What is known of the time while this machine's clock says that one.
  func reading(at own: Timestamp) -> ClockReading {
    let moment = now()
    return witnesses.withLock { $0.reading(own: own, at: moment) }
  }
}

/// The times that other machines said, each until it says another one.
///
/// One machine alone proves nothing: its own clock may be the wrong one, and its certificate expired.
struct ClockWitnesses: Sendable {
  private struct Statement: Sendable {
    var host: String
    /// Whether the machine has an address of the Internet.
    var isOutside: Bool
    var time: Timestamp
    var heard: ContinuousClock.Instant
  }

  /// Clocks that differ by less are right enough for certificates.
  static let tolerance: Int64 = 86_400_000
  /// As many machines as are listened to.
  static let most = 64
  /// As many as have to agree.
  static let least = 2
  /// Until then a statement counts, with the time that has passed since.
  static let lifetime = Duration.seconds(86_400)

  private var statements: [String: Statement] = [:]

  /// How many machines said a time.
  var count: Int { statements.count }

  /// Takes a statement; what is earlier than this program is the other's error.
  mutating func note(
    _ time: Timestamp,
    from machine: String,
    host: String,
    isOutside: Bool,
    at moment: ContinuousClock.Instant
  ) {
    statements = statements.filter { $0.value.heard.duration(to: moment) < Self.lifetime }
    guard time >= OwnClock.floor else {
      statements[machine] = nil
      return
    }
    guard statements[machine] != nil || statements.count < Self.most else { return }
    statements[machine] = Statement(
      host: host,
      isOutside: isOutside,
      time: time,
      heard: moment
    )
  }

  /// Our clock's time beside that of the others: theirs counts where at least two agree, one of them on the
  /// Internet, they are the most, and nobody agrees with ours.
  ///
  /// Two cameras of one make may both start at the date of their firmware.
  func reading(own: Timestamp, at moment: ContinuousClock.Instant) -> ClockReading {
    let times = statements.values.compactMap {
      statement -> (host: String, ms: Int64, isOutside: Bool)? in
      let passed = statement.heard.duration(to: moment)
      guard passed < Self.lifetime else { return nil }
      let ms = statement.time.milliseconds + Int64(passed.milliseconds)
      return (statement.host, ms, statement.isOutside)
    }.sorted { ($0.ms, $0.host) < ($1.ms, $1.host) }
    let isOwnKnown = times.contains { abs($0.ms - own.milliseconds) <= Self.tolerance }
    guard !isOwnKnown, !times.isEmpty else { return ClockReading(own: own) }
    let middle = times[times.count / 2].ms
    let agreeing = times.filter { abs($0.ms - middle) <= Self.tolerance }
    guard agreeing.count >= Self.least, 2 * agreeing.count > times.count,
      agreeing.contains(where: \.isOutside)
    else {
      return ClockReading(own: own)
    }
    let told = Timestamp(milliseconds: middle)
    return ClockReading(own: own, told: told, hosts: agreeing.prefix(3).map { $0.host })
  }
}

/// What is known of the time.
struct ClockReading: Hashable, Sendable {
  /// What our own clock says.
  var own: Timestamp
  /// What the others say, where ours is wrong.
  var told: Timestamp?
  /// Some of those who do.
  var hosts: [String] = []

  /// The best that is known.
  var time: Timestamp { told ?? max(own, OwnClock.floor) }

  /// Why a certificate with that validity can't be judged by our clock; `nil` where it can, and where it isn't
  /// valid by the right time either.
  func failure(from: Timestamp?, until: Timestamp?) -> Message? {
    let isEarly = from.map { own < $0 } ?? false
    let isLate = until.map { $0 < own } ?? false
    guard isEarly || isLate else { return nil }
    guard let told else {
      // What has expired by a clock that is behind has expired.
      guard own < OwnClock.floor, !isLate else { return nil }
      return Message(.checkOwnClock, ["clock_time": "\(own)"])
    }
    guard from.map({ $0 <= told }) ?? true, until.map({ told <= $0 }) ?? true else { return nil }
    return Message(
      .checkOwnClockDiffers,
      [
        "clock_time": .text("\(own)"), "told_time": .text("\(told)"), "hosts": .texts(hosts),
      ]
    )
  }
}

/// Why this machine's clock is no use.
extension MessageTemplate {
  static let checkOwnClock = MessageTemplate(
    "check.own_clock",
    "this machine's clock says {clock_time}, which is wrong, so it can't judge certificates"
  )
  static let checkOwnClockDiffers = MessageTemplate(
    "check.own_clock_differs",
    "this machine's clock says {clock_time}, but {hosts|, | and } say {told_time}, so it can't judge certificates"
  )
}
