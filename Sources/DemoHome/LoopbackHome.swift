internal import Networking
public import Wire

/// A simulated home on `127.77.0.0/24`, where network namespaces are forbidden.
///
/// The same responders and listeners; no MACs, no stealth, and no port that the user may not bind.
final class LoopbackHome: Sendable {
  let home: SimulatedHome
  private let loop: DeviceLoop
  /// How many sockets could not be bound (ports below 1024, or taken).
  let missing: Int
  /// The labels of the devices that are at home.
  private let present: Lock<Set<String>>

  /// Opens the home's sockets.
  init(_ home: SimulatedHome) throws(LocalFailure) {
    self.home = home.onLoopback
    let loop = try DeviceLoop()
    self.loop = loop
    var missing = 0
    for device in self.home.devices {
      let hosted = Self.open(device, in: self.home)
      missing += hosted.missing
      loop.send(.add(hosted.device))
    }
    self.missing = missing
    present = Lock(Set(home.devices.map(\.label)))
  }

  private static func open(
    _ device: SimulatedDevice,
    in home: SimulatedHome
  ) -> (device: HostedDevice, missing: Int) {
    HostedDevice.binding(
      device,
      responders: device.responders(in: home),
      addresses: [.v4(device.address)],
      at: DeviceSocket.Place(interface: loopbackIndex, zone: "lo", mark: nil)
    )
  }

  /// Lets a device come home, as it would be elsewhere; nothing where it is there already.
  func add(_ device: SimulatedDevice) {
    guard present.withLock({ $0.insert(device.label).inserted }) else { return }
    for moved in SimulatedHome(devices: [device]).onLoopback.devices {
      loop.send(.add(Self.open(moved, in: home).device))
    }
  }

  /// Lets a device say goodbye.
  func sayGoodbye(_ device: SimulatedDevice) {
    loop.send(.goodbye(device.label))
  }

  /// Takes a device away.
  func remove(_ device: SimulatedDevice) {
    guard present.withLock({ $0.remove(device.label) }) != nil else { return }
    loop.send(.remove(device.label))
  }

  deinit {
    loop.stop()
  }

  /// What the devices have seen so far.
  var counters: DeviceCounters { loop.counters }

  /// `lo` has the index 1 in every namespace.
  private static let loopbackIndex: UInt32 = 1
}

extension SimulatedHome {
  /// `127.77.0.0/24`, where a home lives on loopback.
  public static let loopbackPrefix = IPv4Prefix(IPv4Address(127, 77, 0, 0), length: 24)

  /// The same home on loopback: only the last byte of each address stays.
  ///
  /// There are no MACs and no silent devices: one kernel answers for all.
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
