internal import Glibc
import Networking
public import Wire

/// What this machine's own routing table says of an address.
///
/// Asking it sends nothing.
public enum OwnRoute {
  /// Whether the table itself answers with this error number, so that nobody else's word is needed to
  /// explain it: no route (ENETUNREACH), or one that forbids (EACCES).
  ///
  /// Where it can't be asked, for want of descriptors, it refuses nothing.
  ///
  /// Connecting a datagram socket looks the route up and does nothing else (connect(2)). Call it on a
  /// thread of the network namespace that is meant.
  public static func refuses(_ endpoint: Endpoint, with number: Int32) -> Bool {
    refusal(of: endpoint) == number
  }

  /// Whether any route leads to the Internet, by either family, as far as that can be asked.
  public static var leadsOut: Bool {
    outside.contains { refusal(of: Endpoint($0, port: 53)) == nil }
  }

  /// Two of the root name servers' addresses (a.root-servers.net), which are never asked here.
  static let outside = ["198.41.0.4", "2001:503:ba3e::2:30"].compactMap { IPAddress($0) }

  /// Whether the table itself says that nothing leads there.
  static func isMissing(to address: IPAddress) -> Bool {
    switch refusal(of: Endpoint(address, port: 53)) {
    // Of the unreachable, prohibit and throw kinds of routes too (ip-route(8)), and of links and
    // addresses that are missing.
    case ENETUNREACH?, EHOSTUNREACH?, EACCES?, ENETDOWN?, EADDRNOTAVAIL?: true
    default: false
    }
  }

  /// The error number that the table answers with; `nil` where there is a route.
  private static func refusal(of endpoint: Endpoint) -> Int32? {
    do throws(SystemError) {
      let isV4 = endpoint.address.v4 != nil
      let socket = try FileDescriptor(
        makingSocket: isV4 ? AF_INET : AF_INET6,
        type: SocketType.datagram
      )
      try socket.connect(to: SocketAddress(endpoint))
      return nil
    } catch {
      return error.localFailure == .noDescriptors ? nil : error.number
    }
  }
}
