import Discovery
import Identification
import Model
import Wire

extension Observation {
  /// Whether it contradicts the memory of a probed device: a new service, another name, another port.
  ///
  /// Answers to probes don't count, nor do addresses: a new IPv4 address is probed anyhow, and IPv6
  /// addresses change daily (RFC 8981).
  func isNews(to memory: DeviceMemory) -> Bool {
    switch (source, fact) {
    case (.mdns, .service(let said)):
      let key = ServiceKey(said)
      let known = memory.services.first { ServiceKey($0) == key }
      return known.map { said.differs(from: $0) } ?? true
    case (.mdns, .hostAddress(let host, _)):
      let label = String(host.prefix { $0 != "." })
      // Browsers create such names for each page (WebRTC).
      if DeviceName.isMachineMade(label) { return false }
      return !memory.hosts.contains(host.lowercased())
    case (.dhcp, .name(let name)), (.mdns, .name(let name)):
      return !memory.observations.contains { $0.source == source && $0.fact == .name(name) }
    case (.ssdp, .ssdp(let said)):
      return !memory.observations.contains { known in
        guard case .ssdp(let known) = known.fact else { return false }
        return known.usn == said.usn && known.target == said.target
          && known.server == said.server && known.location == said.location
      }
    case (.wsDiscovery, .wsDiscovery(let said)):
      return !memory.observations.contains { known in
        guard case .wsDiscovery(let known) = known.fact else { return false }
        return known.types == said.types && Set(known.scopes) == Set(said.scopes)
      }
    case (.tcp, .port(let port, .tcp, let state)) where state != .filtered:
      let wasOpen = memory.observations.contains { $0.fact == .port(port, .tcp, .open) }
      return wasOpen != (state == .open)
    default:
      return false
    }
  }
}

extension DeviceMemory {
  var services: [ServiceInstance] {
    observations.compactMap { observation in
      if case .service(let service) = observation.fact, observation.source == .mdns {
        service
      } else {
        nil
      }
    }
  }

  /// Its mDNS host name, in lower case.
  fileprivate var hosts: Set<String> {
    Set(
      observations.compactMap { observation in
        if case .hostAddress(let host, _) = observation.fact { host.lowercased() } else { nil }
      }
    )
  }

  mutating func forget(_ withdrawn: Set<ServiceKey>) {
    self = DeviceMemory(
      observations.filter { observation in
        guard case .service(let service) = observation.fact else { return true }
        return !withdrawn.contains(ServiceKey(service))
      }
    )
  }
}

extension ServiceInstance {
  /// Whether the announcements differ, as far as both are complete.
  fileprivate func differs(from other: ServiceInstance) -> Bool {
    if let port, let before = other.port, port != before { return true }
    // A missing record may still come.
    guard !txt.isEmpty, !other.txt.isEmpty else { return false }
    return telling != other.telling
  }

  /// The attributes that describe the device rather than its present state.
  private var telling: [String: TXTValue] { txt.filter { !Self.restless.contains($0.key) } }

  /// Keys whose values change in use: what is played, volume, group members, counters and random
  /// numbers.
  private static let restless: Set<String> = [
    // AirPlay: status flags, groups and their leaders.
    "flags", "sf", "gid", "igl", "gcgl", "gpn", "pgid", "pgcgl", "tsid", "psgid", "psi", "hgid",
    "hmid",
    // Companion link: addresses that are made anew each quarter of an hour.
    "rpfl", "rpha", "rphn", "rphi", "rpba", "rpad", "rpmrtid",
    // HomeKit: the state's number and the pairing status.
    "s#",
    // Cast: state, what runs, sockets.
    "st", "rs", "nf", "ct", "bs",
    // Thread's border routers: time and state.
    "at", "sb", "pt",
    // Printers' and players' counters.
    "bootseq", "dbid", "seq", "ts", "time", "uptime", "rssi", "nonce", "rand",
  ]
}

extension Observation {
  /// Whether it answers a unicast query to its address.
  ///
  /// Announcements and answers to multicasts can be forged by the thousand, from any sender.
  var confirmsDevice: Bool {
    switch (source, fact) {
    // A frame that was not asked for has no round trip.
    case (.arp, .answered(let rttMs)): rttMs != nil
    // Replies to an all-nodes echo can be forged from any number of addresses. A unicast IPv6 target
    // answers the kernel's NDP first.
    case (.icmp, .answered): subject?.v4 != nil
    case (.icmp, .roundTrips), (.neighbours, .answered), (.tcp, .answered), (.netbios, .answered):
      true
    case (_, .ownAddress): true
    case (.tcp, _), (.http, _), (.tls, _), (.banner, _), (.snmp, _), (.smb, _), (.udp, _):
      fact.provesPresence
    default: false
    }
  }
}
