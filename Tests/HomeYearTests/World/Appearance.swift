import Model
import Wire
@testable import Discovery

/// What a device shows as long as it has one link address.
final class Appearance: Sendable {
  let member: Int
  let mac: MACAddress
  let address: IPAddress
  let hasPrivateMAC: Bool
  /// The device; its id and its times are the watch's.
  let device: Device
  /// As the fold writes them, the strongest first.
  let identities: [String]
  /// The same before it was asked what it is.
  let firstIdentities: [String]
  /// What a watch remembers of it.
  let facts: [Fact]

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
    let isNamed = member.rotation != .homeKit || generation % 2 == 0
    let host = isNamed ? member.name + ".local" : nil
    let statement = Statement(member, host: host, generation: generation)
    facts = [.linkAddress(mac)] + statement.facts
    var evidence = Evidence()
    evidence.mac = mac
    evidence.hostname = host
    evidence.services = statement.services
    evidence.ssdp = statement.ssdp
    let verdict = Verdict(
      // What has no name is called by what it is.
      name: isNamed ? member.name : "Apple phone",
      category: member.kind.category,
      vendor: member.vendor,
      model: member.model,
      confidence: 0.9
    )
    let identify = { (stated: Set<StatedIdentity>) in
      DeviceIdentifiers.identities(
        mac: mac,
        stated: stated,
        name: verdict.name,
        category: verdict.category,
        ip: ip
      )
    }
    let identities = identify(statement.identities)
    self.identities = identities
    firstIdentities = identify([])
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
      verdict: verdict
    )
  }

  /// What the fold makes of it that saw it at that time, before or after it was asked what it is.
  func picture(at time: Timestamp, isAsked: Bool) -> RecognisableDevice {
    var device = device
    device.firstSeen = time
    device.lastSeen = time
    if !isAsked {
      device.evidence.services = []
      device.evidence.ssdp = []
    }
    return RecognisableDevice(
      device: device,
      identities: isAsked ? identities : firstIdentities,
      proven: [address]
    )
  }
}

/// What a device says that identifies it.
private struct Statement {
  var services: [ServiceInstance] = []
  var ssdp: [SSDPAnnouncement] = []
  var facts: [Fact] = []
  var identities: Set<StatedIdentity> = []

  init(_ member: YearMember, host: String?, generation: Int) {
    let number = member.number
    switch member.rotation {
    case .airPlay?:
      add("_airplay._tcp", "deviceid", "A0:B1:C2:D3:E4:\(10 + number)", of: member, host)
    case .homeKit?: add("_hap._tcp", "id", "B0:B1:C2:D3:E4:\(10 + number)", of: member, host)
    case .hostKey?: add(hostKey: "\(100 + number)abcdef0123456789abcdef01")
    case .copiedKey?: add(hostKey: "777abcdef0123456789abcdef01")
    case .name?, .nothing?, nil: break
    }
    if member.kind == .router {
      // Another router has another one.
      add(udn: "2f402f80-da50-11e1-9b23-0000\(10 + number)\(10 + generation)")
    }
    if let udn = member.copiedUDN { add(udn: udn) }
  }

  private mutating func add(
    _ type: String,
    _ key: String,
    _ id: String,
    of member: YearMember,
    _ host: String?
  ) {
    let service = ServiceInstance(
      type: type,
      name: host == nil ? type : member.name,
      host: host,
      port: 7000,
      txt: [key: .text(id)]
    )
    services.append(service)
    identities.formUnion(StatedIdentity.stated(by: service))
  }

  private mutating func add(hostKey: String) {
    facts.append(.identity(.sshKey, hostKey))
    if let identity = StatedIdentity(.sshKey, hostKey) { identities.insert(identity) }
  }

  private mutating func add(udn: String) {
    let announcement = SSDPAnnouncement(
      target: "upnp:rootdevice",
      usn: "uuid:\(udn)::upnp:rootdevice"
    )
    ssdp.append(announcement)
    if let identity = StatedIdentity.stated(by: announcement) { identities.insert(identity) }
  }
}
