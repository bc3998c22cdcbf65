import Model
import Wire

/// Devices that were heard and are no entry yet, since nobody can tell them from the entries.
///
/// Who is heard before its link address is known may be an entry that has another address by now, and
/// a second IPv4 address of a MAC may be its device's next one, or a repeater's client. The sweep
/// settles it: it asks for every link address, and only the clients of a repeater answer it twice.
struct Newcomers: Sendable {
  private struct Wait: Sendable {
    /// Complete sweeps that it was heard in without a link address.
    var sweeps = 0
    /// Whether it was heard before the first scan was complete.
    var isEarly: Bool
    var isHeard = true
  }

  private var waits: [IPAddress: Wait] = [:]
  private var knowsIPv4 = false
  private var knowsIPv6 = false
  private var hasBaseline = false
  /// Whether this round's sweep has been counted.
  private var isCounted = false
  /// The MACs of which an address was heard only after the sweep was complete.
  private var lateMACs: Set<String> = []

  /// Sweeps to wait for a link address.
  static let patience = 3
  /// More than that is a flood.
  private static let limit = 4096

  /// Empty; learns from the stored entries.
  init(_ entries: [Int: InventoryEntry] = [:]) {
    hasBaseline = !entries.isEmpty
    for entry in entries.values {
      // This machine's own link address says nothing about whose the kernel shows.
      for observation in entry.memory.observations where observation.source != .interface {
        guard case .linkAddress = observation.fact, let subject = observation.subject else {
          continue
        }
        learn(subject)
      }
    }
  }

  /// A round begins.
  mutating func beginRound() {
    isCounted = false
    for address in waits.keys { waits[address]?.isHeard = false }
  }

  /// The devices of a picture are looked at.
  mutating func beginLook(at devices: [SeenDevice], in view: RoundView) {
    for address in waits.keys { waits[address]?.isHeard = false }
    lateMACs = []
    guard view.sweptAt != nil else { return }
    for device in devices
    where device.certainty == .linked && !device.hasAnsweredSweep(in: view) {
      lateMACs.formUnion(device.identities.macs)
    }
  }

  /// Notes for which kind of addresses the home shows link addresses.
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
      // Its own link address is said together with its addresses.
      return view.sweptAt != nil || !device.heard.contains(where: view.hasLinkAddresses)
    case .linked where !isSide:
      guard isKnownMAC else { return true }
      // All its addresses answered one sweep: they are as many devices.
      return view.sweptAt != nil && device.identities.macs.isDisjoint(with: lateMACs)
    case .linked, .doubtful:
      break
    }
    var sweeps = 0
    for address in device.heard where waits[address] != nil || waits.count < Self.limit {
      waits[address, default: Wait(isEarly: !hasBaseline)].isHeard = true
      sweeps = max(sweeps, waits[address]?.sweeps ?? 0)
    }
    guard view.sweptAt != nil else { return false }
    let isKindKnown = device.hasIPv4 ? knowsIPv4 : knowsIPv6
    return !isKindKnown || sweeps + (isCounted ? 0 : 1) >= Self.patience
  }

  /// Whether a device was heard before the first scan was complete.
  func cameEarly(_ device: SeenDevice) -> Bool {
    device.heard.contains { waits[$0]?.isEarly == true }
  }

  /// The sweep is complete.
  mutating func completeSweep() {
    hasBaseline = true
    isCounted = true
    waits = waits.filter { $0.value.isHeard }
    for address in waits.keys { waits[address]?.sweeps += 1 }
  }
}
