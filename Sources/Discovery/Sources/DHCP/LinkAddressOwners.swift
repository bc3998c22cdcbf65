import Wire

/// Which link address answered at which IPv4 address last.
struct LinkAddressOwners: Sendable {
  private var owners: [IPAddress: MACAddress] = [:]
  private var addresses: [MACAddress: [IPAddress]] = [:]

  /// As many as a scan can find.
  private static let most = 8192
  /// A repeater has those of its clients, too; then only the address asked for tells which is its own.
  private static let mostOfOne = 8

  /// Takes an answer.
  mutating func note(_ mac: MACAddress, at address: IPAddress) {
    guard owners[address] != nil || owners.count < Self.most else { return }
    if let before = owners.updateValue(mac, forKey: address), before != mac {
      let rest = addresses[before, default: []].filter { $0 != address }
      addresses[before] = rest.isEmpty ? nil : rest
    }
    var known = addresses[mac, default: []].filter { $0 != address }
    if known.count < Self.mostOfOne { known.append(address) }
    addresses[mac] = known
  }

  /// Whether the link address answered there last.
  func has(_ mac: MACAddress, _ address: IPAddress) -> Bool { owners[address] == mac }

  /// Where the link address is: at the address that its owner asked for, or at the only one.
  func address(of mac: MACAddress, preferring wanted: IPAddress?) -> IPAddress? {
    if let wanted, owners[wanted] == mac { return wanted }
    let known = addresses[mac] ?? []
    return known.count == 1 ? known.first : nil
  }
}
