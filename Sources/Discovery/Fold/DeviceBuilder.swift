import Identification
import Model
import Wire

/// Makes one device of the records of its addresses.
struct DeviceBuilder {
  private var records: [(address: IPAddress, record: AddressRecord)] = []
  private var stated: Set<StatedIdentity> = []
  private var services: [ServiceKey: ServiceRecord] = [:]
  private var hostNames: Set<String> = []
  private var elsewhere: Set<IPAddress> = []

  /// Adds one of the device's addresses; call in ascending order.
  mutating func add(_ address: IPAddress, _ record: AddressRecord, stated: Set<StatedIdentity>) {
    records.append((address, record))
    self.stated.formUnion(stated)
  }

  /// Adds a service.
  mutating func add(_ key: ServiceKey, _ service: ServiceRecord) {
    services[key, default: ServiceRecord()].merge(service)
  }

  /// Adds a host name, and the silent addresses that are claimed for it.
  mutating func add(host: String, elsewhere: [IPAddress]) {
    hostNames.insert(host)
    self.elsewhere.formUnion(elsewhere)
  }

  /// The device; a verdict is made anew only where the evidence differs from the previous device's.
  func device(
    members: [IPAddress],
    previous: BuiltDevice?,
    _ identifier: Identifier
  ) -> BuiltDevice {
    let seen = records.filter(\.record.isSeen)
    let primary = seen.isEmpty ? members : seen.map(\.address)
    let ip = Self.main(of: primary) ?? .v4(.any)
    let claimed = elsewhere.union(members).subtracting(primary)
    let evidence = evidence(at: ip)
    let (verdict, statement) =
      if let previous, previous.device.evidence == evidence {
        (previous.device.verdict, previous.linkStatement)
      } else {
        identifier.verdictAndLink(for: evidence)
      }
    let times =
      seen.isEmpty
      ? records.compactMap(\.record.rememberedAt) : seen.compactMap(\.record.seen)
    let device = Device(
      id: "",
      isSelf: records.contains { $0.record.isOwn },
      isGateway: evidence.isGateway,
      ip: ip,
      addresses: primary.sorted() + claimed.sorted(),
      state: seen.isEmpty ? .unconfirmed : .present,
      hostname: evidence.hostname,
      ports: openPorts,
      latencyMs: leastRoundTrip(at: ip),
      link: link(at: ip, evidence, verdict, statement),
      firstSeen: times.map(\.lowerBound).min() ?? Timestamp(milliseconds: 0),
      lastSeen: times.map(\.upperBound).max() ?? Timestamp(milliseconds: 0),
      discoveredBy: sources,
      evidence: evidence,
      verdict: verdict
    )
    let identities = DeviceIdentifiers.identities(
      mac: evidence.mac,
      stated: stated,
      name: verdict.name,
      category: verdict.category,
      ip: ip
    )
    return BuiltDevice(
      members: members,
      device: device,
      identities: identities,
      linkStatement: statement,
      proven: records.filter { $0.record.proven != nil }.map(\.address)
    )
  }

  /// The lowest IPv4 address, else a global or unique-local IPv6 address, else a link-local one.
  private static func main(of addresses: [IPAddress]) -> IPAddress? {
    addresses.filter { $0.v4 != nil }.min()
      ?? addresses.filter { $0.scope != .linkLocal }.min()
      ?? addresses.min()
  }

  /// The least round trip: of the series that tells the link, else of any answer.
  ///
  /// Latency and link then agree for one device. The time of a single answer is less exact: that of
  /// a neighbour table entry is measured from outside.
  private func leastRoundTrip(at ip: IPAddress) -> Double? {
    if let least = roundTrips(at: ip)?.min() { return least }
    let single = records.compactMap(\.record.rttMs)
    let series = records.flatMap {
      $0.record.answers.roundTrips.values.compactMap { $0.value.min() }
    }
    return (single + series).min()
  }

  /// A series of round trips, long enough to tell the link: to the main address, else to any other.
  private func roundTrips(at ip: IPAddress) -> [Double]? {
    let main = records.filter { $0.address == ip } + records.filter { $0.address != ip }
    // Echoes are spread over a second and preferred; connects come in one burst.
    let measured = main.flatMap { entry in
      [Source.icmp, .tcp].compactMap { entry.record.answers.roundTrips[$0]?.value }
    }
    return measured.first { $0.count >= LinkInference.least }
  }

  /// How the device is connected: as it states, else as its round trips suggest.
  private func link(
    at ip: IPAddress,
    _ evidence: Evidence,
    _ verdict: Verdict,
    _ statement: LinkStatement?
  ) -> Link? {
    guard !records.contains(where: { $0.record.isOwn }) else { return nil }
    if let statement { return LinkInference.link(stated: statement) }
    guard let times = roundTrips(at: ip) else { return nil }
    return LinkInference.link(
      roundTrips: times,
      isNeighbour: evidence.mac != nil,
      sockets: LinkInference.sockets(of: verdict, mac: evidence.mac)
    )
  }

  private func evidence(at ip: IPAddress) -> Evidence {
    var evidence = Evidence()
    evidence.ip = ip
    evidence.isGateway = records.contains { $0.record.isGateway }
    evidence.mac = mac(at: ip)
    (evidence.hostname, evidence.hostnameSource) = (hostname?.name, hostname?.source)
    evidence.statedNames = statedNames
    evidence.services = services.sorted { $0.key < $1.key }.map { $0.value.instance($0.key) }
    evidence.ssdp = ssdp
    evidence.netbios = records.compactMap(\.record.netbios?.value).first
    evidence.openPorts = openPorts.filter { $0.transport == .tcp }.map(\.port)
    var answers = ProbeAnswers()
    for (_, record) in records { answers.merge(record.answers) }
    answers.fill(&evidence)
    return evidence
  }

  /// The main address's MAC where that is universal, else the lowest universal one, else any.
  private func mac(at ip: IPAddress) -> MACAddress? {
    let main = records.first { $0.address == ip }?.record.mac
    if let main, !main.isLocallyAdministered { return main }
    let all = records.compactMap(\.record.mac)
    return all.filter { !$0.isLocallyAdministered }.min() ?? main ?? all.min()
  }

  /// The names it gave itself for people when it was asked; few, since a device has one name.
  private var statedNames: [StatedName] {
    var names: Set<StatedName> = []
    for (_, record) in records {
      for claim in record.names.keys where Self.isForPeople(claim.source) {
        names.insert(StatedName(claim.name, from: claim.source))
      }
    }
    return Array(names.sorted().prefix(Self.nameLimit))
  }

  private static let nameLimit = 8

  /// Whether names from there are for people to read; others name hosts.
  private static func isForPeople(_ source: Source) -> Bool {
    switch source {
    case .http, .udp, .ssdp, .banner, .snmp: true
    default: false
    }
  }

  /// The most informative name: mDNS before resolvers before others, specific before generic.
  private var hostname: AddressRecord.NameClaim? {
    var candidates = hostNames.map {
      (claim: AddressRecord.NameClaim(name: $0, source: .mdns), rank: 0)
    }
    for (_, record) in records {
      for claim in record.names.keys where !Self.isForPeople(claim.source) {
        let rank =
          switch claim.source {
          case .mdns: 0
          case .dns: 1
          case .dhcp: 2
          default: 3
          }
        candidates.append((claim, rank))
      }
    }
    return candidates.min { left, right in
      let (first, second) = (left.claim.name, right.claim.name)
      return (DeviceName.isGeneric(first) ? 1 : 0, left.rank, -first.utf8.count, left.claim)
        < (DeviceName.isGeneric(second) ? 1 : 0, right.rank, -second.utf8.count, right.claim)
    }?.claim
  }

  private var ssdp: [SSDPAnnouncement] {
    var latest: [AddressRecord.SSDPKey: Latest<SSDPAnnouncement>] = [:]
    for (_, record) in records {
      for (key, said) in record.ssdp
      where latest[key].map({ $0.time < said.time }) ?? true {
        latest[key] = said
      }
    }
    return latest.sorted { $0.key < $1.key }.map(\.value.value)
  }

  private var openPorts: [Device.OpenPort] {
    var open: Set<AddressRecord.PortKey> = []
    for (_, record) in records {
      for (key, state) in record.ports where state.value == .open { open.insert(key) }
    }
    return open.sorted().map { key in
      Device.OpenPort(
        port: key.number,
        transport: key.transport,
        service: PortNames.service(at: key.number, key.transport)
      )
    }
  }

  private var sources: [Source] {
    var all: Set<Source> = hostNames.isEmpty ? [] : [.mdns]
    for (_, record) in records { all.formUnion(record.sources) }
    for service in services.values { all.formUnion(service.sources) }
    return all.sorted()
  }
}
