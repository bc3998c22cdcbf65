import Model
import Wire

/// A device of the inventory with what its history needs beside.
struct RecordedDevice: Hashable, Sendable {
  /// The device as faces show it.
  var device: InventoryDevice
  /// The part of it that is kept.
  var profile: DeviceProfile
  /// When it was last probed in full; `nil` while it is being asked anew.
  var probedAt: Timestamp?
  /// Since when its presence is what it is, where the inventory tells; else it is derived.
  var presenceSince: Timestamp?
  /// The link address that its main address showed last, and when.
  var shown: ShownMAC?

  /// A link address that answered for an address.
  struct ShownMAC: Hashable, Sendable {
    var mac: String
    var time: Timestamp
  }

  /// A device with its remembered observations.
  init(
    _ device: InventoryDevice,
    remembering observations: [Observation] = [],
    probedAt: Timestamp? = nil,
    presenceSince: Timestamp? = nil
  ) {
    self.device = device
    profile = DeviceProfile(device, remembering: observations)
    self.probedAt = probedAt
    self.presenceSince = presenceSince
    for observation in observations where observation.subject == device.device.ip {
      guard case .linkAddress(let mac) = observation.fact, mac.isUsable,
        shown.map({ $0.time < observation.time }) ?? true
      else { continue }
      shown = ShownMAC(mac: mac.description, time: observation.time)
    }
  }

  /// Its place on the map.
  var slot: Int { device.slot }

  /// Where the evidence for a claim on it comes from.
  func sources(of claim: Verdict.Claim) -> [Source] {
    Set(device.device.verdict.because.filter { $0.claim == claim }.map(\.source)).sorted()
  }

  /// The sources that saw its addresses.
  var addressSources: [Source] {
    device.device.discoveredBy.filter { [.neighbours, .arp, .icmp, .tcp].contains($0) }
  }
}
