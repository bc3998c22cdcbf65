import Identification
public import Model
public import Wire

/// A device as a person names it: an id, an address, a MAC, or a name that only one device has.
public struct DeviceQuery: Hashable, Sendable {
  /// What was typed.
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
