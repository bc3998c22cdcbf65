import Discovery
import Identification
import Model

extension Observation {
  /// Whether a device that was asked what it is says by this that it may be something else by now: a
  /// new or changed service or announcement, another name, a port that opened or closed.
  ///
  /// What it answers is no news, only what it says by itself, and what the sweep tells of ports.
  /// Addresses need no looking at: a new IPv4 address is asked anyhow, and IPv6 addresses come and go
  /// each day (RFC 8981).
  func isNews(to memory: DeviceMemory) -> Bool {
    switch (source, fact) {
    case (.mdns, .service(let said)):
      let key = ServiceKey(said)
      let known = memory.services.first { ServiceKey($0) == key }
      return known.map { said.differs(from: $0) } ?? true
    case (.mdns, .hostAddress(let host, _)):
      let label = String(host.prefix { $0 != "." })
      // Browsers make up such names for each page that they show.
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
  /// The services that it offers by mDNS.
  var services: [ServiceInstance] {
    observations.compactMap { observation in
      if case .service(let service) = observation.fact, observation.source == .mdns {
        service
      } else {
        nil
      }
    }
  }

  /// What its host is called by mDNS, in lower case.
  fileprivate var hosts: Set<String> {
    Set(
      observations.compactMap { observation in
        if case .hostAddress(let host, _) = observation.fact { host.lowercased() } else { nil }
      }
    )
  }

  /// Forgets services that are withdrawn.
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
  /// Whether it says something else than before, as far as both are complete.
  fileprivate func differs(from other: ServiceInstance) -> Bool {
    if let port, let before = other.port, port != before { return true }
    // A record that has yet to come is nothing that is gone.
    guard !txt.isEmpty, !other.txt.isEmpty else { return false }
    return telling != other.telling
  }

  /// The attributes that say what a device is, rather than what it does just now.
  private var telling: [String: TXTValue] { txt.filter { !Self.restless.contains($0.key) } }

  /// Keys whose values change while a device is used: what it plays, how loud, who else is in its
  /// group, counters and random numbers.
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
