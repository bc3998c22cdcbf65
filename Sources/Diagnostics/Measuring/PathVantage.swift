internal import Networking
internal import Wire

/// Where path probes leave from: tells this machine's own words from a router's.
///
/// Where ARP or NDP finds no neighbour, the kernel itself sends the ICMP error, from its own
/// address.
struct PathVantage: Hashable, Sendable {
  private let interfaces: [Interface]

  /// A machine with those interfaces; without any, no error is taken for its own.
  init(_ interfaces: [Interface] = []) {
    self.interfaces = interfaces
  }

  /// That of the machine that a network is seen from.
  init(of network: any Network) async {
    do throws(LocalFailure) {
      interfaces = try await network.configuration().interfaces
    } catch {
      interfaces = []
    }
  }

  /// Whether an address is this machine's own.
  func isOwn(_ address: IPAddress) -> Bool { interfaces.have(address) }

  /// Why packets to an address can't leave this machine, in its own words.
  func words(_ obstacle: PathObstacle, to target: IPAddress) -> String {
    let asking = target.v4 == nil ? "NDP" : "ARP"
    return switch obstacle {
    case .host where interfaces.reach(target):
      "no device on this network has the address \(target) (no answer to \(asking))"
    case .host: "the first router on the way does not answer (\(asking))"
    case .network: "this machine has no route there"
    case .prohibited: "a filter on this machine forbids it"
    default: obstacle.words
    }
  }
}
