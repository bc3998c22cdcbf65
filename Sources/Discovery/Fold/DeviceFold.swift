public import Identification
public import Model
package import Wire

/// Folds observations into devices.
///
/// What the devices are is a function of the *set* of observations inserted: their order and
/// repetitions change nothing. Calling ``devices()`` often is cheap; only what changed is made anew.
public struct DeviceFold: Sendable {
  private let identifier: Identifier
  private let links: LocalLinks
  private var records: [IPAddress: AddressRecord] = [:]
  private var hosts = HostNameTable()
  /// When each address last failed to resolve.
  private var silences: [IPAddress: Timestamp] = [:]

  private var index = IdentityIndex()
  private var waitingServices = WaitingServices()
  /// Whether an observation may have changed which services wait.
  private var isWaitingChanged = false
  private var dirty: Set<IPAddress> = []
  private var listed: [IPAddress] = []
  private var groups: [[IPAddress]] = []
  /// The first address of the group that an address is in, where it is not alone.
  private var leaders: [IPAddress: IPAddress] = [:]
  /// The groups by their first address.
  private var members: [IPAddress: [IPAddress]] = [:]
  /// The devices by their first address.
  private var built: [IPAddress: BuiltDevice] = [:]
  private var latest: [Device] = []
  /// What each of them was built as.
  private var latestBuilt: [BuiltDevice] = []
  /// Where in `latest` a device is, by its first address.
  private var positions: [IPAddress: Int] = [:]

  /// A fold without observations.
  public init(identifier: Identifier) {
    self.init(identifier: identifier, links: LocalLinks())
  }

  /// A fold without observations, of addresses on those links.
  package init(identifier: Identifier, links: LocalLinks) {
    self.identifier = identifier
    self.links = links
  }

  /// Forgets all observations of an address, and the claims of hosts to it.
  package mutating func remove(_ address: IPAddress) {
    dirty.formUnion(hosts.remove(address))
    records[address] = nil
    silences[address] = nil
    dirty.insert(address)
  }

  /// Adds an observation; order and repetitions don't matter.
  public mutating func insert(_ observation: Observation) {
    let time = observation.time
    switch (observation.fact, observation.subject) {
    case (.hostAddress(let host, let address), let claimant):
      guard address.canBeADevice else { return }
      dirty.formUnion(hosts.claim(address, for: host, by: claimant, at: time))
      locate(host)
    case (.dhcpServer, _):
      // The home's, not a device's: anybody can name a server.
      return
    case (.service(let service), nil):
      dirty.formUnion(hosts.insert(service, at: time, from: observation.source))
      if let host = service.host { locate(host) }
      isWaitingChanged = true
    case (.unresolved, let subject?):
      silences[subject] = max(silences[subject] ?? time, time)
      if records[subject] != nil { dirty.insert(subject) }
    case (let fact, let subject?):
      guard subject.canBeADevice else { return }
      insert(fact, about: subject, at: time, from: observation.source)
    case (_, nil):
      return
    }
  }

  private mutating func insert(
    _ fact: Fact,
    about subject: IPAddress,
    at time: Timestamp,
    from source: Source
  ) {
    let before = machineSeen(at: subject)
    guard records[subject, default: AddressRecord()].insert(fact, at: time, from: source)
    else { return }
    dirty.insert(subject)
    if before != machineSeen(at: subject) {
      // Which addresses a host's services belong to depends on who answers, and with which MAC.
      for host in hosts.hostsOf[subject] ?? [] {
        dirty.formUnion(hosts.hosts[host]?.claims.keys.map { $0 } ?? [])
        locate(host)
      }
    }
  }

  /// Notes whether it is known where a host's services are.
  private mutating func locate(_ host: String) {
    guard let key = HostName.key(host) else { return }
    let records = records
    hosts.locate(key) { records[$0]?.isSeen == true }
    isWaitingChanged = true
  }

  /// What decides where a host's services belong; the record itself must not be copied here.
  private func machineSeen(at address: IPAddress) -> Machine? {
    records[address]?.isSeen == true ? machine(address) ?? .address(address) : nil
  }

  /// The devices, in order of address.
  public mutating func devices() -> [Device] {
    guard !dirty.isEmpty || isWaitingChanged else { return latest }
    let isRegrouped = reindex()
    if isRegrouped { findGroups() }
    giveWaitingServices()
    if isRegrouped {
      rebuild()
      assemble()
    } else if !refresh() {
      assemble()
    }
    dirty = []
    isWaitingChanged = false
    return latest
  }

  /// The services that no address is known to offer and that went to a device by its name, each with
  /// the first address of that device, as of the last ``devices()``.
  package var servicesByName: [ServiceKey: IPAddress] { waitingServices.holders }

  /// The devices, in order of address, with what each can be recognised by, the strongest first.
  package mutating func recognisableDevices() -> [RecognisableDevice] {
    let devices = devices()
    return devices.indices.map {
      RecognisableDevice(
        device: devices[$0],
        identities: latestBuilt[$0].identities,
        proven: latestBuilt[$0].proven
      )
    }
  }

  /// Brings the identity index up to date; true where addresses came, left, or may be joined anew.
  private mutating func reindex() -> Bool {
    var isListChanged = false
    var isChanged = false
    for address in dirty {
      let isListed = self.isListed(address)
      if isListed != (index.keys[address] != nil) { isListChanged = true }
      isChanged = index.update(address, isListed ? keys(of: address) : nil) || isChanged
    }
    if isListChanged { listed = index.keys.keys.sorted() }
    return isListChanged || isChanged
  }

  /// Whether there is, or may be, a device at the address.
  private func isListed(_ address: IPAddress) -> Bool {
    guard let record = records[address] else { return false }
    if record.isSeen { return true }
    guard let remembered = record.rememberedAt?.upperBound else { return false }
    // After a failed resolution a remembered entry no longer counts: the device has left.
    guard let silence = silences[address] else { return true }
    return remembered > silence
  }

  private func keys(of address: IPAddress) -> IdentityIndex.Keys {
    var keys = IdentityIndex.Keys()
    guard let record = records[address] else { return keys }
    keys.mac = record.mac
    if keys.mac != nil { keys.link = links.name(of: address) }
    keys.isOwn = record.isOwn
    guard record.isSeen else { return keys }
    keys.hosts = Set((hosts.hostsOf[address] ?? []).filter { targets(of: $0).contains(address) })
    for (key, service) in services(of: address) {
      keys.stated.formUnion(StatedIdentity.stated(by: service.instance(key)))
    }
    for announcement in record.ssdp.values {
      if let id = StatedIdentity.stated(by: announcement.value) { keys.stated.insert(id) }
    }
    keys.stated.formUnion(record.answers.identities)
    // Names only matter with an identifier, which most addresses don't state.
    if !keys.stated.isEmpty { keys.names = names(of: address, record) }
    return keys
  }

  /// The names of an address: its own by mDNS or NetBIOS, or a resolver's.
  private func names(of address: IPAddress, _ record: AddressRecord) -> Set<String> {
    var names: Set<String> = []
    for host in hosts.hostsOf[address] ?? []
    where hosts.hosts[host]?.claims[address]?.isOwn == true {
      names.insert(host)
    }
    names.formUnion(record.names.keys.map(\.name))
    if let name = record.netbios?.value.names.first { names.insert(name) }
    return Set(
      names.compactMap { name in
        let label = String(name.prefix { $0 != "." }).lowercased()
        return label.isEmpty || DeviceName.isGeneric(label) || DeviceName.isMachineMade(label)
          ? nil : label
      }
    )
  }

  /// The services of an address: its own, and those of the hosts that are there.
  private func services(of address: IPAddress) -> [ServiceKey: ServiceRecord] {
    var services = records[address]?.services ?? [:]
    for name in hosts.hostsOf[address] ?? [] {
      guard let host = hosts.hosts[name], targets(of: name).contains(address) else { continue }
      for (key, service) in hosts.services(of: host) {
        services[key, default: ServiceRecord()].merge(service)
      }
    }
    return services
  }

  /// The addresses, among those that answered, where a host is.
  ///
  /// If the claimed addresses belong to different machines, the one that claimed its own address
  /// counts, else the one claimed last, else the lowest.
  private func targets(of host: String) -> Set<IPAddress> {
    guard let claims = hosts.hosts[host]?.claims else { return [] }
    let seen = claims.filter { records[$0.key]?.isSeen == true }
    let machines = Set(seen.keys.compactMap(machine))
    guard machines.count > 1 else { return Set(seen.keys) }
    let best = seen.max { left, right in
      (left.value.isOwn ? 1 : 0, left.value.time, right.key)
        < (right.value.isOwn ? 1 : 0, right.value.time, left.key)
    }
    guard let best, let chosen = machine(best.key) else { return [] }
    return Set(seen.keys.filter { machine($0) == chosen })
  }

  /// The key of a machine: its MAC, else an IPv4 address.
  private enum Machine: Hashable {
    case mac(MACAddress)
    case address(IPAddress)
    case own
  }

  private func machine(_ address: IPAddress) -> Machine? {
    guard let record = records[address] else { return nil }
    if record.isOwn { return .own }
    if let mac = record.mac { return .mac(mac) }
    return address.v4 == nil ? nil : .address(address)
  }

  /// Finds out which addresses are one device.
  private mutating func findGroups() {
    groups = index.groups()
    leaders = [:]
    members = [:]
    for group in groups {
      guard let leader = group.first else { continue }
      for member in group { leaders[member] = leader }
      members[leader] = group
    }
  }

  /// Gives the services without an address to the devices that have their names; those devices are
  /// made anew.
  private mutating func giveWaitingServices() {
    for address in dirty {
      waitingServices.update(address, index.keys[address] == nil ? nil : candidate(at: address))
    }
    let waiting = hosts.waiting.filter { !waitingServices.isOffered($0.key) }
    let (leaders, members) = (leaders, members)
    dirty.formUnion(
      waitingServices.give(waiting) { address in
        members[leaders[address] ?? address] ?? [address]
      }
    )
  }

  /// The evidence that a service belongs to the address.
  private func candidate(at address: IPAddress) -> WaitingServices.Candidate {
    var candidate = WaitingServices.Candidate()
    guard let record = records[address] else { return candidate }
    candidate.services = Set(services(of: address).keys)
    candidate.stated = index.keys[address]?.stated ?? []
    candidate.mac = record.mac
    var names = record.names.keys.map(\.name) + candidate.services.map(\.name)
    if let name = record.netbios?.value.names.first { names.append(name) }
    for host in hosts.hostsOf[address] ?? [] where targets(of: host).contains(address) {
      names.append(host)
    }
    candidate.names = Set(names.compactMap(NormalisedName.init(telling:)))
    return candidate
  }

  /// Makes the devices anew whose group or whose addresses changed.
  private mutating func rebuild() {
    for group in groups {
      guard let leader = group.first else { continue }
      if built[leader]?.members != group || group.contains(where: dirty.contains) {
        built[leader] = build(group)
      }
    }
    for address in listed {
      switch leaders[address] {
      case nil:
        if dirty.contains(address) || built[address]?.members.count != 1 {
          built[address] = build([address])
        }
      case address?: break
      default: built[address] = nil
      }
    }
    for address in dirty where index.keys[address] == nil { built[address] = nil }
  }

  /// Rebuilds the devices of changed addresses in place; false if one has to move in the list.
  private mutating func refresh() -> Bool {
    var isInPlace = true
    let changed = Set(dirty.filter { index.keys[$0] != nil }.map { leaders[$0] ?? $0 })
    for leader in changed {
      guard let old = built[leader], let position = positions[leader] else { continue }
      let new = build(old.members)
      built[leader] = new
      if new.device.ip != old.device.ip || new.identities != old.identities { isInPlace = false }
      let id = latest[position].id
      latest[position] = new.device
      latest[position].id = id
      latestBuilt[position] = new
    }
    return isInPlace
  }

  private func build(_ members: [IPAddress]) -> BuiltDevice {
    var builder = DeviceBuilder()
    for member in members {
      guard let record = records[member] else { continue }
      builder.add(member, record, stated: index.keys[member]?.stated ?? [])
      for (key, service) in services(of: member) { builder.add(key, service) }
      for name in hosts.hostsOf[member] ?? [] {
        guard let host = hosts.hosts[name], targets(of: name).contains(member) else { continue }
        let elsewhere = host.claims.keys.filter { records[$0]?.isSeen != true }
        builder.add(host: host.claims[member]?.spelling ?? name, elsewhere: elsewhere)
      }
    }
    if let leader = members.first {
      for (key, service) in waitingServices.services(of: leader) { builder.add(key, service) }
    }
    return builder.device(
      members: members,
      previous: members.first.flatMap { built[$0] },
      identifier
    )
  }

  /// Lists the devices by address, each with an id that no other has.
  private mutating func assemble() {
    let ordered = listed.compactMap { address in
      built[address].map { (leader: address, built: $0) }
    }
    .sorted { $0.built.device.ip < $1.built.device.ip }
    let ids = DeviceIdentifiers.unique(ordered.map(\.built.identities))
    positions = [:]
    positions.reserveCapacity(ordered.count)
    latestBuilt = ordered.map(\.built)
    latest = ordered.enumerated().map { position, entry in
      positions[entry.leader] = position
      var device = entry.built.device
      device.id = ids[position]
      return device
    }
  }
}

extension IPAddress {
  /// Whether a device can have the address; not `0.0.0.0`, groups and broadcasts.
  fileprivate var canBeADevice: Bool {
    switch scope {
    case .unspecified, .multicast, .reserved: false
    case .loopback, .linkLocal, .privateUse, .global: true
    }
  }
}

/// A device with what it can be recognised by in another scan.
package struct RecognisableDevice: Hashable, Sendable {
  package var device: Device
  /// The strongest first; others may have some of them, too.
  package var identities: [String]
  /// Those of its addresses that showed a link address since the observations began.
  package var proven: [IPAddress]
}
