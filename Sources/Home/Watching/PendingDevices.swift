import Model
import Wire

/// Devices that were seen but may be known entries with new addresses, or clients of a repeater.
///
/// The sweep decides: it resolves every link address, and only clients of a repeater answer twice.
struct PendingDevices: Sendable {
  private struct Wait: Sendable {
    /// Complete sweeps in which it was seen without a link address.
    var sweeps = 0
    /// Whether it was seen before the first scan was complete.
    var isEarly: Bool
    var isSeen = true
  }

  private var waits: [IPAddress: Wait] = [:]
  private var knowsIPv4 = false
  private var knowsIPv6 = false
  private var hasBaseline = false
  private var isCounted = false
  /// MACs of which an address was first seen after the sweep was complete.
  private var lateMACs: Set<String> = []

  /// Sweeps to wait for a link address.
  static let patience = 3
  /// Bounds the memory under forged addresses.
  private static let limit = 4096

  /// Empty; learns from the stored entries.
  init(_ entries: [Int: InventoryEntry] = [:]) {
    hasBaseline = entries.values.contains(where: \.wasSeen)
    for entry in entries.values {
      // This machine's own link address comes from its interface: it doesn't show that the home's
      // link addresses are visible.
      for observation in entry.memory.observations where observation.source != .interface {
        guard case .linkAddress = observation.fact, let subject = observation.subject else {
          continue
        }
        learn(subject)
      }
    }
  }

  mutating func beginRound() {
    isCounted = false
    for address in waits.keys { waits[address]?.isSeen = false }
  }

  mutating func beginLook(at devices: [SeenDevice], in view: RoundView) {
    for address in waits.keys { waits[address]?.isSeen = false }
    lateMACs = []
    guard view.sweptAt != nil else { return }
    for device in devices
    where device.certainty == .linked && !device.hasAnsweredSweep(in: view) {
      lateMACs.formUnion(device.identities.macs)
    }
  }

  /// Learns for which address families link addresses are visible.
  mutating func learn(from device: SeenDevice) {
    guard !device.device.isSelf else { return }
    for address in device.proven { learn(address) }
  }

  private mutating func learn(_ address: IPAddress) {
    if address.v4 == nil { knowsIPv6 = true } else { knowsIPv4 = true }
  }

  /// True if the device may become a new entry; otherwise it waits.
  mutating func admit(
    _ device: SeenDevice,
    isKnownMAC: Bool,
    isSide: Bool,
    in view: RoundView
  ) -> Bool {
    switch device.certainty {
    case .remote: return true
    case .linked where device.device.isSelf && device.identities.macs.isEmpty:
      // Its link address is reported together with its addresses.
      return view.sweptAt != nil || !device.addresses.contains(where: view.hasLinkAddresses)
    case .linked where !isSide:
      guard isKnownMAC else { return true }
      // All its addresses answered one sweep: they are as many devices.
      return view.sweptAt != nil && device.identities.macs.isDisjoint(with: lateMACs)
    case .linked, .doubtful:
      break
    }
    var sweeps = 0
    for address in device.addresses where waits[address] != nil || waits.count < Self.limit {
      waits[address, default: Wait(isEarly: !hasBaseline)].isSeen = true
      sweeps = max(sweeps, waits[address]?.sweeps ?? 0)
    }
    guard view.sweptAt != nil else { return false }
    let isKindKnown = device.hasIPv4 ? knowsIPv4 : knowsIPv6
    return !isKindKnown || sweeps + (isCounted ? 0 : 1) >= Self.patience
  }

  func cameEarly(_ device: SeenDevice) -> Bool {
    device.addresses.contains { waits[$0]?.isEarly == true }
  }

  mutating func completeSweep() {
    hasBaseline = true
    isCounted = true
    waits = waits.filter { $0.value.isSeen }
    for address in waits.keys { waits[address]?.sweeps += 1 }
  }
}
