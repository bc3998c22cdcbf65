internal import LinuxNetwork
internal import Networking
internal import Wire

/// The wiring of a namespaced home: the switch, and plugging machines into it.
///
/// The bridge is in a namespace of its own, so that the scanner's interface is as plain as a
/// laptop's. Where frames are to be lost and delayed, the switch is this program's own instead, and
/// the cables are TAP devices.
final class NamespacedSwitch: Sendable {
  /// The scanner's port; a device's is the last two bytes of its address.
  static let scannerPort = 0
  private static let bridge = "home"
  /// What the answers of stealthy devices' responders are marked with.
  private static let spoken: UInt32 = 1

  private let wiring: NetworkNamespace
  private let impaired: ImpairedWiring?
  private let accessPoint: AccessPoint?

  /// An empty home: a bridge without ports, and an access point where radios are wanted.
  init(_ impairment: Impairment?, hasRadios: Bool, seed: UInt64) throws(LocalFailure) {
    wiring = try NetworkNamespace.make(loopbackUp: false)
    if let impairment {
      impaired = try ImpairedWiring(impairment, seed: seed)
    } else {
      impaired = nil
    }
    let wantsAccessPoint = hasRadios && impairment == nil
    accessPoint = try wiring.run { () throws(LocalFailure) in
      Sysctl.disableIPv6()
      var link = try NetlinkSocket()
      try link.perform(.addBridge(Self.bridge))
      guard wantsAccessPoint else { return nil }
      // Without, every device is on a cable.
      return try? AccessPoint(bridge: link.index(of: Self.bridge), seed: seed)
    }
  }

  deinit {
    impaired?.stop()
    accessPoint?.stop()
  }

  /// A device's port.
  static func port(of address: IPv4Address) -> Int { Int(address.rawValue & 0xFFFF) }

  private static func name(of port: Int) -> String { "p\(port)" }

  /// Plugs the scanner's machine in.
  func attachScanner(of home: SimulatedHome) throws(LocalFailure) -> NetworkNamespace {
    try wire { (link: inout NetlinkSocket, bridge: UInt32) throws(LocalFailure) in
      let machine = Machine(
        address: home.scannerAddress,
        mac: home.scannerMAC,
        gateway: home.router?.address,
        prefixLength: home.prefix.length,
        hasLoopback: true
      )
      let (namespace, _, _) = try self.plugIn(
        machine,
        port: Self.scannerPort,
        bridge: bridge,
        &link
      )
      // As systemd's default: all users may ping.
      if !Sysctl.set("ipv4/ping_group_range", to: "0 2147483647") {
        Sysctl.set("ipv4/ping_group_range", to: "0 0")
      }
      return namespace
    }
  }

  /// Plugs devices in, opens their sockets and hands these to the loop.
  func attach(
    _ devices: [SimulatedDevice],
    of home: SimulatedHome,
    to loop: DeviceLoop
  ) throws(LocalFailure) -> [String: NetworkNamespace] {
    try wire { (link: inout NetlinkSocket, bridge: UInt32) throws(LocalFailure) in
      var namespaces: [String: NetworkNamespace] = [:]
      for device in devices {
        namespaces[device.label] = try self.attach(device, of: home, bridge, &link, to: loop)
      }
      return namespaces
    }
  }

  /// Unplugs a device.
  func detach(_ device: SimulatedDevice) throws(LocalFailure) {
    if let impaired { return impaired.unplug(Self.port(of: device.address)) }
    let name = Self.name(of: Self.port(of: device.address))
    if try accessPoint?.unplug(name) == true { return }
    try wiring.run { () throws(LocalFailure) in
      var link = try NetlinkSocket()
      try link.perform(.deleteLink(index: try link.index(of: name)))
    }
  }

  /// What went through each port.
  func traffic() throws(LocalFailure) -> [Int: PortTraffic] {
    if let impaired { return impaired.traffic }
    let wired = try wiring.run { () throws(LocalFailure) in try PortTraffic.read() }
    let named = try wired.merging(accessPoint?.traffic() ?? [:]) { wired, _ in wired }
    var ports: [Int: PortTraffic] = [:]
    for (name, traffic) in named {
      if name.first == "p", let port = Int(name.dropFirst()) { ports[port] = traffic }
    }
    return ports
  }

  /// Runs a closure on a thread of its own that may go from namespace to namespace, with a
  /// conversation with the switch's.
  private func wire<Value: Sendable>(
    _ body: @escaping @Sendable (inout NetlinkSocket, UInt32) throws(LocalFailure) -> Value
  ) throws(LocalFailure) -> Value {
    try wiring.run { () throws(LocalFailure) -> Value in
      var link = try NetlinkSocket()
      let bridge = try link.index(of: Self.bridge)
      return try body(&link, bridge)
    }
  }

  private func attach(
    _ device: SimulatedDevice,
    of home: SimulatedHome,
    _ bridge: UInt32,
    _ link: inout NetlinkSocket,
    to loop: DeviceLoop
  ) throws(LocalFailure) -> NetworkNamespace {
    let isStealthy = device.behaviour == .stealthy
    let machine = Machine(
      address: device.address,
      mac: device.mac,
      gateway: device.isRouter ? nil : home.router?.address,
      prefixLength: home.prefix.length,
      speaksOnlyWhenMarked: isStealthy ? Self.spoken : nil
    )
    let port = Self.port(of: device.address)
    let (namespace, index, hasIPv6) = try plugIn(
      machine,
      port: port,
      bridge: bridge,
      &link,
      reach: device.reach
    )
    var addresses: [IPAddress] = [.v4(device.address)]
    if hasIPv6 { addresses.append(.v6(device.linkLocal, zone: Machine.interface)) }
    let hosted = try HostedDevice(
      device,
      responders: device.responders(in: home),
      addresses: addresses,
      broadcast: home.prefix.last,
      at: DeviceSocket.Place(
        interface: index,
        zone: Machine.interface,
        mark: isStealthy ? Self.spoken : nil
      )
    )
    loop.send(.add(hosted))
    return namespace
  }

  /// Makes a machine's namespace and cable; the calling thread stays inside.
  private func plugIn(
    _ machine: Machine,
    port: Int,
    bridge: UInt32,
    _ link: inout NetlinkSocket,
    reach: SimulatedDevice.Reach = .cable
  ) throws(LocalFailure) -> (NetworkNamespace, interface: UInt32, hasIPv6: Bool) {
    let namespace = try NetworkNamespace.makeAndEnter()
    Sysctl.disableIPv6Autoconfiguration()
    if machine.speaksOnlyWhenMarked != nil { Sysctl.acceptUnroutableSources() }
    if let impaired {
      try impaired.plug(port, mac: machine.mac, isClean: port == Self.scannerPort)
    } else {
      let far = NetlinkRequest.LinkEnd(
        Machine.interface,
        mac: machine.mac,
        namespace: namespace.descriptor.rawValue
      )
      let name = Self.name(of: port)
      if let accessPoint, let impairment = reach.impairment {
        try accessPoint.plug(name, far: far, impairment, owner: machine.address)
      } else {
        try link.perform(.addPort(name, of: bridge, far: far))
      }
    }
    let (index, hasIPv6) = try machine.configure()
    return (namespace, index, hasIPv6)
  }
}
