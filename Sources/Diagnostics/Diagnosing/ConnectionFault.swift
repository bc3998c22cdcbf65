public import Networking
public import Wire

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
  /// A route of this machine's own leads to the target: where to, and over whom.
  case ownRoute(String, IPAddress)
  /// A route of this machine's own refuses what takes it.
  case routeRefuses(String)
  /// More than one device has an address: their link addresses, without this machine's own.
  case doubled(IPAddress, [String], isOwn: Bool)
  /// The link to the router loses packets.
  case gatewayLoses(IPAddress, lost: Int, sent: Int)
  /// The router does not even answer ARP or NDP.
  case gatewaySilent(IPAddress)
  /// The system is configured with no resolver.
  case noResolver
  /// None of them answers.
  case resolverSilent([IPAddress])
  /// They answer, but can't tell; says what they say.
  case resolverFails(IPAddress, String)
  /// It knows addresses of names that can't have any.
  case resolverLies(IPAddress)
  /// There is no such name.
  case nameUnknown
  /// The name doesn't resolve for another reason: the resolvers give no answer, or refuse.
  case nameUntold
  /// A name of the Internet stands for an address of a private network: somebody's own network, or a
  /// captive portal.
  case privateAnswer(IPAddress)
  /// Behind a hop nothing answers; no hop where not even the first does.
  case pathEnds(hop: Int?, IPAddress?)
  /// A router on the way says that packets can't go on.
  case pathBlocked(hop: Int, IPAddress, String)
  /// Packets go round in circles; the trace's words.
  case pathLoops(String)
  /// Packets are lost from a hop on; the trace's words.
  case pathLoses(hop: Int, share: Double, String)
  /// Bigger packets than that are lost without an ICMP error (a path MTU black hole).
  case blackHole(Int)
  /// A link on the way takes no bigger packets than that; the router in front of it says so.
  case smallPath(Int)
  /// A connection is there, and content stops after so many bytes.
  case contentStops(UInt16, Int)
  /// A sign-in is wanted on the way: a redirect to that host, where it is named.
  case portal(String?)
  /// A page came, with a form to sign in or without one: a fault only where the name's address is
  /// somebody else's.
  case page(isSignIn: Bool)
  /// A page is served in the target's place: that address, which no host has, serves one as well.
  case pageInPlace(IPAddress, isSignIn: Bool)
  /// The target refuses the ports.
  case refused([UInt16])
  /// Silence from the ports.
  case filtered([UInt16])
  /// A filter says that it forbids it.
  case prohibited([UInt16])
  /// Nobody on the target's own network has its address, says who leads there.
  case hostAbsent
  /// No route leads to it.
  case noRoute
  /// The certificate, or TLS itself, is bad; the problem's code and words.
  case tls(CertificateReport.Problem.Code, String)
  /// This machine failed.
  case own(LocalFailure, ConnectionStep.Kind)
}
