import HomeSupport
import Networking
import Testing
import Wire
@testable import Discovery
@testable import Home
@testable import Model

@Suite struct `A check of a silent device` {
  private static let spoilt = ScanOutput.failure(
    .neighbours,
    interface: "eth0",
    LocalFailure.noBuffers
  )

  /// A home that two sweeps in a row found without the device at .7, and its slot.
  private func silentHome() throws -> (home: CheckedHome, slot: Int) {
    var home = CheckedHome()
    home.sweep([5, 6, 7, 8])
    let slot = try #require(home.state.inventory.slots[.home(7)])
    home.sweep([5, 6, 8])
    #expect(home.due.isEmpty && home.presence(slot) == .present)
    home.sweep([5, 6, 8])
    #expect(home.due == [slot] && home.presence(slot) == .present)
    return (home, slot)
  }

  @Test func `makes it away after two in vain, since it was last seen`() throws {
    var (home, slot) = try silentHome()
    let lastSeen = try #require(home.state.inventory.entries[slot]).lastSeen
    home.check(slot)
    #expect(home.presence(slot) == .present && home.due == [slot])
    home.check(slot)
    #expect(home.presence(slot) == .away && home.due.isEmpty)
    #expect(home.since(slot) == lastSeen)
    home.sweep([5, 6, 7, 8])
    #expect(home.presence(slot) == .present)
    #expect(home.since(slot).map { $0 > lastSeen } == true)
  }

  @Test func `is of this device alone, and puts no question that it has answered`() throws {
    let (home, slot) = try silentHome()
    let plan = try #require(home.state.checkPlan(of: slot, by: ScanPlan.test))
    #expect(plan.targets.map(\.prefix) == [IPv4Prefix(IPv4Address(192, 168, 77, 7), length: 32)])
    #expect(plan.settled.hosts.keys.contains(.home(7)))
    #expect(plan.checked.map(\.address) == [.home(7)])
    #expect(!plan.asksEverybody && plan.lasting == Duration.zero)
    #expect(home.state.checkPlan(of: slot, by: nil) == nil)
  }

  @Test func `is made at all addresses of a merged device, and answered at any`() throws {
    var home = CheckedHome()
    home.sweep([5, 6, 7, 8, 9])
    let slot = try #require(home.state.inventory.slots[.home(7)])
    let other = try #require(home.state.inventory.slots[.home(9)])
    let edit = home.state.inventory.unite(other, into: slot, at: home.time)
    #expect(edit != nil)
    home.state.matchAgain()
    home.sweep([5, 6, 7, 8])
    for _ in 0..<2 { home.sweep([5, 6, 8]) }
    #expect(home.due == [slot])
    let plan = try #require(home.state.checkPlan(of: slot, by: ScanPlan.test))
    #expect(Set(plan.checked.map(\.address)) == [.home(7), .home(9)])
    #expect(plan.checked.allSatisfy { $0.mac != nil } && plan.targets.count == 2)
    #expect(plan.interfaces.map(\.name) == ["eth0"])
    home.check(slot)
    home.check(slot, home.said(by: 9) + [.swept])
    #expect(home.presence(slot) == .present && home.due.isEmpty)
    // Another device takes over the address at which it was seen last.
    home.sweep([5, 6, 8], strangers: [9])
    home.sweep([5, 6, 8], strangers: [9])
    #expect(home.due == [slot])
    let later = try #require(home.state.checkPlan(of: slot, by: ScanPlan.test))
    let stranger = try #require(home.state.inventory.slots[.home(9)])
    #expect(stranger != slot)
    #expect(later.checked.contains { $0.address == .home(7) })
    for _ in 0..<2 { home.check(slot) }
    #expect(home.presence(slot) == .away && home.presence(stranger) == .present)
  }

  @Test func `ends the silence when it is answered`() throws {
    var (home, slot) = try silentHome()
    let since = home.since(slot)
    home.check(slot)
    home.check(slot, home.said(by: 7) + [.swept])
    #expect(home.presence(slot) == .present && home.due.isEmpty)
    #expect(home.since(slot) == since)
    // Two more sweeps have to miss it.
    home.sweep([5, 6, 8])
    #expect(home.due.isEmpty)
    home.sweep([5, 6, 8])
    #expect(home.due == [slot])
  }

  @Test func `does not count where this machine failed, or it was not complete`() throws {
    for outputs in [[Self.spoilt, .swept], []] {
      var (home, slot) = try silentHome()
      for _ in 0..<10 {
        home.check(slot, outputs)
        home.pass(300_000)
      }
      #expect(home.presence(slot) == .present)
    }
  }

  @Test func `counts where another device answers at its address`() throws {
    var home = CheckedHome()
    home.sweep([5, 6, 7, 8])
    let slot = try #require(home.state.inventory.slots[.home(7)])
    for _ in 0..<2 { home.sweep([5, 6, 8], strangers: [7]) }
    let other = try #require(home.state.inventory.slots[.home(7)])
    #expect(other != slot && home.due == [slot])
    for _ in 0..<2 { home.check(slot, home.said(by: 7, isStranger: true) + [.swept]) }
    #expect(home.presence(slot) == .away && home.presence(other) == .present)
  }

  @Test func `means nothing where the machine slept meanwhile`() throws {
    var (home, slot) = try silentHome()
    home.check(slot)
    home.state.beginCheck(of: slot, now: home.time)
    let fellAsleep = home.time
    home.pass(7_200_000)
    home.state.suspend(since: fellAsleep, now: home.time)
    home.state.take(.swept, ofCheck: slot, now: home.time)
    home.state.endCheck(of: slot, now: home.time)
    #expect(home.presence(slot) == .unconfirmed && home.due.isEmpty)
    #expect(home.state.inventory.entries.values.allSatisfy { $0.presence == .unconfirmed })
    let slots = home.state.inventory.entries.keys
    #expect(slots.count == 4 && slots.allSatisfy { home.since($0) == fellAsleep })
    home.sweep([5, 6, 7, 8])
    #expect(home.presence(slot) == .present)
  }

  @Test func `is not wanted for what a failed sweep missed, which is unknown`() throws {
    var home = CheckedHome()
    home.sweep([5, 6, 7, 8])
    let slot = try #require(home.state.inventory.slots[.home(7)])
    for _ in 0..<6 {
      home.sweep([5, 6, 8], failure: Self.spoilt)
      #expect(home.presence(slot) == .unconfirmed && home.due.isEmpty)
    }
    for last in [UInt8(5), 6, 8] {
      let here = try #require(home.state.inventory.slots[.home(last)])
      #expect(home.presence(here) == .present)
    }
    home.sweep([5, 6, 8])
    #expect(home.due.isEmpty)
    home.sweep([5, 6, 8])
    #expect(home.due == [slot])
  }

  @Test func `is wanted where only another interface failed`() throws {
    for failure in [
      ScanOutput.failure(.neighbours, interface: "wlan0", LocalFailure.noBuffers),
      .failure(.arp, interface: "wlan0", LocalFailure.interfaceDown),
    ] {
      var home = CheckedHome()
      home.sweep([5, 6, 7, 8])
      let slot = try #require(home.state.inventory.slots[.home(7)])
      for _ in 0..<2 {
        home.sweep([5, 6, 8], failure: failure)
        #expect(home.state.inventory.blindSlots.isEmpty)
      }
      #expect(home.due == [slot])
    }
  }

  @Test func `is not wanted where nobody answers at all`() {
    var home = CheckedHome()
    home.sweep([5, 6, 7, 8])
    for _ in 0..<12 {
      home.sweep([])
      #expect(home.due.isEmpty)
    }
    #expect(home.state.inventory.entries.values.allSatisfy { $0.presence == .unconfirmed })
    home.sweep([5, 6, 7, 8])
    #expect(home.state.inventory.entries.values.allSatisfy { $0.presence == .present })
  }

  @Test func `is not wanted where the watch only listened in between`() throws {
    var home = CheckedHome()
    home.sweep([5, 6, 7, 8])
    home.sweep([5, 6, 8])
    home.state.endRound(now: home.time)
    var plan = ScanPlan.test
    plan.listensOnly = true
    _ = home.state.beginRound(plan, now: home.time)
    home.pass(24 * 3_600_000)
    home.sweep([5, 6, 8])
    #expect(home.due.isEmpty)
  }

  @Test func `is not wanted in a pause: everybody is unknown, whoever is heard`() throws {
    var (home, slot) = try silentHome()
    let paused = home.time
    home.pause()
    let entries = home.state.inventory.entries
    #expect(entries.values.allSatisfy { $0.presence == .unconfirmed })
    #expect(entries.values.allSatisfy { $0.tracker.since == paused })
    #expect(home.due.isEmpty)
    // Some are heard, one of them for the first time.
    home.pass(60_000)
    for output in [5, 7, 9].flatMap({ home.said(by: $0) }) {
      home.state.take(output, now: home.time)
    }
    home.state.update()
    #expect(home.state.inventory.entries.count == 5)
    #expect(home.state.inventory.entries.values.allSatisfy { $0.presence == .unconfirmed })
    #expect(home.state.inventory.entries[slot]?.lastSeen == home.time)
    home.pass(24 * 3_600_000)
    home.pause()
    #expect(home.due.isEmpty)
    // It goes on, and nobody is away who is missed once.
    home.sweep([5, 6, 8])
    #expect(home.presence(slot) == .unconfirmed && home.due.isEmpty)
    home.sweep([5, 6, 7, 8])
    #expect(home.presence(slot) == .present)
    #expect(home.since(slot) == home.time)
  }

  @Test func `is made of a device that was only ever heard, once it is kept`() throws {
    var home = CheckedHome()
    home.sweep([5, 6, 8], heard: [7])
    let slot = try #require(home.state.inventory.slots[.home(7)])
    #expect(home.state.inventory.entries[slot]?.isConfirmed == false)
    home.sweep([5, 6, 8], heard: [7])
    for _ in 0..<2 { home.sweep([5, 6, 8]) }
    #expect(home.due == [slot] && home.presence(slot) == .present)
    // It is there, and answers for once.
    var other = home
    other.check(slot, other.said(by: 7) + [.swept])
    #expect(other.presence(slot) == .present && other.due.isEmpty)
    #expect(other.state.inventory.entries[slot]?.isConfirmed == true)
    for _ in 0..<2 { home.check(slot) }
    #expect(home.presence(slot) == .away)
  }

  @Test func `is not made of what was heard in one round only, which is dropped`() throws {
    var home = CheckedHome()
    home.sweep([5, 6, 8], heard: [7])
    let slot = try #require(home.state.inventory.slots[.home(7)])
    for _ in 0..<2 {
      home.sweep([5, 6, 8])
      #expect(home.due.isEmpty)
    }
    #expect(home.presence(slot) == nil)
  }

  @Test func `is made of at most 32 that never answered, after all others`() {
    let seen = Timestamp(milliseconds: 1_700_000_000_000)
    var inventory = Inventory(
      (0..<300).map { (number: Int) -> StoredDevice in
        let address = IPv4Address(rawValue: 0x0A00_0100 + UInt32(number))
        let hasAnswered = number < 10
        let observation = Observation(
          time: seen,
          source: hasAnswered ? .icmp : .mdns,
          subject: .v4(address),
          fact: hasAnswered ? .roundTrips([1]) : .answered(rttMs: nil)
        )
        return StoredDevice(
          key: StoredDevice.Key(number),
          identities: ["mac-001132\(100_000 + number)"],
          marks: Annotations(name: number == 299 ? "Sensor" : nil),
          firstSeen: seen,
          lastSeen: seen,
          observations: [observation]
        )
      }
    )
    for sweep in Int64(1)...2 {
      let now = seen.advanced(by: sweep * 300_000)
      for slot in 0..<300 {
        inventory.track(slot) { $0.miss(at: now, in: PresenceTracker.Context()) }
      }
    }
    let now = seen.advanced(by: 700_000)
    inventory.reviewPresence(at: now)
    let due = inventory.checksDue(at: now)
    let expected = [Int]((0..<10).reversed()) + [Int]((267..<300).reversed())
    #expect(due == expected)
    #expect((10..<267).allSatisfy { inventory.entries[$0]?.presence == .away })
  }

  @Test func `is made of at most 256, those that were seen last`() {
    let seen: Int64 = 1_700_000_000_000
    var inventory = Inventory(
      (0..<300).map { number in
        let time = Timestamp(milliseconds: seen + Int64(number))
        return StoredDevice(
          key: StoredDevice.Key(number),
          identities: ["mac-001132" + String(100_000 + number)],
          firstSeen: time,
          lastSeen: time,
          observations: [
            Observation(
              time: time,
              source: .icmp,
              subject: .v4(IPv4Address(rawValue: 0x0A00_0100 + UInt32(number))),
              fact: .roundTrips([1])
            )
          ]
        )
      }
    )
    for sweep in Int64(1)...2 {
      for slot in 0..<300 {
        let now = Timestamp(milliseconds: seen + sweep * 300_000)
        inventory.track(slot) { $0.miss(at: now, in: PresenceTracker.Context()) }
      }
    }
    let now = Timestamp(milliseconds: seen + 700_000)
    #expect(inventory.checksDue(at: now).count == 300)
    inventory.reviewPresence(at: now)
    #expect(inventory.checksDue(at: now) == (44..<300).reversed())
    #expect((0..<44).allSatisfy { inventory.entries[$0]?.presence == .away })
  }
}
