public import Model

extension InventoryDevice {
  /// The devices that a store keeps, hidden ones too, in order of address, as a watch shows them
  /// before it has heard anybody: each is unconfirmed.
  public static func remembered(_ stored: [StoredDevice]) -> [InventoryDevice] {
    Inventory(stored).ordered.map(\.inventoryDevice)
  }
}
