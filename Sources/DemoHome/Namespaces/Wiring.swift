internal import LinuxNetwork
internal import Networking
internal import Wire

/// The home's access point: what is on the air is behind it, later than on a cable and jittery.
///
/// A switch of this program's own, in a namespace of its own, between the kernel's bridge and the
/// devices with a radio.
final class AccessPoint: Sendable {
  private let seed: UInt64
  private let air: NetworkNamespace
  private let port: PacketPort
  private let loop: FrameLoop<EthernetSwitch>

  /// An access point without devices, at a bridge in the calling thread's namespace.
  init(bridge: UInt32, seed: UInt64) throws(LocalFailure) {
    self.seed = seed
    let air = try NetworkNamespace.make(loopbackUp: false)
    self.air = air
    port = try air.run { () throws(LocalFailure) in
      // Before there is an interface: it would be a host of its own.
      Sysctl.disableIPv6()
      return try PacketPort()
    }
    var link = try NetlinkSocket()
    let far = NetlinkRequest.LinkEnd("uplink", namespace: air.descriptor.rawValue)
    try link.perform(.addPort("air", of: bridge, far: far))
    let uplink = try air.run { () throws(LocalFailure) in try Self.raise("uplink") }
    loop = try FrameLoop(name: "access point", EthernetSwitch())
    loop.change { $0.connect(uplink, Impairment(loss: 0, delay: .zero ... .zero), seed: seed) }
    loop.plug(uplink, port)
  }

  /// Lets a device in: its interface is the far end of a new cable.
  func plug(
    _ name: String,
    far: NetlinkRequest.LinkEnd,
    _ impairment: Impairment,
    owner: IPv4Address
  ) throws(LocalFailure) {
    let index = try air.run { () throws(LocalFailure) in
      var link = try NetlinkSocket()
      try link.perform(.addVeth(.init(name), far))
      return try Self.raise(name)
    }
    let seed = seed
    loop.change { $0.connect(index, impairment, seed: seed, owner: owner) }
    loop.plug(index, port)
  }

  /// Forgets the device behind that cable; returns whether there was one.
  func unplug(_ name: String) throws(LocalFailure) -> Bool {
    let index = try air.run { () throws(LocalFailure) -> Int? in
      var link = try NetlinkSocket()
      guard let index = try? link.index(of: name) else { return nil }
      try link.perform(.deleteLink(index: index))
      return Int(index)
    }
    guard let index else { return false }
    loop.change { $0.disconnect(index) }
    loop.unplug(index)
    return true
  }

  /// What went through each cable, by name.
  func traffic() throws(LocalFailure) -> [String: PortTraffic] {
    try air.run { () throws(LocalFailure) in try PortTraffic.read() }
  }

  /// Ends it: at most once.
  func stop() { loop.stop() }

  /// Puts an interface of the calling thread's namespace up; returns its port.
  private static func raise(_ name: String) throws(LocalFailure) -> Int {
    var link = try NetlinkSocket()
    let index = try link.index(of: name)
    try link.perform(.setLink(index: index, isUp: true))
    return Int(index)
  }
}

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
