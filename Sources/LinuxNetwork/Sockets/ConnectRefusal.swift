internal import CShims
internal import Glibc
public import Wire

/// One TCP connect that is made to hear why a host can't be reached.
///
/// ICMPv4's *administratively prohibited* arrives as an error number that it shares with others
/// (`icmp_err_convert` in net/ipv4/icmp.c); only a socket's error queue tells them apart.
public final class ConnectRefusal: Sendable {
  private let descriptor: FileDescriptor

  /// Begins to connect; `nil` where that can't be.
  ///
  /// Call it on a thread of the network namespace that is meant.
  public init?(_ endpoint: Endpoint) {
    let isV4 = endpoint.address.v4 != nil
    do throws(SystemError) {
      descriptor = try FileDescriptor(
        makingSocket: isV4 ? AF_INET : AF_INET6,
        type: SocketType.stream
      )
    } catch {
      return nil
    }
    do throws(SystemError) {
      if isV4 {
        try descriptor.set(SocketLevel.ip, Int32(SHIM_IP_RECVERR), to: Int32(1))
      } else {
        try descriptor.set(SocketLevel.ipv6, Int32(SHIM_IPV6_RECVERR), to: Int32(1))
      }
      try descriptor.connect(to: SocketAddress(endpoint))
    } catch {
      // The kernel goes on by itself.
      guard error.number == EINPROGRESS else { return nil }
    }
  }

  /// Whether a filter forbids it; `nil` while nobody has said anything.
  public func isProhibited() -> Bool? {
    if let said = SocketErrorQueue.next(descriptor) { return said.isProhibition }
    return descriptor.pendingError() == 0 ? nil : false
  }
}
