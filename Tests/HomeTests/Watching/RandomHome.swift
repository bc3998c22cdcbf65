import HomeSupport
import Wire
@testable import Networking
@testable import Discovery
@testable import Home
@testable import Identification
@testable import Model

/// A home whose devices are known, and what a watch makes of what it hears of it.
///
/// What can't be told apart does not happen in it:
/// - The first scan is complete and sees link addresses of IPv4 and of IPv6; before, nobody knows that
///   there are any.
/// - No device is heard in three complete sweeps in a row without showing its link address.
/// - Nobody changes the address while the sweep asks for it; two addresses that answer one sweep with
///   one link address are two devices.
/// - Who takes an address over within a round announces it (RFC 5227, 2.3) before it says more there,
///   and it is none at which another was heard in that round without its link address.
/// - Nobody changes the link address.
struct RandomHome {
  struct Member {
    var number: Int
    var mac: MACAddress?
    var v4: IPv4Address
    var v6: [IPAddress]
    var host: String?
    var deviceID: Bool
    var udn: Bool
    var isThere = true
    /// Complete sweeps in a row in which it did not show its link address.
    var unseen = 0

    var addresses: [IPAddress] { [.v4(v4)] + v6 }
  }

  private static let identifier = Identifier()

  private var random: SplitMix64
  private(set) var state: WatchState
  private var now: Int64 = 1_700_000_000_000
  private var subnet: UInt8 = 1
  private(set) var members: [Member] = []
  private var store: [StoredDevice.Key: StoredDevice] = [:]
  private var reserved = SequenceReservation.count
  /// How readers and the disk fare; another generator, so that the home is the same without them.
  private var pace: SplitMix64
  /// Faces that follow it, the first one of everything, the others now and then.
  private(set) var readers = [ChangeReader](repeating: ChangeReader(), count: 3)
  /// The devices that were heard.
  private(set) var heard: Set<Int> = []
  private var named: Set<Int> = []
  private(set) var round = 0
  /// Where somebody was heard in this round, and where link addresses were shown.
  private var spoke: Set<IPAddress> = []
  private var shown: Set<IPAddress> = []
  var faults: [String] = []

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    pace = SplitMix64(seed: seed ^ 0x5EED)
    let first = SequenceReservation(epoch: 1, after: 0, through: SequenceReservation.count)
    state = WatchState(identifier: Self.identifier, log: ChangeLog(first))
    for _ in 0..<Int.random(in: 2...5, using: &random) { join() }
  }

  // MARK: The home

  private func chance(_ percent: Int, _ random: inout SplitMix64) -> Bool {
    Int.random(in: 0..<100, using: &random) < percent
  }

  private var own: IPv4Address { IPv4Address(192, 168, subnet, 2) }

  private var plan: ScanPlan {
    let prefix = IPv4Prefix(IPv4Address(192, 168, subnet, 0), length: 24)
    let remote = IPv4Prefix(IPv4Address(10, 9, 0, 0), length: 24)
    let interface = Interface(
      index: 2,
      name: "eth0",
      mac: MACAddress(rawValue: 0x0011_3200_00FE),
      ipv4: [Interface.IPv4(address: own, prefix: prefix)],
      ipv6: [
        Interface.IPv6(address: IPv6Address(high: 0xFE80 << 48, low: 2), prefixLength: 64),
        Interface.IPv6(address: IPv6Address(high: 0xFD00 << 48, low: 2), prefixLength: 64),
      ]
    )
    return ScanPlan(
      targets: [
        ScanPlan.Target(prefix: prefix, interface: interface, ownAddress: own, isOnLink: true),
        ScanPlan.Target(prefix: remote, interface: interface, ownAddress: nil, isOnLink: false),
      ],
      interfaces: [interface]
    )
  }

  private mutating func freeAddress(isRemote: Bool = false) -> IPv4Address {
    while true {
      let last = UInt8.random(in: 10..<22, using: &random)
      let address =
        isRemote ? IPv4Address(10, 9, 0, last) : IPv4Address(192, 168, subnet, last)
      // Behind the router a device is its address for ever.
      if !members.contains(where: { $0.v4 == address && ($0.isThere || isRemote) }) {
        return address
      }
    }
  }

  private mutating func join() {
    let number = members.count
    // The first one has addresses of both kinds on this link.
    let isRemote = number > 0 && chance(15, &random)
    let isPrivate = chance(40, &random)
    let rawMAC = (isPrivate ? UInt64(0xDA_A119) : 0x00_1132) << 24 | UInt64(number + 1)
    var v6: [IPAddress] = []
    if !isRemote, number == 0 || chance(60, &random) {
      let low = UInt64(0x100 + number)
      v6.append(.v6(IPv6Address(high: 0xFE80 << 48, low: low), zone: "eth0"))
      if chance(40, &random) {
        v6.append(.v6(IPv6Address(high: 0xFD00 << 48, low: low), zone: nil))
      }
    }
    let address = freeAddress(isRemote: isRemote)
    members.append(
      Member(
        number: number,
        mac: isRemote ? nil : MACAddress(rawValue: rawMAC),
        v4: address,
        v6: v6,
        host: !isRemote && chance(70, &random)
          ? "device-\(["tv", "cam", "nas"][number % 3])\(number).local" : nil,
        deviceID: chance(40, &random),
        udn: chance(40, &random)
      )
    )
  }

  // MARK: Rounds

  /// Whether the neighbour table tells anything in a round.
  private enum Table { case whole, late, empty }

  mutating func live(rounds: Int) {
    for _ in 0..<rounds {
      if round > 0 { change() }
      scan()
    }
  }

  /// A complete scan in which everybody is heard, and nothing else happens.
  mutating func endQuietly() {
    for index in members.indices where !members[index].isThere {
      if members[index].mac != nil { members[index].v4 = freeAddress() }
      members[index].isThere = true
    }
    scan(isQuiet: true)
    let entries = state.inventory.ordered
    for member in members {
      let own = entries.filter { truth($0) == [member.number] }
      if own.count != 1 { fault("device \(member.number) has \(own.count) entries") }
      if named.contains(member.number), own.first?.marks.name != "\(member.number)" {
        fault("device \(member.number) has lost its name")
      }
      if own.first?.presence != .present { fault("device \(member.number) is not present") }
    }
    // And this machine.
    if entries.count != members.count + 1 {
      fault("\(entries.count) entries of \(members.count + 1)")
    }
  }

  /// What happens between two rounds.
  private mutating func change() {
    now += 1000
    switch Int.random(in: 0..<10, using: &random) {
    case 0:
      let time = Timestamp(milliseconds: now)
      state.suspend(since: time, now: time)
    case 1, 2: restart()
    case 3:
      subnet = 3 - subnet
      for index in members.indices where members[index].mac != nil {
        let last = members[index].v4.rawValue & 0xFF
        members[index].v4 = IPv4Address(192, 168, subnet, UInt8(last))
      }
    // Who is away now has no address that another could not get.
    case 4: if members.count < 9 { join() }
    case 5: state.loseNetwork(now: Timestamp(milliseconds: now))
    default: break
    }
    for index in members.indices where index > 0 && chance(20, &random) {
      members[index].isThere.toggle()
      if members[index].isThere,
        members.contains(where: { $0.number != index && $0.isThere && $0.v4 == members[index].v4 })
      {
        move(index)
      }
    }
    if chance(40, &random) { move(Int.random(in: members.indices, using: &random)) }
    if chance(20, &random) { swap() }
  }

  private mutating func move(_ index: Int) {
    guard members[index].mac != nil else { return }
    members[index].v4 = freeAddress()
  }

  private mutating func swap() {
    let neighbours = members.indices.filter { members[$0].mac != nil && members[$0].isThere }
    guard neighbours.count > 1 else { return }
    let two = neighbours.shuffled(using: &random).prefix(2)
    let addresses = two.map { members[$0].v4 }
    members[two[0]].v4 = addresses[1]
    members[two[1]].v4 = addresses[0]
  }

  private mutating func scan(isQuiet: Bool = false) {
    let isFirst = round == 0
    round += 1
    let table: Table =
      isFirst || isQuiet
      ? .whole : [.whole, .whole, .late, .empty].randomElement(using: &random) ?? .whole
    var plan = plan
    plan.listensOnly = !isFirst && !isQuiet && chance(15, &random)
    let endsEarly = !isFirst && !isQuiet && chance(25, &random)
    _ = state.beginRound(plan, now: Timestamp(milliseconds: now))
    (spoke, shown) = ([], [])
    observeSelf()
    var asked: [Observation] = []
    for member in members where member.isThere {
      asked += sayings(of: member, table, isWhole: isFirst || isQuiet)
    }
    asked.shuffle(using: &random)
    let shown = Set(
      asked.compactMap { saying in
        if case .linkAddress = saying.fact { saying.subject } else { nil }
      }
    )
    if endsEarly { asked = Array(asked.prefix(Int.random(in: 0...asked.count, using: &random))) }
    take(asked)
    if !endsEarly {
      if !plan.listensOnly {
        for index in members.indices {
          let isShown = members[index].addresses.allSatisfy(shown.contains)
          members[index].unseen = isShown || !members[index].isThere ? 0 : members[index].unseen + 1
        }
        state.take(.swept, now: Timestamp(milliseconds: now))
        check()
      }
      if !isQuiet { listen() }
    }
    if isFirst || isQuiet || chance(80, &random) {
      state.endRound(now: Timestamp(milliseconds: now))
      check()
    } else {
      // Killed in the middle.
      restart()
    }
    save()
  }

  /// After the sweep devices come, move and say things.
  private mutating func listen() {
    now += 60_000
    if chance(30, &random) { state.remember(now: Timestamp(milliseconds: now)) }
    let before = members.map(\.v4)
    if chance(30, &random) { move(Int.random(in: members.indices, using: &random)) }
    if chance(20, &random) { swap() }
    let undecided = spoke.subtracting(shown)
    if zip(members, before).contains(where: { $0.v4 != $1 && undecided.contains(.v4($0.v4)) }) {
      for index in members.indices { members[index].v4 = before[index] }
    }
    for member in members where member.isThere && member.v4 != before[member.number] {
      guard let mac = member.mac else { continue }
      take(.linkAddress(mac), about: .v4(member.v4), from: .neighbours)
    }
    var late: [Observation] = []
    for member in members where member.isThere && chance(60, &random) {
      late += sayings(of: member, chance(50, &random) ? .whole : .empty, isWhole: false)
    }
    late.shuffle(using: &random)
    take(late)
    now += 60_000
    state.remember(now: Timestamp(milliseconds: now))
    check()
  }

  private mutating func observeSelf() {
    let addresses = [
      IPAddress.v4(own), .v6(IPv6Address(high: 0xFE80 << 48, low: 2), zone: "eth0"),
    ]
    heard.insert(-1)
    for address in addresses {
      take(.ownAddress, about: address, from: .interface)
      take(.linkAddress(MACAddress(rawValue: 0x0011_3200_00FE)), about: address, from: .interface)
    }
  }

  /// What is heard of a device.
  private mutating func sayings(
    of member: Member,
    _ table: Table,
    isWhole: Bool
  ) -> [Observation] {
    var said: [(IPAddress?, Source, Fact)] = []
    let mustShow = member.unseen >= 1
    for address in member.addresses where isWhole || mustShow || chance(85, &random) {
      if let mac = member.mac {
        let isLost =
          switch table {
          case .whole: chance(15, &random)
          case .late: chance(60, &random)
          case .empty: true
          }
        if isWhole || mustShow || !isLost {
          said.append((address, .neighbours, .linkAddress(mac)))
        } else if table == .late, chance(50, &random) {
          said.append((address, .neighbours, .rememberedLinkAddress(mac)))
        }
      }
      let key = Fact.answered(rttMs: chance(50, &random) ? 1 : nil)
      if isWhole || chance(60, &random) { said.append((address, .icmp, key)) }
      if let host = member.host {
        let hears = chance(50, &random)
        if hears { said.append((address, .mdns, .answered(rttMs: nil))) }
        if chance(70, &random) {
          said.append((address, .mdns, .hostAddress(host: host, address: address)))
        }
        if chance(60, &random) {
          let id = member.deviceID ? ["deviceid": "A0:B1:C2:D3:E4:\(10 + member.number)"] : [:]
          let service = airplay(host.replacing(".local", with: ""), host: host, port: 7000, id)
          said.append((chance(50, &random) ? address : nil, .mdns, service))
        }
      }
      if address.v4 != nil {
        if member.mac != nil, member.udn, chance(50, &random) {
          let udn = "uuid:2f402f80-da50-11e1-9b23-000e580000\(10 + member.number)"
          let announcement = SSDPAnnouncement(
            target: "upnp:rootdevice",
            usn: udn + "::upnp:rootdevice"
          )
          said.append((address, .ssdp, .ssdp(announcement)))
        }
        if member.mac != nil, member.number % 3 == 0, chance(40, &random) {
          said.append(
            (address, .netbios, .netbios(NetBIOSIdentity(names: ["PC-\(member.number)"])))
          )
        }
        if chance(40, &random) {
          said.append((address, .dns, .name("host-\(member.number).lan")))
        }
        if chance(40, &random) { said.append((address, .tcp, .port(22, .tcp, .open))) }
        if chance(40, &random) {
          said.append(
            (
              address, .banner,
              .identity(.sshKey, "9f2c41d07be86a35c1f0e2d3b4a5\(1000 + member.number)")
            )
          )
        }
      }
    }
    return said.map { subject, source, fact in
      Observation(time: Timestamp(milliseconds: 0), source: source, subject: subject, fact: fact)
    }
  }

  // MARK: The watch

  private mutating func take(_ observations: [Observation]) {
    for observation in observations {
      take(observation.fact, about: observation.subject, from: observation.source)
    }
    state.update()
    check()
  }

  private mutating func take(_ fact: Fact, about subject: IPAddress?, from source: Source) {
    now += Int64.random(in: 0...40, using: &random)
    if let subject { spoke.insert(subject) }
    if case .linkAddress = fact, let subject { shown.insert(subject) }
    let time = Timestamp(milliseconds: now)
    let observation = Observation(time: time, source: source, subject: subject, fact: fact)
    if fact.provesPresence, let subject,
      let member = members.first(where: { $0.isThere && $0.addresses.contains(subject) })
    {
      heard.insert(member.number)
    }
    state.take(.observation(observation), now: time)
    guard chance(4, &random) else { return }
    state.update()
    check()
  }

  private mutating func save() {
    state.remember(now: Timestamp(milliseconds: now))
    let unsaved = state.unsaved
    if unsaved.isWhole { fault("the change log has lost what is not saved") }
    // A full disk: all of it is saved with what comes next.
    guard round <= 1 || chance(80, &pace) else { return }
    for key in unsaved.removed { store[key] = nil }
    for device in unsaved.devices {
      store[device.key] = device
      if device.observations.isEmpty { fault("\(device.identities) is kept without observations") }
    }
    state.noteSaved(unsaved.cursor)
    for key in store.keys where state.inventory.entries[Int(key)] == nil {
      fault("slot \(key) went, and is kept")
    }
    for entry in state.inventory.entries.values where entry.isStored {
      if store[StoredDevice.Key(entry.slot)] != entry.stored {
        fault("slot \(entry.slot) is not kept as it is")
      }
    }
    mark()
  }

  private mutating func restart() {
    if chance(50, &random) { save() }
    state = WatchState(
      stored: store.values.sorted { $0.key < $1.key },
      identifier: Self.identifier,
      log: ChangeLog(newReservation())
    )
    check()
  }

  private mutating func newReservation() -> SequenceReservation {
    defer { reserved += SequenceReservation.count }
    let through = reserved + SequenceReservation.count
    return SequenceReservation(epoch: 1, after: reserved, through: through)
  }

  /// The faces read what changed, as much as they like.
  mutating func read() {
    for index in readers.indices where index == 0 || chance(30, &pace) {
      let limit = index == 2 ? Int.random(in: 1...4, using: &pace) : .max
      readers[index].read(state.inventory, limit: limit)
      for text in readers[index].faults(state.inventory) { fault(text) }
    }
  }

  /// The user names some.
  private mutating func mark() {
    state.remember(now: Timestamp(milliseconds: now))
    for entry in state.inventory.ordered where entry.marks.name == nil {
      let who = truth(entry)
      guard who.count == 1, let number = who.first, number >= 0, !named.contains(number),
        chance(30, &random)
      else { continue }
      named.insert(number)
      state.inventory.update(entry.slot) { $0.marks.name = "\(number)" }
      guard let changed = state.inventory.entries[entry.slot]?.stored else { continue }
      store[changed.key] = changed
      if changed.observations.isEmpty { fault("\(entry.id) is marked without observations") }
    }
  }
}
