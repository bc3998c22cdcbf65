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

/// Throws what a system call's failure means.
func orLocalFailure<Result>(
  _ body: () throws(SystemError) -> Result
) throws(LocalFailure) -> Result {
  do {
    return try body()
  } catch {
    throw error.localFailure
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

  /// The outcome of a probe that ended with this number after `rtt`.
  ///
  /// Refusals and ICMP errors arrive as numbers too; the rest are local failures.
  ///
  /// - Parameters:
  ///   - rtt: How long it took.
  ///   - isHeard: Whether the socket reported it after a successful call, so that it may come from an
  ///     ICMP message.
  /// - Returns: What the error says of the port or host.
  func probeOutcome(rtt: Duration, isHeard: Bool = false) -> ProbeOutcome {
    switch number {
    case ECONNREFUSED: .refused(rtt: rtt)
    // Only established connections are reset; a refusal has its own number (tcp_reset in
    // net/ipv4/tcp_input.c).
    case ECONNRESET: .open(rtt: rtt)
    case ETIMEDOUT: .timedOut
    case EHOSTUNREACH, EHOSTDOWN: .unreachable(.host)
    case ENETUNREACH: .unreachable(.noRoute)
    default:
      switch isHeard ? icmpRejection : nil {
      case .prohibited?: .unreachable(.prohibited)
      case .unreachable?: .unreachable(.host)
      case nil: .localFailure(localFailure)
      }
    }
  }

  /// What an ICMP error from another host or router means.
  package enum ICMPRejection: Hashable {
    /// A filter or a prohibit route rejects it.
    case prohibited
    /// It can't be reached, or not like this.
    case unreachable
  }

  /// What the number means on a socket that has sent something, if an ICMP message caused it; `nil` for
  /// numbers that only this machine causes, such as EPERM of its own filter.
  ///
  /// Linux' `icmp_err_convert` in net/ipv4/icmp.c and `icmpv6_err_convert` in net/ipv6/icmp.c.
  package var icmpRejection: ICMPRejection? {
    switch number {
    case EACCES: .prohibited
    case ENETUNREACH, EHOSTUNREACH, EHOSTDOWN, ENONET, EPROTO, ENOPROTOOPT, EOPNOTSUPP: .unreachable
    default: nil
    }
  }

  /// Whether the call would have had to wait.
  package var wouldBlock: Bool { number == EAGAIN || number == EWOULDBLOCK }
}
