/// How asking one port ended.
///
/// The five are never mixed: silence is not refusal, and a fault of our own says nothing of the
/// device.
public enum ProbeOutcome: Hashable, Sendable {
  /// Somebody accepted or answered, after this round trip.
  case open(rtt: Duration)
  /// The host said no (RST, ICMP port unreachable): it is alive.
  case refused(rtt: Duration)
  /// Nothing came back in time.
  case timedOut
  /// The network said that the host can't be reached.
  case unreachable(UnreachableReason)
  /// This machine failed before the device could answer.
  case localFailure(LocalFailure)
}

/// Why a router, or the kernel on its behalf, says that a host can't be reached.
public enum UnreachableReason: String, Hashable, Sendable {
  /// No answer to ARP or NDP, or a router's *host unreachable* (EHOSTUNREACH).
  case host
  /// No route to the network (ENETUNREACH).
  case noRoute
  /// A firewall said so (*administratively prohibited*).
  case prohibited
}

/// A fault of this machine's own.
public enum LocalFailure: Error, Hashable, Sendable {
  /// Out of descriptors (EMFILE, ENFILE); transient.
  case noDescriptors
  /// Buffers or the neighbour table are full (ENOBUFS, EAGAIN, ENOMEM); transient.
  case noBuffers
  /// No free local port (EADDRINUSE, EADDRNOTAVAIL).
  case addressUnavailable
  /// The kernel forbids it (EPERM, EACCES).
  case notPermitted
  /// The interface is down or gone (ENETDOWN, ENODEV).
  case interfaceDown
  /// The target is not one that homenet sends to (a printing port, a public address).
  case refusedByPolicy(String)
  /// Any other error number.
  case system(errno: Int32, call: String)

  /// Whether trying again soon can help.
  public var isTransient: Bool { self == .noDescriptors || self == .noBuffers }
}
