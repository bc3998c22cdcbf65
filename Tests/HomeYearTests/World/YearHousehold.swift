import Model
import Wire

/// A kind of device, by how it behaves.
enum YearKind: String, Sendable {
  case router, nas, printer, tv, laptop, desktop, phone, watch, plug, camera, speaker, console

  /// What it is taken to be.
  var category: Category {
    switch self {
    case .router: .router
    case .nas: .storage
    case .printer: .printer
    case .tv: .tvMedia
    case .laptop, .desktop: .computer
    case .phone: .phone
    case .watch: .wearable
    case .plug: .smartHome
    case .camera: .camera
    case .speaker: .speaker
    case .console: .gaming
    }
  }

  /// Whether it is silent for minutes while it is there.
  var dozes: Bool { self == .phone || self == .watch }
  /// Whether it goes on when the power is cut.
  var hasBattery: Bool { self == .phone || self == .watch || self == .laptop }
  /// Whether it stays off once it has power again.
  var staysOff: Bool { self == .tv || self == .console || self == .desktop }
  /// Whether it is connected by a cable.
  var isWired: Bool { self == .router || self == .nas || self == .desktop }
}

/// What a device shows that has another link address every few weeks.
enum RotatingIdentity: String, Sendable, CaseIterable {
  /// A device id that it states.
  case statedID = "stated id"
  /// A DHCP client id.
  case dhcpClient = "dhcp client"
  /// An SSH host key and a name.
  case sharedKey = "host key"
  /// A name of its own.
  case name
  /// A name that thousands have.
  case nothing
}

/// A device of a simulated household.
struct YearMember: Sendable {
  let number: Int
  let kind: YearKind
  /// What it is recognised by, where its link address changes.
  let rotation: RotatingIdentity?
  let label: String

  /// Wearables and phones that rotate make up their link addresses.
  var hasPrivateMAC: Bool { rotation != nil || kind == .watch }
}

/// The devices of a simulated home.
struct YearHousehold: Sendable {
  let members: [YearMember]
  /// How long a rotating device keeps a link address, in minutes.
  let rotationMinutes: Int

  /// Sixty devices, twelve of which have another link address every two weeks.
  static let whole = YearHousehold(
    [
      (.router, 1), (.nas, 1), (.printer, 2), (.tv, 4), (.laptop, 6), (.desktop, 2), (.phone, 6),
      (.watch, 2), (.plug, 16), (.camera, 3), (.speaker, 4), (.console, 1),
    ],
    rotating: [
      .statedID, .statedID, .statedID, .statedID, .dhcpClient, .dhcpClient, .sharedKey, .sharedKey,
      .name, .name, .name, .nothing,
    ],
    rotationMinutes: 14 * 1440
  )

  /// Sixteen devices, five of which have another link address every thirty hours.
  static let small = YearHousehold(
    [
      (.router, 1), (.nas, 1), (.printer, 1), (.laptop, 1), (.phone, 1), (.plug, 5), (.speaker, 1),
    ],
    rotating: RotatingIdentity.allCases,
    rotationMinutes: 1800
  )

  private static let people = [
    "Anna", "Bela", "Chloe", "Dario", "Elif", "Femi", "Greta", "Hugo", "Ines", "Jonas", "Kaya",
    "Luka", "Mona", "Nils", "Olga", "Pavel", "Rosa", "Sami",
  ]

  private init(
    _ counts: [(kind: YearKind, count: Int)],
    rotating: [RotatingIdentity],
    rotationMinutes: Int
  ) {
    var members: [YearMember] = []
    var phones = 0
    func add(_ kind: YearKind, _ rotation: RotatingIdentity? = nil) {
      let number = members.count
      var label = "\(kind.rawValue)-\(number)"
      if kind == .phone {
        label = "\(Self.people[phones % Self.people.count])s-iPhone"
        phones += 1
      }
      members.append(
        YearMember(number: number, kind: kind, rotation: rotation, label: label)
      )
    }
    for (kind, count) in counts {
      for _ in 0..<count { add(kind) }
    }
    for identity in rotating { add(.phone, identity) }
    self.members = members
    self.rotationMinutes = rotationMinutes
  }
}

/// What a device shows as long as it has one link address.
final class Appearance: Sendable {
  let member: Int
  let mac: MACAddress
  let address: IPAddress
  let hasPrivateMAC: Bool
  /// The device; its id and its times are the watch's.
  let device: Device
  /// As the fold would write them, the strongest first.
  let identities: [String]
  /// What a watch remembers of it.
  let facts: [Fact]
  /// The key of its DHCP client, which no source hears yet.
  let dhcpClient: String?

  /// What the member shows with its first, second, … link address.
  init(_ member: YearMember, generation: Int) {
    let number = member.number
    self.member = number
    hasPrivateMAC = member.hasPrivateMAC
    let prefix: UInt64 = member.hasPrivateMAC ? 0xDA_1132 : 0x00_1132
    let mac = MACAddress(rawValue: prefix << 24 | UInt64(generation) << 8 | UInt64(number))
    self.mac = mac
    // With another link address it gets another lease.
    let last = member.kind == .router ? 1 : 10 + number + (generation % 2 == 1 ? 100 : 0)
    let ip = IPAddress.v4(IPv4Address(192, 168, 1, UInt8(last)))
    address = ip
    let host = member.rotation == .nothing ? "iphone.local" : member.label + ".local"
    let macIdentity = "mac-" + mac.description.filter { $0 != ":" }
    var identities = member.hasPrivateMAC ? [] : [macIdentity]
    var facts = [Fact.linkAddress(mac)]
    var evidence = Evidence()
    evidence.mac = mac
    evidence.hostname = host
    var dhcpClient: String?
    switch member.rotation {
    case .statedID?:
      let id = "A0:B1:C2:D3:E4:\(10 + number)"
      evidence.services = [
        ServiceInstance(
          type: "_airplay._tcp",
          name: member.label,
          host: host,
          port: 7000,
          txt: ["deviceid": .text(id)]
        )
      ]
      identities.append("id-a0b1c2d3e4\(10 + number)")
    case .sharedKey?:
      let key = "\(100 + number)abcdef0123456789abcdef01"
      facts.append(.identity(.sshKey, key))
      identities.append("id-\(key.prefix(16))")
    case .dhcpClient?: dhcpClient = "dhcp:01a2b3c4d5\(10 + number)"
    case .name?, .nothing?, nil: break
    }
    if member.kind == .router {
      let udn = "2f402f80-da50-11e1-9b23-0000\(10 + number)\(10 + generation)"
      evidence.ssdp = [
        SSDPAnnouncement(
          target: "upnp:rootdevice",
          usn: "uuid:\(udn)::upnp:rootdevice"
        )
      ]
      identities.append("id-router\(generation)")
    }
    if member.hasPrivateMAC { identities.append(macIdentity) }
    if member.rotation != .nothing { identities.append("name-\(member.label.lowercased())") }
    identities.append("ip-\(ip)")
    self.identities = identities
    self.facts = facts
    self.dhcpClient = dhcpClient
    let epoch = Timestamp(milliseconds: 0)
    device = Device(
      id: identities[0],
      isGateway: member.kind == .router,
      ip: ip,
      addresses: [ip],
      hostname: host,
      firstSeen: epoch,
      lastSeen: epoch,
      discoveredBy: [.icmp, .neighbours],
      evidence: evidence,
      verdict: Verdict(
        name: member.rotation == .nothing ? "iPhone" : member.label,
        category: member.kind.category,
        vendor: member.kind == .phone ? "Apple" : nil,
        confidence: 0.9
      )
    )
  }
}
