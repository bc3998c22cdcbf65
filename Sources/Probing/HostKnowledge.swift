import Identification
import Model
import Wire

/// What is known of every host so far: facts in, the hosts that they are about out.
///
/// Simpler than the fold of the inventory, and enough to decide what to ask: claims are taken at
/// their word, nothing is merged.
struct HostKnowledge: Sendable {
  private(set) var hosts: [IPAddress: ProbedHost] = [:]
  /// Who an mDNS host name is, in lower case.
  private var addresses: [String: Set<IPAddress>] = [:]
  /// The services of hosts whose address may not be known yet.
  private var services: [String: [ServiceInstance]] = [:]

  /// More hosts than that are not asked what they are.
  private static let hostLimit = 4096
  /// Services kept of one host; more is an attack.
  private static let serviceLimit = 64
  /// Entries kept of any other list.
  private static let listLimit = 64

  /// Notes that somebody answered there.
  mutating func note(_ address: IPAddress, interface: UInt32) {
    guard hosts[address] == nil, hosts.count < Self.hostLimit else { return }
    var evidence = Evidence()
    evidence.ip = address
    hosts[address] = ProbedHost(address: address, interface: interface, evidence: evidence)
    for (name, claimed) in addresses where claimed.contains(address) {
      addServices(of: name, to: address)
    }
  }

  /// Takes a fact; returns the hosts of which something new is known.
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
      services[name, default: []].add(service, limit: Self.serviceLimit)
      let known = (addresses[name] ?? []).filter { hosts[$0] != nil }
      for address in known { hosts[address]?.add(service) }
      return known.sorted()
    case (_, let subject?):
      guard hosts[subject] != nil else { return [] }
      return hosts[subject]?.learn(fact, limit: Self.listLimit) == true ? [subject] : []
    case (_, nil):
      return []
    }
  }

  /// The host with its words gathered, so that no probe has to.
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
    evidence.services.add(service, limit: 64)
    gathered = nil
  }

  /// Takes a fact about the host; true where it can lead to a question.
  fileprivate mutating func learn(_ fact: Fact, limit: Int) -> Bool {
    switch fact {
    case .port, .gateway, .linkAddress, .rememberedLinkAddress: break
    default: gathered = nil
    }
    switch fact {
    case .linkAddress(let mac), .rememberedLinkAddress(let mac):
      evidence.mac = mac
      macVendor = VendorRegistry.vendor(of: mac)
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
    case .description(let location, let text):
      let places = evidence.ssdp.indices.filter { evidence.ssdp[$0].location == location }
      for index in places { evidence.ssdp[index].description = text }
      if places.isEmpty {
        // Nobody announced it: it was found where it usually is.
        evidence.ssdp.add(
          SSDPAnnouncement(target: "", usn: "", location: location, description: text),
          limit: limit
        )
      }
    case .answered, .unresolved, .hostAddress, .port, .ownAddress, .system, .roundTrips,
      .identity:
      return false
    }
    return true
  }
}

extension Array where Element: Equatable {
  /// Appends what is not there yet, up to a limit.
  fileprivate mutating func add(_ element: Element, limit: Int) {
    if count < limit, !contains(element) { append(element) }
  }
}
