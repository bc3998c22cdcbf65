package import Model

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
