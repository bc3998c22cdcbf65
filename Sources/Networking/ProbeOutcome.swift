package import Model

/// How asking one port ended.
///
/// The five are never mixed: silence is not refusal, and a local failure says nothing of the
/// device.
public enum ProbeOutcome: Hashable, Sendable {
  /// The port accepted or answered, after this round trip.
  case open(rtt: Duration)
  /// The host refused (RST, ICMP port unreachable): it is alive.
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

extension LocalFailure {
  /// The failure as a message.
  package var message: Message {
    switch self {
    case .noDescriptors: Message(.failureNoDescriptors)
    case .noBuffers: Message(.failureNoBuffers)
    case .addressUnavailable: Message(.failureAddressUnavailable)
    case .notPermitted: Message(.failureNotPermitted)
    case .interfaceDown: Message(.failureInterfaceDown)
    case .refusedByPolicy(let reason): .verbatim(reason)
    // ENETUNREACH: the routing table itself has nothing for it.
    case .system(errno: 101, _): Message(.failureNoRoute)
    // EMSGSIZE.
    case .system(errno: 90, _): Message(.failureTooBig)
    case .system(let errno, let call):
      Message(.failureSystem, ["call": .text(call), "errno": .count(errno)])
    }
  }

  /// The failure in words.
  public var words: String { message.text }
}

/// Faults of this machine's own.
extension MessageTemplate {
  static let failureNoDescriptors = MessageTemplate(
    "failure.no_descriptors",
    "out of file descriptors; raise the limit with ulimit -n"
  )
  static let failureNoBuffers = MessageTemplate(
    "failure.no_buffers",
    "the kernel's buffers or its neighbour table are full"
  )
  static let failureAddressUnavailable = MessageTemplate(
    "failure.address_unavailable",
    "no free local address or port"
  )
  static let failureNotPermitted = MessageTemplate("failure.not_permitted", "not permitted")
  static let failureInterfaceDown = MessageTemplate(
    "failure.interface_down",
    "the interface is down or gone"
  )
  static let failureNoRoute = MessageTemplate("failure.no_route", "there is no route to it")
  static let failureTooBig = MessageTemplate(
    "failure.too_big",
    "the packet is too big for the link"
  )
  static let failureSystem = MessageTemplate("failure.system", "{call} failed (error {errno})")
}
