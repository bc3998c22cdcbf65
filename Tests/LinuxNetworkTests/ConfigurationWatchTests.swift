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
      counted: { if case .configurationChanged = $0 { true } else { false } },
      patience: .seconds(5)
    )
    async let events = network.collect(machine)
    try await Task.sleep(for: .milliseconds(200))
    try lab.takeLeftDown()
    let told = await events.map(\.event).contains {
      if case .configurationChanged(let ticket) = $0 { ticket == watching } else { false }
    }
    #expect(told)
  }
}
