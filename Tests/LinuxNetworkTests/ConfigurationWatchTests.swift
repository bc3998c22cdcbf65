import Testing
@testable import LinuxNetwork
@testable import Networking

@Suite struct `Changes to the configuration` {
  private let watching = Ticket(owner: 0, number: 1)

  @Test func `are told when an interface goes down`() async throws {
    let lab = try VethPair()
    let network = try LinuxNetwork(namespace: lab.left)
    let machine = ScriptedMachine(
      [.watchConfiguration(watching)],
      limit: 1,
      counted: { if case .configurationChanged = $0 { true } else { false } }
    )
    let outputs = network.run(machine)
    // Jobs are carried out in order: once this answers, the machine watches.
    _ = await network.traffic()
    try lab.takeLeftDown()
    var told = false
    for await (_, event) in outputs {
      if case .configurationChanged(let ticket) = event { told = ticket == watching }
    }
    #expect(told)
  }
}
