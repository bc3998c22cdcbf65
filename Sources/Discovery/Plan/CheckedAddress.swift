public import Wire

/// An address at which a scan looks for one known host.
public struct CheckedAddress: Hashable, Sendable {
  /// The address; a link-local one with its zone.
  public var address: IPAddress
  /// The index of the interface that leads to it.
  public var interface: UInt32
  /// The host's link address there, where that is known.
  public var mac: MACAddress?
  /// Whether it is a phone, which may sleep deeply.
  public var isPhone: Bool

  /// Memberwise initialiser.
  public init(
    _ address: IPAddress,
    interface: UInt32,
    mac: MACAddress? = nil,
    isPhone: Bool = false
  ) {
    self.address = address
    self.interface = interface
    self.mac = mac
    self.isPhone = isPhone
  }
}

extension ScanPlan {
  /// Whether the address is of the host that is looked for.
  func checks(_ address: IPAddress) -> Bool {
    checked.contains { $0.address.withoutZone == address.withoutZone }
  }

  /// The link address at which the host that is looked for had that address.
  func checkedMAC(at address: IPv4Address, on interface: UInt32) -> MACAddress? {
    checked.first { $0.address == .v4(address) && $0.interface == interface }?.mac
  }
}
