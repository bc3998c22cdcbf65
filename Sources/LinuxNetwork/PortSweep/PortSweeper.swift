internal import CShims
internal import Glibc
public import Networking
internal import Synchronization
public import Wire

/// Runs a port sweep on threads of its own, outside the scan's budget.
///
/// What it sends is counted in a ledger: connect calls as connections, half-open SYNs as packets.
public final class PortSweeper: Sendable {
  /// How ports are asked.
  public enum Method: String, Hashable, Sendable {
    /// By connecting, as everybody may.
    case connect
    /// By half-open SYNs; needs `CAP_NET_RAW`.
    case halfOpen = "syn"
  }

  /// How far it is.
  public struct Standing: Sendable {
    /// From 0 to 1.
    public var progress: Double
    /// Each host's open ports, in the order they were found.
    public var found: [[UInt16]]
  }

  /// How it asks.
  public let method: Method
  private let sweep: Lock<PortSweep>
  private let targets: [PortSweep.Target]
  private let laneCount: Int
  private let isCancelled = Atomic(false)
  private let failure = Lock<LocalFailure?>(nil)
  private let namespace: NetworkNamespace?
  private let ledger: SharedTrafficLedger

  /// A sweep to be carried out.
  ///
  /// Raw printing ports are left out: whatever arrives there is printed.
  ///
  /// - Parameters:
  ///   - targets: Hosts and their ports.
  ///   - options: Rates and limits.
  ///   - method: By connecting or half-open.
  ///   - namespace: Where the hosts are; `nil` for the calling process' own network.
  ///   - lanes: How many threads; `nil` for as many as help.
  ///   - ledger: Where to count what is sent.
  public init(
    _ targets: [PortSweep.Target],
    _ options: PortSweep.Options = PortSweep.Options(),
    method: Method = .connect,
    in namespace: NetworkNamespace? = nil,
    lanes: Int? = nil,
    ledger: SharedTrafficLedger = .tools
  ) {
    var targets = targets
    for place in targets.indices {
      targets[place].ports.removeAll { Self.isSpared(port: $0) }
    }
    var options = options
    let limit = Int(clamping: DescriptorLimit.raise())
    // Some for everybody else.
    options.mostInFlight = max(
      8,
      min(options.mostInFlight, method == .connect ? limit - 128 : .max)
    )
    let total = targets.reduce(0) { $0 + $1.ports.count }
    // Each raw socket also receives, and drops, the packets for all others.
    let most = method == .connect ? 4 : 2
    laneCount = lanes ?? (total >= 4096 ? min(most, Self.processors) : 1)
    self.targets = targets
    self.method = method
    self.namespace = namespace
    self.ledger = ledger
    sweep = Lock(PortSweep(targets, options: options, lanes: laneCount))
  }

  /// Whether nothing is ever sent to the port: raw printing.
  public static func isSpared(port: UInt16) -> Bool { SendingPolicy.isPrinting(port: port) }

  /// Why nothing is sent to the address, even if the user names it; `nil` if it can be a device's.
  public static func rejection(of address: IPAddress) -> LocalFailure? {
    SendingPolicy(allowPublic: true).rejection(address, .exchange)
  }

  /// Why this process can't use the method; `nil` if it can.
  public static func obstacle(to method: Method) -> LocalFailure? {
    guard method == .halfOpen else { return nil }
    do throws(SystemError) {
      _ = try FileDescriptor(
        makingSocket: AF_INET,
        type: SocketType.raw,
        protocolNumber: Int32(IPPROTO_TCP)
      )
      return nil
    } catch {
      return error.localFailure
    }
  }

  private static var processors: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// How far it is now.
  public var standing: Standing {
    sweep.withLock { Standing(progress: $0.progress, found: $0.hosts.map(\.found)) }
  }

  /// Treats a host as fragile from now on: asked slowly, and only the ports in `usual`.
  public func spare(_ host: Int, askingOnly usual: Set<UInt16>) {
    sweep.withLock { $0.spare(host, askingOnly: usual) }
  }

  /// Ends it soon, with the results so far.
  public func cancel() {
    isCancelled.store(true, ordering: .relaxed)
  }

  /// Runs to the end, or until the task is cancelled.
  ///
  /// - Returns: What is known of each host, in the targets' order.
  /// - Throws: What kept this machine from asking at all.
  public func run() async throws(LocalFailure) -> [SweptHost] {
    await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
        let ending = Ending(count: laneCount) { continuation.resume() }
        for lane in 0..<laneCount {
          do throws(LocalFailure) {
            try SystemThread.start(name: "port sweep") {
              self.work(lane: lane)
              ending.arrive()
            }
          } catch {
            fail(error)
            ending.arrive()
          }
        }
      }
    } onCancel: {
      cancel()
    }
    if let failure = failure.withLock({ $0 }) { throw failure }
    return sweep.withLock { sweep in
      sweep.interrupt()
      return sweep.hosts
    }
  }

  private func fail(_ failure: LocalFailure) {
    self.failure.withLock { $0 = $0 ?? failure }
    cancel()
  }

  private func work(lane: Int) {
    do throws(LocalFailure) {
      guard let namespace else { return try ask(lane: lane) }
      // On one more thread: this one wakes the waiting task (``TaskWaker``).
      try namespace.run { () throws(LocalFailure) in try self.ask(lane: lane) }
    } catch {
      fail(error)
    }
  }

  private func ask(lane: Int) throws(LocalFailure) {
    switch method {
    case .connect: try connect(lane: lane)
    case .halfOpen: try askHalfOpen(lane: lane)
    }
  }

  /// The longest sleep in nanoseconds, and so the delay of a cancellation.
  private static let longestSleep: Int64 = 20_000_000

  /// How long to wait for events where nothing is to be sent, in nanoseconds.
  private static func sleep(until wake: MonotonicTime?, _ now: MonotonicTime) -> Int64 {
    let wait = wake.map { ($0 - now).wholeNanoseconds } ?? longestSleep
    return min(longestSleep, max(0, wait))
  }

  private func connect(lane number: Int) throws(LocalFailure) {
    let most = sweep.withLock { $0.options.mostInFlight } / laneCount
    var lane = try ConnectLane(targets.map(\.address), most: most)
    var batch: [PortSweep.Probe] = []
    var expired: [PortSweep.Probe] = []
    var sleep: Int64 = 0
    while !isCancelled.load(ordering: .relaxed) {
      try lane.wait(nanoseconds: sleep)
      batch.removeAll(keepingCapacity: true)
      expired.removeAll(keepingCapacity: true)
      // All answers up to this moment have been handled; others are late.
      let now = SystemClock.now
      let room = min(lane.room, Self.batch)
      let (isDone, wake) = sweep.withLock { sweep in
        Self.tell(lane.results, to: &sweep, now)
        sweep.expire(now, lane: number, into: &expired)
        sweep.next(now, lane: number, limit: room, into: &batch)
        return (sweep.isDone, sweep.nextWake(lane: number))
      }
      lane.results.removeAll()
      for probe in expired { lane.cancel(probe) }
      if isDone { return }
      for probe in batch { lane.begin(probe) }
      count(sent: lane.results.takeSent())
      sleep = batch.isEmpty ? Self.sleep(until: wake, now) : 0
    }
  }

  private func askHalfOpen(lane number: Int) throws(LocalFailure) {
    var generator = SystemRandomNumberGenerator()
    let lane = try HalfOpenLane(targets, key: generator.next())
    var batch: [PortSweep.Probe] = []
    var expired: [PortSweep.Probe] = []
    var sleep: Int64 = 0
    while !isCancelled.load(ordering: .relaxed) {
      try lane.wait(nanoseconds: sleep)
      batch.removeAll(keepingCapacity: true)
      expired.removeAll(keepingCapacity: true)
      let now = SystemClock.now
      let (isDone, wake) = sweep.withLock { sweep in
        Self.tell(lane.results, to: &sweep, now)
        sweep.expire(now, lane: number, into: &expired)
        sweep.next(now, lane: number, limit: 2 * Self.batch, into: &batch)
        return (sweep.isDone, sweep.nextWake(lane: number))
      }
      lane.results.removeAll()
      if isDone { return }
      lane.begin(batch)
      count(sent: lane.results.takeSent())
      sleep = batch.isEmpty ? Self.sleep(until: wake, now) : 0
    }
  }

  /// Counts probes in the ledger, by host.
  private func count(sent: [Int: Int]) {
    for (host, number) in sent {
      var count = TrafficLedger.Count()
      switch method {
      case .connect: count.connections = number
      case .halfOpen:
        count.packets = number
        count.bytes = number * SYNSegments.length
      }
      ledger.add(count, to: targets[host].address, for: .ports)
    }
  }

  /// How many probes are begun before answers are looked for.
  private static let batch = 64

  private static func tell(_ results: SweepResults, to sweep: inout PortSweep, _ now: MonotonicTime)
  {
    for (probe, reason) in results.answers { sweep.answered(probe, reason, now) }
    for (probe, failure) in results.shortages { sweep.putBack(probe, failure, now) }
    for (probe, failure) in results.failures { sweep.fail(probe, failure) }
  }

  /// Calls a closure when `arrive` has been called `count` times.
  private final class Ending: Sendable {
    private let left: Atomic<Int>
    private let body: @Sendable () -> Void

    init(count: Int, _ body: @escaping @Sendable () -> Void) {
      left = Atomic(count)
      self.body = body
    }

    func arrive() {
      if left.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { body() }
    }
  }
}
