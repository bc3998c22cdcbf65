public import Networking

/// How many checks may be in flight at once: in all, to one host, and to the hosts of the home.
///
/// A check to a dead host holds its place until its timeout. With 10,000 monitors a minute, a third of them to
/// dead hosts with a timeout of 10 s, about 550 do at any time: the limit has to admit that. So that they
/// never hold up the others, checks that are expected to be slow leave a quarter of the places free.
///
/// Checks have connections of their own, outside of the scan's `ProbeBudget`. So the runner says `isInHome` of a
/// check, and calls ``shareHome(withScanInFlight:)`` when a scan begins, as its load changes, and when it ends.
/// Checks of the home's hosts that begin then take what the scan leaves of that budget's limit. Two things keep
/// them from starving, however long a scan takes, and both go beyond the limit: they always have ``leastInHome``
/// places, and one that has to begin by a certain time is released by then (``release(at:)``). A scan gives way to
/// nothing: however many checks of dead hosts there are, it has the whole of its own budget.
public struct CheckBudget: Sendable {
  /// The most that may be in flight.
  public let limit: Int
  /// The most that may be in flight to one host.
  public let perHost: Int
  /// The most that may be in flight to hosts of the home; `nil` where ``limit`` alone holds.
  public private(set) var inHome: Int?
  /// How many are in flight.
  public private(set) var inFlight = 0

  private var checks: [String: Check] = [:]
  private var hosts: [String: Host] = [:]
  /// By lane, as what follows.
  private var ready: [Fifo<Ticket>] = Lane.all.map { _ in Fifo() }
  private var flying: [Int] = Lane.all.map { _ in 0 }
  private var number: UInt64 = 0
  /// When checks of the home's hosts are released; those that began meanwhile are passed over.
  private var releases = DueHeap()
  /// The checks in there, by number.
  private var releasable: [UInt64: String] = [:]

  /// As many as are in flight at most where there are descriptors for them.
  public static let defaultLimit = 1024
  /// Two, so that the check of a host's echo doesn't wait for that of a service of it.
  public static let defaultPerHost = 2
  /// As many to hosts of the home as may be in flight beside a scan, whatever it sends.
  public static let leastInHome = 8
  /// Descriptors that are left to the store, the server and the scan.
  public static let reservedDescriptors = 256

  /// A budget for a process that may have so many descriptors open: each check takes one.
  public init(
    descriptors: Int,
    most: Int = CheckBudget.defaultLimit,
    perHost: Int = CheckBudget.defaultPerHost
  ) {
    let (room, overflows) = descriptors.subtractingReportingOverflow(Self.reservedDescriptors)
    limit = max(Self.leastInHome, min(most, overflows ? 0 : room))
    self.perHost = max(1, perHost)
  }

  /// How many places are free: as many checks are to be asked of the schedule.
  ///
  /// Those that wait for a host, or for other slow ones, take no place: one dead host with hundreds of
  /// monitors holds up nobody else. They are not more than there are monitors, since the schedule hands out
  /// none that waits.
  public var room: Int { limit - inFlight }

  /// How many wait.
  public var waitingCount: Int { checks.count - inFlight }

  /// Keeps to what a scan leaves of the home's budget.
  ///
  /// - Parameter scan: How many exchanges the scan has in flight, or as many as it may have, where that isn't
  ///   known; `nil` where no scan is running.
  public mutating func shareHome(withScanInFlight scan: Int?) {
    inHome = scan.map { max(Self.leastInHome, ProbeBudget.defaultLimit - max(0, $0)) }
  }

  /// Lets checks go on their way that may not wait for a scan any longer, as if their hosts weren't in the home.
  public mutating func release(at now: MonotonicTime) {
    while let first = releases.first, first.time <= now.nanoseconds {
      releases.removeFirst()
      let number = UInt64(first.stamp) << 32 | UInt64(first.index)
      guard let id = releasable.removeValue(forKey: number), let check = checks[id],
        check.number == number, !check.isInFlight, check.lane.isInHome
      else { continue }
      let lane = Lane(isInHome: false, isSlow: check.lane.isSlow)
      checks[id]?.lane = lane
      // Its place in the other queue is passed over; one that waits for its host is in none yet.
      if check.host == nil || check.isAdmitted {
        ready[lane.index].append(Ticket(id: id, number: number))
      }
    }
  }

  /// When the next check may be released, where a scan holds some up.
  public var nextRelease: MonotonicTime? {
    guard inHome != nil, waitingCount > 0 else { return nil }
    return releases.first.map { MonotonicTime(nanoseconds: $0.time) }
  }

  /// Puts a check in the queue, unless it waits or is in flight already.
  ///
  /// - Parameters:
  ///   - id: The monitor's id.
  ///   - host: Whom it asks, in one spelling; `nil` where that is nobody, or several.
  ///   - isInHome: Whether the host is in the home.
  ///   - isSlow: Whether it is likely to take its whole timeout, as the last one did.
  ///   - latest: Until when it may wait for a scan, where it is in the home.
  /// - Returns: Whether it was put there.
  @discardableResult
  public mutating func enqueue(
    _ id: String,
    host: String?,
    isInHome: Bool = false,
    isSlow: Bool = false,
    latest: MonotonicTime? = nil
  ) -> Bool {
    guard checks[id] == nil else { return false }
    number += 1
    if isInHome, let latest {
      releasable[number] = id
      releases.push(
        DueHeap.Item(
          time: latest.nanoseconds,
          index: UInt32(truncatingIfNeeded: number),
          stamp: UInt32(truncatingIfNeeded: number >> 32)
        )
      )
    }
    let lane = Lane(isInHome: isInHome, isSlow: isSlow)
    checks[id] = Check(number: number, host: host, lane: lane)
    let ticket = Ticket(id: id, number: number)
    if let host {
      hosts[host, default: Host()].waiting.append(ticket)
      admit(from: host)
    } else {
      ready[lane.index].append(ticket)
    }
    return true
  }

  /// The check that may start now, which then counts as in flight; the longest waiting of those that may.
  public mutating func next() -> String? {
    guard inFlight < limit else { return nil }
    var best: (lane: Lane, ticket: Ticket)?
    for lane in Lane.all {
      guard let ticket = firstReady(in: lane), hasRoom(lane) else { continue }
      if best.map({ ticket.number < $0.ticket.number }) ?? true { best = (lane, ticket) }
    }
    guard let (lane, ticket) = best else { return nil }
    _ = ready[lane.index].popFirst()
    checks[ticket.id]?.isInFlight = true
    inFlight += 1
    flying[lane.index] += 1
    return ticket.id
  }

  /// Notes that a check that was in flight has ended.
  public mutating func finish(_ id: String) {
    guard let check = checks[id], check.isInFlight else { return }
    checks[id] = nil
    inFlight -= 1
    flying[check.lane.index] -= 1
    leave(check)
  }

  /// Takes a check out of the queue; one that is in flight stays until it ends.
  public mutating func withdraw(_ id: String) {
    guard let check = checks[id], !check.isInFlight else { return }
    checks[id] = nil
    if check.isAdmitted { leave(check) }
  }

  /// A check that waits or is in flight.
  private struct Check: Sendable {
    let number: UInt64
    let host: String?
    /// Whose limits it keeps to.
    var lane: Lane
    /// Whether its host has a place for it.
    var isAdmitted = false
    var isInFlight = false
  }

  /// A check's place in a queue, which counts as long as its check has that number.
  private struct Ticket: Sendable {
    let id: String
    let number: UInt64
  }

  private struct Host: Sendable {
    /// How many are in flight, or ready to be.
    var admitted = 0
    var waiting = Fifo<Ticket>()
  }

  /// Checks that have limits in common.
  private struct Lane: Hashable, Sendable {
    let isInHome: Bool
    let isSlow: Bool

    /// Its place among ``all``.
    var index: Int { (isInHome ? 1 : 0) + (isSlow ? 2 : 0) }

    static let all = [
      Lane(isInHome: false, isSlow: false), Lane(isInHome: true, isSlow: false),
      Lane(isInHome: false, isSlow: true), Lane(isInHome: true, isSlow: true),
    ]
  }
}

extension CheckBudget {
  private func hasRoom(_ lane: Lane) -> Bool {
    if lane.isSlow, count(where: \.isSlow) >= limit - limit / 4 { return false }
    if lane.isInHome, let inHome {
      let here = count(where: \.isInHome)
      // Of few places, too, slow checks leave a quarter.
      return here < (lane.isSlow ? inHome - inHome / 4 : inHome)
    }
    return true
  }

  private func count(where property: (Lane) -> Bool) -> Int {
    Lane.all.reduce(0) { $0 + (property($1) ? flying[$1.index] : 0) }
  }

  /// The oldest check of a lane that still wants to start.
  private mutating func firstReady(in lane: Lane) -> Ticket? {
    while let ticket = ready[lane.index].first {
      if let check = checks[ticket.id], check.number == ticket.number, check.lane == lane,
        !check.isInFlight
      {
        return ticket
      }
      _ = ready[lane.index].popFirst()
    }
    return nil
  }

  /// Gives a check's place at its host to the next one.
  private mutating func leave(_ check: Check) {
    guard let host = check.host else { return }
    hosts[host]?.admitted -= 1
    admit(from: host)
  }

  /// Moves checks that wait for a host to those that may start, as many as it has places for.
  private mutating func admit(from host: String) {
    while (hosts[host]?.admitted ?? perHost) < perHost {
      guard let ticket = hosts[host]?.waiting.popFirst() else { break }
      guard let check = checks[ticket.id], check.number == ticket.number else { continue }
      checks[ticket.id]?.isAdmitted = true
      hosts[host]?.admitted += 1
      ready[check.lane.index].append(ticket)
    }
    if let state = hosts[host], state.admitted == 0, state.waiting.isEmpty { hosts[host] = nil }
  }
}
