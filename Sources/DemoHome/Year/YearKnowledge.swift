import Discovery
import Home
import Identification
import Model
import Wire

/// What a watch knows of a device of the year when the year ends.
struct YearKnowledge {
  var observations: [Observation]
  /// What it is known by, the strongest first.
  var identities: [String]
  /// What is shown of it, as far as it is known before the device is probed.
  var profile: DeviceProfile
  /// What it calls itself, whatever the user calls it.
  var ownName: String?

  /// What some devices tell only where they are asked, by label.
  private static let asked: [String: (name: String?, category: Category?, model: String?)] = [
    "FRITZ!Box 7590": ("FRITZ!Box 7590", nil, nil),
    "HP OfficeJet": ("HP OfficeJet Pro 8020 series", nil, nil),
    "Shelly plug": (nil, nil, "Shelly Plug S (SHPLG-S)"),
    "Xiaomi vacuum": (nil, .smartHome, nil),
  ]

  /// Ports of servers that a scan asks beyond the usual ones.
  private static let serverPorts: Set<UInt16> = [25, 8554, 8883]
  /// The first port that an ordinary user may bind: lower ones are missing on loopback.
  private static let firstUserPort: UInt16 = 1024

  /// The knowledge of that device in a slot, which the user has marked so, last seen at that moment;
  /// `nil` where it says nothing.
  init?(
    of member: YearDevice,
    slot: Int,
    marks: Annotations,
    seen time: Timestamp,
    hasLinkAddresses: Bool,
    _ identifier: Identifier
  ) {
    observations = member.device.observations(at: time, hasLinkAddress: hasLinkAddresses) { port in
      (ScanPorts.contains(port) || Self.serverPorts.contains(port))
        && (hasLinkAddresses || port >= Self.firstUserPort)
    }
    if member.isSelf { observations = member.device.ownObservations(at: time) }
    var fold = DeviceFold(identifier: identifier)
    for observation in observations { fold.insert(observation) }
    guard let made = fold.recognisableDevices().first, let id = made.identities.first else {
      return nil
    }
    identities = made.identities
    var device = made.device
    device.id = id
    device.isSelf = member.isSelf
    device.isGateway = member.device.isRouter
    profile = DeviceProfile(
      InventoryDevice(device, marks: marks, slot: slot),
      remembering: observations
    )
    // What it says of itself where it is asked.
    let asked = Self.asked[member.device.label]
    ownName = asked?.name ?? member.device.shownName ?? device.verdict.name
    profile.model = asked?.model ?? profile.model
    if marks.category == nil { profile.category = asked?.category ?? profile.category }
    if marks.name == nil { profile.name = ownName }
    if member.isSelf {
      ownName = member.device.label
      profile.name = ownName
      profile.category = member.device.category
    } else if hasLinkAddresses {
      profile.link = member.device.medium
    }
  }
}

extension SimulatedDevice {
  /// What a scan learns of it without asking its services.
  fileprivate func observations(
    at time: Timestamp,
    hasLinkAddress: Bool,
    asks isAsked: (UInt16) -> Bool
  ) -> [Observation] {
    let subject = IPAddress.v4(address)
    var all: [Observation] = []
    func observe(_ source: Source, _ fact: Fact) {
      all.append(Observation(time: time, source: source, subject: subject, fact: fact))
    }
    if hasLinkAddress { observe(.neighbours, .linkAddress(mac)) }
    observe(.neighbours, .answered(rttMs: nil))
    if let mdnsHost { observe(.mdns, .name(mdnsHost)) }
    if let dnsName { observe(.dns, .name(dnsName)) }
    for service in services {
      guard let service = found(service) else { continue }
      observe(.mdns, .service(service))
    }
    for announcement in ssdp {
      var announcement = announcement
      announcement.location = announcement.location?
        .replacing("{address}", with: address.description)
      observe(.ssdp, .ssdp(announcement))
    }
    if let netbios {
      observe(.netbios, .netbios(netbios))
      if let name = netbios.names.first { observe(.netbios, .name(name.uppercased())) }
    }
    if behaviour != .stealthy {
      for listener in listeners where isAsked(listener.port) {
        observe(.tcp, .port(listener.port, .tcp, .open))
      }
    }
    return all
  }

  /// What the machine that watches knows of itself.
  fileprivate func ownObservations(at time: Timestamp) -> [Observation] {
    [Fact.linkAddress(mac), .name(label)].map { fact in
      Observation(time: time, source: .interface, subject: .v4(address), fact: fact)
    }
  }

  /// A service as it is found: one of another host never is, and what tells the model has no port.
  private func found(_ service: ServiceInstance) -> ServiceInstance? {
    guard let mdnsHost, service.host == nil || service.host == mdnsHost else { return nil }
    var service = service
    let isModel = service.type == "_device-info._tcp"
    service.host = isModel ? nil : mdnsHost
    service.port = isModel ? nil : service.port ?? 9
    return service
  }

  /// By what it is connected.
  fileprivate var medium: Link.Medium {
    switch reach {
    case .cable, .link: .wired
    case .radio: .wifi
    case .tunnel: .remote
    }
  }
}
