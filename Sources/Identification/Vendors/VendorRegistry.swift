internal import IdentificationData
public import Wire

/// The vendors of MAC addresses, from the IEEE's registries of blocks of 24, 28 and 36 bits.
public enum VendorRegistry {
  /// The vendor's name as people say it.
  ///
  /// `nil` for blocks that are unassigned or private, locally administered addresses (of phones and
  /// virtual machines), and addresses that belong to protocols, as those of virtual routers.
  public static func vendor(of mac: MACAddress) -> String? { name(of: mac)?.brand }

  /// The vendor's names; `nil` as for `vendor(of:)`.
  public static func name(of mac: MACAddress) -> VendorName? {
    switch owner(of: mac) {
    case .maker(let name), .virtualMachine(_, let name?): name
    default: nil
    }
  }

  /// Whom the address belongs to, or why to no maker.
  public static func owner(of mac: MACAddress) -> AddressOwner {
    guard mac.isUsable else { return .noStation }
    if let router = VirtualRouter(mac) { return .virtualRouter(router) }
    if let machine = VirtualMachine(mac) { return .virtualMachine(machine, registered(mac)) }
    if mac.isLocallyAdministered { return .local }
    if mac.rawValue >> 24 == protocolBlock { return .protocols }
    guard let name = registered(mac) else { return .unknown }
    return name.registered == undisclosedName ? .undisclosed : .maker(name)
  }

  /// The embedded registries' origin and date: `Wireshark's manuf of 2026-10-24`.
  public static var source: String { packed?.source(in: data.span) ?? "" }

  /// The registry that was added by `use(_:)`.
  public static var added: VendorTable? { table }

  /// Looks into this registry first, and into the embedded ones where it knows nothing.
  ///
  /// For the program's start: it must be called before any thread but the first looks up an address.
  public static func use(_ newer: VendorTable) { table = newer }

  /// Written once, before there are threads that read it: see `use(_:)`.
  nonisolated(unsafe) private static var table: VendorTable?

  /// The owner of the smallest block; of two entries of one size, the added registry's.
  private static func registered(_ mac: MACAddress) -> VendorName? {
    guard !mac.isLocallyAdministered else { return nil }
    guard let table else { return packed?.vendor(of: mac.rawValue, in: data.span) }
    for size in PackedVendors.sizes.reversed() {
      if let name = table.packed.vendor(of: mac.rawValue, size: size, in: table.bytes.span)
        ?? packed?.vendor(of: mac.rawValue, size: size, in: data.span)
      {
        return name
      }
    }
    return nil
  }

  /// IANA's block, 00:00:5e, whose addresses belong to protocols (RFC 9542, section 2.1).
  private static let protocolBlock: UInt64 = 0x00_005E

  /// What the registry calls owners that asked not to be named.
  private static let undisclosedName = "Private"

  /// The embedded registries.
  static var data: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: identification_vendors.bytes, count: identification_vendors.size)
  }

  /// `nil` only if the embedded file is damaged.
  static let packed = PackedVendors(data.span)
}
