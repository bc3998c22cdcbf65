import Networking
import Simulation
import Testing
import Wire

@testable import Checks

@Suite struct `Echoes of checks` {
  private let router = IPAddress.v4(IPv4Address(10, 0, 0, 1))
  private let one = IPAddress.v4(IPv4Address(10, 9, 0, 1))
  private let two = IPAddress.v4(IPv4Address(10, 9, 0, 2))

  private func topology(_ targets: [IPAddress: RoutedTarget]) -> RoutedTopology {
    let delay = Duration.milliseconds(1) ... .milliseconds(1)
    return RoutedTopology(stages: [[RoutedHop(router, delay: delay)]], targets: targets)
  }

  private func simulate(
    _ topology: RoutedTopology,
    _ requests: [EchoRequest]
  ) -> (outcomes: [UInt64: EchoOutcome], run: SimulatedRun<EchoMachine.Output>) {
    let queue = EchoQueue()
    for request in requests { _ = queue.add(request) }
    let run = RoutedNetwork(topology).runToEnd(EchoMachine(queue, number: 1, token: 9))
    let outcomes = run.outputs.map { ($0.output.id, $0.output.outcome) }
    return (Dictionary(outcomes) { first, _ in first }, run)
  }

  @Test func `go to many hosts over one socket, each with its own answer`() {
    var silent = RoutedTarget()
    silent.isSilent = true
    let (outcomes, run) = simulate(
      topology([one: RoutedTarget(), two: silent]),
      [
        EchoRequest(id: 7, target: one, timeout: .seconds(1)),
        EchoRequest(id: 8, target: two, timeout: .seconds(2)),
      ]
    )
    #expect(outcomes[7] == .answered(.milliseconds(2)))
    #expect(outcomes[8] == .silent)
    #expect(run.outputs.count == 2)
    // The machine ends once nobody has asked for a while.
    #expect(run.finishedAt != nil)
  }

  @Test func `are silent no later than their time is up`() {
    var silent = RoutedTarget()
    silent.isSilent = true
    let start = MonotonicTime(nanoseconds: 1_000_000_000)
    let request = EchoRequest(id: 1, target: one, timeout: .milliseconds(300))
    let (_, run) = simulate(topology([one: silent]), [request])
    let took = run.outputs.first.map { $0.time - start }
    #expect(took.map { $0 >= .milliseconds(300) && $0 <= .milliseconds(310) } == true)
  }

  @Test func `say what a router says`() {
    var topology = topology([one: RoutedTarget()])
    topology.stages[0][0].obstacle = .host
    let request = EchoRequest(id: 1, target: one, timeout: .seconds(1))
    #expect(simulate(topology, [request]).outcomes[1] == .unreachable(.host, from: router))
  }

  @Test func `are not sent where the system forbids or fails`() {
    var forbidden = topology([one: RoutedTarget()])
    forbidden.permitted = []
    let request = EchoRequest(id: 1, target: one, timeout: .seconds(1))
    #expect(simulate(forbidden, [request]).outcomes[1] == .notSent(.notPermitted))
    var broken = topology([one: RoutedTarget()])
    broken.fault = .interfaceDown
    #expect(simulate(broken, [request]).outcomes[1] == .notSent(.interfaceDown))
  }

  @Test func `wait for one machine at a time`() {
    let queue = EchoQueue()
    let request = EchoRequest(id: 1, target: one, timeout: .seconds(1))
    #expect(queue.add(request) == .needsMachine(1))
    #expect(queue.add(request) == .waits)
    // What waits keeps it open.
    #expect(!queue.close(1))
    #expect(queue.take().count == 2)
    #expect(queue.close(1))
    #expect(!queue.end(1))
    #expect(queue.add(request) == .needsMachine(2))
    // The end of the one before is nobody's.
    #expect(!queue.end(1))
    #expect(queue.end(2))
  }

  @Test func `reach whoever asked`() async {
    let service = EchoService(on: RoutedNetwork(topology([one: RoutedTarget()])))
    let first = await service.ask(one, within: .seconds(1))
    #expect(first == .answered(.milliseconds(2)))
    let other = await service.ask(two, within: .milliseconds(100))
    #expect(other != .answered(.milliseconds(2)))
  }

  @Test func `end with the network`() async {
    let service = EchoService(on: StubNetwork())
    let outcome = await service.ask(one, within: .seconds(60))
    #expect(outcome == .notSent(.interfaceDown))
  }

  @Test func `are summed up`() {
    let mixed = EchoSummary([
      .answered(.milliseconds(4)), .silent, .answered(.milliseconds(2)),
      .answered(.milliseconds(9)),
    ])
    #expect(mixed.loss == 0.25 && mixed.roundTrip == .milliseconds(4))
    let lost = EchoSummary([.silent, .unreachable(.host, from: router)])
    #expect(lost.loss == 1 && lost.roundTrip == nil && lost.obstacle?.kind == .host)
    let unsent = EchoSummary([.notSent(.noDescriptors)])
    #expect(unsent.loss == nil && unsent.failure == .noDescriptors)
  }
}
