import Model

/// What is wrong with a tool's options, alone or together.
extension MessageTemplate {
  static let errorTimeoutRange = MessageTemplate(
    "error.timeout_range",
    "the timeout must be more than 0 and at most 600 seconds"
  )
  static let errorTimeoutBetween = MessageTemplate(
    "error.timeout_between",
    "a timeout is between {least} and {most}"
  )
  static let errorCountLeast = MessageTemplate("error.count_least", "a count is {least} at least")
  static let errorIntervalLeast = MessageTemplate(
    "error.interval_least",
    "an interval is {least} at least"
  )
  static let errorIntervalRange = MessageTemplate(
    "error.interval_range",
    "an interval is {least} at least, and a day at most"
  )
  static let errorDeadlineLeast = MessageTemplate(
    "error.deadline_least",
    "a deadline is {least} at least"
  )
  static let errorHopLimitRange = MessageTemplate(
    "error.hop_limit_range",
    "a packet takes {least} to {most} hops"
  )
  static let errorSizeRange = MessageTemplate(
    "error.size_range",
    "a size is between {least} and {most}"
  )
  static let errorConnectWhole = MessageTemplate(
    "error.connect_whole",
    "a TCP connect is never cut into pieces"
  )
  static let errorEchoPort = MessageTemplate(
    "error.echo_port",
    "an echo has no port: that is for tcp and udp"
  )
  static let errorEchoPortTrace = MessageTemplate(
    "error.echo_port_trace",
    "an echo has no port: that is for udp and tcp"
  )
  static let errorRoundsLeast = MessageTemplate("error.rounds_least", "there is one round at least")
  static let errorHopsRange = MessageTemplate(
    "error.hops_range",
    "a route has {least} to {most} hops"
  )
  static let errorFirstHop = MessageTemplate(
    "error.first_hop",
    "the first hop is one of those that are asked"
  )
  static let errorStreamsRange = MessageTemplate(
    "error.streams_range",
    "there are {least} to {most} streams"
  )
  static let errorEchoStreams = MessageTemplate(
    "error.echo_streams",
    "echoes are one stream all: dublin's are of udp"
  )
  static let errorConnectFlows = MessageTemplate(
    "error.connect_flows",
    "connects can't share their ports: use udp or icmp"
  )
  static let errorMissRate = MessageTemplate(
    "error.miss_rate",
    "the miss rate is a number between 0 and 1, such as 0.0001"
  )
  static let errorRetriesRange = MessageTemplate(
    "error.retries_range",
    "retries are {least} to {most}"
  )
  static let errorRateRange = MessageTemplate(
    "error.rate_range",
    "the rate is {least} to {most} probes a second"
  )
  static let errorTriesRange = MessageTemplate(
    "error.tries_range",
    "the number of tries must be {least} to {most}"
  )
  static let errorNoSubnet = MessageTemplate(
    "error.no_subnet",
    "'{text}' is not a network such as 192.0.2.0/24"
  )
  static let errorNoClass = MessageTemplate(
    "error.no_class",
    "'{text}' is not a class; the classes are IN, CH and HS"
  )
  static let errorNoIPAddress = MessageTemplate(
    "error.no_ip_address",
    "'{text}' is not an IP address"
  )
  static let errorNoURL = MessageTemplate("error.no_url", "'{text}' is not a URL")
  static let errorNoScheme = MessageTemplate(
    "error.no_scheme",
    "'{text}' is not one of udp, tcp, tls and https"
  )
  static let errorServerCount = MessageTemplate("error.server_count", "name at most {most} servers")
  static let errorTypeMissing = MessageTemplate("error.type_missing", "give a record type")
  static let errorTransferAlone = MessageTemplate(
    "error.transfer_alone",
    "AXFR brings all record types: it can't be combined with others"
  )
  static let errorTransferCombined = MessageTemplate(
    "error.transfer_combined",
    "AXFR can't be combined with --trace or --dnssec"
  )
  static let errorTransferTransport = MessageTemplate(
    "error.transfer_transport",
    "AXFR works by TCP or TLS only"
  )
  static let errorClassForced = MessageTemplate(
    "error.class_forced",
    "--trace, --dnssec and --name-servers need the class IN"
  )
  static let errorZoneServersCombined = MessageTemplate(
    "error.zone_servers_combined",
    "--name-servers can't be combined with --trace or --dnssec"
  )
  static let errorZoneServersTransport = MessageTemplate(
    "error.zone_servers_transport",
    "--name-servers works by UDP or TCP only"
  )
  static let errorMulticastZone = MessageTemplate(
    "error.multicast_zone",
    "names of multicast DNS have no name servers"
  )
  static let errorTraceServers = MessageTemplate(
    "error.trace_servers",
    "--trace starts at the root's servers: --root changes them, not @SERVER"
  )
  static let errorZoneUnknown = MessageTemplate(
    "error.zone_unknown",
    "no resolver says which zone {name} is in"
  )
  static let errorZoneServersUnknown = MessageTemplate(
    "error.zone_servers_unknown",
    "no resolver names the servers of {zone}"
  )
  static let errorStartTLSPort = MessageTemplate(
    "error.starttls_port",
    "on port {port} TLS is spoken from the first byte on: that is without --starttls {protocol}"
  )
  static let errorFileUnreadable = MessageTemplate("error.file_unreadable", "can't read {path}")
  static let errorNoCertificateFile = MessageTemplate(
    "error.no_certificate_file",
    "no certificate can be read from {path}"
  )
  static let errorNoTLSHere = MessageTemplate("error.no_tls_here", "this machine can't speak TLS")
  static let errorBlockTooLarge = MessageTemplate(
    "error.block_too_large",
    "{host} holds {number} addresses, and at most {most} can be asked; name a part of it"
  )
  static let errorBlocksTooLarge = MessageTemplate(
    "error.blocks_too_large",
    "networks and ranges may hold {most} addresses together; {host} has {number} more"
  )
  static let errorFarTooMany = MessageTemplate("error.far_too_many", "far too many")
  static let errorNoHostAndPort = MessageTemplate(
    "error.no_host_and_port",
    "'{text}' is neither HOST nor HOST:PORT"
  )
  static let errorNameEmpty = MessageTemplate("error.name_empty", "it is empty")
  static let errorNameTooLong = MessageTemplate(
    "error.name_too_long",
    "it is longer than 253 bytes"
  )
  static let errorLabelEmpty = MessageTemplate("error.label_empty", "a label is empty")
  static let errorLabelTooLong = MessageTemplate(
    "error.label_too_long",
    "a label is longer than 63 bytes"
  )
  static let errorLabelTooLongInASCII = MessageTemplate(
    "error.label_too_long_in_ascii",
    "a label is too long"
  )
  static let errorNameCharacters = MessageTemplate(
    "error.name_characters",
    "it has letters, digits and hyphens alone"
  )
  static let errorNameCharacter = MessageTemplate(
    "error.name_character",
    "'{character}' can't be in a name"
  )
}
