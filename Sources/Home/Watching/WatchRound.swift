import Discovery
import Identification
import Model
import Wire

/// One round of the watch: what a scan that lasts until the next one has told so far.
///
/// What is remembered of an address joins the picture once the round has heard it with the same link
/// address; who has the address by now without being the same inherits nothing.
struct WatchRound: Sendable {
  /// What the round is about.
  let plan: ScanPlan
  /// When it began.
  let began: Timestamp
  /// How far its active part is.
  private(set) var progress = ScanProgress(asked: 0, total: 0, active: [])
  /// Whether that part is over.
  private(set) var isSwept = false
  /// What could not be done.
  private(set) var troubles: [ScanTrouble] = []
  /// Who is being asked.
  private(set) var asking: Set<IPAddress> = []
  /// When each address was first heard in this round.
  private(set) var heard: [IPAddress: Timestamp] = [:]

  /// The addresses that answered a question put to them alone.
  private(set) var confirmed: Set<IPAddress> = []

  private var fold: DeviceFold
  private var remembered: [IPAddress: [Remembered]]
  /// The link addresses that were shown in this round.
  private var macs: [IPAddress: MACAddress] = [:]
  /// When each address first showed its link address in this round.
  private(set) var shown: [IPAddress: Timestamp] = [:]
  /// How often each address turned out to be another device's in this round.
  private var replacements: [IPAddress: Int] = [:]
  private var excluded: Set<IPAddress> = []
  /// Observed since they were last handed over.
  private var fresh: [Observation] = []
  /// Where hosts are, for services that name only their host.
  private(set) var hosts: [String: Set<IPAddress>] = [:]

  /// Where services without an address are, as of the last picture.
  var servicePlaces: ServicePlaces {
    ServicePlaces(hosts: hosts, byName: fold.servicesByName)
  }

  /// When the last answer to its sweep came; `nil` before, and where nothing is swept.
  private(set) var sweptAt: Timestamp?
  /// Which link leads to an address.
  let links: LocalLinks

  /// Where services are that were heard without an address.
  struct ServicePlaces {
    /// The addresses of hosts, by name.
    var hosts: [String: Set<IPAddress>]
    /// The first addresses of the devices that have the service's name.
    var byName: [ServiceKey: IPAddress]

    /// The addresses at which a service may be; none where that isn't known.
    func addresses(of service: ServiceInstance) -> Set<IPAddress> {
      var found = service.host.flatMap { hosts[$0.lowercased()] } ?? []
      if let address = byName[ServiceKey(service)] { found.insert(address) }
      return found
    }
  }

  /// What is remembered of one address of one device.
  struct Remembered: Sendable {
    var slot: Int
    var mac: MACAddress?
    var memory: DeviceMemory
  }

  private static let mostHosts = 8192
  /// Observations that wait until it is known whose they are.
  private static let mostHeld = 8192
  /// An address that is another device's more often than that within a round is forged, or two devices'
  /// at a time: until the next round it stays whose it is then.
  static let mostReplacements = 4
  /// What was said that long before a link address was known may have been another device's.
  private static let longestResolution: Int64 = 5000

  /// A round by the plan.
  init(
    _ plan: ScanPlan,
    began: Timestamp,
    remembering remembered: [IPAddress: [Remembered]],
    identifier: Identifier
  ) {
    self.plan = plan
    self.began = began
    self.remembered = remembered
    links = LocalLinks(plan)
    fold = DeviceFold(identifier: identifier, links: links)
  }

  /// The devices as this round sees them.
  mutating func picture() -> [RecognisableDevice] {
    let devices = fold.recognisableDevices()
    guard !excluded.isEmpty else { return devices }
    return devices.filter { entry in
      entry.device.isSelf || entry.device.addresses.contains { $0.v4 != nil }
        || !entry.device.addresses.contains { excluded.contains($0.withoutZone) }
    }
  }

  /// Takes what the scan told; true where the picture may have changed.
  mutating func take(_ output: ScanOutput) -> Bool {
    switch output {
    case .observation(let observation): return take(observation)
    case .excluded(let address):
      excluded.insert(address)
      return true
    case .progress(let progress):
      self.progress = progress
    case .trouble(let source, let interface, let failure):
      let trouble = ScanTrouble(source: source, interface: interface, failure: failure)
      if !troubles.contains(trouble) { troubles.append(trouble) }
    case .swept:
      isSwept = true
      if !plan.listensOnly, sweptAt == nil {
        sweptAt = heard.values.max() ?? began
        return true
      }
    case .asking(let host, let begins):
      if begins { asking.insert(host) } else { asking.remove(host) }
    case .step:
      break
    }
    return false
  }

  /// Hands over what was observed since the last time, but for what is to wait.
  mutating func takeFresh(except mustWait: (Observation) -> Bool) -> [Observation] {
    let held = fresh.filter(mustWait).suffix(Self.mostHeld)
    defer { fresh = Array(held) }
    return held.isEmpty ? fresh : fresh.filter { !mustWait($0) }
  }

  /// Whether the output shows that an address is another device's than it was in this round.
  func replacesDevice(_ output: ScanOutput) -> Bool {
    guard case .observation(let observation) = output,
      case .linkAddress(let mac) = observation.fact,
      mac.isUsable, let subject = observation.subject, let first = heard[subject],
      replacements[subject, default: 0] < Self.mostReplacements
    else { return false }
    if let before = macs[subject] { return before != mac }
    return observation.time.milliseconds - first.milliseconds > Self.longestResolution
      && remembered[subject]?.contains { $0.mac != nil && $0.mac != mac } ?? false
  }

  /// Forgets devices: what was heard at their addresses, and what is remembered of them.
  mutating func forget(_ slots: Set<Int>, at addresses: Set<IPAddress>) {
    for (address, known) in remembered where known.contains(where: { slots.contains($0.slot) }) {
      remembered[address] = known.filter { !slots.contains($0.slot) }
    }
    forget(addresses)
    fresh.removeAll { observation in
      if case .hostAddress(_, let claimed) = observation.fact, addresses.contains(claimed) {
        return true
      }
      return observation.subject.map(addresses.contains) ?? false
    }
  }

  /// Forgets what was heard at addresses.
  private mutating func forget(_ addresses: Set<IPAddress>) {
    for address in addresses {
      fold.remove(address)
      heard[address] = nil
      macs[address] = nil
      shown[address] = nil
      confirmed.remove(address)
    }
    for (host, found) in hosts where !found.isDisjoint(with: addresses) {
      let left = found.subtracting(addresses)
      hosts[host] = left.isEmpty ? nil : left
    }
  }

  /// Takes an observation; false where it is left out.
  private mutating func take(_ observation: Observation) -> Bool {
    // What the address' last owner said is not the new one's.
    if replacesDevice(.observation(observation)), let subject = observation.subject {
      replacements[subject, default: 0] += 1
      forget([subject])
      fresh.removeAll { $0.isAbout(subject) && $0.subject != nil }
    }
    if case .linkAddress(let mac) = observation.fact, mac.isUsable,
      let before = observation.subject.flatMap({ macs[$0] }), before != mac
    {
      return false
    }
    fold.insert(observation)
    fresh.append(observation)
    if case .hostAddress(let host, let address) = observation.fact, hosts.count < Self.mostHosts {
      hosts[host.lowercased(), default: []].insert(address)
    }
    guard let subject = observation.subject else { return true }
    switch observation.fact {
    case .linkAddress(let mac) where mac.isUsable:
      macs[subject] = mac
      if shown[subject] == nil { shown[subject] = observation.time }
    default: break
    }
    if observation.fact.isHeard, heard[subject] == nil { heard[subject] = observation.time }
    if observation.confirmsDevice { confirmed.insert(subject) }
    recall(subject, because: observation.fact)
    return true
  }

  /// Joins what is remembered of an address, now that the round has heard the same device there.
  private mutating func recall(_ address: IPAddress, because fact: Fact) {
    guard heard[address] != nil, let known = remembered[address] else { return }
    let isLinked = macs[address] != nil || known.contains { $0.mac != nil }
    let same = known.first { entry in
      if let mac = entry.mac { return mac == macs[address] }
      // Behind a router there is no link address: what it says must be what was said.
      return !isLinked && fact.tellsApart
        && entry.memory.observations.contains { $0.subject == address && $0.fact == fact }
    }
    guard let same else { return }
    remembered[address] = nil
    for observation in same.memory.observations where observation.isAbout(address) {
      fold.insert(observation)
    }
  }
}

extension Fact {
  /// Whether somebody must be there who said it now.
  var isHeard: Bool {
    switch self {
    case .answered, .linkAddress, .ssdp, .netbios, .http, .certificate, .banner, .snmp, .smb,
      .datagram, .wsDiscovery, .description, .roundTrips, .identity, .ownAddress,
      .system:
      true
    case .port(_, _, let state): state != .filtered
    case .rememberedLinkAddress, .unresolved, .name, .hostAddress, .service, .gateway: false
    }
  }

  /// Whether two devices rarely say the same.
  fileprivate var tellsApart: Bool {
    switch self {
    case .name, .service, .ssdp, .netbios, .identity: true
    case .port(_, _, let state): state == .open
    default: false
    }
  }
}
