import Model
public import Wire

/// A link address of a device, by which a part of it can be split off.
public struct KnownMAC: Hashable, Sendable {
  /// The link address.
  public var mac: MACAddress
  /// The addresses at which it was shown last, in order.
  public var addresses: [IPAddress]
  /// Whether the device shows it now, or showed it last.
  public var isShown: Bool

  /// Memberwise initialiser.
  public init(_ mac: MACAddress, addresses: [IPAddress] = [], isShown: Bool = false) {
    self.mac = mac
    self.addresses = addresses
    self.isShown = isShown
  }
}

extension KnownMAC: Encodable {
  /// Writes an entry of a device's `macs`.
  public func encode(to encoder: any Encoder) throws {
    let json: JSONObject = [
      "mac": mac.description, "addresses": addresses.map(\.description), "shown": isShown,
    ]
    try json.encode(to: encoder)
  }
}

extension HomeWatch {
  /// The link addresses that are known of a device, the one that it shows first.
  public func macs(of id: String) -> [KnownMAC] {
    guard let slot = state.inventory.slot(of: id) else { return [] }
    return state.inventory.entries[slot]?.knownMACs ?? []
  }
}

extension InventoryEntry {
  /// Its link addresses, the one that it shows first, then the most reliable ones.
  fileprivate var knownMACs: [KnownMAC] {
    let shown = device.evidence.mac
    let known = identities.all.compactMap(Self.mac)
    let ordered = known.filter { $0 == shown } + known.filter { $0 != shown }
    let places = memory.addresses.sorted()
    return ordered.map { mac in
      KnownMAC(mac, addresses: places.filter { memory.mac(at: $0) == mac }, isShown: mac == shown)
    }
  }
}
