package import Model
import Wire

extension DeviceProfile {
  /// What list and map show of a device now.
  ///
  /// Ports and services that are remembered count as well: a round that has not asked a device yet, or
  /// that found it at another address, knows fewer of them than the device has. The memory drops a
  /// port only after a full probe that did not find it, and a service after it was withdrawn or not
  /// announced for days.
  package init(_ device: InventoryDevice, remembering observations: [Observation] = []) {
    let known = device.device
    var ports = Set(known.ports.map { Port(number: $0.port, transport: $0.transport) })
    var services = Set(known.evidence.services.compactMap { Self.serviceType($0.type) })
    for observation in observations {
      switch observation.fact {
      case .port(let number, let transport, .open):
        ports.insert(Port(number: number, transport: transport))
      case .service(let service):
        if let type = Self.serviceType(service.type) { services.insert(type) }
      default: continue
      }
    }
    self.init(
      id: known.id,
      name: device.name.map { $0.bounded(to: Annotations.longestName) },
      category: device.category,
      vendor: known.verdict.vendor.map { $0.bounded(to: Self.longestText) },
      model: known.verdict.model.map { $0.bounded(to: Self.longestText) },
      os: known.verdict.os.map { $0.bounded(to: Self.longestText) },
      hostname: known.hostname.map { $0.bounded(to: Self.longestHostName) },
      ip: known.ip.description,
      addresses: known.addresses.filter { $0 != known.ip }.sorted().prefix(Self.mostAddresses)
        .map(\.description),
      mac: known.evidence.mac?.description,
      link: known.link?.medium,
      ports: ports.sorted().prefix(Self.mostPorts).map(\.text),
      services: Array(services.sorted().prefix(Self.mostServices)),
      keys: DeviceKeys.keys(of: known, remembering: observations),
      isGateway: known.isGateway,
      isSelf: known.isSelf,
      isHidden: device.marks.isHidden,
      note: device.marks.note
    )
  }

  private static let longestText = 120
  /// The longest name in DNS (RFC 1035, section 2.3.4).
  private static let longestHostName = 255
  private static let mostAddresses = 16
  private static let mostPorts = 128
  private static let mostServices = 64

  /// What to call it in a sentence: its name, else what it is, else its address; an imported device that
  /// was never seen has a link address alone.
  package var spokenName: String { name ?? model ?? vendor ?? (hasAddress ? ip : mac ?? id) }

  /// A service's type in one spelling, without its subtype; `nil` for types that come and go with what
  /// is being done, and for what is no type.
  static func serviceType(_ type: String) -> String? {
    let labels = type.lowercased().split(separator: ".").suffix(2)
    guard labels.count == 2, let name = labels.first, let transport = labels.last,
      transport == "_tcp" || transport == "_udp", name.hasPrefix("_"),
      // At most fifteen letters (RFC 6335, section 5.1); some makers use a few more.
      (2...24).contains(name.utf8.count), name.utf8.allSatisfy(isLetter),
      !transient.contains(String(name))
    else { return nil }
    return "\(name).\(transport)"
  }

  /// Letters, digits and hyphens; some makers use underscores, too.
  private static func isLetter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// Types that phones and computers announce while a screen is on, a share sheet is open or another
  /// device is near.
  private static let transient: Set<String> = [
    "_companion-link", "_rdlink", "_sleep-proxy", "_airdrop", "_apple-mobdev", "_apple-mobdev2",
    "_remotepairing", "_googlezone", "_fc9f5ed42c8a", "_asquic", "_homekit", "_srpl-tls",
  ]

  /// An open port, in order of its number.
  private struct Port: Hashable, Comparable {
    var number: UInt16
    var transport: TransportProtocol

    var text: String { "\(number)/\(transport.rawValue)" }

    static func < (left: Self, right: Self) -> Bool {
      (left.number, left.transport.rawValue) < (right.number, right.transport.rawValue)
    }
  }
}

extension String {
  /// At most that many Unicode scalars: what a device says may be long, and one character may have
  /// thousands of marks.
  func bounded(to length: Int) -> String {
    guard utf8.count > length, unicodeScalars.count > length else { return self }
    return String(String.UnicodeScalarView(unicodeScalars.prefix(length)))
  }
}

extension Timestamp {
  /// The time since another moment in milliseconds; negative where that is later.
  func elapsed(since other: Timestamp) -> Int64 { milliseconds - other.milliseconds }

  /// The moment that many milliseconds later.
  func advanced(by milliseconds: Int64) -> Timestamp {
    Timestamp(milliseconds: self.milliseconds + milliseconds)
  }
}
