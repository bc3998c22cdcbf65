import Identification
import Model
import Wire

/// What the scan's facts say about each host, for probes.
///
/// Simpler than the inventory's fold: nothing is verified or merged.
struct HostKnowledge: Sendable {
  /// What says who made a host, and whether it is still unknown.
  let identifier: Identifier
  private(set) var hosts: [IPAddress: ProbedHost] = [:]
  /// Addresses by mDNS host name, in lower case.
  private var addresses: [String: Set<IPAddress>] = [:]
  /// Services by host name: its address may become known later.
  private var services: [String: [ServiceInstance]] = [:]

  /// Hosts beyond this number are not probed.
  private static let hostLimit = 4096
  /// Entries kept of each of a host's lists.
  fileprivate static let listLimit = 64

  init(identifier: Identifier) {
    self.identifier = identifier
  }

  /// Adds a host that answered.
  mutating func note(_ address: IPAddress, interface: UInt32) {
    guard hosts[address] == nil, hosts.count < Self.hostLimit else { return }
    var evidence = Evidence()
    evidence.ip = address
    hosts[address] = ProbedHost(address: address, interface: interface, evidence: evidence)
    for (name, claimed) in addresses where claimed.contains(address) {
      addServices(of: name, to: address)
    }
  }

  /// Adds a fact; returns the hosts it adds to.
  mutating func learn(_ fact: Fact, about subject: IPAddress?) -> [IPAddress] {
    switch (fact, subject) {
    case (.hostAddress(let host, let address), _):
      let name = host.lowercased()
      addresses[name, default: []].insert(address)
      guard hosts[address] != nil else { return [] }
      if hosts[address]?.evidence.hostname == nil {
        hosts[address]?.evidence.hostname = host
        hosts[address]?.gathered = nil
      }
      addServices(of: name, to: address)
      return [address]
    case (.service(let service), nil):
      guard let name = service.host?.lowercased() else { return [] }
      services[name, default: []].add(service, limit: Self.listLimit)
      let known = (addresses[name] ?? []).filter { hosts[$0] != nil }
      for address in known { hosts[address]?.add(service) }
      return known.sorted()
    case (_, let subject?):
      guard hosts[subject] != nil else { return [] }
      return hosts[subject]?.learn(fact, identifier.vendors) == true ? [subject] : []
    case (_, nil):
      return []
    }
  }

  /// Notes that the first round of questions to a host is over; true where it left it unknown.
  mutating func endFirstRound(of address: IPAddress) -> Bool {
    guard hosts[address]?.isUnknown(by: identifier) == true else { return false }
    hosts[address]?.isUnknownAfterFirstRound = true
    return true
  }

  /// The host with its words gathered once for all probes.
  mutating func host(at address: IPAddress) -> ProbedHost? {
    if hosts[address]?.gathered == nil { hosts[address]?.gatherWords() }
    return hosts[address]
  }

  private mutating func addServices(of name: String, to address: IPAddress) {
    for service in services[name] ?? [] { hosts[address]?.add(service) }
  }
}

extension ProbedHost {
  fileprivate mutating func add(_ service: ServiceInstance) {
    evidence.services.add(service, limit: HostKnowledge.listLimit)
    gathered = nil
  }

  /// Adds a fact about the host; true if it can lead to a question.
  fileprivate mutating func learn(_ fact: Fact, _ vendors: VendorRegistry) -> Bool {
    let limit = HostKnowledge.listLimit
    switch fact {
    case .port, .gateway, .linkAddress, .rememberedLinkAddress: break
    default: gathered = nil
    }
    switch fact {
    case .linkAddress(let mac), .rememberedLinkAddress(let mac):
      evidence.mac = mac
      macVendor = vendors.name(of: mac)?.description
    case .name(let name):
      if evidence.hostname == nil { evidence.hostname = name }
    case .service(let service): add(service)
    case .ssdp(let announcement): evidence.ssdp.add(announcement, limit: limit)
    case .netbios(let identity): evidence.netbios = identity
    case .port(let port, .tcp, .open):
      openPorts.insert(port)
      evidence.openPorts = openPorts.sorted()
    case .gateway: evidence.isGateway = true
    case .http(let answer): evidence.http.add(answer, limit: limit)
    case .certificate(let identity): evidence.tls.add(identity, limit: limit)
    case .banner(let banner): evidence.banners.add(banner, limit: limit)
    case .snmp(let identity): evidence.snmp = identity
    case .smb(let identity): evidence.smb = identity
    case .datagram(let answer): evidence.udp.add(answer, limit: limit)
    case .wsDiscovery(let answer): evidence.wsDiscovery = answer
    case .dhcp(let request): evidence.dhcp = request
    case .description(let location, let text):
      let places = evidence.ssdp.indices.filter { evidence.ssdp[$0].location == location }
      for index in places { evidence.ssdp[index].description = text }
      if places.isEmpty {
        // A description found at its usual location, without an announcement.
        evidence.ssdp.add(
          SSDPAnnouncement(target: "", usn: "", location: location, description: text),
          limit: limit
        )
      }
    case .answered, .unresolved, .hostAddress, .port, .ownAddress, .system, .roundTrips,
      .identity, .dhcpServer:
      return false
    }
    return true
  }
}

extension Array where Element: Equatable {
  /// Appends an element that is missing, up to a limit.
  fileprivate mutating func add(_ element: Element, limit: Int) {
    if count < limit, !contains(element) { append(element) }
  }
}

/// Hosts with facts from earlier scans that this scan has had no reason to probe again.
struct SettledQuestions: Sendable {
  private struct Host: Sendable {
    var facts: [Observation]
    /// Whether its identity is confirmed.
    var isDecided: Bool
    /// Whether a new fact came before its identity was confirmed.
    var hasNews = false
  }

  private var hosts: [IPAddress: Host] = [:]

  /// Adds a host that was probed before, or may have been; true where it was and has new facts.
  mutating func note(_ address: IPAddress, facts: [Observation], isDecided: Bool) -> Bool {
    let hasNews = hosts[address]?.hasNews ?? false
    hosts[address] = Host(facts: facts, isDecided: isDecided, hasNews: hasNews)
    return isDecided && hasNews
  }

  /// Removes an address that belongs to another host now; false where it is unknown.
  mutating func forget(_ address: IPAddress) -> Bool {
    hosts.removeValue(forKey: address) != nil
  }

  /// Whether a fact can lead to a new question.
  mutating func isWorthALook(_ fact: Fact, at address: IPAddress) -> Bool {
    guard let host = hosts[address] else { return true }
    if host.facts.contains(where: { $0.fact == fact }) { return false }
    if !host.isDecided { hosts[address]?.hasNews = true }
    return host.isDecided
  }

  /// A confirmed host's earlier facts; `nil` from the second call on.
  mutating func takeFacts(of address: IPAddress) -> [Observation]? {
    guard let host = hosts[address], host.isDecided else { return nil }
    hosts[address] = nil
    return host.facts
  }
}
