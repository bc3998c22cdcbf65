import Identification
public import Model
public import Networking
public import Wire

/// A device as a person names it: an id, an address, a MAC, or a name that only one device has.
public struct DeviceQuery: Hashable, Sendable {
  /// The query as typed.
  public let text: String
  /// The address that it is, if it is one.
  public let address: IPAddress?
  /// The MAC that it is, if it is one.
  public let mac: MACAddress?

  /// The query as it was typed.
  public init(_ text: String) {
    self.text = text
    address = IPAddress(text)
    mac = MACAddress(text)
  }

  /// The devices that it can mean: of the strongest way of reading it that fits any.
  public func matches(in devices: [Device]) -> [Device] {
    if let address {
      return devices.filter { device in
        device.addresses.contains { $0 == address || $0.withoutZone == address }
      }
    }
    if let mac {
      // Clients of a repeater share its MAC; each is a candidate.
      return devices.filter { $0.evidence.mac == mac }
    }
    let byID = devices.filter { $0.id == text }
    if !byID.isEmpty { return byID }
    let lower = text.lowercased()
    let byName = devices.filter { device in
      [device.verdict.name, device.hostname].contains { $0?.lowercased() == lower }
    }
    if !byName.isEmpty { return byName }
    let key = normaliseName(text)
    guard !key.isEmpty else { return [] }
    return devices.filter { device in
      [device.verdict.name, device.hostname].compactMap(\.self).contains {
        normaliseName($0) == key
      }
    }
  }
}

extension DeviceQuery {
  /// The devices of an inventory that it can mean; the user's own names come before all others.
  public func matches(in devices: [InventoryDevice]) -> [InventoryDevice] {
    let isName = address == nil && mac == nil && !devices.contains { $0.id == text }
    if isName {
      let lower = text.lowercased()
      let named = devices.filter { $0.marks.name?.lowercased() == lower }
      if !named.isEmpty { return named }
    }
    let ids = Set(matches(in: devices.map(\.device)).map(\.id))
    guard ids.isEmpty, isName else { return devices.filter { ids.contains($0.id) } }
    let key = normaliseName(text)
    return key.isEmpty ? [] : devices.filter { $0.marks.name.map(normaliseName) == key }
  }
}

/// Asks the kernel's neighbour table, and nobody else, which addresses a MAC has.
public struct NeighbourLookup: NetworkMachine {
  /// The IPv4 addresses, ascending.
  public typealias Output = [IPv4Address]

  private let mac: MACAddress

  /// A look-up of the MAC.
  public init(_ mac: MACAddress) {
    self.mac = mac
  }

  /// Reads the table.
  public mutating func start(_ port: inout NetworkPort<Output>) {
    port.request(.readNeighbours(Ticket(owner: 0, number: 0)))
  }

  /// Takes what is in it.
  public mutating func handle(_ event: NetworkEvent, _ port: inout NetworkPort<Output>) {
    switch event {
    case .neighbours(_, let entries):
      port.output(entries.filter { $0.mac == mac }.compactMap(\.address.v4).sorted())
      port.finish()
    case .failed:
      port.finish()
    default:
      break
    }
  }
}
