public import Model
public import Networking
public import Wire

/// One check of a diagnosis, and its result.
public struct ConnectionStep: Hashable, Sendable {
  /// What is checked, from the nearest to the farthest.
  public enum Kind: String, CaseIterable, Encodable, Sendable {
    /// Interfaces and their carrier.
    case link
    /// This machine's own addresses.
    case address
    /// Duplicates of this machine's or the router's address (RFC 5227).
    case duplicates = "duplicate"
    /// This machine's routing table.
    case routes
    /// The default router.
    case gateway
    /// The DNS resolvers.
    case resolver
    /// The lookup of the target's name.
    case name
    /// The trace to the target.
    case route
    /// The path MTU.
    case mtu
    /// A connection to the target's port.
    case tcp
    /// TLS on that connection.
    case tls
    /// The first bytes of a web page.
    case content

    /// Its place, from the nearest to the farthest.
    var index: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  }

  /// The result of a check.
  public enum State: String, Encodable, Sendable {
    case ok, bad
    /// Tried without a result.
    case unknown
    /// Not needed, or not possible.
    case skipped
  }

  /// What was checked.
  public var kind: Kind
  /// The result.
  public var state: State
  /// The same in a sentence.
  public var message: Message
  /// Input of the verdict; may be set although the step is not bad by itself.
  public var fault: ConnectionFault?
  /// The measurements behind the result.
  public var evidence: [Figure]
  /// How long it took; `nil` where nothing was sent.
  public var took: Duration?

  /// A step's result; its duration is set when the step ends.
  public init(
    _ kind: Kind,
    _ state: State,
    _ message: Message,
    fault: ConnectionFault? = nil,
    evidence: [Figure] = []
  ) {
    self.kind = kind
    self.state = state
    self.message = message
    self.fault = fault
    self.evidence = evidence
  }

  /// A step's result in words that have no code.
  public init(
    _ kind: Kind,
    _ state: State,
    _ words: String,
    fault: ConnectionFault? = nil,
    evidence: [Figure] = []
  ) {
    self.init(kind, state, .verbatim(words), fault: fault, evidence: evidence)
  }

  /// The sentence in English.
  public var words: String { message.text }

  /// A step without a fault.
  static func ok(_ kind: Kind, _ message: Message, _ evidence: [Figure] = []) -> ConnectionStep {
    ConnectionStep(kind, .ok, message, evidence: evidence)
  }

  /// A step that found a fault.
  static func bad(
    _ kind: Kind,
    _ message: Message,
    _ fault: ConnectionFault,
    _ evidence: [Figure] = []
  ) -> ConnectionStep {
    ConnectionStep(kind, .bad, message, fault: fault, evidence: evidence)
  }

  /// A skipped step; `reason` is a machine-readable code.
  static func skipped(_ kind: Kind, _ why: Message, reason: String? = nil) -> ConnectionStep {
    ConnectionStep(kind, .skipped, why, evidence: reason.map { [.text("reason", $0)] } ?? [])
  }

  /// A step that failed locally.
  static func own(_ kind: Kind, _ failure: LocalFailure) -> ConnectionStep {
    ConnectionStep(kind, .unknown, failure.diagnosticMessage, fault: .own(failure, kind))
  }

  /// A step that was cancelled before it had a result.
  static func unfinished(_ kind: Kind) -> ConnectionStep {
    ConnectionStep(kind, .unknown, Message(.diagnoseUnfinished))
  }

  /// A named measurement.
  public struct Figure: Hashable, Sendable {
    /// Its name, such as `rtt_ms`.
    public var name: String
    /// Its value; `nil` if unknown.
    public var value: Value?

    /// A JSON scalar.
    public enum Value: Hashable, Sendable {
      case number(Double)
      case text(String)
      case truth(Bool)
    }

    package init(_ name: String, _ value: Value?) {
      self.name = name
      self.value = value
    }

    package static func text(_ name: String, _ text: String?) -> Figure {
      Figure(name, text.map(Value.text))
    }

    package static func number(_ name: String, _ number: Double?) -> Figure {
      Figure(name, number.map(Value.number))
    }

    static func milliseconds(_ name: String, _ duration: Duration?) -> Figure {
      number(name, duration?.roundedMilliseconds)
    }

    package static func truth(_ name: String, _ truth: Bool?) -> Figure {
      Figure(name, truth.map(Value.truth))
    }
  }
}

/// What a step found to be wrong.
public enum ConnectionFault: Hashable, Sendable {
  /// There is no interface but loopback.
  case noInterface
  /// Every interface is switched off; names the one that should not be.
  case interfaceDown(String)
  /// No cable, or no Wi-Fi network.
  case noCarrier(String)
  /// An interface without an address.
  case noAddress(String)
  /// Only an address that the machine gave itself (RFC 3927): no DHCP server answers.
  case selfAssigned(String, IPAddress)
  /// No default route.
  case noGateway
  /// No default route, but one to somewhere.
  case noDefaultRoute(String)
  /// A static route leads to the target: its prefix and next hop.
  case ownRoute(String, IPAddress)
  /// A static route of type unreachable, blackhole or prohibit covers the target.
  case routeRefuses(String)
  /// Several devices have one address: their MAC addresses, without this machine's own.
  case doubled(IPAddress, [String], isOwn: Bool)
  /// The link to the router loses packets.
  case gatewayLoses(IPAddress, lost: Int, sent: Int)
  /// The router does not even answer ARP or NDP.
  case gatewaySilent(IPAddress)
  /// The system is configured with no resolver.
  case noResolver
  /// None of them answers.
  case resolverSilent([IPAddress])
  /// One answers with an error, as it says.
  case resolverFails(IPAddress, String)
  /// It gives addresses for names that can't exist (NXDOMAIN hijacking).
  case resolverLies(IPAddress)
  /// There is no such name.
  case nameUnknown
  /// The name doesn't resolve for another reason: timeout or REFUSED.
  case nameUnresolved
  /// A public name resolves to a private address: split DNS, or a captive portal.
  case privateAnswer(IPAddress)
  /// No hop after this one answers; `nil` where not even the first does.
  case pathEnds(hop: Int?, IPAddress?)
  /// A router on the path sends ICMP unreachable.
  case pathBlocked(hop: Int, IPAddress, Message)
  /// A routing loop; the trace's sentence.
  case pathLoops(Message)
  /// Packets are lost from a hop on; the trace's sentence.
  case pathLoses(hop: Int, share: Double, Message)
  /// Bigger packets than that are lost without an ICMP error (a path MTU black hole).
  case blackHole(Int)
  /// A router reported this path MTU, smaller than the own link's.
  case smallPath(Int)
  /// The connection is established, and content stops after so many bytes.
  case contentStops(UInt16, Int)
  /// A captive portal demands a sign-in: the host it redirects to, where it names one.
  case portal(String?)
  /// A page was served; a fault only where the name resolved to another server's address.
  case page(isSignIn: Bool)
  /// A page is served in the target's place: an unassigned address serves one as well.
  case pageInPlace(IPAddress, isSignIn: Bool)
  /// The target refuses the ports (RST).
  case refused([UInt16])
  /// The ports give no answer; says whether the host answers ARP or NDP, where that is known.
  case filtered([UInt16], isThere: Bool?)
  /// A filter answers with ICMP administratively prohibited.
  case prohibited([UInt16])
  /// Host unreachable: no device answers ARP or NDP for the address.
  case hostAbsent
  /// No route leads to it.
  case noRoute
  /// A certificate or handshake problem.
  case tls(CertificateReport.Problem.Code, Message)
  /// This machine failed.
  case own(LocalFailure, ConnectionStep.Kind)
}
