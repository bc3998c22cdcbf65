import Foundation
import Identification
import Model
import Wire

/// A built device with its inputs, kept for the next build.
///
/// A class, because thousands are copied four times a second.
final class BuiltDevice: Sendable {
  /// Its addresses, ascending.
  let members: [IPAddress]
  /// The device; its id is not decided yet.
  let device: Device
  /// What it can be recognised by, strongest first; the last is its own alone.
  let identities: [String]
  /// What it states of its link.
  let linkStatement: LinkStatement?
  /// Those of its addresses that showed a link address.
  let proven: [IPAddress]

  init(
    members: [IPAddress],
    device: Device,
    identities: [String],
    linkStatement: LinkStatement?,
    proven: [IPAddress]
  ) {
    self.members = members
    self.device = device
    self.identities = identities
    self.linkStatement = linkStatement
    self.proven = proven
  }
}

/// Stable names for devices.
enum DeviceIdentifiers {
  /// The strongest identity of each device that no other device has too.
  ///
  /// Clients behind a repeater share its MAC, clones share an identifier. A shared identity
  /// identifies none of them, so each takes its next one.
  static func unique(_ identities: [[String]]) -> [String] {
    var level = Array(repeating: 0, count: identities.count)
    var isSettled = false
    while !isSettled {
      isSettled = true
      var holders: [String: Int] = [:]
      holders.reserveCapacity(identities.count)
      for (device, names) in identities.enumerated() {
        holders[names[level[device]], default: 0] += 1
      }
      guard holders.count < identities.count else { break }
      for (device, names) in identities.enumerated()
      where holders[names[level[device]], default: 0] > 1 && level[device] < names.count - 1 {
        level[device] += 1
        isSettled = false
      }
    }
    return identities.indices.map { identities[$0][level[$0]] }
  }

  /// A device's identities, strongest first.
  static func identities(
    mac: MACAddress?,
    stated: Set<StatedIdentity>,
    name: String?,
    category: Category,
    ip: IPAddress
  ) -> [String] {
    var all: [String] = []
    let compact = mac.map { "mac-" + $0.description.filter { $0 != ":" } }
    if let compact, mac?.isLocallyAdministered == false { all.append(compact) }
    all += stated.sorted(by: StatedIdentity.isStronger(_:than:)).map {
      "id-" + digest($0.kind.rawValue + $0.value)
    }
    if let compact, mac?.isLocallyAdministered == true { all.append(compact) }
    if let name {
      // The digest is of bytes, so the name needs one Unicode form.
      let key = normaliseName(name).precomposedStringWithCanonicalMapping
      if !key.isEmpty { all.append("name-" + digest(key + "/" + category.rawValue)) }
    }
    all.append("ip-" + ip.description.map { $0 == ":" || $0 == "%" ? "-" : String($0) }.joined())
    return all
  }

  /// Sixteen hexadecimal digits of FNV-1a: short and the same in every run; not cryptographic.
  private static func digest(_ text: String) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text.utf8 {
      hash ^= UInt64(byte)
      hash = hash &* 0x100_0000_01B3
    }
    return Hex.encode(hash, digits: 16)
  }
}
