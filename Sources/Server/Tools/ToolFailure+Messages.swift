package import Model

/// Why the server does not run a tool.
extension MessageTemplate {
  package static let errorOptionMissing = MessageTemplate(
    "error.option_missing",
    "{option} is missing"
  )
  package static let errorOptionUnknown = MessageTemplate(
    "error.option_unknown",
    "{tool} has no option of that name; it has {options|, }"
  )
  package static let errorOptionWrong = MessageTemplate(
    "error.option_wrong",
    "{option} has to be {wanted}"
  )
  package static let errorWantedHost = MessageTemplate(
    "error.wanted_host",
    "a host's name or address"
  )
  package static let errorWantedHosts = MessageTemplate(
    "error.wanted_hosts",
    "a list of 1 to {most} hosts' names or addresses"
  )
  package static let errorWantedText = MessageTemplate(
    "error.wanted_text",
    "a text of 1 to {most} bytes without control characters"
  )
  package static let errorWantedInteger = MessageTemplate(
    "error.wanted_integer",
    "a whole number from {least} to {most}"
  )
  package static let errorWantedSeconds = MessageTemplate(
    "error.wanted_seconds",
    "a number of seconds from {least} to {most}"
  )
  package static let errorWantedChoice = MessageTemplate(
    "error.wanted_choice",
    "one of {choices|, }"
  )
  package static let errorWantedFlag = MessageTemplate("error.wanted_flag", "true or false")
  package static let errorOutsideHome = MessageTemplate(
    "error.outside_home",
    "{address} is not in this home, which is {network} and nothing else"
  )
  package static let errorThisMachine = MessageTemplate(
    "error.this_machine",
    "{address} is this machine itself, whose own services aren't asked"
  )
  package static let errorMetadata = MessageTemplate(
    "error.metadata",
    "{address} is a cloud's metadata service"
  )
  package static let errorLeadsElsewhere = MessageTemplate(
    "error.leads_elsewhere",
    "{address} leads to an address that isn't asked: {reason}"
  )
  package static let errorNoHostsAddress = MessageTemplate(
    "error.no_hosts_address",
    "{address} is no host's address"
  )
  package static let errorGroup = MessageTemplate("error.group", "{address} is a group, not a host")
  package static let errorReserved = MessageTemplate("error.reserved", "{address} is reserved")
  package static let errorNoHostsKnown = MessageTemplate(
    "error.no_hosts_known",
    "none of these hosts' names is known"
  )
  package static let errorNoDevice = MessageTemplate(
    "error.no_device",
    "no device here is called '{name}'"
  )
  package static let errorSeveralDevices = MessageTemplate(
    "error.several_devices",
    "{count} devices are called '{name}': give an address"
  )
  package static let errorPrinted = MessageTemplate(
    "error.printed",
    "what is sent to port {port} gets printed"
  )
  package static let errorPortCount = MessageTemplate(
    "error.port_count",
    "too many at once; at most {most} ports over all hosts"
  )
  package static let errorTypeNotServed = MessageTemplate(
    "error.type_not_served",
    "'{type}' is not a record type that can be asked for here"
  )
  package static let errorNameServerPorts = MessageTemplate(
    "error.name_server_ports",
    "the server asks name servers at ports {ports|, } only; 'homenet dns' asks at any port"
  )
  package static let errorRateOfUdp = MessageTemplate(
    "error.rate_of_udp",
    "rate is for TCP, not for udp"
  )
  package static let errorToolsBusy = MessageTemplate(
    "error.tools_busy",
    "{count} tools run already; wait until one of them ends."
  )
  package static let errorToolUnended = MessageTemplate(
    "error.tool_unended",
    "The tool did not end in time."
  )
  package static let errorNoTool = MessageTemplate("error.no_tool", "There is no such tool here.")
}
