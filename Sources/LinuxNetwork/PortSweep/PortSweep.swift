public import Networking
public import Wire

/// Schedules probes to many TCP ports of many hosts: which is next, its timeout, and its retries.
///
/// A pure value without clocks and sockets; an engine sends the probes.
///
/// Each host has a window (`SweepWindow`) and a timer (`RoundTripTimer`) of its own. Silent ports are
/// asked again until the share of open ports that is expected to be missed (`LossEstimate`) is small
/// enough. Engines may have several lanes, threads usually: a probe stays in its lane.
public struct PortSweep: Sendable {
  /// What is to be asked of one host.
  public struct Target: Sendable {
    /// Where.
    public var address: IPAddress
    /// Its ports, in the order they are asked in.
    public var ports: [UInt16]
    /// Whether it is a fragile device (a printer, an embedded server), to be asked slowly.
    public var isFragile: Bool

    /// A target; a fragile device is asked slowly.
    public init(_ address: IPAddress, ports: [UInt16], isFragile: Bool = false) {
      self.address = address
      self.ports = ports
      self.isFragile = isFragile
    }
  }

  /// How it is asked.
  public struct Options: Hashable, Sendable {
    /// The share of open ports that may be missed.
    public var mostMissRate = 1e-4
    /// How often a port is asked at most, 1 to 16.
    public var mostTries = 10
    /// Probes a second, to all hosts together; `nil` for the rate that the paths carry.
    public var rate: Double?
    /// How many may be under way at one time.
    public var mostInFlight = 16_384
    /// How many hosts are asked at one time.
    public var mostHosts = 64

    /// The defaults.
    public init() {}
  }

  /// One port to be asked now.
  public struct Probe: Hashable, Sendable {
    /// The target's place in the list.
    public var host: Int
    /// The port's place in the target's list.
    public var index: Int
    /// The port.
    public var port: UInt16
    /// Which try it is, from 1; 0 for a port that has answered before, to measure loss.
    public var attempt: UInt8
  }

  /// How it is asked.
  public let options: Options
  /// The hosts, as they are known so far.
  public internal(set) var hosts: [SweptHost]
  /// Hosts that are being asked, by their place.
  var active: [Int] = []
  private var nextHost = 0
  private var turn = 0
  var inFlight = 0
  /// Probes of hosts that are given up, by lane.
  private var abandoned: [[Probe]]
  private var tokens = 1.0
  private var tokensAt: Int64?
  private var paceWake: Int64?
  /// Probes that an engine was told to send.
  public private(set) var sent = 0

  /// A sweep that has asked nothing yet.
  ///
  /// - Parameters:
  ///   - targets: Hosts and their ports.
  ///   - options: Rates and limits.
  ///   - lanes: How many threads send the probes.
  public init(_ targets: [Target], options: Options = Options(), lanes: Int = 1) {
    self.options = options
    abandoned = Array(repeating: [], count: lanes)
    hosts = targets.map { SweptHost($0, options) }
  }

  /// Whether every port is settled.
  public var isDone: Bool { active.isEmpty && nextHost == hosts.count }

  /// The share of the ports that are settled, or silent for the first time.
  public var progress: Double {
    var asked = 0
    var all = 0
    for host in hosts {
      all += host.portCount
      asked += host.progressCount
    }
    return all == 0 ? 1 : Double(asked) / Double(all)
  }

  // MARK: Asking

  /// Returns the probes to send now, at most `limit`.
  public mutating func next(
    _ now: MonotonicTime,
    lane: Int = 0,
    limit: Int,
    into batch: inout [Probe]
  ) {
    let now = now.nanoseconds
    paceWake = nil
    admit(now)
    var limit = min(limit, options.mostInFlight - inFlight)
    limit = min(limit, allowance(now))
    guard limit > 0 else { return }
    let before = batch.count
    // Hosts take turns, a few probes each.
    var idle = 0
    var isAnyAtRest = false
    while !active.isEmpty, idle < active.count, batch.count - before < limit {
      if turn >= active.count { turn = 0 }
      let number = active[turn]
      let most = min(limit - (batch.count - before), 32)
      let taken = hosts[number].next(now, lane: lane, number: number, limit: most, into: &batch)
      if let wake = hosts[number].wakeAt { paceWake = min(paceWake ?? wake, wake) }
      idle = taken == 0 ? idle + 1 : 0
      isAnyAtRest = isAnyAtRest || hosts[number].inFlight == 0
      turn += 1
    }
    let count = batch.count - before
    inFlight += count
    sent += count
    tokens -= Double(count)
    // A port that waits for a retry may have answered late.
    if isAnyAtRest { for number in active where hosts[number].inFlight == 0 { settle(number) } }
  }

  private mutating func admit(_ now: Int64) {
    while active.count < options.mostHosts, nextHost < hosts.count {
      hosts[nextHost].begin(now, lanes: abandoned.count)
      active.append(nextHost)
      nextHost += 1
    }
  }

  /// How many more the rate allows.
  private mutating func allowance(_ now: Int64) -> Int {
    guard let rate = options.rate else { return .max }
    if let before = tokensAt {
      tokens = min(max(1, rate / 50), tokens + Double(now - before) / 1e9 * rate)
    }
    tokensAt = now
    if tokens < 1 {
      let wake = now + Int64((1 - tokens) / rate * 1e9) + 1
      paceWake = min(paceWake ?? wake, wake)
    }
    return Int(max(0, tokens))
  }

  /// Treats a host as fragile from now on: asked slowly, and only the ports in `usual`.
  public mutating func spare(_ host: Int, askingOnly usual: Set<UInt16>) {
    guard hosts.indices.contains(host) else { return }
    hosts[host].spare(askingOnly: usual)
    settle(host)
  }

  // MARK: Results

  /// Takes an answer; the probe's `attempt` is that of the try that was answered, as far as known.
  public mutating func answered(_ probe: Probe, _ reason: PortReason, _ now: MonotonicTime) {
    guard hosts.indices.contains(probe.host) else { return }
    inFlight -= hosts[probe.host].answered(probe, reason, now.nanoseconds)
    settle(probe.host)
  }

  /// A probe could not be sent for a transient failure (buffers, descriptors): it is sent later.
  public mutating func putBack(_ probe: Probe, _ failure: LocalFailure, _ now: MonotonicTime) {
    inFlight -= hosts[probe.host].putBack(probe, failure, now.nanoseconds)
    settle(probe.host)
  }

  /// A probe could not be sent, and others to that host can't either.
  public mutating func fail(_ probe: Probe, _ failure: LocalFailure) {
    inFlight -= hosts[probe.host].fail(failure)
    settle(probe.host)
  }

  /// Ends the probes of a lane that have timed out; the engine can close their sockets.
  public mutating func expire(
    _ now: MonotonicTime,
    lane: Int = 0,
    into expired: inout [Probe]
  ) {
    let now = now.nanoseconds
    expired += abandoned[lane]
    abandoned[lane].removeAll()
    var place = 0
    while place < active.count {
      let number = active[place]
      let before = expired.count
      hosts[number].expire(now, lane: lane, number: number, into: &expired)
      inFlight -= expired.count - before
      settle(number)
      if place < active.count, active[place] == number { place += 1 }
    }
  }

  /// When to call `next` or `expire` if nothing arrives before; `nil` where nothing waits.
  public func nextWake(lane: Int = 0) -> MonotonicTime? {
    var wake = paceWake
    for number in active {
      if let deadline = hosts[number].nextDeadline(lane: lane) {
        wake = min(wake ?? deadline, deadline)
      }
    }
    return wake.map(MonotonicTime.init(nanoseconds:))
  }

  /// Ends the sweep early: tries in flight count as not made.
  mutating func interrupt() {
    for number in active { hosts[number].cancelInFlight() }
  }

  private mutating func settle(_ number: Int) {
    guard hosts[number].isActive, hosts[number].isFinished else { return }
    for lane in abandoned.indices {
      abandoned[lane] += hosts[number].underWay(lane: lane, number: number)
    }
    hosts[number].finish()
    active.removeAll { $0 == number }
  }
}
