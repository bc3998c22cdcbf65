import Model
import Wire

/// Host names, the addresses claimed for them, and the services that wait for their host's address.
struct HostNameTable: Sendable {
  /// One host.
  struct Host: Sendable {
    /// A claim that the host has an address.
    struct Claim: Sendable {
      /// When it was last made.
      var time: Timestamp
      /// Whether the address itself made it.
      var isOwn: Bool
      /// The host's name as received; of several spellings the smallest.
      var spelling: String
    }

    /// The addresses claimed for it.
    var claims: [IPAddress: Claim] = [:]
    /// The services announced for it.
    var services: [ServiceKey: ServiceRecord] = [:]
  }

  /// How much is kept at most.
  struct Limits: Sendable {
    var hosts = 50_000
    /// Of one host.
    var addresses = 32
    /// Of one host.
    var services = 256
    /// Whose host is not known.
    var homeless = 4096
  }

  private let limits: Limits
  private(set) var hosts: BoundedTable<String, Host>
  /// The hosts that claim an address.
  private(set) var hostsOf: [IPAddress: Set<String>] = [:]
  /// The hosts that offer a service.
  private(set) var offering: [ServiceKey: Set<String>] = [:]
  /// What is known of services whose host is not known yet.
  private var homeless: BoundedTable<ServiceKey, ServiceRecord>
  /// Hosts with services of which no claimed address answered.
  private var unlocated: Set<String> = []

  init(limits: Limits = Limits()) {
    self.limits = limits
    hosts = BoundedTable(limit: limits.hosts)
    homeless = BoundedTable(limit: limits.homeless)
  }

  /// Notes that a host has an address; returns the addresses whose devices that may change.
  mutating func claim(
    _ address: IPAddress,
    for host: String,
    by claimant: IPAddress?,
    at time: Timestamp
  ) -> [IPAddress] {
    guard let spelling = HostName.usable(host), let key = HostName.key(host) else { return [] }
    let own = claimant == address
    var entry = hosts[key] ?? Host()
    let before = entry.claims[address]
    var claim = before ?? Host.Claim(time: time, isOwn: own, spelling: spelling)
    claim.time = max(claim.time, time)
    claim.isOwn = claim.isOwn || own
    claim.spelling = min(claim.spelling, spelling)
    entry.claims[address] = claim
    hostsOf[address, default: []].insert(key)
    for dropped in entry.claims.keepSmallest(limits.addresses) {
      hostsOf.remove(key, from: dropped)
    }
    set(entry, for: key)
    return Array(entry.claims.keys)
  }

  /// Forgets that hosts have an address, and hosts that have none left; returns the addresses whose
  /// devices that may change.
  mutating func remove(_ address: IPAddress) -> [IPAddress] {
    var changed: [IPAddress] = []
    for name in hostsOf.removeValue(forKey: address) ?? [] {
      guard var host = hosts[name] else { continue }
      host.claims[address] = nil
      changed += host.claims.keys
      if host.claims.isEmpty {
        _ = hosts.remove(name)
        unlink(host, name)
      } else {
        set(host, for: name)
      }
    }
    return changed
  }

  private mutating func set(_ host: Host, for name: String) {
    guard let dropped = hosts.set(host, for: name) else { return }
    unlink(dropped.value, dropped.key)
  }

  /// Removes a deleted host from the indices by address and by service.
  private mutating func unlink(_ host: Host, _ name: String) {
    for address in host.claims.keys { hostsOf.remove(name, from: address) }
    for key in host.services.keys { offering.remove(name, from: key) }
    unlocated.remove(name)
  }

  /// Notes a service; returns the addresses whose devices that may change.
  mutating func insert(
    _ service: ServiceInstance,
    at time: Timestamp,
    from source: Source
  ) -> [IPAddress] {
    let serviceKey = ServiceKey(service)
    guard let key = service.host.flatMap(HostName.key) else {
      var record = homeless[serviceKey] ?? ServiceRecord()
      _ = record.insert(service, at: time, from: source)
      _ = homeless.set(record, for: serviceKey)
      return (offering[serviceKey] ?? []).flatMap { hosts[$0]?.claims.keys.map { $0 } ?? [] }
    }
    var entry = hosts[key] ?? Host()
    let changed =
      entry.services[serviceKey, default: ServiceRecord()]
      .insert(service, at: time, from: source)
    offering[serviceKey, default: []].insert(key)
    for dropped in entry.services.keepSmallest(limits.services) {
      offering.remove(key, from: dropped)
    }
    set(entry, for: key)
    return changed ? Array(entry.claims.keys) : []
  }

  /// Updates whether an address claimed for the host has answered.
  mutating func locate(_ host: String, isSeen: (IPAddress) -> Bool) {
    guard let entry = hosts[host], !entry.services.isEmpty,
      !entry.claims.keys.contains(where: isSeen)
    else {
      unlocated.remove(host)
      return
    }
    unlocated.insert(host)
  }

  /// The services that no host offers whose address is known; what an address itself offers is left
  /// to the caller.
  var waiting: [ServiceKey: WaitingServices.Service] {
    var waiting: [ServiceKey: WaitingServices.Service] = [:]
    for (key, record) in homeless.values where isWaiting(key) {
      waiting[key, default: WaitingServices.Service()].record.merge(record)
    }
    for name in unlocated {
      guard let host = hosts[name] else { continue }
      let claimed = host.claims.keys.filter { $0.v4 != nil }
      for (key, record) in host.services where isWaiting(key) {
        waiting[key, default: WaitingServices.Service()].record.merge(record)
        waiting[key, default: WaitingServices.Service()].claimed.formUnion(claimed)
      }
    }
    return waiting
  }

  private func isWaiting(_ key: ServiceKey) -> Bool {
    (offering[key] ?? []).allSatisfy(unlocated.contains)
  }

  /// The services of a host, completed by what was said before their host was known.
  func services(of host: Host) -> [ServiceKey: ServiceRecord] {
    var services = host.services
    for key in host.services.keys {
      guard let more = homeless[key] else { continue }
      services[key]?.merge(more)
    }
    return services
  }
}

extension Dictionary where Value == Set<String> {
  /// Removes a name from a key's, and the key with its last one.
  fileprivate mutating func remove(_ name: String, from key: Key) {
    guard let index = index(forKey: key) else { return }
    values[index].remove(name)
    if values[index].isEmpty { remove(at: index) }
  }
}

/// Host names as they come from records and resolvers.
enum HostName {
  /// Without the trailing dot; `nil` for placeholders and what cannot be a name.
  static func usable(_ text: String) -> String? {
    var name = text[...]
    while name.last == "." { name.removeLast() }
    guard !name.isEmpty, name.utf8.count <= 255 else { return nil }
    return placeholders.contains(name.lowercased()) ? nil : String(name)
  }

  /// The key of a host name: its lower-case form (RFC 6762, section 16).
  static func key(_ text: String) -> String? {
    usable(text)?.lowercased()
  }

  private static let placeholders: Set<String> = [
    "unknown", "none", "null", "(null)", "n/a", "-", "*", "?", "undefined", "localhost",
    "localhost.localdomain", "localhost.local", "0.0.0.0", "_gateway",
  ]
}
