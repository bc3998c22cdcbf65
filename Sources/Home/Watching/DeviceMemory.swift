import Model
import Wire

/// The observations that made a device, kept over rounds and restarts.
///
/// The latest answer to each query is kept; announcements that are not repeated age out. What a device
/// asked of DHCP stays as long as the address.
struct DeviceMemory: Sendable {
  private(set) var observations: [Observation] = []

  /// Bytes of texts that are kept of one device.
  private static let mostBytes = 96 << 10
  /// How long an announcement is kept after it was last received.
  private static let longestSilence: Int64 = 3 * 24 * 3600 * 1000

  init(_ observations: [Observation] = []) {
    self.observations = Self.compact(observations.prefix(StoredDevice.mostObservations))
  }

  /// The subjects of its observations.
  ///
  /// Claims of addresses (`hostAddress`) prove no ownership.
  var addresses: Set<IPAddress> {
    Set(
      observations.compactMap { observation in
        if case .hostAddress = observation.fact { nil } else { observation.subject }
      }
    )
  }

  func mac(at address: IPAddress) -> MACAddress? {
    for observation in observations where observation.subject == address {
      if case .linkAddress(let mac) = observation.fact { return mac }
    }
    return nil
  }

  /// Adds new observations.
  ///
  /// Since `asked`, if given, the device was probed in full: answers that it didn't repeat are forgotten.
  mutating func merge(_ live: [Observation], askedSince asked: Timestamp?, now: Timestamp) {
    guard !live.isEmpty || asked != nil else { return }
    var replaced: [Topic: Int] = [:]
    var merged: [Observation] = []
    for observation in live {
      guard let topic = Topic(observation) else { continue }
      if let place = replaced[topic] {
        let before = merged[place]
        guard before.time <= observation.time else { continue }
        merged[place] = observation
        merged[place].fact.keepRoundTrip(of: before.fact)
      } else {
        replaced[topic] = merged.count
        merged.append(observation)
      }
    }
    let oldest = Timestamp(milliseconds: now.milliseconds - Self.longestSilence)
    let spoken = Set(merged.compactMap(\.voice))
    for observation in observations {
      guard let topic = Topic(observation) else { continue }
      if let place = replaced[topic] {
        merged[place].fact.keepRoundTrip(of: observation.fact)
        continue
      }
      // A new name replaces the old one, a new service instance the old one.
      if let voice = observation.voice, spoken.contains(voice) { continue }
      if observation.source.isAnswer {
        if let asked, observation.time < asked { continue }
      } else if observation.time < oldest, !observation.isRarelySaid {
        continue
      }
      replaced[topic] = merged.count
      merged.append(observation)
    }
    // Where the device is not any more, what it asked for there says nothing, and would be kept for ever.
    let places = Set(merged.lazy.filter { !$0.isRarelySaid }.compactMap(\.subject))
    merged.removeAll { observation in
      observation.isRarelySaid && observation.time < oldest
        && observation.subject.map { places.contains($0) } != true
    }
    observations = Self.compact(Self.bounded(merged.filter(\.fact.isKept)))
  }

  /// Adds the memory of a merged entry; present observations win.
  mutating func add(_ other: DeviceMemory, now: Timestamp) {
    var both = other
    both.merge(observations, askedSince: nil, now: now)
    self = both
  }

  /// Without spare capacity, since memories are kept for long.
  private static func compact(_ observations: some Collection<Observation>) -> [Observation] {
    observations.map(\.self)
  }

  /// The most telling of too many.
  private static func bounded(_ all: [Observation]) -> [Observation] {
    var bytes = 0
    var kept: [Observation] = []
    // Large ones last.
    let order = all.filter { $0.fact.size <= 4096 } + all.filter { $0.fact.size > 4096 }
    for observation in order where kept.count < StoredDevice.mostObservations {
      let size = observation.fact.size
      guard bytes + size <= mostBytes else { continue }
      bytes += size
      kept.append(observation)
    }
    return kept
  }
}

/// The query that an observation answers: a later answer replaces it.
private struct Topic: Hashable {
  var subject: IPAddress?
  var source: Source
  var words: String

  init?(_ observation: Observation) {
    subject = observation.subject
    source = observation.source
    switch observation.fact {
    case .unresolved, .rememberedLinkAddress, .gateway, .ownAddress, .dhcpServer: return nil
    case .answered: words = "answered"
    case .linkAddress: words = "link"
    case .name(let name): words = "name \(name)"
    case .hostAddress(let host, let address): words = "host \(host) \(address)"
    case .service(let service): words = "service \(service.type) \(service.name)"
    case .ssdp(let said): words = "ssdp \(said.usn) \(said.target)"
    case .netbios: words = "netbios"
    case .http(let answer): words = "http \(answer.port ?? 0) \(answer.path ?? "")"
    case .certificate(let shown): words = "certificate \(shown.port ?? 0)"
    case .banner(let banner): words = "banner \(banner.port ?? 0) \(banner.transport)"
    case .snmp: words = "snmp"
    case .smb: words = "smb"
    case .datagram(let answer): words = "datagram \(answer.port) \(answer.text?.prefix(24) ?? "")"
    case .wsDiscovery: words = "wsd"
    case .description(let location, _): words = "description \(location)"
    case .roundTrips: words = "times"
    case .identity(let kind, let value): words = "identity \(kind.rawValue) \(value)"
    case .system: words = "system"
    case .dhcp: words = "dhcp"
    case .port(let port, let transport, _): words = "port \(port) \(transport.rawValue)"
    }
  }
}

extension Observation {
  /// The group of observations of which a newer packet replaces all older ones; `nil` if each is
  /// kept on its own.
  fileprivate var voice: String? {
    let who = "\(subject?.description ?? "") \(source.rawValue)"
    switch fact {
    // A request without a name takes the name back.
    case .name, .dhcp: return "name \(who)"
    case .service(let service): return "service \(who) \(service.type) \(service.host ?? "")"
    default: return nil
    }
  }

  /// Whether it is said only when a device joins: leases are renewed by unicast, which nobody else
  /// receives.
  fileprivate var isRarelySaid: Bool { source == .dhcp }
}

extension Fact {
  /// Of two answers the shorter round trip counts.
  fileprivate mutating func keepRoundTrip(of other: Fact) {
    guard case .answered(let own) = self, case .answered(let before?) = other else { return }
    self = .answered(rttMs: min(own ?? before, before))
  }

  /// Whether it is kept, rather than only replacing another one.
  fileprivate var isKept: Bool {
    if case .port(_, _, let state) = self { state == .open } else { true }
  }
}

extension Source {
  /// Whether the source reports answers to its own queries only.
  fileprivate var isAnswer: Bool {
    switch self {
    case .tcp, .http, .tls, .banner, .snmp, .smb: true
    // Makers' protocols are also asked of everybody at once, beside a device's own questions.
    default: false
    }
  }
}
