internal import LinuxNetwork
internal import Networking
internal import Wire

/// The cables of a home whose switch is this program's own: a TAP device each.
final class ImpairedWiring: Sendable {
  private let impairment: Impairment
  private let seed: UInt64
  private let loop: FrameLoop<EthernetSwitch>

  /// A switch without cables.
  init(_ impairment: Impairment, seed: UInt64) throws(LocalFailure) {
    self.impairment = impairment
    self.seed = seed
    loop = try FrameLoop(name: "switch", EthernetSwitch())
  }

  /// What went through each port so far.
  var traffic: [Int: PortTraffic] { loop.traffic }

  /// Makes `eth0` in the calling thread's namespace, and plugs it in.
  func plug(_ port: Int, mac: MACAddress, isClean: Bool) throws(LocalFailure) {
    let device = try TapDevice(Machine.interface, port: port)
    var link = try NetlinkSocket()
    // Frames are lost where the seed says so, and nowhere else.
    let index = try link.index(of: Machine.interface)
    try link.perform(.setLink(index: index, mac: mac))
    try link.perform(.setQueue(frames: 10_000, interface: index))
    let impairment = isClean ? Impairment(loss: 0, delay: .zero ... .zero) : impairment
    let seed = seed
    loop.change { $0.connect(port, impairment, seed: seed) }
    loop.plug(port, device)
  }

  /// Pulls a cable; the interface at its other end vanishes.
  func unplug(_ port: Int) {
    loop.change { $0.disconnect(port) }
    loop.unplug(port)
  }

  /// Pulls every cable: at most once.
  func stop() {
    loop.stop()
  }
}
