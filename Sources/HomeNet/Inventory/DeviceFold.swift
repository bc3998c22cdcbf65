import Wire

/// Folds observations into devices.
///
/// What the devices are is a function of the *set* of observations inserted: their order and
/// repetitions change nothing. Calling ``devices()`` often is cheap; only what changed is made anew.
public struct DeviceFold: Sendable {
  private let identifier: Identifier
  private var records: [IPAddress: AddressRecord] = [:]
  private var hosts = HostTable()
  /// The last time that an address was asked in vain.
  private var silences: [IPAddress: Timestamp] = [:]

  private var index = IdentityIndex()
  private var dirty: Set<IPAddress> = []
  private var listed: [IPAddress] = []
  private var groups: [[IPAddress]] = []
  private var built: [IPAddress: BuiltDevice] = [:]
  private var latest: [Device] = []

  /// A fold without observations.
  public init(identifier: Identifier) {
    self.identifier = identifier
  }

  /// Takes an observation, in any order, once or many times.
  public mutating func insert(_ observation: Observation) {
    let time = observation.time
    switch (observation.fact, observation.subject) {
    case (.hostAddress(let host, let address), let claimant):
      guard address.canBeADevice else { return }
      dirty.formUnion(hosts.claim(address, for: host, by: claimant, at: time))
    case (.service(let service), nil):
      dirty.formUnion(hosts.insert(service, at: time, from: observation.source))
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
      }
    }
  }

  /// What decides where a host's services belong; the record itself must not be copied here.
  private func machineSeen(at address: IPAddress) -> Machine? {
    records[address]?.isHeard == true ? machine(address) ?? .address(address) : nil
  }

  /// The devices, in order of address.
  public mutating func devices() -> [Device] {
    guard !dirty.isEmpty else { return latest }
    reindex()
    rebuild()
    dirty = []
    latest = assemble()
    return latest
  }

  /// Brings the identity index and the list of addresses up to date with the dirty addresses.
  private mutating func reindex() {
    var listChanges = false
    for address in dirty {
      let isListed = self.isListed(address)
      if isListed != (index.keys[address] != nil) { listChanges = true }
      index.update(address, isListed ? keys(of: address) : nil)
    }
    if listChanges { listed = index.keys.keys.sorted() }
    groups = index.groups()
  }

  /// Whether there is, or may be, a device at the address.
  private func isListed(_ address: IPAddress) -> Bool {
    guard let record = records[address] else { return false }
    if record.isHeard { return true }
    guard let remembered = record.rememberedAt?.upperBound else { return false }
    // A device that left fails to resolve; then what is remembered counts no more.
    guard let silence = silences[address] else { return true }
    return remembered > silence
  }

  private func keys(of address: IPAddress) -> IdentityIndex.Keys {
    var keys = IdentityIndex.Keys()
    guard let record = records[address] else { return keys }
    keys.mac = record.mac
    keys.isOwn = record.isOwn
    guard record.isHeard else { return keys }
    keys.hosts = Set((hosts.hostsOf[address] ?? []).filter { targets(of: $0).contains(address) })
    for (key, service) in services(of: address) {
      keys.stated.formUnion(StatedIdentity.stated(by: service.instance(key)))
    }
    for announcement in record.ssdp.values {
      if let id = StatedIdentity.stated(by: announcement.value) { keys.stated.insert(id) }
    }
    return keys
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
  /// Where its claimed addresses belong to different machines, the host is the one that said so
  /// itself, else the one named last, else the lowest.
  private func targets(of host: String) -> Set<IPAddress> {
    guard let claims = hosts.hosts[host]?.claims else { return [] }
    let heard = claims.filter { records[$0.key]?.isHeard == true }
    let machines = Set(heard.keys.compactMap(machine))
    guard machines.count > 1 else { return Set(heard.keys) }
    let best = heard.max { left, right in
      (left.value.isOwn ? 1 : 0, left.value.time, right.key)
        < (right.value.isOwn ? 1 : 0, right.value.time, left.key)
    }
    guard let best, let chosen = machine(best.key) else { return [] }
    return Set(heard.keys.filter { machine($0) == chosen })
  }

  /// What tells two machines apart: the MAC, else an IPv4 address.
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

  /// Makes the devices anew that a dirty address belongs to, or whose group changed.
  private mutating func rebuild() {
    var followers: Set<IPAddress> = []
    for group in groups {
      followers.formUnion(group.dropFirst())
      guard let first = group.first else { continue }
      if built[first]?.members != group || group.contains(where: dirty.contains) {
        built[first] = build(group)
      }
    }
    for follower in followers { built[follower] = nil }
    let leaders = Set(groups.compactMap(\.first))
    for address in listed where !leaders.contains(address) && !followers.contains(address) {
      if dirty.contains(address) || built[address]?.members.count != 1 {
        built[address] = build([address])
      }
    }
    for address in dirty where index.keys[address] == nil { built[address] = nil }
  }

  private func build(_ members: [IPAddress]) -> BuiltDevice {
    var builder = DeviceBuilder()
    for member in members {
      guard let record = records[member] else { continue }
      builder.add(member, record, stated: index.keys[member]?.stated ?? [])
      for (key, service) in services(of: member) { builder.add(key, service) }
      for name in hosts.hostsOf[member] ?? [] {
        guard let host = hosts.hosts[name], targets(of: name).contains(member) else { continue }
        let elsewhere = host.claims.keys.filter { records[$0]?.isHeard != true }
        builder.add(host: host.claims[member]?.spelling ?? name, elsewhere: elsewhere)
      }
    }
    return builder.device(
      members: members,
      previous: members.first.flatMap { built[$0] },
      identifier
    )
  }

  /// Lists the devices by address, each with an id that no other has.
  private func assemble() -> [Device] {
    let all = listed.compactMap { built[$0] }
    let order = all.indices.sorted { all[$0].device.ip < all[$1].device.ip }
    let ids = DeviceIdentifiers.unique(all.map(\.identities))
    return order.map { index in
      var device = all[index].device
      device.id = ids[index]
      return device
    }
  }
}

extension IPAddress {
  /// Whether one device can have the address; `0.0.0.0`, groups and broadcasts are nobody's.
  fileprivate var canBeADevice: Bool {
    switch scope {
    case .unspecified, .multicast, .reserved: false
    case .loopback, .linkLocal, .privateUse, .global: true
    }
  }
}
