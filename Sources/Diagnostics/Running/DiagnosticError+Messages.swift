package import Model

/// Why a diagnostic has no report.
extension MessageTemplate {
  package static let errorHost = MessageTemplate("error.host", "{host}: {reason}")
  package static let errorDuring = MessageTemplate("error.during", "{attempt}: {reason}")
  static let errorDuringNoRoute = MessageTemplate(
    "error.during_no_route",
    "{attempt}: {reason}; see homenet diagnose"
  )
  package static let errorNoSuchHost = MessageTemplate("error.no_such_host", "no such host")
  static let errorNoSuchHostOfFamily = MessageTemplate(
    "error.no_such_host_of_family",
    "no such host with an {family} address"
  )
  static let errorResolverSilent = MessageTemplate(
    "error.resolver_silent",
    "the resolver gives no answer, or refuses; see homenet diagnose"
  )
  static let errorCutOff = MessageTemplate(
    "error.cut_off",
    "can't look up {host}: this machine has no way to a resolver; see homenet diagnose"
  )
  static let errorLookingUpEnded = MessageTemplate(
    "error.looking_up_ended",
    "interrupted while {host} was being looked up"
  )
  static let errorLookingUp = MessageTemplate("error.looking_up", "can't look up {host}")
  static let errorOnEveryLink = MessageTemplate(
    "error.on_every_link",
    "its address {address} is on every link: give it with yours, as in {address}%eth0"
  )
  static let errorLacksZone = MessageTemplate(
    "error.lacks_zone",
    "{address} is on every link: say on which, as in {address}%eth0"
  )
  static let errorNotOfFamily = MessageTemplate(
    "error.not_of_family",
    "{host} is not an {family} address"
  )
  static let errorNoHost = MessageTemplate(
    "error.no_host",
    "'{text}' is neither a host's name nor an address"
  )
  static let errorNoName = MessageTemplate("error.no_name", "'{text}' is not a valid name")
  static let errorNoNameSince = MessageTemplate(
    "error.no_name_since",
    "'{text}' is not a valid name: {reason}"
  )
  static let errorNoHostName = MessageTemplate(
    "error.no_host_name",
    "'{text}' can't be a host's name: {reason}"
  )
  static let errorNamesUnknown = MessageTemplate(
    "error.names_unknown",
    "none of these hosts' names is known"
  )
  static let errorPinging = MessageTemplate("error.pinging", "can't ping {host}")
  static let errorTracing = MessageTemplate("error.tracing", "can't trace the way to {host}")
  static let errorScanningPorts = MessageTemplate("error.scanning_ports", "can't scan ports")
  static let errorReaching = MessageTemplate("error.reaching", "can't reach {host}")
  static let errorAskingFor = MessageTemplate("error.asking_for", "can't ask for {name}")
  static let errorAsking = MessageTemplate("error.asking", "can't ask {host}")
  static let errorConnecting = MessageTemplate("error.connecting", "can't connect to {address}")
  package static let errorReadingNetwork = MessageTemplate(
    "error.reading_network",
    "can't read this machine's network"
  )
  static let errorAskingForNames = MessageTemplate("error.asking_for_names", "can't ask for names")
  static let errorHalfOpen = MessageTemplate(
    "error.half_open",
    "half-open probes need CAP_NET_RAW; see homenet doctor"
  )
  static let errorLostFigures = MessageTemplate(
    "error.lost_figures",
    "{count} results came faster than they were taken, so the figures would be wrong"
  )
  static let errorLostReport = MessageTemplate(
    "error.lost_report",
    "{count} results came faster than they were taken, so the report would be wrong"
  )
  static let errorMalformedNetwork = MessageTemplate(
    "error.malformed_network",
    "'{text}' is no network such as 192.168.1.0/24 or fd00::/120"
  )
  static let errorMalformedRange = MessageTemplate(
    "error.malformed_range",
    "'{text}' is no range such as 192.168.1.10-20 or fd00::1-fd00::20"
  )
  static let errorReversedRange = MessageTemplate(
    "error.reversed_range",
    "'{text}' is no range: its last address is below its first"
  )
  static let errorMixedRange = MessageTemplate(
    "error.mixed_range",
    "'{text}' is no range: its ends are of two families, or on two links"
  )
  static let errorNoSubject = MessageTemplate(
    "error.no_subject",
    "'{text}' is neither a domain name, an IP address, a network nor an AS number"
  )
  static let errorNoAddress = MessageTemplate(
    "error.no_address",
    "'{text}' is no address: IPv4 addresses are four numbers from 0 to 255; nor is it a domain's name, which can't end in a number"
  )
  package static let errorNoSystem = MessageTemplate(
    "error.no_system",
    "'{text}' is neither an IP address nor an AS number"
  )
  static let errorSubjectCount = MessageTemplate(
    "error.subject_count",
    "give 1 to {most} addresses or systems"
  )
  static let errorNoRecordType = MessageTemplate(
    "error.no_record_type",
    "'{text}' is not a record type"
  )
  static let errorTypeNotAsked = MessageTemplate(
    "error.type_not_asked",
    "{type} can't be asked for"
  )
  static let errorTypeCount = MessageTemplate("error.type_count", "ask for at most {most} types")
  static let errorNoResolver = MessageTemplate(
    "error.no_resolver",
    "no resolver is configured in /etc/resolv.conf"
  )
  static let errorNoResolverNamed = MessageTemplate(
    "error.no_resolver_named",
    "no resolver is configured in /etc/resolv.conf; name one with @SERVER"
  )
  static let errorResolversPublic = MessageTemplate(
    "error.resolvers_public",
    "the configured resolvers are on the Internet, and aren't asked about this home; name one with @SERVER"
  )
  static let errorResolversFailed = MessageTemplate(
    "error.resolvers_failed",
    "no resolver could answer: {reasons|; }"
  )
  static let errorNothingAnswered = MessageTemplate(
    "error.nothing_answered",
    "interrupted before there was an answer"
  )
  static let errorMulticastAlone = MessageTemplate(
    "error.multicast_alone",
    "this name is looked up by multicast DNS, without servers, ports, connections or DNSSEC; @SERVER asks a server"
  )
  static let errorMulticastTrace = MessageTemplate(
    "error.multicast_trace",
    "names of multicast DNS have no delegations"
  )
  static let errorHttpsServer = MessageTemplate(
    "error.https_server",
    "name a server to ask by HTTPS, such as @https://dns.example/dns-query"
  )
  static let errorTraceTypes = MessageTemplate(
    "error.trace_types",
    "--trace follows one type at a time"
  )
  static let errorTraceTransport = MessageTemplate(
    "error.trace_transport",
    "--trace works by UDP or TCP only"
  )
  static let errorTraceOfHome = MessageTemplate(
    "error.trace_of_home",
    "the Internet's servers aren't asked about this home; --root names other roots"
  )
  static let errorRegistriesFailed = MessageTemplate(
    "error.registries_failed",
    "{subject}: no registry could answer: {reasons|; }"
  )
  static let errorHostThereUnknown = MessageTemplate(
    "error.host_there_unknown",
    "there is no such host"
  )
  static let errorAddressUnresolved = MessageTemplate(
    "error.address_unresolved",
    "its address can't be looked up: no resolver gives one"
  )
  static let errorNoPort = MessageTemplate(
    "error.no_port",
    "'{text}' is not a port (1 to 65535), a range of ports, top100 or top1000"
  )
  static let errorHostCount = MessageTemplate("error.host_count", "at most {most} hosts")
  static let errorHostMissing = MessageTemplate("error.host_missing", "name a host")
}
