import Discovery
import Identification
import Model
import Wire

/// One round of the watch: the observations of a scan that lasts until the next round.
///
/// Remembered facts of an address join once the round has seen it with the same link address.
struct WatchRound: Sendable {
  let plan: ScanPlan
  let began: Timestamp
  /// Whether the active part is over.
  private(set) var isSwept = false
  private(set) var failures: [SourceFailure] = []
  private(set) var asking: Set<IPAddress> = []
  /// When each address was first seen in this round.
  private(set) var firstSeen: [IPAddress: Timestamp] = [:]

  /// The addresses that answered a unicast query.
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
  let links: LocalLinks

  /// The addresses of services that were announced without one.
  struct ServicePlaces {
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
  /// The most observations that wait for their device to be known.
  private static let mostHeld = 8192
  /// An address that changes its device more often within a round is forged or used twice: it keeps
  /// its present device until the next round.
  static let mostReplacements = 4
  /// Facts older than this when the link address became known may be another device's.
  private static let longestResolution: Int64 = 5000

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

  mutating func picture() -> [RecognisableDevice] {
    let devices = fold.recognisableDevices()
    guard !excluded.isEmpty else { return devices }
    return devices.filter { entry in
      entry.device.isSelf || entry.device.addresses.contains { $0.v4 != nil }
        || !entry.device.addresses.contains { excluded.contains($0.withoutZone) }
    }
  }

  /// Applies an output of the scan; true if the devices may have changed.
  mutating func take(_ output: ScanOutput) -> Bool {
    switch output {
    case .observation(let observation): return take(observation)
    case .excluded(let address):
      excluded.insert(address)
      return true
    case .failure(let source, let interface, let cause):
      let failure = SourceFailure(source: source, interface: interface, failure: cause)
      if !failures.contains(failure) { failures.append(failure) }
    case .swept:
      isSwept = true
      if !plan.listensOnly, sweptAt == nil {
        sweptAt = firstSeen.values.max() ?? began
        return true
      }
    case .asking(let host, let begins):
      if begins { asking.insert(host) } else { asking.remove(host) }
    case .progress, .step:
      break
    }
    return false
  }

  /// Removes and returns the new observations, except those that `waits` holds back.
  mutating func takeFresh(except mustWait: (Observation) -> Bool) -> [Observation] {
    let held = fresh.filter(mustWait).suffix(Self.mostHeld)
    defer { fresh = Array(held) }
    return held.isEmpty ? fresh : fresh.filter { !mustWait($0) }
  }

  /// Whether the output shows that an address is another device's than it was in this round.
  func replacesDevice(_ output: ScanOutput) -> Bool {
    guard case .observation(let observation) = output,
      case .linkAddress(let mac) = observation.fact,
      mac.isUsable, let subject = observation.subject, let first = firstSeen[subject],
      replacements[subject, default: 0] < Self.mostReplacements
    else { return false }
    if let before = macs[subject] { return before != mac }
    return observation.time.milliseconds - first.milliseconds > Self.longestResolution
      && remembered[subject]?.contains { $0.mac != nil && $0.mac != mac } ?? false
  }

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

  private mutating func forget(_ addresses: Set<IPAddress>) {
    for address in addresses {
      fold.remove(address)
      firstSeen[address] = nil
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
    // Drops the facts of the address's last owner.
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
    if case .linkAddress(let mac) = observation.fact, mac.isUsable {
      macs[subject] = mac
      if shown[subject] == nil { shown[subject] = observation.time }
    }
    if observation.fact.provesPresence, firstSeen[subject] == nil {
      firstSeen[subject] = observation.time
    }
    if observation.confirmsDevice { confirmed.insert(subject) }
    recall(subject, because: observation.fact)
    return true
  }

  /// Joins the remembered facts of an address, once the round has seen the same device there.
  private mutating func recall(_ address: IPAddress, because fact: Fact) {
    guard firstSeen[address] != nil, let known = remembered[address] else { return }
    let isLinked = macs[address] != nil || known.contains { $0.mac != nil }
    let same = known.first { entry in
      if let mac = entry.mac { return mac == macs[address] }
      // Behind a router there is no link address: the facts must agree with the remembered ones.
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
  /// Whether it proves that a host is present at the address now.
  var provesPresence: Bool {
    switch self {
    case .answered, .linkAddress, .ssdp, .netbios, .http, .certificate, .banner, .snmp, .smb,
      .datagram, .wsDiscovery, .description, .roundTrips, .identity, .ownAddress,
      .system:
      true
    case .port(_, _, let state): state != .filtered
    case .rememberedLinkAddress, .unresolved, .name, .hostAddress, .service, .gateway, .dhcp,
      .dhcpServer:
      false
    }
  }

  /// Whether it rarely is the same for two devices.
  fileprivate var tellsApart: Bool {
    switch self {
    case .name, .service, .ssdp, .netbios, .identity: true
    case .port(_, _, let state): state == .open
    default: false
    }
  }
}
