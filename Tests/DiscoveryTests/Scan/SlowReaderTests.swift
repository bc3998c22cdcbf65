import Networking
import Testing

@testable import Discovery

@Suite(.timeLimit(.minutes(1))) struct `A scan whose reader is slow` {
  /// A network whose machine tells of one host after another, as fast as it is read.
  private final class BusyNetwork: Network {
    let hosts: Int
    let read = Lock(0)
    let ledger: TrafficLedger

    init(hosts: Int, losing lost: Int = 0) {
      self.hosts = hosts
      var ledger = TrafficLedger()
      ledger.lost(outputs: lost)
      self.ledger = ledger
    }

    func configuration() async throws(LocalFailure) -> NetworkConfiguration {
      NetworkConfiguration(interfaces: [], gateways: [], resolvers: [])
    }

    func run<Machine: NetworkMachine>(_ machine: Machine) -> AsyncStream<Machine.Output> {
      AsyncStream { [self] in
        let number = read.withLock { read in
          read += 1
          return read
        }
        guard number <= hosts else { return nil }
        return ScanTests.heard(UInt8(number % 200)) as? Machine.Output
      }
    }

    func traffic() async -> TrafficLedger { ledger }
  }

  private static func scan(on network: BusyNetwork, tellsObservations: Bool) -> Scan {
    Scan(
      ScanTests.Script(outputs: []),
      networks: [],
      on: network,
      started: ScanTests.began,
      tellsObservations: tellsObservations
    )
  }

  @Test func `waits for it with its observations, and loses none`() async {
    let network = BusyNetwork(hosts: 5000)
    let scan = Self.scan(on: network, tellsObservations: true)
    var (events, observations) = (0, 0)
    var isFinished = false
    for await event in scan.events {
      events += 1
      // What waits, the one that has no room, and the one being read from the network.
      #expect(network.read.withLock { $0 } <= events + Scan.mostWaiting + 2)
      if case .observation = event { observations += 1 }
      if case .finished = event { isFinished = true }
    }
    #expect(observations == 5000)
    #expect(isFinished)
  }

  @Test func `tells it all in one update where it reads none before the end`() async {
    let network = BusyNetwork(hosts: 5000)
    let scan = Self.scan(on: network, tellsObservations: false)
    // The last read finds the end.
    while network.read.withLock({ $0 }) <= 5000 { await Task.yield() }
    var updates = 0
    for await event in scan.events {
      if case .update = event { updates += 1 }
    }
    #expect((1...3).contains(updates))
  }

  @Test func `ends once nobody reads it any more`() async {
    let network = BusyNetwork(hosts: .max)
    do {
      let scan = Self.scan(on: network, tellsObservations: true)
      for await _ in scan.events { break }
    }
    // What is read after that is read by nobody; the scan's task ends.
    var before = -1
    while before != network.read.withLock({ $0 }) {
      before = network.read.withLock { $0 }
      for _ in 0..<1000 { await Task.yield() }
    }
  }

  @Test func `says in the end what the network lost`() async {
    let scan = Self.scan(on: BusyNetwork(hosts: 1, losing: 3), tellsObservations: false)
    var result: ScanResult?
    for await event in scan.events {
      if case .finished(let finished) = event { result = finished }
    }
    #expect(result?.traffic.lostOutputs == 3)
  }
}
