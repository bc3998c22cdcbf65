import Discovery
import HomeSupport
import Networking
import Testing
import Wire
@testable import Home
@testable import Model

private func at(_ minutes: Int) -> Timestamp {
  Timestamp(milliseconds: 1_772_409_600_000 + Int64(minutes) * 60_000)
}

@Suite struct `What a sweep says of each interface` {
  private static let wired = IPAddress.home(5)
  private static let wireless = IPAddress.v4(IPv4Address(192, 168, 78, 5))
  private static let linkLocal = IPAddress.v6(
    IPv6Address(high: 0xFE80_0000_0000_0000, low: 5),
    zone: "eth0"
  )

  /// `eth0` of the usual plan, and `wlan0` with a network of its own.
  private var plan: ScanPlan {
    let prefix = IPv4Prefix(IPv4Address(192, 168, 78, 0), length: 24)
    let own = IPv4Address(192, 168, 78, 2)
    let other = Interface(
      index: 3,
      name: "wlan0",
      ipv4: [Interface.IPv4(address: own, prefix: prefix)]
    )
    var plan = ScanPlan.test
    plan.targets.append(
      ScanPlan.Target(prefix: prefix, interface: other, ownAddress: own, isOnLink: true)
    )
    plan.interfaces.append(other)
    return plan
  }

  private func device(_ addresses: IPAddress...) -> Device {
    Device(
      id: "",
      ip: addresses[0],
      addresses: addresses,
      firstSeen: at(0),
      lastSeen: at(0)
    )
  }

  private func links(_ source: Source, _ interface: String, _ failure: LocalFailure) -> SweptLinks {
    SweptLinks(
      plan,
      failures: [SourceFailure(source: source, interface: interface, failure: failure)]
    )
  }

  @Test func `is of the interface that leads to the device's main address`() {
    let links = SweptLinks(plan)
    #expect(links.name(of: device(Self.wired)) == "eth0")
    #expect(links.name(of: device(Self.wireless, Self.wired)) == "wlan0")
    #expect(links.name(of: device(Self.linkLocal)) == "eth0")
    #expect(links.name(of: device(.v4(IPv4Address(10, 0, 0, 1)), Self.wireless)) == "wlan0")
    #expect(links.name(of: device(.v4(IPv4Address(10, 0, 0, 1)))) == "")
    #expect(!links.hides(device(Self.wired)))
  }

  @Test func `is of a network behind a router by itself`() {
    var plan = self.plan
    let prefix = IPv4Prefix(IPv4Address(10, 9, 0, 0), length: 24)
    plan.targets.append(
      ScanPlan.Target(
        prefix: prefix,
        interface: plan.interfaces[0],
        ownAddress: nil,
        isOnLink: false
      )
    )
    let failure = SourceFailure(source: .tcp, interface: "eth0", failure: .interfaceDown)
    let links = SweptLinks(plan, failures: [failure])
    let remote = device(.v4(IPv4Address(10, 9, 0, 7)))
    #expect(links.name(of: remote) == "eth0 10.9.0.0/24")
    #expect(links.name(of: device(Self.wired)) == "eth0")
    #expect(links.hides(remote))
  }

  @Test func `is nothing where that interface failed, and something where another did`() {
    for failure in [LocalFailure.noBuffers, .noDescriptors, .interfaceDown] {
      let failed = links(.neighbours, "wlan0", failure)
      #expect(failed.hides(device(Self.wireless)))
      #expect(failed.hides(device(Self.wired, Self.wireless)), "it may be there at the other")
      #expect(!failed.hides(device(Self.wired)))
      #expect(links(.neighbours, "", failure).hides(device(Self.wired)))
    }
    #expect(!links(.mdns, "eth0", .noBuffers).hides(device(Self.wired)), "ARP makes up for it")
  }

  @Test func `is something of an IPv6 device where only ARP failed`() {
    for failed in [links(.arp, "eth0", .noBuffers), links(.neighbours, "eth0", .noBuffers)] {
      #expect(failed.hides(device(Self.wired, Self.linkLocal)))
      #expect(!failed.hides(device(Self.linkLocal)))
    }
    #expect(links(.arp, "eth0", .interfaceDown).hides(device(Self.linkLocal)))
    #expect(links(.neighbours, "eth0", .noDescriptors).hides(device(Self.linkLocal)))
  }

  // MARK: Judges

  /// Six devices on each of two interfaces.
  private var home: [SweepJudge.Device] {
    (0..<12).map { slot in
      SweepJudge.Device(
        tracker: PresenceTracker(.present, lastSeen: at(0)),
        context: PresenceTracker.Context(),
        isSeen: true,
        firstSeen: at(-1000),
        slot: slot,
        link: slot < 6 ? "eth0" : "wlan0"
      )
    }
  }

  private func sweep(
    _ judges: inout SweepJudges,
    _ devices: inout [SweepJudge.Device],
    at minute: Int,
    missing: Set<Int>,
    hidden: Set<Int> = []
  ) -> Set<Int> {
    for place in devices.indices {
      devices[place].isHidden = hidden.contains(place)
      devices[place].isSeen = !missing.contains(place)
      if devices[place].isSeen { devices[place].tracker.see(at: at(minute)) }
    }
    return judges.complete(&devices, began: at(minute), now: at(minute))
  }

  @Test func `is nothing of an interface on which nobody answers, and all of the other`() {
    var (judges, devices) = (SweepJudges(), home)
    for minute in stride(from: 5, through: 30, by: 5) {
      let missing = Set(6..<12).union([2])
      let blind = sweep(&judges, &devices, at: minute, missing: missing)
      #expect(blind == Set(6..<12))
    }
    #expect(devices[2].tracker.checkAt != nil)
    #expect(devices[6...].allSatisfy { $0.tracker.state == .unknown })
    #expect(devices[6...].allSatisfy { $0.tracker.checkAt == nil })
  }

  @Test func `is judged by what is not hidden`() {
    var (judges, devices) = (SweepJudges(), home)
    // The IPv4 devices of one interface are hidden; an IPv6 one is missed.
    for minute in [5, 10] {
      let blind = sweep(
        &judges,
        &devices,
        at: minute,
        missing: [0, 1, 2, 5],
        hidden: [0, 1, 2, 3]
      )
      #expect(blind == [0, 1, 2, 3])
    }
    #expect(devices[..<3].allSatisfy { $0.tracker.state == .unknown })
    #expect(devices[3].tracker.state == .present, "it was seen all the same")
    #expect(devices[5].tracker.checkAt == at(10))
  }

  @Test func `has the losses of that interface`() {
    var (judges, devices) = (SweepJudges(), home)
    for round in 1...30 {
      _ = sweep(&judges, &devices, at: round * 5, missing: [6 + round % 6])
    }
    #expect(judges.loss(of: 0) == SweepJudge.leastLoss)
    #expect(judges.loss(of: 7) > 0.05)
    #expect(judges.loss(of: 99) == SweepJudge.leastLoss)
  }

  @Test func `has the same losses once the interface is back`() {
    var (judges, devices) = (SweepJudges(), home)
    for round in 1...30 {
      _ = sweep(&judges, &devices, at: round * 5, missing: [6 + round % 6])
    }
    let loss = judges.loss(of: 7)
    var wired = Array(devices[..<6])
    _ = sweep(&judges, &wired, at: 155, missing: [])
    _ = sweep(&judges, &devices, at: 160, missing: [])
    #expect(judges.loss(of: 7) > loss / 2)
  }

  /// Two devices on each interface: of neither could it be told that it failed.
  @Test func `is nothing where nobody answers on any interface`() {
    var judges = SweepJudges()
    var devices = [0, 1, 6, 7].map { home[$0] }
    for minute in stride(from: 5, through: 30, by: 5) {
      let blind = sweep(&judges, &devices, at: minute, missing: [0, 1, 2, 3])
      #expect(blind == [0, 1, 6, 7])
    }
    #expect(devices.allSatisfy { $0.tracker.state == .unknown && $0.tracker.checkAt == nil })
    // One of them answers: the others are missed.
    for minute in [35, 40] {
      let blind = sweep(&judges, &devices, at: minute, missing: [1, 2, 3])
      #expect(blind.isEmpty)
    }
    #expect(devices[1...].allSatisfy { $0.tracker.checkAt != nil })
  }

  @Test func `is that its devices are gone, where one finds nobody for a day and the other does`() {
    var (judges, devices) = (SweepJudges(), home)
    let gone = Set(6..<12)
    let day = Int(SweepJudges.longestFailure / 60_000)
    // A day of which this machine slept most says nothing yet.
    _ = sweep(&judges, &devices, at: 5, missing: gone)
    for round in 1..<SweepJudges.fewestSilentSweeps {
      let blind = sweep(&judges, &devices, at: day + 5 * round, missing: gone)
      #expect(blind == gone)
    }
    #expect(devices[6...].allSatisfy { $0.tracker.state == .unknown })
    for round in 0..<2 {
      let blind = sweep(&judges, &devices, at: 2 * day + 5 * round, missing: gone)
      #expect(blind.isEmpty)
    }
    #expect(devices[6...].allSatisfy { $0.tracker.checkAt != nil })
    // Once one is back, a day begins anew.
    _ = sweep(&judges, &devices, at: 2 * day + 10, missing: gone.subtracting([6]))
    let blind = sweep(&judges, &devices, at: 2 * day + 15, missing: gone)
    #expect(blind == gone)
  }

  /// A router that restarts each night must not keep them unknown for ever.
  @Test func `goes on where meanwhile nobody answered on any interface`() {
    var (judges, devices) = (SweepJudges(), home)
    let gone = Set(6..<12)
    let day = Int(SweepJudges.longestFailure / 60_000)
    for round in 1...SweepJudges.fewestSilentSweeps {
      _ = sweep(&judges, &devices, at: 5 * round, missing: gone)
    }
    let whole = sweep(&judges, &devices, at: day - 60, missing: Set(0..<12))
    #expect(whole == Set(0..<12))
    let blind = sweep(&judges, &devices, at: day + 10, missing: gone)
    #expect(blind.isEmpty)
  }
}
