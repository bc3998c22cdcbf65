import Identification
import Model
import Wire

/// An identifier that a device states of itself.
struct StatedIdentity: Hashable, Comparable, Sendable {
  /// Where it is stated; what is the same in two places need not mean the same.
  typealias Kind = IdentityKind

  /// Where it is stated.
  let kind: Kind
  /// Lower case, letters and digits alone.
  let value: String

  /// The given identifier; `nil` where it is a placeholder.
  init?(_ kind: Kind, _ text: String) {
    let value = String(
      decoding: text.lowercased().utf8.filter { byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      },
      as: UTF8.self
    )
    // One that identifies has some length and variety: zeros, `unknown` and `uuid:device` have not.
    guard (8...128).contains(value.utf8.count), Set(value.utf8).count >= 3,
      kind == .serial ? Self.canBeSerial(value) : value.utf8.count(where: \.isHexadecimal) >= 8
    else { return nil }
    self.kind = kind
    self.value = value
  }

  /// Whether it can be a maker and a serial number: some digits, and not those that a factory fills
  /// in where it has none.
  private static func canBeSerial(_ value: String) -> Bool {
    let digits = String(decoding: value.utf8.filter { (48...57).contains($0) }, as: UTF8.self)
    guard digits.utf8.count >= 4, Set(digits.utf8).count >= 3 else { return false }
    return !"01234567890123456789".contains(digits) && !"98765432109876543210".contains(digits)
  }

  static func < (left: Self, right: Self) -> Bool {
    (left.kind.rawValue, left.value) < (right.kind.rawValue, right.value)
  }

  /// Whether the left one says more surely who a device is; the design's order of identities.
  ///
  /// Certificates are renewed, so their keys come last.
  static func isStronger(_ left: Self, than right: Self) -> Bool {
    (left.kind.rank, left.value) < (right.kind.rank, right.value)
  }

  /// Whether a MAC address is spelled out in it.
  func spells(_ mac: MACAddress) -> Bool {
    value.contains(mac.description.filter { $0 != ":" })
  }
}

extension StatedIdentity {
  /// What a service states.
  static func stated(by service: ServiceInstance) -> [StatedIdentity] {
    var found: [StatedIdentity] = []
    if let text = service.txt["deviceid"]?.text, let id = StatedIdentity(.deviceID, text) {
      found.append(id)
    }
    switch service.type {
    case "_raop._tcp":
      if let prefix = NormalisedName.raopPrefix(of: service.name),
        let id = StatedIdentity(.deviceID, String(prefix))
      {
        found.append(id)
      }
    case "_googlecast._tcp":
      if let text = service.txt["id"]?.text, let id = StatedIdentity(.cast, text) {
        found.append(id)
      }
    case "_hap._tcp":
      if let text = service.txt["id"]?.text, let id = StatedIdentity(.homeKit, text) {
        found.append(id)
      }
    default:
      break
    }
    return found
  }

  /// The unique device name in a USN: `uuid:…` up to `::` (UPnP Device Architecture 2.0, 1.2.2).
  static func stated(by announcement: SSDPAnnouncement) -> StatedIdentity? {
    let usn = announcement.usn
    guard usn.lowercased().hasPrefix("uuid:") else { return nil }
    var udn = usn.dropFirst(5)
    if let end = udn.firstRange(of: "::") { udn = udn[..<end.lowerBound] }
    return StatedIdentity(.udn, String(udn))
  }
}

extension IdentityKind {
  fileprivate var rank: Int {
    switch self {
    case .deviceID: 0
    case .udn: 1
    case .cast: 2
    case .homeKit: 3
    case .serial: 4
    case .sshKey: 5
    case .tlsKey: 6
    }
  }

  /// Whether makers are known to bake it into firmware, so that many devices have it.
  var isOftenCopied: Bool { self == .sshKey || self == .tlsKey }
}

extension UInt8 {
  fileprivate var isHexadecimal: Bool {
    Character(Unicode.Scalar(self)).isHexDigit
  }
}
