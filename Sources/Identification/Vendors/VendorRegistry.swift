internal import IdentificationData
public import Wire

/// Who made a network interface, by its MAC address.
///
/// The IEEE's registries MA-L, MA-M, MA-S and IAB, searched in place: no start-up cost.
public enum VendorRegistry {
  /// The vendor's name, without its legal form.
  ///
  /// `nil` where the block is not assigned or its owner is not named, and for locally administered
  /// addresses: those are made up, by a phone that keeps its own private or by a virtual machine.
  /// Those of virtual routers, and all others that IANA gives to protocols, have no maker either.
  public static func vendor(of mac: MACAddress) -> String? {
    guard mac.isUsable, !mac.isLocallyAdministered, VirtualRouter(mac) == nil,
      mac.rawValue >> 24 != protocolBlock
    else { return nil }
    return packed?.vendor(of: mac.rawValue, in: data.span)
  }

  /// Where the registries come from, and their date, in words.
  public static var source: String { packed?.source(in: data.span) ?? "" }

  /// IANA's block, 00:00:5e, whose addresses belong to protocols (RFC 9542, section 2.1).
  private static let protocolBlock: UInt64 = 0x00_005E

  /// The packed registries, in the program itself.
  static var data: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: identification_vendors.bytes, count: identification_vendors.size)
  }

  /// Their lengths, checked once; `nil` only if the program was built with a damaged file.
  static let packed = PackedVendors(data.span)
}
