import Networking
internal import Wire

/// This machine's own addresses, looked up again every few seconds.
///
/// What is sent to them goes over `lo`, whatever interface they belong to, so sockets for them must
/// not be confined to one.
struct OwnAddresses {
  private var addresses: Set<RawAddress> = []
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
            interface.ipv4.map { RawAddress.v4($0.address) }
              + interface.ipv6.map { RawAddress.v6($0.address) }
          }
        )
      }
    }
    return switch address {
    case .v4(let v4): addresses.contains(.v4(v4))
    case .v6(let v6, _): addresses.contains(.v6(v6))
    }
  }
}
