import HomeSupport
import Testing
import Wire
@testable import Discovery
@testable import Home
@testable import Model

/// Services that were heard without an address, and went to the device that has their name.
@Suite struct `A service that a device has by its name` {
  private var state = WatchState()
  private var now: Int64 = 1_000_000

  private mutating func observe(
    _ fact: Fact,
    at address: IPAddress?,
    from source: Source = .neighbours
  ) {
    now += 10
    let time = Timestamp(milliseconds: now)
    state.take(
      .observation(Observation(time: time, source: source, subject: address, fact: fact)),
      now: time
    )
  }

  @Test(arguments: [false, true])
  mutating func `is remembered with it`(isNamedLate: Bool) throws {
    _ = state.beginRound(.test, now: Timestamp(milliseconds: now))
    observe(.answered(rttMs: nil), at: .home(5))
    observe(.linkAddress(MACAddress(rawValue: 0x0011_3200_0005)), at: .home(5))
    observe(.answered(rttMs: nil), at: .home(6))
    observe(.linkAddress(MACAddress(rawValue: 0x0011_3200_0006)), at: .home(6))
    if !isNamedLate { observe(.name("den.lan"), at: .home(5), from: .dns) }
    observe(airplay("Den", ["model": "AppleTV14,1"]), at: nil, from: .mdns)
    state.remember(now: Timestamp(milliseconds: now))
    if isNamedLate { observe(.name("den.lan"), at: .home(5), from: .dns) }
    state.endRound(now: Timestamp(milliseconds: now))
    let again = WatchState(stored: state.inventory.ordered.map(\.stored))
    #expect(
      again.inventory.ordered.map { $0.device.evidence.services.map(\.name) } == [["Den"], []]
    )
  }
}
