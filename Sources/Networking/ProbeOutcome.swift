public import Model

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
  case refusedByPolicy(Message)
  /// Any other error number.
  case system(errno: Int32, call: String)

  /// Whether trying again soon can help.
  public var isTransient: Bool { self == .noDescriptors || self == .noBuffers }
}

extension LocalFailure {
  /// The port is one of a printer that prints what arrives.
  package static func printingPort(_ port: UInt16) -> LocalFailure {
    .refusedByPolicy(Message(.failurePrintingPort, ["port": "\(port)"]))
  }

  /// The failure as a message.
  package var message: Message {
    switch self {
    case .noDescriptors: Message(.failureNoDescriptors)
    case .noBuffers: Message(.failureNoBuffers)
    case .addressUnavailable: Message(.failureAddressUnavailable)
    case .notPermitted: Message(.failureNotPermitted)
    case .interfaceDown: Message(.failureInterfaceDown)
    case .refusedByPolicy(let reason): reason
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
  static let failurePublicAddress = MessageTemplate(
    "failure.public_address",
    "{address} is a public address"
  )
  static let failureNoDevice = MessageTemplate(
    "failure.no_device_address",
    "{address} is not an address that a device can have"
  )
  static let failurePrintingPort = MessageTemplate(
    "failure.printing_port",
    "nothing is sent to port {port}: what arrives there gets printed"
  )
  package static let failureExcluded = MessageTemplate("failure.excluded", "excluded from the scan")
  static let failureSystem = MessageTemplate("failure.system", "{call} failed (error {errno})")
}
