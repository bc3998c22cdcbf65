import Networking
import Wire

/// Who is being asked right now, by the connects and exchanges that are under way.
struct HostWork: Sendable {
  private struct Errand: Sendable {
    var host: IPAddress
    /// Whether the connection is kept once it is there.
    var keeps: Bool
  }

  private var errands: [Ticket: Errand] = [:]
  private var counts: [IPAddress: Int] = [:]

  /// Notes what a source asks for; what changes is to be told.
  mutating func note(_ request: NetworkRequest) -> [ScanOutput] {
    switch request {
    case .connect(let ticket, let probe), .exchange(let ticket, let probe, _):
      guard probe.purpose.asksHosts else { return [] }
      let ended = end(ticket)
      let host = probe.target.address
      errands[ticket] = Errand(host: host, keeps: probe.keepsOpen != nil)
      counts[host, default: 0] += 1
      return ended + (counts[host] == 1 ? [.asking(host, true)] : [])
    case .cancel(let ticket):
      return end(ticket)
    default:
      return []
    }
  }

  /// Notes how it ended.
  mutating func note(_ event: NetworkEvent) -> [ScanOutput] {
    switch event {
    case .probed(let ticket, _, .open) where errands[ticket]?.keeps == true: []
    case .probed(let ticket, _, _), .closed(let ticket, _): end(ticket)
    default: []
    }
  }

  private mutating func end(_ ticket: Ticket) -> [ScanOutput] {
    guard let errand = errands.removeValue(forKey: ticket) else { return [] }
    let left = counts[errand.host, default: 1] - 1
    counts[errand.host] = left > 0 ? left : nil
    return left > 0 ? [] : [.asking(errand.host, false)]
  }
}

extension Purpose {
  /// Whether it asks one device what it is, rather than whether anybody is there.
  fileprivate var asksHosts: Bool {
    switch self {
    case .ports, .http, .banner, .snmp, .smb, .maker: true
    case .sweep, .arp, .echo, .mdns, .ssdp, .netbios, .reverseDNS, .wsDiscovery, .latency,
      .path:
      false
    }
  }
}
