import Testing
import Wire
@testable import Networking
@testable import Discovery

@Suite struct `The sweep's policy` {
  @Test func `takes half of what is free`() {
    let empty = SweepPolicy.chunk(capacity: 1024, used: 0, waiting: 5000, isPending: false)
    #expect(empty == 512)
    #expect(SweepPolicy.chunk(capacity: 1024, used: 24, waiting: 253, isPending: false) == 253)
    #expect(SweepPolicy.chunk(capacity: 1024, used: 624, waiting: 253, isPending: false) == 200)
  }

  @Test func `waits for room while entries are pending, else tries a few`() {
    #expect(SweepPolicy.chunk(capacity: 1024, used: 900, waiting: 500, isPending: true) == 0)
    #expect(SweepPolicy.chunk(capacity: 1024, used: 900, waiting: 20, isPending: true) == 20)
    #expect(SweepPolicy.chunk(capacity: 1024, used: 1024, waiting: 500, isPending: false) == 16)
  }

  @Test func `learns how much room the table has`() {
    let full = SweepPolicy.capacity(1024, used: 124, chunk: 253, swallowed: 130)
    #expect(full == 124)
    #expect(SweepPolicy.capacity(1024, used: 3, chunk: 16, swallowed: 16) == 16)
    // The next chunk may be twice as large.
    let better = SweepPolicy.capacity(124, used: 140, chunk: 16, swallowed: 0)
    #expect(SweepPolicy.chunk(capacity: better, used: 140, waiting: 99, isPending: false) == 32)
    #expect(SweepPolicy.capacity(1000, used: 600, chunk: 512, swallowed: 0) == 1024)
  }

  @Test(arguments: [
    // hosts, late, small, discover only, rounds
    (30, 0, true, false, 2), (30, 0, true, true, 1), (30, 0, false, false, 1),
    (30, 2, true, true, 2), (30, 15, true, false, 4), (30, 15, false, false, 2),
    (0, 0, true, false, 2),
  ])
  func `asks as often as is free or needed`(
    hosts: Int,
    late: Int,
    isSmall: Bool,
    discoverOnly: Bool,
    rounds: Int
  ) {
    #expect(
      SweepPolicy.rounds(hosts: hosts, late: late, isSmall: isSmall, discoverOnly: discoverOnly)
        == rounds
    )
  }
}

@Suite struct `What a neighbour entry says` {
  private let mac = MACAddress(rawValue: 0x0011_3200_0001)
  private let began = MonotonicTime(nanoseconds: 100_000_000_000)

  private func entry(_ state: Neighbour.State, confirmedAgo: Duration? = nil) -> Neighbour {
    Neighbour(
      address: .v4(IPv4Address(192, 168, 7, 9)),
      interface: 2,
      mac: state == .incomplete || state == .failed ? nil : mac,
      state: state,
      confirmedAgo: confirmedAgo
    )
  }

  private func dumped(_ state: Neighbour.State, _ ago: Duration?) -> NeighbourVerdict {
    NeighbourVerdict(
      dumped: entry(state, confirmedAgo: ago),
      began: began,
      now: began + .seconds(2)
    )
  }

  private func changed(
    _ state: Neighbour.State,
    before: Neighbour.State?
  ) -> NeighbourVerdict {
    NeighbourVerdict(
      changed: entry(state, confirmedAgo: .seconds(60)),
      before: before,
      began: began,
      now: began + .seconds(2)
    )
  }

  @Test func `in a dump only a confirmation since the scan began is an answer`() {
    for state in [Neighbour.State.reachable, .stale, .delay, .probe] {
      #expect(dumped(state, .seconds(1)) == .present(mac))
      #expect(dumped(state, .seconds(3)) == .remembered(mac))
      #expect(dumped(state, nil) == .remembered(mac))
    }
    #expect(dumped(.failed, nil) == .silent)
    #expect(dumped(.incomplete, nil) == .open)
  }

  @Test func `entries set by hand or without resolution say nothing`() {
    #expect(dumped(.permanent, .seconds(1)) == .open)
    #expect(dumped(.noARP, .seconds(1)) == .open)
    #expect(changed(.noARP, before: nil) == .open)
  }

  @Test func `a change to reachable is an answer, one to stale or probe isn't`() {
    #expect(changed(.reachable, before: .probe) == .present(mac))
    #expect(changed(.reachable, before: .incomplete) == .present(mac))
    #expect(changed(.stale, before: .reachable) == .remembered(mac))
    #expect(changed(.delay, before: .stale) == .remembered(mac))
    #expect(changed(.probe, before: .delay) == .remembered(mac))
    #expect(changed(.failed, before: .probe) == .silent)
  }

  @Test func `a link address that wasn't known before was learnt from the device`() {
    #expect(changed(.stale, before: .incomplete) == .present(mac))
    #expect(changed(.stale, before: nil) == .present(mac))
  }
}
