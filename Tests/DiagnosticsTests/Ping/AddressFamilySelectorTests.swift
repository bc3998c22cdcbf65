import DemoHome
import Testing
import Wire

@testable import Diagnostics
import Simulation

/// By which family hosts are asked that have both.
@Suite struct AnsweringFamilyTests {
  private static let v6 = IPAddress.v6(IPv6Address(high: 0xFD00 << 48, low: 9), zone: nil)
  private static let v4 = IPAddress.v4(IPv4Address(10, 9, 0, 9))
  private static let lonely = IPAddress.v4(IPv4Address(10, 9, 0, 8))

  /// What becomes of a host with both and of one with IPv4 alone, where some addresses answer.
  private func choose(_ answering: [IPAddress]) async -> (
    addresses: [IPAddress], changes: [AddressFamilySelector.Change]
  ) {
    var topology = RoutedTopology(
      stages: [[RoutedHop(Chain.router(1), delay: .milliseconds(1) ... .milliseconds(1))]],
      targets: [:]
    )
    for address in answering { topology.targets[address] = RoutedTarget() }
    var both = TargetHost(host: "nas.test", address: Self.v6)
    both.others = [Self.v4]
    var targets = [both, TargetHost(host: "tv.test", address: Self.lonely)]
    let family = AddressFamilySelector(by: RoutedNetwork(topology, seed: 1))
    let changes = await family.choose(&targets)
    return (targets.map(\.address), changes)
  }

  @Test func `the first family stays where it answers`() async {
    let found = await choose([Self.v6, Self.v4])
    #expect(found.addresses == [Self.v6, Self.lonely] && found.changes == [])
  }

  @Test func `the other takes its place where it doesn't`() async {
    let found = await choose([Self.v4])
    #expect(found.addresses == [Self.v4, Self.lonely])
    #expect(
      found.changes.map(\.words) == [
        "nas.test: fd00::9 doesn't answer, 10.9.0.9 does and is asked"
      ]
    )
  }

  @Test func `where neither answers nothing changes`() async {
    let found = await choose([])
    #expect(found.addresses == [Self.v6, Self.lonely] && found.changes == [])
  }
}
