internal import Glibc
package import Networking

/// A system call that failed: which, and with what number.
package struct SystemError: Error, Hashable {
  /// The `errno` value.
  package let number: Int32
  /// The call's name.
  package let call: String

  /// The number that the call left.
  package init(number: Int32, call: String) {
    self.number = number
    self.call = call
  }
}

/// Runs a system call, again where a signal interrupted it: the one place that reads `errno`.
@discardableResult
@inline(__always)
package func systemCall<Result: FixedWidthInteger & SignedInteger>(
  _ call: StaticString,
  _ body: () -> Result
) throws(SystemError) -> Result {
  while true {
    let result = body()
    if result >= 0 { return result }
    let number = errno
    if number != EINTR { throw SystemError(number: number, call: "\(call)") }
  }
}

extension SystemError {
  /// What the number means where it is this machine's own fault.
  package var localFailure: LocalFailure {
    switch number {
    case EMFILE, ENFILE: .noDescriptors
    case ENOBUFS, EAGAIN, ENOMEM: .noBuffers
    case EADDRINUSE, EADDRNOTAVAIL: .addressUnavailable
    case EPERM, EACCES: .notPermitted
    case ENETDOWN, ENODEV, ENXIO: .interfaceDown
    default: .system(errno: number, call: call)
    }
  }

  /// How a probe ended that met this number after `rtt`.
  ///
  /// A connect's *no* and the network's *no* arrive as numbers too; what is left is our own failure.
  ///
  /// - Parameters:
  ///   - rtt: How long it took.
  ///   - isHeard: Whether the socket told of it after the call had gone well, so that an ICMP message
  ///     may have brought it.
  /// - Returns: Whose failure it is, and which.
  func probeOutcome(rtt: Duration, isHeard: Bool = false) -> ProbeOutcome {
    switch number {
    case ECONNREFUSED: .refused(rtt: rtt)
    // Only a connection that was there is reset; one that is refused says so (Linux' tcp_reset).
    case ECONNRESET: .open(rtt: rtt)
    case ETIMEDOUT: .timedOut
    case EHOSTUNREACH, EHOSTDOWN: .unreachable(.host)
    case ENETUNREACH: .unreachable(.noRoute)
    default:
      switch isHeard ? refusalOfOthers : nil {
      case .prohibited?: .unreachable(.prohibited)
      case .unreachable?: .unreachable(.host)
      case nil: .localFailure(localFailure)
      }
    }
  }

  /// What others may say by ICMP.
  package enum RefusalOfOthers: Hashable {
    /// A filter or a route of somebody's forbids it.
    case prohibited
    /// It can't be reached, or not like this.
    case unreachable
  }

  /// What the number means on a socket that has sent something, where an ICMP message may have brought
  /// it; `nil` for a number that only this machine makes, EPERM of its own filter too.
  ///
  /// Linux' `icmp_err_convert` in net/ipv4/icmp.c and `icmpv6_err_convert` in net/ipv6/icmp.c.
  package var refusalOfOthers: RefusalOfOthers? {
    switch number {
    case EACCES: .prohibited
    case ENETUNREACH, EHOSTUNREACH, EHOSTDOWN, ENONET, EPROTO, ENOPROTOOPT, EOPNOTSUPP: .unreachable
    default: nil
    }
  }

  /// Whether the call would have had to wait.
  package var wouldBlock: Bool { number == EAGAIN || number == EWOULDBLOCK }
}
