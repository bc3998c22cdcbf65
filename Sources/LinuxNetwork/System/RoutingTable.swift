internal import Glibc
import Networking
public import Wire

/// Look-ups in this machine's own routing table; nothing is sent.
public enum RoutingTable {
  /// Whether the local table itself gives this error number: no route (ENETUNREACH), or a prohibit
  /// route (EACCES).
  ///
  /// False where the table can't be asked for want of descriptors.
  ///
  /// Connecting a datagram socket looks the route up and does nothing else (connect(2)). Call it on a
  /// thread of the network namespace that is meant.
  public static func refuses(_ endpoint: Endpoint, with number: Int32) -> Bool {
    connectError(of: endpoint) == number
  }

  /// Whether any route leads to the Internet, by either family, as far as that can be asked.
  public static var hasInternetRoute: Bool {
    outside.contains { connectError(of: Endpoint($0, port: 53)) == nil }
  }

  /// Two of the root name servers' addresses (a.root-servers.net), which are never asked here.
  static let outside = ["198.41.0.4", "2001:503:ba3e::2:30"].compactMap { IPAddress($0) }

  /// Whether the table itself says that nothing leads there.
  static func isMissing(to address: IPAddress) -> Bool {
    switch connectError(of: Endpoint(address, port: 53)) {
    // Of the unreachable, prohibit and throw kinds of routes too (ip-route(8)), and of links and
    // addresses that are missing.
    case ENETUNREACH?, EHOSTUNREACH?, EACCES?, ENETDOWN?, EADDRNOTAVAIL?: true
    default: false
    }
  }

  /// The error number that the table answers with; `nil` where there is a route.
  private static func connectError(of endpoint: Endpoint) -> Int32? {
    do throws(SystemError) {
      let isV4 = endpoint.address.v4 != nil
      let socket = try FileDescriptor(isV4: isV4, SocketType.datagram)
      try socket.connect(to: SocketAddress(endpoint))
      return nil
    } catch {
      return error.localFailure == .noDescriptors ? nil : error.number
    }
  }
}

/// This machine's own addresses, looked up again every few seconds.
///
/// What is sent to them goes over `lo`, whatever interface they belong to, so sockets for them must
/// not be confined to one.
struct OwnAddresses {
  private var addresses: Set<IPAddress> = []
  private var readAt: MonotonicTime?

  private static let lifetime = Duration.seconds(5)

  /// Whether the address is this machine's.
  mutating func contains(_ address: IPAddress) -> Bool {
    if address.scope == .loopback { return true }
    let now = SystemClock.now
    if readAt.map({ now - $0 > Self.lifetime }) ?? true {
      readAt = now
      // Where it can't be read the last ones are the best guess.
      if let configuration = try? NetworkConfiguration.read(resolvers: []) {
        addresses = Set(
          configuration.interfaces.flatMap { interface in
            interface.ipv4.map { IPAddress.v4($0.address) }
              + interface.ipv6.map { IPAddress.v6($0.address, zone: nil) }
          }
        )
      }
    }
    return addresses.contains(address.withoutZone)
  }
}
