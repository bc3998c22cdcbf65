public import Wire

extension SimulatedHome {
  /// `127.77.0.0/24`, where a home lives on loopback.
  public static let loopbackPrefix = IPv4Prefix(IPv4Address(127, 77, 0, 0), length: 24)

  /// The same home on loopback: only the last byte of each address stays.
  ///
  /// There are no MACs and no stealth there: the one kernel answers for everybody.
  public var onLoopback: SimulatedHome {
    func moved(_ address: IPv4Address) -> IPv4Address {
      IPv4Address(rawValue: Self.loopbackPrefix.base.rawValue | address.rawValue & 0xFF)
    }
    var home = self
    home.prefix = Self.loopbackPrefix
    home.scannerAddress = moved(scannerAddress)
    home.devices = devices.map { device in
      var device = device
      device.address = moved(device.address)
      return device
    }
    return home
  }
}
