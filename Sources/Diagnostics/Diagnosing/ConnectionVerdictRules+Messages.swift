import Model

/// A diagnosis' verdict.
extension MessageTemplate {
  static let diagnoseVerdictWell = MessageTemplate(
    "diagnose.verdict.well",
    "{target}: {finding}; nothing is wrong."
  )
  static let diagnoseVerdictWellNear = MessageTemplate(
    "diagnose.verdict.well_near",
    "This machine's link, address, router and resolver are well; name a host to look farther."
  )
  static let diagnoseVerdictWellDirect = MessageTemplate(
    "diagnose.verdict.well_direct",
    "This machine's link, address and resolver are well; name a host to look farther."
  )
  static let diagnoseVerdictByOtherFamily = MessageTemplate(
    "diagnose.verdict.by_other_family",
    "By {family} it answers: {address} accepts port {port}."
  )
  static let diagnoseVerdictUnknown = MessageTemplate(
    "diagnose.verdict.unknown",
    "Too little was seen to say what is wrong."
  )
  static let diagnoseVerdictOwnFailure = MessageTemplate(
    "diagnose.verdict.own_failure",
    "This machine failed: {failure}."
  )
  static let diagnoseVerdictNoInterface = MessageTemplate(
    "diagnose.verdict.no_interface",
    "This machine has no network interface."
  )
  static let diagnoseVerdictInterfaceDown = MessageTemplate(
    "diagnose.verdict.interface_down",
    "The interface {interface} is switched off."
  )
  static let diagnoseVerdictNoCarrier = MessageTemplate(
    "diagnose.verdict.no_carrier",
    "{interface} has no link: the cable is out, or there is no Wi-Fi network."
  )
  static let diagnoseVerdictNoAddress = MessageTemplate(
    "diagnose.verdict.no_address",
    "{interface} has a link but no address: no DHCP server has given it one."
  )
  static let diagnoseVerdictSelfAssignedAddress = MessageTemplate(
    "diagnose.verdict.self_assigned_address",
    "{interface} has only the address {address}, which it gave itself: no DHCP server answers."
  )
  static let diagnoseVerdictRouteRefuses = MessageTemplate(
    "diagnose.verdict.route_refuses",
    "This machine's own route to {route} refuses packets to {target}."
  )
  static let diagnoseVerdictNoDefaultRoute = MessageTemplate(
    "diagnose.verdict.no_default_route",
    "This machine has no default route: it reaches {route} by a route of its own, and nothing else beyond its network."
  )
  static let diagnoseVerdictOwnRouterSilent = MessageTemplate(
    "diagnose.verdict.own_router_silent",
    "This machine's own route to {route} leads over {router}, which does not answer."
  )
  static let diagnoseVerdictNoGateway = MessageTemplate(
    "diagnose.verdict.no_gateway",
    "This machine knows no router that leads out of its network (no default route)."
  )
  static let diagnoseVerdictGatewaySilent = MessageTemplate(
    "diagnose.verdict.gateway_silent",
    "The router {router} does not answer: it is off, or the link to it is broken."
  )
  static let diagnoseVerdictDoubledOwnAddress = MessageTemplate(
    "diagnose.verdict.doubled_own_address",
    "Another device ({macs}) has this machine's address {address} too: give one of the two another."
  )
  static let diagnoseVerdictDoubledRouterAddress = MessageTemplate(
    "diagnose.verdict.doubled_router_address",
    "{count} devices have the router's address {address} ({macs}): all but the router need another."
  )
  static let diagnoseVerdictGatewayLoss = MessageTemplate(
    "diagnose.verdict.gateway_loss",
    "The link to the router {router} loses packets ({lost} of {sent} echoes): a weak Wi-Fi signal, a bad cable or a busy link."
  )
  static let diagnoseVerdictNameUnknown = MessageTemplate(
    "diagnose.verdict.name_unknown",
    "There is no host called {target}."
  )
  static let diagnoseVerdictNoResolver = MessageTemplate(
    "diagnose.verdict.no_resolver",
    "This machine has no resolver configured (/etc/resolv.conf): names can't be looked up."
  )
  static let diagnoseVerdictResolverSilent = MessageTemplate(
    "diagnose.verdict.resolver_silent",
    one: "The resolver {resolvers} does not answer, so names can't be looked up.",
    other: "The resolvers {resolvers} do not answer, so names can't be looked up."
  )
  static let diagnoseVerdictResolverFails = MessageTemplate(
    "diagnose.verdict.resolver_fails",
    "The resolver {resolver} answers, but can't look names up ({answer})."
  )
  static let diagnoseVerdictResolverLies = MessageTemplate(
    "diagnose.verdict.resolver_lies",
    "The resolver {resolver} gives addresses even for names that can't exist, as those of guest networks do before one has signed in."
  )
  static let diagnoseVerdictNameUnresolved = MessageTemplate(
    "diagnose.verdict.name_untold",
    "The address of {target} can't be looked up: no resolver gives one."
  )
  static let diagnoseVerdictCertificate = MessageTemplate(
    "diagnose.verdict.certificate",
    "{problem^}."
  )
  static let diagnoseVerdictContentStops = MessageTemplate(
    "diagnose.verdict.content_stops",
    "{target} accepts connections on port {port}, but stops sending after {count} bytes: its service hangs, or what it sends gets lost."
  )
  static let diagnoseVerdictContentMissing = MessageTemplate(
    "diagnose.verdict.content_missing",
    "{target} accepts connections on port {port}, but sends nothing: its service hangs, or what it sends gets lost."
  )
  static let diagnoseVerdictPortalTls = MessageTemplate(
    "diagnose.verdict.portal_tls",
    "Another server answers in place of {target}, as the sign-in pages of guest networks do: open any page in a browser and sign in."
  )
  static let diagnoseVerdictPortal = MessageTemplate(
    "diagnose.verdict.portal",
    "A sign-in page answers in place of {target}, as in guest networks: open any page in a browser and sign in."
  )
  static let diagnoseVerdictPortalAt = MessageTemplate(
    "diagnose.verdict.portal_at",
    "A sign-in page at {page} answers in place of {target}, as in guest networks: open any page in a browser and sign in."
  )
  static let diagnoseVerdictPortalSignIn = MessageTemplate(
    "diagnose.verdict.portal_sign_in",
    "A sign-in page answers in place of {target}, as in guest networks (even {address}, an address that no host has, serves one): open any page in a browser and sign in."
  )
  static let diagnoseVerdictPortalPage = MessageTemplate(
    "diagnose.verdict.portal_page",
    "Another page answers in place of {target}, as in guest networks (even {address}, an address that no host has, serves one): open any page in a browser and sign in."
  )
  static let diagnoseVerdictPortalForgedSignIn = MessageTemplate(
    "diagnose.verdict.portal_forged_sign_in",
    "A sign-in page at {address} answers in place of {target}, as in guest networks (the resolver {resolver} gives addresses even for names that can't exist): open any page in a browser and sign in."
  )
  static let diagnoseVerdictPortalForgedPage = MessageTemplate(
    "diagnose.verdict.portal_forged_page",
    "A page at {address} answers in place of {target}, as in guest networks (the resolver {resolver} gives addresses even for names that can't exist): open any page in a browser and sign in."
  )
  static let diagnoseVerdictBlackHole = MessageTemplate(
    "diagnose.verdict.black_hole",
    "Packets of more than {count} bytes vanish on the way to {target}, and no router says why (a path MTU black hole): connections begin, and then hang."
  )
  static let diagnoseVerdictBlackHoleBack = MessageTemplate(
    "diagnose.verdict.black_hole_back",
    "The way to {target} takes packets of {count} bytes at most, and the big ones that it sends vanish (a path MTU black hole): connections begin, and then hang."
  )
  static let diagnoseVerdictRefused = MessageTemplate(
    "diagnose.verdict.refused",
    one: "{target} is there, but refuses port {ports}: no service listens there.",
    other: "{target} is there, but refuses ports {ports}: no service listens there."
  )
  static let diagnoseVerdictProhibited = MessageTemplate(
    "diagnose.verdict.prohibited",
    one: "A filter forbids connections to {target}, port {ports}.",
    other: "A filter forbids connections to {target}, ports {ports}."
  )
  static let diagnoseVerdictHostAbsentNear = MessageTemplate(
    "diagnose.verdict.host_absent_near",
    "No device on this network has the address of {target}: it is off, unplugged, or has another one now."
  )
  static let diagnoseVerdictHostAbsent = MessageTemplate(
    "diagnose.verdict.host_absent",
    "No device on its own network has the address of {target}: it is off, unplugged, or has another one now."
  )
  static let diagnoseVerdictNoRoute = MessageTemplate(
    "diagnose.verdict.no_route",
    "This machine has no route to {target}."
  )
  static let diagnoseVerdictHostAsleep = MessageTemplate(
    "diagnose.verdict.host_asleep",
    "{target} is on this network, but answers nothing: it is asleep, hangs, or filters everything."
  )
  static let diagnoseVerdictHostUnheard = MessageTemplate(
    "diagnose.verdict.host_unheard",
    "{target} answers nothing: it is off, asleep, hangs, or filters everything."
  )
  static let diagnoseVerdictHostSilent = MessageTemplate(
    "diagnose.verdict.host_silent",
    one: "{target} answers nothing on port {ports}.",
    other: "{target} answers nothing on ports {ports}."
  )
  static let diagnoseVerdictNothingBeyondLink = MessageTemplate(
    "diagnose.verdict.nothing_beyond_link",
    "Nothing beyond this machine's link answers: the line to the Internet is down, or it lets nothing through."
  )
  static let diagnoseVerdictNothingBeyondGateway = MessageTemplate(
    "diagnose.verdict.nothing_beyond_gateway",
    "The router answers, but nothing beyond it: its line to the Internet is down, or it lets nothing through."
  )
  static let diagnoseVerdictLineDown = MessageTemplate(
    "diagnose.verdict.line_down",
    "The router {router} answers, but says that packets to {target} can't go on from it ({reason}): its line to the Internet is down."
  )
  static let diagnoseVerdictPathEnds = MessageTemplate(
    "diagnose.verdict.path_ends",
    "Packets to {target} come as far as {router} at hop {hop}; nothing behind it answers."
  )
  static let diagnoseVerdictPathBlocked = MessageTemplate(
    "diagnose.verdict.path_blocked",
    "The router {router} at hop {hop} says that packets to {target} can't go on: {reason}."
  )
  static let diagnoseVerdictFiltered = MessageTemplate(
    "diagnose.verdict.filtered",
    one: "{target} is there, but port {ports} is silent: a filter drops what is sent there.",
    other: "{target} is there, but ports {ports} are silent: a filter drops what is sent there."
  )
}
