import Identification
import Wire

/// Gives services that were never resolved to an address to the devices that have their names.
///
/// A name is weak evidence: a service is given to a device only if no stronger evidence disagrees
/// and no other candidate is left. It never makes a device and never joins two. The result does not
/// depend on the order of observations.
struct WaitingServices: Sendable {
  /// Evidence that a service belongs to the device at an address, or that it doesn't.
  struct Candidate: Hashable, Sendable {
    /// What it is called.
    var names: Set<NormalisedName> = []
    /// The services that it is known to offer.
    var services: Set<ServiceKey> = []
    /// The identifiers that it states.
    var stated: Set<StatedIdentity> = []
    /// Its link address.
    var mac: MACAddress?
  }

  /// A service that waits.
  struct Service: Sendable {
    /// What is known of it.
    var record = ServiceRecord()
    /// The IPv4 addresses claimed for its host, none of which answered.
    var claimed: Set<IPAddress> = []
  }

  private var candidates: [IPAddress: Candidate] = [:]
  private var byName: [String: Set<IPAddress>] = [:]
  private var byStated: [StatedIdentity: Set<IPAddress>] = [:]
  private var byMAC: [MACAddress: Set<IPAddress>] = [:]
  /// How many addresses are known to offer a service.
  private var offered: [ServiceKey: Int] = [:]
  /// The services assigned to devices, by the device's first address.
  private var given: [IPAddress: [ServiceKey: ServiceRecord]] = [:]

  /// The first address of the device of each assigned service.
  var holders: [ServiceKey: IPAddress] {
    var holders: [ServiceKey: IPAddress] = [:]
    for (leader, services) in given {
      for key in services.keys { holders[key] = leader }
    }
    return holders
  }

  /// The services that the device with that first address was given.
  func services(of leader: IPAddress) -> [ServiceKey: ServiceRecord] { given[leader] ?? [:] }

  /// Whether an address is known to offer the service.
  func isOffered(_ key: ServiceKey) -> Bool { offered[key] != nil }

  /// Sets what is known of an address, or takes it out.
  mutating func update(_ address: IPAddress, _ new: Candidate?) {
    let old = candidates[address]
    guard old != new else { return }
    let (before, after) = (old ?? Candidate(), new ?? Candidate())
    Self.update(&byName, address, Set(before.names.map(\.key)), Set(after.names.map(\.key)))
    Self.update(&byStated, address, before.stated, after.stated)
    Self.update(
      &byMAC,
      address,
      Set([before.mac].compactMap(\.self)),
      Set([after.mac].compactMap(\.self))
    )
    for key in before.services.subtracting(after.services) {
      let count = offered[key, default: 0] - 1
      offered[key] = count > 0 ? count : nil
    }
    for key in after.services.subtracting(before.services) { offered[key, default: 0] += 1 }
    candidates[address] = new
  }

  private static func update<Key: Hashable>(
    _ index: inout [Key: Set<IPAddress>],
    _ address: IPAddress,
    _ before: Set<Key>,
    _ after: Set<Key>
  ) {
    for key in before.subtracting(after) {
      index[key]?.remove(address)
      if index[key]?.isEmpty == true { index[key] = nil }
    }
    for key in after.subtracting(before) { index[key, default: []].insert(address) }
  }

  /// Gives the services away.
  ///
  /// - Parameters:
  ///   - waiting: the services that no address is known to offer.
  ///   - members: the addresses of the device that an address belongs to, the first one first.
  /// - Returns: The first addresses of the devices whose services changed.
  mutating func give(
    _ waiting: [ServiceKey: Service],
    members: (IPAddress) -> [IPAddress]
  ) -> Set<IPAddress> {
    var new: [IPAddress: [ServiceKey: ServiceRecord]] = [:]
    for (key, service) in waiting {
      var devices: Set<IPAddress> = []
      let names = Self.names(of: key, service)
      for name in names {
        for address in byName[name.key] ?? [] {
          let device = members(address)
          guard let leader = device.first, !devices.contains(leader),
            !disagrees(device, key, service, names)
          else { continue }
          devices.insert(leader)
        }
      }
      if devices.count == 1, let leader = devices.first {
        new[leader, default: [:]][key] = service.record
      }
    }
    let changed = Set(new.keys).union(given.keys).filter { new[$0] != given[$0] }
    given = new
    return changed
  }

  /// The names by which a service may be known: its own, and its host's.
  private static func names(of key: ServiceKey, _ service: Service) -> [NormalisedName] {
    let host = service.record.host.map { String($0.value.prefix { $0 != "." }) }
    return [key.name, host].compactMap(\.self).compactMap(NormalisedName.init(telling:))
  }

  /// Whether evidence stronger than a name assigns the service to another device.
  private func disagrees(
    _ device: [IPAddress],
    _ key: ServiceKey,
    _ service: Service,
    _ names: [NormalisedName]
  ) -> Bool {
    let own = device.compactMap { candidates[$0] }
    // `nas-2` is not `nas-7`.
    if own.contains(where: {
      $0.names.contains { known in names.contains(where: known.contradicts) }
    }) {
      return true
    }
    // Its host has another address.
    if !service.claimed.isEmpty, service.claimed.isDisjoint(with: device) { return true }
    // A device offers one service of a type under one name: the second is another device's.
    if own.contains(where: { $0.services.contains { $0.type == key.type && $0 != key } }) {
      return true
    }
    let macs = Set(own.compactMap(\.mac))
    let stated = own.reduce(into: Set<StatedIdentity>()) { $0.formUnion($1.stated) }
    for id in StatedIdentity.stated(by: service.record.instance(key)) where !stated.contains(id) {
      // Another device states the same identifier, or has the MAC.
      if byStated[id] != nil || stated.contains(where: { $0.kind == id.kind }) { return true }
      if let mac = MACAddress(id.value), !macs.contains(mac),
        byMAC[mac] != nil || macs.contains(where: { !$0.isLocallyAdministered })
      {
        return true
      }
    }
    return false
  }
}

extension NormalisedName {
  /// The normalised name; `nil` for generic names and for names that mean nothing to a person.
  init?(telling name: String) {
    guard !DeviceName.isGeneric(name), !DeviceName.isMachineMade(name) else { return nil }
    self.init(name)
    if key.isEmpty { return nil }
  }
}
