public import DemoHome
public import Networking
public import Wire

/// A network in memory, on a virtual clock: the same network and seed give the same run.
public protocol VirtualNetwork: Network {
  /// Runs a machine until it is done, but no longer than the limit of virtual time.
  ///
  /// `interrupt` looks at each output and may end the run.
  func runToEnd<Machine: NetworkMachine>(
    _ machine: Machine,
    limit: Duration,
    until interrupt: (MonotonicTime, Machine.Output) -> Bool
  ) -> SimulatedRun<Machine.Output>

  /// Counts outputs that were dropped in `TrafficLedger/lostOutputs`.
  func noteLost(outputs: Int)
}

extension VirtualNetwork {
  /// Runs a machine until it is done, or ten minutes of virtual time are over.
  public func runToEnd<Machine: NetworkMachine>(
    _ machine: Machine
  ) -> SimulatedRun<Machine.Output> {
    runToEnd(machine, limit: .seconds(600))
  }

  /// Runs a machine until it is done, or the limit of virtual time is reached.
  public func runToEnd<Machine: NetworkMachine>(
    _ machine: Machine,
    limit: Duration
  ) -> SimulatedRun<Machine.Output> {
    runToEnd(machine, limit: limit) { _, _ in false }
  }

  /// Runs a machine until it is done, ten minutes are over, or `interrupt` says so.
  public func runToEnd<Machine: NetworkMachine>(
    _ machine: Machine,
    until interrupt: (MonotonicTime, Machine.Output) -> Bool
  ) -> SimulatedRun<Machine.Output> {
    runToEnd(machine, limit: .seconds(600), until: interrupt)
  }

  /// Outputs that may wait for a machine's reader.
  ///
  /// More than for a real network, since a virtual clock's ten minutes pass in no time. What bounds
  /// memory is those ten minutes: a run keeps all its outputs until it ends.
  static var mostWaitingOutputs: Int { 65_536 }

  /// Runs a machine as fast as the processor allows; the clock stays virtual.
  ///
  /// While `mostWaitingOutputs` wait for the reader, further outputs are dropped, and counted in
  /// `TrafficLedger/lostOutputs`.
  public func run<Machine: NetworkMachine>(_ machine: Machine) -> AsyncStream<Machine.Output> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Machine.Output.self,
      bufferingPolicy: .bufferingOldest(Self.mostWaitingOutputs)
    )
    let task = Task {
      var lost = 0
      _ = runToEnd(machine) { _, output in
        if case .dropped = continuation.yield(output) { lost += 1 }
        return Task.isCancelled
      }
      // Before the end, so that whoever has read to the end knows of it.
      if lost > 0 { noteLost(outputs: lost) }
      continuation.finish()
    }
    continuation.onTermination = { _ in task.cancel() }
    return stream
  }
}

/// A kernel on a virtual clock: takes a machine's requests, advances the clock, yields events.
protocol VirtualKernel {
  /// The present.
  var now: MonotonicTime { get }
  /// What was sent, by address and purpose.
  var traffic: TrafficLedger { get }
  /// Everything that was sent, in order.
  var sent: [SentPacket] { get }

  /// Does what a machine wants done.
  mutating func perform(_ request: NetworkRequest)

  /// Moves the clock to what happens next; `nil` where nothing does before that time.
  mutating func nextEvent(before end: MonotonicTime) -> NetworkEvent?
}

extension VirtualKernel {
  /// Runs a machine until it is done, its time is over, or `interrupt`, which looks at each output,
  /// says so.
  mutating func run<Machine: NetworkMachine>(
    _ machine: Machine,
    limit: Duration,
    until interrupt: (MonotonicTime, Machine.Output) -> Bool
  ) -> SimulatedRun<Machine.Output> {
    var machine = machine
    var run = SimulatedRun<Machine.Output>()
    var isOver = false
    func take(_ port: NetworkPort<Machine.Output>) {
      for request in port.requests { perform(request) }
      for output in port.outputs where !isOver {
        run.outputs.append((port.now, output))
        isOver = interrupt(port.now, output)
      }
      if port.isFinished {
        run.finishedAt = port.now
        isOver = true
      }
    }
    var port = NetworkPort<Machine.Output>(now: now)
    machine.start(&port)
    take(port)
    let end = now + limit
    while !isOver, let event = nextEvent(before: end) {
      var port = NetworkPort<Machine.Output>(now: now)
      machine.handle(event, &port)
      take(port)
    }
    run.traffic = traffic
    run.sent = sent
    return run
  }
}

/// What a machine did in a simulated network, from its start to its end.
public struct SimulatedRun<Output: Sendable>: Sendable {
  /// What it produced, and when.
  public internal(set) var outputs: [(time: MonotonicTime, output: Output)] = []
  /// When it said that it was done; `nil` where the time limit ended it.
  public internal(set) var finishedAt: MonotonicTime?
  /// What was sent, by address and purpose.
  public internal(set) var traffic = TrafficLedger()
  /// Everything that was sent, in order.
  public internal(set) var sent: [SentPacket] = []
  /// What the devices saw of connections: how many, and how many bytes.
  public internal(set) var counters = DeviceCounters()
}

/// Something that left the simulated machine.
public struct SentPacket: Hashable, Sendable {
  /// The layer that a packet was sent at.
  public enum Kind: Hashable, Sendable {
    /// A UDP datagram or an ICMP message.
    case datagram
    /// An empty datagram of a sweep.
    case solicitation
    /// A frame of a link socket.
    case frame
    /// A TCP connect.
    case connection
  }

  /// The virtual time of sending.
  public var time: MonotonicTime
  /// The destination; port 0 for ICMP and frames.
  public var target: Endpoint
  /// The purpose that the ledger counts it under.
  public var purpose: Purpose
  /// The layer that it was sent at.
  public var kind: Kind
}
