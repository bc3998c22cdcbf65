public import Wire

extension SimulatedHome {
  /// Machines without services, spread evenly over a subnet, each with a MAC of its own; the first
  /// address is the router's, the second the scanner's.
  public static func plain(hosts: Int, prefix: IPv4Prefix) -> SimulatedHome {
    let first = prefix.hosts.lowerBound
    let room = UInt32(prefix.hosts.count) - 2
    let devices = (0..<hosts).map { number in
      let offset = number == 0 ? 0 : 2 + UInt32(number - 1) * (room / UInt32(max(hosts - 1, 1)))
      return SimulatedDevice(
        label: "machine \(number)",
        // Intel's prefix, a number of our own behind it.
        mac: MACAddress(rawValue: 0x28B2_BD00_0000 + UInt64(number + 1)),
        address: IPv4Address(rawValue: first + offset),
        isRouter: number == 0
      )
    }
    return SimulatedHome(
      prefix: prefix,
      scannerAddress: IPv4Address(rawValue: first + 1),
      devices: devices
    )
  }
}
