import Net
import Testing
import Wire

@testable import HomeNet

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
    #expect(SweepPolicy.capacity(1024, used: 124, swallowed: 130) == 124)
    #expect(SweepPolicy.capacity(1024, used: 3, swallowed: 130) == 16)
    #expect(SweepPolicy.capacity(124, used: 60, swallowed: 0) == 155)
    #expect(SweepPolicy.capacity(1000, used: 60, swallowed: 0) == 1024)
  }

  @Test(arguments: [
    (1, false, true, false, true), (2, false, true, false, false),
    (1, false, false, false, false), (1, false, true, true, false),
    (3, true, true, false, true), (4, true, true, false, false),
    (1, true, false, true, true), (2, true, false, false, false),
  ])
  func `asks again where that is free or needed`(
    rounds: Int,
    isLossy: Bool,
    isSmall: Bool,
    discoverOnly: Bool,
    expected: Bool
  ) {
    #expect(
      SweepPolicy.asksAgain(
        rounds: rounds,
        isLossy: isLossy,
        isSmall: isSmall,
        discoverOnly: discoverOnly
      ) == expected
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
