import Testing

@testable import LinuxNetwork
@testable import Networking

@Suite struct `A reader that is too slow for its machine` {
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

  @Test func `gets the first outputs, and the others are counted`() async throws {
    let network = try LinuxNetwork()
    let bound = LinuxNetwork.mostWaitingOutputs
    let outputs = network.run(Burst(count: bound + 7))
    // Jobs are carried out in order: once this answers, the machine has run.
    #expect(await network.traffic().lostOutputs == 7)
    var received: [Int] = []
    for await output in outputs { received.append(output) }
    #expect(received == Array(0..<bound))
  }

  @Test func `loses nothing within the bound`() async throws {
    let network = try LinuxNetwork()
    let outputs = network.run(Burst(count: LinuxNetwork.mostWaitingOutputs))
    #expect(await network.traffic().lostOutputs == 0)
    var count = 0
    for await _ in outputs { count += 1 }
    #expect(count == LinuxNetwork.mostWaitingOutputs)
  }
}
