public import LinuxNetwork
public import Networking
public import Wire

/// A namespace whose only cable leads to a crowd: a /16 with thousands of hosts, on one machine.
///
/// Needs `/dev/net/tun`, which root may open. It lasts as long as this value.
public final class CrowdedNetwork: Sendable {
  /// Where a scanner is to run.
  public let scannerNamespace: NetworkNamespace
  /// The scanner's own address, the subnet's first.
  public let scannerAddress: IPv4Address
  /// The subnet.
  public let prefix: IPv4Prefix
  /// The scanner's interface.
  public let interface: String
  /// Who is there.
  public let hosts: [IPv4Address: MACAddress]
  private let loop: FrameLoop<Crowd>

  /// Builds it.
  ///
  /// - Parameters:
  ///   - prefix: the subnet, at most a /16.
  ///   - hosts: how many live hosts.
  ///   - interface: the name of the scanner's interface.
  ///   - seed: which addresses they have.
  ///   - answersEcho: whether they answer pings.
  /// - Throws: what this machine doesn't permit.
  public init(
    prefix: IPv4Prefix,
    hosts: Int,
    interface: String = "eth0",
    seed: UInt64 = 1,
    answersEcho: Bool = true
  ) throws(LocalFailure) {
    let own = IPv4Address(rawValue: prefix.hosts.lowerBound)
    let crowd = Crowd(
      count: hosts,
      prefix: prefix,
      free: [own],
      seed: seed,
      answersEcho: answersEcho
    )
    self.prefix = prefix
    self.interface = interface
    self.hosts = crowd.hosts
    scannerAddress = own
    scannerNamespace = try NetworkNamespace.make()
    let device = try scannerNamespace.run { () throws(LocalFailure) -> TapDevice in
      SystemControl.quietenIPv6()
      let device = try TapDevice(interface, port: 0)
      var link = try NetlinkSocket()
      let index = try link.index(of: interface)
      // Whoever asks faster than the crowd answers waits rather than loses.
      try link.perform(.setQueue(frames: 10_000, interface: index))
      try link.perform(
        .addAddress(.v4(own), prefixLength: prefix.length, interface: index)
      )
      try link.perform(.setLink(index: index, isUp: true))
      return device
    }
    loop = try FrameLoop(name: "crowd", crowd)
    loop.plug(0, device)
  }

  deinit {
    loop.stop()
  }

  /// What the scanner has sent and been sent so far.
  public var traffic: PortTraffic { loop.traffic[0] ?? PortTraffic() }
}
