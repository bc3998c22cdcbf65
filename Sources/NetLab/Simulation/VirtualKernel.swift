internal import Networking

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
