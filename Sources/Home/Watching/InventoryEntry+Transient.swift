import Identification
import Model

extension InventoryEntry {
  /// A day and the night after it, in milliseconds: whoever is seen on another day was here for longer.
  static let longestTransientStay: Int64 = 36 * 3_600_000

  /// Whether all that is known of it is one private link address, seen within a day or so.
  ///
  /// It may be a phone that makes up an address each day, or a guest's: nothing tells which, so it is
  /// neither united with another nor forgotten early. Lists show those that are away as one line. Whatever
  /// could tell it from others, or the user's own word, makes it a device of its own.
  var isTransient: Bool {
    guard wasSeen, marks == Annotations(), ties.isEmpty, proposal == nil, !device.isSelf,
      !device.isGateway,
      (0..<Self.longestTransientStay).contains(lastSeen.elapsed(since: firstSeen)),
      identities.areOnePrivateMAC, !device.hasNameOrServices
    else { return false }
    return DeviceKeys.keys(of: device, remembering: memory.observations).isEmpty
  }
}

extension IdentitySet {
  /// Whether the only lasting one is a private link address.
  fileprivate var areOnePrivateMAC: Bool {
    macs.count == 1 && stated.isEmpty && macs.allSatisfy { IdentityRank(of: $0) == .privateMAC }
  }
}

extension Device {
  /// Whether it has a name that isn't usual for such devices, or services that last.
  fileprivate var hasNameOrServices: Bool {
    let names = [verdict.name, hostname].compactMap(\.self) + evidence.statedNames.map(\.text)
    return evidence.netbios != nil || names.contains(where: Self.isOwn)
      || evidence.services.contains { DeviceProfile.serviceType($0.type) != nil }
  }

  private static func isOwn(_ name: String) -> Bool {
    !DeviceName.isGeneric(name) && !DeviceName.isMachineMade(String(name.prefix { $0 != "." }))
  }
}
