import Identification
import Model

/// A part of a profile that changes by itself.
enum ProfileField: Hashable, Sendable {
  case name, hostname, category, vendor, model, os, address, mac, link, gateway
  /// An open port: `22/tcp`.
  case port(String)
  /// An announced service: `_ipp._tcp`.
  case service(String)
  /// The keys of a kind: `ssh`, `tls`.
  case keys(String)
}

/// A part of a profile that became another.
struct ProfileDifference: Hashable, Sendable {
  var field: ProfileField
  /// The value before; `nil` where there was none.
  var was: String?
  /// The value since; `nil` where it is gone.
  var now: String?
  /// Whether it is told, or only kept.
  var isNews = true
}

/// Compares two profiles of one device.
///
/// What is no longer known is no difference: a name, a kind or a link address that a device did not
/// show this time is still its own. Neither are IPv6 addresses beside the main one, which change each
/// day (RFC 8981), nor keys other than host keys and certificates.
enum ProfileComparison {
  /// The kinds of keys whose change is told.
  private static let comparedKeys = ["ssh", "tls"]

  /// What differs, in a fixed order.
  static func differences(from old: DeviceProfile, to new: DeviceProfile) -> [ProfileDifference] {
    var found: [ProfileDifference] = []
    func compare(
      _ field: ProfileField,
      _ was: String?,
      _ now: String?,
      isNews: (String, String) -> Bool = { _, _ in true }
    ) {
      guard let now, now != was else { return }
      let isTold = was.map { isNews($0, now) } ?? false
      found.append(ProfileDifference(field: field, was: was, now: now, isNews: isTold))
    }
    compareAddresses(old, new, &found)
    compare(.mac, old.mac, new.mac)
    compare(.name, old.name, new.name) { normaliseName($0) != normaliseName($1) }
    compare(.hostname, old.hostname, new.hostname) { _, _ in false }
    if new.category != .unknown, new.category != old.category {
      let was = old.category == .unknown ? nil : old.category.rawValue
      found.append(ProfileDifference(field: .category, was: was, now: new.category.rawValue))
    }
    // A more exact name of the same is no other maker or model.
    compare(.vendor, old.vendor, new.vendor) { !$0.isVersion(of: $1) }
    compare(.model, old.model, new.model) { !$0.isVersion(of: $1) }
    compare(.os, old.os, new.os) { _, _ in false }
    compare(.link, old.link?.rawValue, new.link?.rawValue) { _, _ in false }
    if old.isGateway != new.isGateway {
      let (was, now): (String?, String?) = old.isGateway ? ("gateway", nil) : (nil, "gateway")
      found.append(ProfileDifference(field: .gateway, was: was, now: now, isNews: false))
    }
    compareLists(old.services, new.services, ProfileField.service, &found)
    compareLists(old.ports, new.ports, ProfileField.port, &found)
    compareKeys(old.keys, new.keys, &found)
    return found
  }

  private static func compareAddresses(
    _ old: DeviceProfile,
    _ new: DeviceProfile,
    _ found: inout [ProfileDifference]
  ) {
    // A device whose IPv4 address was not seen this time still has it.
    guard old.ip != new.ip, new.hasAddress, !(old.isIPv4 && !new.isIPv4) else { return }
    found.append(
      ProfileDifference(
        field: .address,
        was: old.ip,
        now: new.ip,
        isNews: old.isIPv4 && new.isIPv4
      )
    )
  }

  private static func compareLists(
    _ old: [String],
    _ new: [String],
    _ field: (String) -> ProfileField,
    _ found: inout [ProfileDifference]
  ) {
    guard old != new else { return }
    let (before, after) = (Set(old), Set(new))
    for item in new where !before.contains(item) {
      found.append(ProfileDifference(field: field(item), was: nil, now: item))
    }
    for item in old where !after.contains(item) {
      found.append(ProfileDifference(field: field(item), was: item, now: nil))
    }
  }

  /// A key is another one where one came and one went; with several services, keys may come and go.
  private static func compareKeys(
    _ old: [String],
    _ new: [String],
    _ found: inout [ProfileDifference]
  ) {
    guard old != new else { return }
    for kind in comparedKeys {
      let before = Set(old.filter { DeviceKeys.kind(of: $0) == kind })
      let after = Set(new.filter { DeviceKeys.kind(of: $0) == kind })
      guard !after.isEmpty, before != after else { continue }
      found.append(
        ProfileDifference(
          field: .keys(kind),
          was: before.subtracting(after).min(),
          now: after.subtracting(before).min(),
          isNews: !before.subtracting(after).isEmpty && !after.subtracting(before).isEmpty
        )
      )
    }
  }
}

extension DeviceProfile {
  /// Whether a main address is known.
  var hasAddress: Bool { ip != "0.0.0.0" }

  /// Whether the main address is an IPv4 address.
  var isIPv4: Bool { !ip.contains(":") }

  /// Takes over one part of a newer profile.
  mutating func take(_ field: ProfileField, from new: DeviceProfile) {
    switch field {
    case .name: name = new.name
    case .hostname: hostname = new.hostname
    case .category: category = new.category
    case .vendor: vendor = new.vendor
    case .model: model = new.model
    case .os: os = new.os
    case .address: ip = new.ip
    case .mac: mac = new.mac
    case .link: link = new.link
    case .gateway: isGateway = new.isGateway
    case .port(let port):
      // In the order of the newer profile, which has them by number.
      let kept = Set(ports).subtracting([port])
      ports =
        new.ports.filter { $0 == port || kept.contains($0) } + kept.subtracting(new.ports).sorted()
    case .service(let type):
      services = services.filter { $0 != type }
      if new.services.contains(type) { services = (services + [type]).sorted() }
    case .keys(let kind):
      let others = keys.filter { DeviceKeys.kind(of: $0) != kind }
      keys = (others + new.keys.filter { DeviceKeys.kind(of: $0) == kind }).sorted()
    }
  }

  /// Takes over what makes no version of its own: the present id, the addresses beside the main one,
  /// the identifiers that the device states, and the user's word.
  mutating func takeUncompared(from new: DeviceProfile) {
    id = new.id
    addresses = new.addresses.filter { $0 != ip }
    isSelf = new.isSelf
    isHidden = new.isHidden
    note = new.note
    let compared = keys.filter { $0.hasPrefix("ssh:") || $0.hasPrefix("tls:") }
    let stated = new.keys.filter { !$0.hasPrefix("ssh:") && !$0.hasPrefix("tls:") }
    if !stated.isEmpty { keys = (compared + stated).sorted() }
  }
}

extension String {
  /// Whether one of the texts is the beginning of the other: `iPhone` and `iPhone 13 Pro`.
  fileprivate func isVersion(of other: String) -> Bool {
    let (own, others) = (lowercased(), other.lowercased())
    return own.hasPrefix(others) || others.hasPrefix(own)
  }
}
