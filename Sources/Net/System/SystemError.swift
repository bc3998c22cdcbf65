internal import Glibc

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
  func probeOutcome(rtt: Duration) -> ProbeOutcome {
    switch number {
    case ECONNREFUSED, ECONNRESET: .refused(rtt: rtt)
    case ETIMEDOUT: .timedOut
    case EHOSTUNREACH, EHOSTDOWN: .unreachable(.host)
    case ENETUNREACH: .unreachable(.noRoute)
    default: .localFailure(localFailure)
    }
  }

  /// Whether the call would have had to wait.
  package var wouldBlock: Bool { number == EAGAIN || number == EWOULDBLOCK }
}
