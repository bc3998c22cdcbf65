import Model

/// The problems of a watch.
extension MessageTemplate {
  static let problemNoDescriptors = MessageTemplate(
    "problem.no_descriptors",
    "homenet is out of file descriptors."
  )
  static let problemTableFullOn = MessageTemplate(
    "problem.table_full_on",
    "The kernel's neighbour table is full, so the sweep on {interface} is slow."
  )
  static let problemTableFull = MessageTemplate(
    "problem.table_full",
    "The kernel's neighbour table is full, so the sweep is slow."
  )
  static let problemNoNeighbourTable = MessageTemplate(
    "problem.no_neighbour_table",
    "The kernel does not show its neighbour table: {failure}."
  )
  static let problemNoMulticastOn = MessageTemplate(
    "problem.no_multicast_on",
    "Announcements can't be heard on {interface}: {failure}."
  )
  static let problemNoMulticast = MessageTemplate(
    "problem.no_multicast",
    "Announcements can't be heard: {failure}."
  )
  static let problemNoConnectionsOn = MessageTemplate(
    "problem.no_connections_on",
    "Ports can't be asked on {interface}: {failure}."
  )
  static let problemNoConnections = MessageTemplate(
    "problem.no_connections",
    "Ports can't be asked: {failure}."
  )
  static let problemTooManyNewDevices = MessageTemplate(
    "problem.too_many_new_devices",
    "Hundreds of devices announce themselves and answer no question; most of them are left out."
  )
  static let problemFindingsLost = MessageTemplate(
    "problem.findings_lost",
    "{count} findings came faster than homenet could take them, and are missing."
  )
  static let problemNoBackup = MessageTemplate(
    "problem.no_backup",
    "There is no backup of today; it is tried again in an hour: {failure}."
  )
  static let problemNoConfiguration = MessageTemplate(
    "problem.no_configuration",
    "This machine's interfaces can't be read: {failure}."
  )
}

/// What to do about it.
extension MessageTemplate {
  static let fixNoDescriptors = MessageTemplate(
    "fix.no_descriptors",
    "Raise the limit with ulimit -n (in systemd: LimitNOFILE)."
  )
  static let fixTableFull = MessageTemplate(
    "fix.table_full",
    "sudo sysctl -w net.ipv4.neigh.default.gc_thresh3=4096"
  )
  static let fixNoMulticast = MessageTemplate(
    "fix.no_multicast",
    "Allow UDP sockets with multicast options where homenet runs."
  )
  static let fixNoConnections = MessageTemplate(
    "fix.no_connections",
    "Allow TCP sockets where homenet runs."
  )
  static let fixTooManyNewDevices = MessageTemplate(
    "fix.too_many_new_devices",
    "Look for a device on this network that makes up addresses, and forget the unnamed devices that are away."
  )
  static let fixFindingsLost = MessageTemplate(
    "fix.findings_lost",
    "Give homenet more of the processor, or name smaller networks with --network."
  )
  static let fixNoNetwork = MessageTemplate(
    "fix.no_network",
    "Connect a cable or join a Wi-Fi network, or name a network with --network."
  )
  static let fixNetlink = MessageTemplate(
    "fix.netlink",
    "Allow netlink sockets where homenet runs (in systemd: RestrictAddressFamilies)."
  )
}
