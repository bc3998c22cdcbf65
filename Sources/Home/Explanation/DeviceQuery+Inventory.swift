import Identification
public import Model

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
