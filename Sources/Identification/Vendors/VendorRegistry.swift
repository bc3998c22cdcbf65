internal import IdentificationData
public import Wire

/// The vendors of MAC addresses, from the IEEE's registries of blocks of 24, 28 and 36 bits.
///
/// A value: whoever looks up addresses is given one.
public struct VendorRegistry: Sendable {
  /// The embedded registries alone.
  public static let builtIn = VendorRegistry()

  /// Looked into before the embedded ones.
  private let added: VendorTable?

  /// The embedded registries, and one that is looked into first: they are asked where it knows nothing.
  public init(adding newer: VendorTable? = nil) { added = newer }

  /// The vendor's name as people say it.
  ///
  /// `nil` for blocks that are unassigned or private, locally administered addresses (of phones and
  /// virtual machines), and addresses that belong to protocols, as those of virtual routers.
  public func vendor(of mac: MACAddress) -> String? { name(of: mac)?.brand }

  /// The vendor's names; `nil` as for `vendor(of:)`.
  public func name(of mac: MACAddress) -> VendorName? {
    switch owner(of: mac) {
    case .maker(let name), .virtualMachine(_, let name?): name
    default: nil
    }
  }

  /// Whom the address belongs to, or why to no maker.
  public func owner(of mac: MACAddress) -> AddressOwner {
    guard mac.isUsable else { return .noStation }
    if let router = VirtualRouter(mac) { return .virtualRouter(router) }
    if let machine = VirtualMachine(mac) { return .virtualMachine(machine, registered(mac)) }
    if mac.isLocallyAdministered { return .local }
    if mac.rawValue >> 24 == Self.protocolBlock { return .protocols }
    guard let name = registered(mac) else { return .unknown }
    return name.registered == Self.undisclosedName ? .undisclosed : .maker(name)
  }

  /// The embedded registries' origin and date: `Wireshark's manuf of 2026-10-24`.
  public static var source: String { packed?.source(in: data.span) ?? "" }

  /// The owner of the smallest block; of two entries of one size, the added registry's.
  private func registered(_ mac: MACAddress) -> VendorName? {
    guard !mac.isLocallyAdministered else { return nil }
    guard let added else { return Self.packed?.vendor(of: mac.rawValue, in: Self.data.span) }
    for size in PackedVendors.sizes.reversed() {
      if let name = added.packed.vendor(of: mac.rawValue, size: size, in: added.bytes.span)
        ?? Self.packed?.vendor(of: mac.rawValue, size: size, in: Self.data.span)
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
