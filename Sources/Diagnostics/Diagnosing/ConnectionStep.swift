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
  /// The ports give no answer.
  case filtered([UInt16])
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

/// What a diagnosis finds on this machine and its first link.
extension MessageTemplate {
  static let diagnoseLinkNone = MessageTemplate(
    "diagnose.link.none",
    "there is no interface but loopback"
  )
  package static let diagnoseLinkUp = MessageTemplate(
    "diagnose.link.up",
    one: "{interfaces} is up",
    other: "{interfaces} are up"
  )
  static let diagnoseLinkNoCarrier = MessageTemplate(
    "diagnose.link.no_carrier",
    "{interface} is switched on, but has no link"
  )
  static let diagnoseLinkOff = MessageTemplate("diagnose.link.off", "{interface} is switched off")
  static let diagnoseAddressNoLink = MessageTemplate("diagnose.address.no_link", "no link")
  package static let diagnoseAddressOn = MessageTemplate(
    "diagnose.address.on",
    "{address} on {interface}"
  )
  package static let diagnoseAddressOk = MessageTemplate("diagnose.address.ok", "{addresses|, }")
  static let diagnoseAddressMore = MessageTemplate(
    "diagnose.address.more",
    "{addresses|, } and {count} more"
  )
  static let diagnoseAddressSelfAssigned = MessageTemplate(
    "diagnose.address.self_assigned",
    "only {address} on {interface}, which this machine gave itself"
  )
  static let diagnoseAddressNone = MessageTemplate(
    "diagnose.address.none",
    "{interface} has no address"
  )
  static let diagnoseDuplicateNoArp = MessageTemplate(
    "diagnose.duplicate.no_arp",
    "there is no link with ARP and an IPv4 address"
  )
  package static let diagnoseDuplicateNotPermitted = MessageTemplate(
    "diagnose.duplicate.not_permitted",
    "not permitted to ask by ARP (see homenet doctor); no router's MAC changed meanwhile"
  )
  static let diagnoseDuplicateOwn = MessageTemplate(
    "diagnose.duplicate.own",
    "{mac} has this machine's address {address} too"
  )
  static let diagnoseDuplicateTwo = MessageTemplate(
    "diagnose.duplicate.two",
    "{macs} both answer for {address}"
  )
  static let diagnoseDuplicateOk = MessageTemplate(
    "diagnose.duplicate.ok",
    "no two devices have {addresses| or }"
  )
  static let diagnoseRoutesItself = MessageTemplate(
    "diagnose.routes.itself",
    "{address} is this machine's own"
  )
  static let diagnoseRoutesRefuses = MessageTemplate(
    "diagnose.routes.refuses",
    "a route to {route} refuses what takes it"
  )
  static let diagnoseRoutesOwnRoute = MessageTemplate(
    "diagnose.routes.own_route",
    "a route to {route} leads over {router}"
  )
  static let diagnoseRoutesOwnNetwork = MessageTemplate(
    "diagnose.routes.own_network",
    "{address} is on this machine's own network"
  )
  package static let diagnoseRoutesDefault = MessageTemplate(
    "diagnose.routes.default",
    "the default route leads over {router}"
  )
  static let diagnoseRoutesDirect = MessageTemplate(
    "diagnose.routes.direct",
    "the default route leads onto {interface}"
  )
  static let diagnoseRoutesNone = MessageTemplate(
    "diagnose.routes.none",
    "there is no default route"
  )
  static let diagnoseRoutesNoDefault = MessageTemplate(
    "diagnose.routes.no_default",
    "routes lead to {route} alone, there is no default route"
  )
  static let diagnoseRoutesNoDefaultMore = MessageTemplate(
    "diagnose.routes.no_default_more",
    "routes lead to {route} and {count} more alone, there is no default route"
  )
  static let diagnoseGatewayNone = MessageTemplate(
    "diagnose.gateway.none",
    "there is no default route"
  )
  static let diagnoseGatewaySilent = MessageTemplate(
    "diagnose.gateway.silent",
    "{router} doesn't answer"
  )
  static let diagnoseGatewayAbsent = MessageTemplate(
    "diagnose.gateway.absent",
    "{router} doesn't answer, not even ARP or NDP"
  )
  static let diagnoseGatewayOneSilent = MessageTemplate(
    "diagnose.gateway.one_silent",
    "{silent}; {other}"
  )
  static let diagnoseGatewayLoses = MessageTemplate(
    "diagnose.gateway.loses",
    "{router} answers {received} of {sent} echoes"
  )
  package static let diagnoseGatewayOk = MessageTemplate(
    "diagnose.gateway.ok",
    "{router} answers in {rtt_ms}"
  )
  static let diagnoseGatewayNoEchoes = MessageTemplate(
    "diagnose.gateway.no_echoes",
    "{router} is there, though it answers no echoes"
  )
  static let diagnoseGatewayPublic = MessageTemplate(
    "diagnose.gateway.public",
    "{router} is on the Internet, and not asked unless a host is named"
  )
  static let diagnoseGatewayDirect = MessageTemplate("diagnose.gateway.direct", "{ways|; }")
  static let diagnoseGatewaySharedLink = MessageTemplate(
    "diagnose.gateway.shared_link",
    "the default route leads straight onto {interface}, no gateway"
  )
  static let diagnoseGatewayPointToPoint = MessageTemplate(
    "diagnose.gateway.point_to_point",
    "{interface} is a point-to-point link, no gateway"
  )
}

/// What it finds about names.
extension MessageTemplate {
  static let diagnoseResolverNone = MessageTemplate("diagnose.resolver.none", "none is configured")
  static let diagnoseResolverLies = MessageTemplate(
    "diagnose.resolver.lies",
    "{resolver} gives an address for a name that can't exist"
  )
  package static let diagnoseResolverOk = MessageTemplate(
    "diagnose.resolver.ok",
    "{resolver} answers in {rtt_ms}"
  )
  static let diagnoseResolverPartly = MessageTemplate(
    "diagnose.resolver.partly",
    "{resolver} answers in {rtt_ms}, but {silent} doesn't"
  )
  static let diagnoseResolverPublic = MessageTemplate(
    "diagnose.resolver.public",
    "{resolver} is on the Internet, and only asked for the name of a host"
  )
  static let diagnoseResolverFails = MessageTemplate(
    "diagnose.resolver.fails",
    "{resolver} answers {answer}"
  )
  static let diagnoseResolverSilent = MessageTemplate("diagnose.resolver.silent", "{resolvers|; }")
  static let diagnoseResolverNoAnswer = MessageTemplate(
    "diagnose.resolver.no_answer",
    "{resolver}: {reason}"
  )
  static let diagnoseNameAddress = MessageTemplate("diagnose.name.address", "it is an address")
  package static let diagnoseNameOk = MessageTemplate("diagnose.name.ok", "{host} is {address}")
  static let diagnoseNameMore = MessageTemplate(
    "diagnose.name.more",
    "{host} is {address} and {count} more"
  )
  static let diagnoseNameNoSuchName = MessageTemplate(
    "diagnose.name.no_such_name",
    "there is no {host}"
  )
  static let diagnoseNameUnanswered = MessageTemplate(
    "diagnose.name.unanswered",
    "no resolver gives an address of {host}"
  )
}

/// What it finds on the way to the target, and there.
extension MessageTemplate {
  static let diagnoseRouteItself = MessageTemplate(
    "diagnose.route.itself",
    "it is this machine itself"
  )
  static let diagnoseRouteLimitedAll = MessageTemplate(
    "diagnose.route.limited_all",
    "{target} answers, but only so often: asked more slowly, it answers all ({received} of {sent})"
  )
  static let diagnoseRouteLimited = MessageTemplate(
    "diagnose.route.limited",
    "{target} answers, but only so often: asked more slowly, it answers nearly all ({received} of {sent})"
  )
  static let diagnoseMtuItself = MessageTemplate("diagnose.mtu.itself", "it is this machine itself")
  static let diagnoseMtuUnseen = MessageTemplate(
    "diagnose.mtu.unseen",
    "the way to the target is not seen to its end"
  )
  static let diagnoseMtuLate = MessageTemplate(
    "diagnose.mtu.late",
    "it could not be measured in time"
  )
  static let diagnoseTcpNoPort = MessageTemplate("diagnose.tcp.no_port", "there is no port to ask")
  package static let diagnoseTcpOk = MessageTemplate(
    "diagnose.tcp.ok",
    "port {port} accepts in {rtt_ms}"
  )
  static let diagnoseTcpRefused = MessageTemplate(
    "diagnose.tcp.refused",
    one: "port {ports|, }: refused",
    other: "ports {ports|, }: refused"
  )
  static let diagnoseTcpTimedOut = MessageTemplate(
    "diagnose.tcp.timed_out",
    one: "port {ports|, }: no answer",
    other: "ports {ports|, }: no answer"
  )
  static let diagnoseTcpProhibited = MessageTemplate(
    "diagnose.tcp.prohibited",
    one: "port {ports|, }: a filter forbids it",
    other: "ports {ports|, }: a filter forbids it"
  )
  static let diagnoseTcpAbsent = MessageTemplate(
    "diagnose.tcp.absent",
    "no device answers for its address"
  )
  static let diagnoseTcpNoRoute = MessageTemplate(
    "diagnose.tcp.no_route",
    "there is no route to it"
  )
  static let diagnoseTlsOk = MessageTemplate("diagnose.tls.ok", "{parts|, }")
  static let diagnoseTlsGood = MessageTemplate(
    "diagnose.tls.good",
    "the certificate is good for {life_days}"
  )
  static let diagnoseTlsUntrusted = MessageTemplate("diagnose.tls.untrusted", "but not trusted")
  static let diagnoseTlsUnknown = MessageTemplate(
    "diagnose.tls.unknown",
    "nothing is known about it"
  )
  package static let diagnoseTlsOtherPort = MessageTemplate(
    "diagnose.tls.other_port",
    "TLS is not spoken on port {port}"
  )
  static let diagnoseTlsNoConnection = MessageTemplate(
    "diagnose.tls.no_connection",
    "there is no connection"
  )
  static let diagnoseContentPortal = MessageTemplate(
    "diagnose.content.portal",
    "port {port} wants a sign-in first (status 511)"
  )
  static let diagnoseContentRedirect = MessageTemplate(
    "diagnose.content.redirect",
    "port {port} redirects to {host}"
  )
  static let diagnoseContentStops = MessageTemplate(
    "diagnose.content.stops",
    "content stops after {count} bytes"
  )
  static let diagnoseContentPageInPlace = MessageTemplate(
    "diagnose.content.page_in_place",
    "port {port} answers with a page, as it does at {address}, which no host has"
  )
  package static let diagnoseContentOk = MessageTemplate(
    "diagnose.content.ok",
    "port {port} answers with status {status}"
  )
  static let diagnoseContentMoved = MessageTemplate(
    "diagnose.content.moved",
    "port {port} answers with status {status}, a redirect to {host}"
  )
  static let diagnoseContentNothing = MessageTemplate(
    "diagnose.content.nothing",
    "port {port} accepts, but sends nothing"
  )
  static let diagnoseContentForeign = MessageTemplate(
    "diagnose.content.foreign",
    "port {port}: its answer is not HTTP"
  )
  static let diagnoseContentEnded = MessageTemplate(
    "diagnose.content.ended",
    "port {port}: {reason}"
  )
  static let diagnoseContentNoTls = MessageTemplate(
    "diagnose.content.no_tls",
    "this machine can't speak TLS"
  )
  static let diagnoseContentNoConnection = MessageTemplate(
    "diagnose.content.no_connection",
    "there is no connection"
  )
  static let diagnoseContentTlsFails = MessageTemplate(
    "diagnose.content.tls_fails",
    "TLS fails before it"
  )
  static let diagnoseContentOtherPort = MessageTemplate(
    "diagnose.content.other_port",
    "port {port} is not a web server's"
  )
}

/// What stands in several messages.
extension MessageTemplate {
  static let diagnoseUnfinished = MessageTemplate(
    "diagnose.unfinished",
    "ended before it was known"
  )
  static let diagnoseNoRouteThere = MessageTemplate(
    "diagnose.no_route_there",
    "this machine has no route there"
  )
  static let diagnoseNote = MessageTemplate("diagnose.note", "{step}: {finding}")
  static let diagnoseTheTarget = MessageTemplate("diagnose.the_target", "the target")
  static let diagnoseAnswers = MessageTemplate("diagnose.answers", "it answers")
  static let sentences = MessageTemplate("sentences", "{sentences| }")
}
