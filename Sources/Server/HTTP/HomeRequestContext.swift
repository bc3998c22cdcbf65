import Hummingbird
import Logging
import NIOCore
import Wire

/// What a request brings beside itself: its connection, and who asks.
struct HomeRequestContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  /// The connection that it came by.
  let channel: any Channel
  /// Who asks, as the guard found.
  var visitor = Visitor.nobody

  init(source: ApplicationRequestContextSource) {
    coreContext = .init(source: source)
    channel = source.channel
  }

  /// No larger body is read; the longest note takes 16 kB of UTF-8, escapes three times that.
  var maxUploadSize: Int { 64 << 10 }

  /// Where the connection comes from; `nil` in memory.
  var peer: IPAddress? { channel.remoteAddress.flatMap { IPAddress(of: $0) } }
  /// The address of this machine that it leads to; `nil` in memory.
  var ownAddress: IPAddress? { channel.localAddress.flatMap { IPAddress(of: $0) } }
}

extension IPAddress {
  /// The address of a socket; an IPv4 address that an IPv6 socket shows as `::ffff:…` is one of IPv4.
  init?(of socket: SocketAddress) {
    guard let text = socket.ipAddress, let address = IPAddress(text) else { return nil }
    if case .v6(let v6, _) = address, v6.high == 0, v6.low >> 32 == 0xFFFF {
      self = .v4(IPv4Address(rawValue: UInt32(truncatingIfNeeded: v6.low)))
    } else {
      self = address
    }
  }
}

/// Who asks.
enum Visitor: Hashable, Sendable {
  /// Not known.
  case nobody
  /// Someone at a server that asks for no password.
  case anybody
  /// A browser that gave the password: the digest of its session's secret.
  case session([UInt8])
  /// A script with a token of that name, and its digest: one that took its place is another.
  case token(name: String, digest: [UInt8])

  /// Whether the home is shown.
  var isAllowed: Bool { self != .nobody }
}
