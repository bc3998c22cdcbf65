import Discovery
package import Home
package import Identification
package import Model
import Wire

/// A year in the life of a demo home that ends now: what a watch would have stored, had it gone on all
/// the time.
///
/// The same for the same home, moment and seed. At its end, the devices are what a scan of the home
/// finds, as far as that is known without asking their services.
package struct DemoYear: Sendable {
  /// The devices to be stored, in order of slot.
  package let devices: [StoredDevice]
  /// What changed, who was there, and what the devices were; its moment is the end.
  package let history: HistoryBatch
  /// Round trips of times that are over, by slot.
  package let roundTrips: [Int: PastRoundTrips]
  /// What the links do to packets, by slot.
  let links: [Int: YearLink]
  /// When the radio is bad.
  let lossy: Range<Timestamp>

  /// A home, and what is known of it already.
  package struct Home: Sendable {
    /// The home, with the addresses that it has where it is.
    package var home: SimulatedHome
    /// False on loopback, where devices have no link addresses.
    package var hasLinkAddresses: Bool
    /// The devices that are stored already; they keep their slots and what the user said of them.
    package var stored: [StoredDevice]
    /// The greatest slot that was ever given.
    package var greatestSlot: Int?
    /// How full the home is; `nil` for the demo's own.
    package var density: YearDensity?

    /// Memberwise initialiser.
    package init(
      _ home: SimulatedHome,
      hasLinkAddresses: Bool = true,
      stored: [StoredDevice] = [],
      greatestSlot: Int? = nil,
      density: YearDensity? = nil
    ) {
      self.home = home
      self.hasLinkAddresses = hasLinkAddresses
      self.stored = stored
      self.greatestSlot = greatestSlot
      self.density = density
    }

    fileprivate var yearDevices: [YearDevice] {
      let devices = home.yearDevices(hasLinkAddresses: hasLinkAddresses)
      return density?.filled(devices) ?? devices
    }
  }

  /// The week in which the radio is bad: three weeks ago, so that a month's chart shows it.
  private static let lossyDays: (from: Int64, to: Int64) = (24, 17)

  /// The year of a home until that moment; `localOffset` says how many seconds local time is ahead of
  /// universal time at a moment.
  package init(
    of home: Home,
    until now: Timestamp,
    seed: UInt64 = 1,
    identifier: Identifier,
    localOffset: (Timestamp) -> Int64 = { _ in 0 }
  ) {
    let calendar = YearCalendar(until: now, offset: localOffset)
    let outages = YearOutage.all(in: calendar)
    let members = Self.members(of: home, in: calendar, outages, seed, identifier)
    devices = members.compactMap(\.stored).sorted { $0.key < $1.key }
    let lossyFrom = now.later(by: -Self.lossyDays.from * YearCalendar.day)
    let lossyTo = now.later(by: -Self.lossyDays.to * YearCalendar.day)
    lossy = lossyFrom..<lossyTo
    var batch = HistoryBatch(time: now)
    var roundTrips: [Int: PastRoundTrips] = [:]
    var links: [Int: YearLink] = [:]
    for member in members {
      batch.transitions += member.transitions
      batch.versions += member.versions
      guard !member.device.isSelf else { continue }
      var random = SplitMix64(seed: seed, of: "link \(member.device.device.label)")
      let link = YearLink(member.device.device.reach, &random)
      links[member.slot] = link
      let trips = YearRoundTrips(
        over: link,
        member.transitions,
        until: now,
        lossy: lossy,
        random
      )
      roundTrips[member.slot] = trips.past
      if !trips.open.isEmpty { batch.samples[member.slot] = trips.open }
    }
    batch.transitions.sort { ($0.since, $0.slot) < ($1.since, $1.slot) }
    batch.versions.sort { ($0.since, $0.slot) < ($1.since, $1.slot) }
    batch.changes = Self.changes(of: members, outages, home, in: calendar)
    history = batch
    self.roundTrips = roundTrips
    self.links = links
  }

  /// The devices, each in its slot, in the order in which they were first seen.
  private static func members(
    of home: Home,
    in calendar: YearCalendar,
    _ outages: [YearOutage],
    _ seed: UInt64,
    _ identifier: Identifier
  ) -> [YearMember] {
    var outings: [YearHabit.Person: [YearOuting]] = [:]
    for person in YearHabit.Person.allCases {
      var random = SplitMix64(seed: seed, of: "outings of \(person)")
      outings[person] = YearOuting.all(of: person, in: calendar, &random)
    }
    var lives: [(device: YearDevice, life: YearLife)] = []
    for device in home.yearDevices {
      var random = SplitMix64(seed: seed, of: "life of \(device.device.label)")
      let life = YearLife(
        of: device,
        in: calendar,
        outings: outings,
        outages: outages,
        &random
      )
      if let life { lives.append((device, life)) }
    }
    lives.sort {
      ($0.life.firstSeen, $0.device.device.address) < ($1.life.firstSeen, $1.device.device.address)
    }
    var slots = YearSlots(home)
    return lives.compactMap { device, life in
      var device = device
      let known = slots.stored(device.device, hasLinkAddress: home.hasLinkAddresses)
      // What the user said already stays.
      if known != nil { device.naming = nil }
      let member = YearMember(
        device,
        slot: known.map { Int(clamping: $0.key) } ?? slots.next,
        marks: known?.marks ?? Annotations(name: device.naming?.name),
        life,
        in: calendar,
        hasLinkAddresses: home.hasLinkAddresses,
        identifier,
        SplitMix64(seed: seed, of: "changes of \(device.device.label)")
      )
      if member != nil, known == nil { slots.take() }
      return member
    }
  }

  /// All that was told, numbered in its order.
  private static func changes(
    of members: [YearMember],
    _ outages: [YearOutage],
    _ home: Home,
    in calendar: YearCalendar
  ) -> [HomeChange] {
    var changes: [HomeChange] = []
    func add(_ told: YearTold, at time: Timestamp, slot: Int? = nil, name: String? = nil) {
      changes.append(
        HomeChange(
          time: time,
          slot: slot,
          name: name,
          kind: told.kind,
          was: told.was,
          now: told.now,
          reason: told.reason,
          sources: told.sources
        )
      )
    }
    for member in members {
      for (time, name, told) in member.told {
        // What is told of a forgotten device doesn't say which one it was.
        let isNamed = told.kind != .forgotten
        add(told, at: time, slot: isNamed ? member.slot : nil, name: isNamed ? name : nil)
      }
    }
    for outage in outages {
      for (time, told) in outage.told { add(told, at: time) }
    }
    if let other = members.first(where: { $0.device.offersAddresses }) {
      let told = YearTold(
        kind: .dhcpServerAppeared,
        now: other.device.device.address.description,
        sources: [.dhcp]
      )
      add(told, at: other.firstSeen.later(by: 2 * YearCalendar.minute))
    }
    if home.hasLinkAddresses { changes += routerChange(members) }
    changes.removeAll { $0.time > calendar.now }
    // Of what was told at one moment, the order is that of the devices.
    changes.sort { ($0.time, $0.slot ?? -1) < ($1.time, $1.slot ?? -1) }
    for index in changes.indices { changes[index].seq = UInt64(index) + 1 }
    return changes
  }

  /// The router's address belongs to another router.
  private static func routerChange(_ members: [YearMember]) -> [HomeChange] {
    guard let old = members.first(where: { $0.device.device.isRouter && !$0.device.isResident }),
      let new = members.first(where: { $0.device.device.isRouter && $0.device.isResident })
    else { return [] }
    return [
      HomeChange(
        time: new.firstSeen.later(by: 4 * YearCalendar.minute),
        slot: new.slot,
        name: new.versions.first?.profile?.spokenName,
        kind: .gatewayMACChanged,
        was: old.device.device.mac.description,
        now: new.device.device.mac.description,
        reason: .otherKeys,
        sources: [.neighbours]
      )
    ]
  }
}

/// Gives slots: those that devices have already, and new ones.
private struct YearSlots {
  private var byIdentity: [String: StoredDevice] = [:]
  private(set) var next: Int

  init(_ home: DemoYear.Home) {
    let greatest = home.stored.map { Int(clamping: $0.key) }.max() ?? -1
    next = max(greatest, home.greatestSlot ?? -1) + 1
    for device in home.stored {
      for identity in device.identities where byIdentity[identity] == nil {
        byIdentity[identity] = device
      }
    }
  }

  /// What is stored of a device already.
  func stored(_ device: SimulatedDevice, hasLinkAddress: Bool) -> StoredDevice? {
    if hasLinkAddress { return byIdentity["mac-" + device.mac.description.filter { $0 != ":" }] }
    return byIdentity["ip-\(device.address)"]
  }

  mutating func take() { next += 1 }
}

extension YearMember {
  /// What is stored of it at the end; `nil` where it is no longer known.
  fileprivate var stored: StoredDevice? {
    knowledge.map { knowledge in
      StoredDevice(
        key: StoredDevice.Key(slot),
        identities: knowledge.identities,
        marks: marks,
        firstSeen: firstSeen,
        lastSeen: lastSeen,
        observations: knowledge.observations
      )
    }
  }
}

extension SplitMix64 {
  /// A generator of its own for each thing, so that one more of them changes no other.
  fileprivate init(seed: UInt64, of name: String) {
    // FNV-1a.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    self.init(seed: seed ^ hash)
  }
}
