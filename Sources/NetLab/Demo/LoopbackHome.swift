internal import Net
internal import Wire

/// A simulated home on `127.77.0.0/24`, where network namespaces are forbidden.
///
/// The same responders and listeners; no MACs, no stealth, and no port that the user may not bind.
final class LoopbackHome: Sendable {
  let home: SimulatedHome
  private let loop: HostLoop
  /// How many sockets could not be bound (ports below 1024, or taken).
  let missing: Int

  /// Opens the home's sockets.
  init(_ home: SimulatedHome) throws(LocalFailure) {
    self.home = home.onLoopback
    let loop = try HostLoop()
    self.loop = loop
    var missing = 0
    for device in self.home.devices {
      let place = LabSocket.Place(interface: Self.loopbackIndex, zone: "lo", mark: nil)
      let hosted = HostedDevice.binding(
        device,
        responders: device.responders(in: self.home),
        addresses: [.v4(device.address)],
        at: place
      )
      missing += hosted.missing
      loop.send(.add(hosted.device))
    }
    self.missing = missing
  }

  deinit {
    loop.stop()
  }

  /// What the devices have seen so far.
  var counters: HostCounters { loop.counters }

  /// `lo` has the index 1 in every namespace.
  private static let loopbackIndex: UInt32 = 1
}
