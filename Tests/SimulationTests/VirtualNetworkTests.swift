import Testing

@testable import Networking
@testable import Simulation

@Suite(.timeLimit(.minutes(1))) struct `A virtual network` {
  /// Hands out that many numbers at once and is done.
  private struct Burst: NetworkMachine {
    typealias Output = Int
    var count: Int

    mutating func start(_ port: inout NetworkPort<Int>) {
      for number in 0..<count { port.output(number) }
      port.finish()
    }

    mutating func handle(_ event: NetworkEvent, _ port: inout NetworkPort<Int>) {}
  }

  private static func lost(_ network: some VirtualNetwork) async -> (lost: Int, received: Int) {
    let bound = SimulatedNetwork.mostWaitingOutputs
    let outputs = network.run(Burst(count: bound + 7))
    // Read only when all have come.
    while await network.traffic().lostOutputs == 0 { await Task.yield() }
    var received = 0
    for await _ in outputs { received += 1 }
    return (await network.traffic().lostOutputs, received)
  }

  @Test func `keeps no more outputs than it may, and counts the others`() async {
    let bound = SimulatedNetwork.mostWaitingOutputs
    #expect(await Self.lost(SimulatedNetwork(SimulatedTopology(links: []))) == (7, bound))
    #expect(await Self.lost(RoutedNetwork(RoutedTopology(stages: [], targets: [:]))) == (7, bound))
  }
}
