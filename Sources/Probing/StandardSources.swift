public import Discovery
public import Identification

/// The sources that a plan calls for, with the built-in registry of makers.
public func standardSources(for plan: ScanPlan) -> [any DiscoverySource] {
  standardSources(for: plan, identifier: Identifier())
}

/// The sources that a plan calls for.
///
/// Query numbers are drawn from the seed, which is random unless a run is to be repeated. The identifier
/// tells probes who made a host, and whether it is still unknown.
public func standardSources(
  for plan: ScanPlan,
  seed: UInt64 = .random(in: .min ... .max),
  identifier: Identifier = Identifier()
) -> [any DiscoverySource] {
  // Where ARP is asked directly, the kernel needn't be made to; its table still knows IPv6.
  let sweeps: [any DiscoverySource] =
    plan.canUseRawSockets
    ? [ARPSweep(), NeighbourSweep(sweeps: false)] : [NeighbourSweep()]
  if plan.discoverOnly, !plan.asksNames { return sweeps }
  // Without the capability nobody hears DHCP: a port below 1024 is as privileged, and often taken.
  let dhcp: [any DiscoverySource] = plan.canUseRawSockets ? [DHCPSource()] : []
  var seeds = SplitMix64(seed: seed)
  let mdns = MDNSSource(generator: SplitMix64(seed: seeds.next()))
  let reverse = ReverseDNSSource(generator: SplitMix64(seed: seeds.next()))
  let netbios = NetBIOSSource(generator: SplitMix64(seed: seeds.next()))
  if plan.listensOnly {
    let listening: [any DiscoverySource] = [
      NeighbourSweep(sweeps: false), mdns, SSDPSource(), BroadcastSource(),
    ]
    return listening + dhcp
  }
  if plan.discoverOnly { return sweeps + [mdns, reverse, netbios] }
  // A host that is looked for alone is known; only whether it answers is of interest.
  if !plan.checked.isEmpty { return sweeps + [EchoSweep(scan: seeds.next()), TCPSweep()] }
  let everybody: [any DiscoverySource] = plan.asksEverybody ? [BroadcastInquirySource()] : []
  let others: [any DiscoverySource] = [
    mdns,
    SSDPSource(),
    reverse,
    netbios,
    EchoSweep(scan: seeds.next()),
    TCPSweep(),
    WSDiscoverySource(generator: SplitMix64(seed: seeds.next())),
    BroadcastSource(),
    ProbingSource(probes: StandardProbes.all, identifier: identifier),
  ]
  return sweeps + everybody + others + dhcp
}

/// The probes of a default scan.
enum StandardProbes {
  /// In the order in which they are asked.
  static let all: [any DeviceProbe] =
    HTTPProbes.all + StreamProbes.all + DatagramProbes.all
}

/// Probes over HTTP and TLS.
enum HTTPProbes {
  /// In the order in which they are asked: the most informative first.
  static let all: [any DeviceProbe] =
    [DescriptionProbe(), AirPlayProbe(), ONVIFProbe(), PanasonicProbe()] as [any DeviceProbe]
    + inquiries
    + [
      WebPageProbe(), UnannouncedDescriptionProbe(), CertificateProbe(), PageIconProbe(),
      UnknownHostProbe(datagrams: BroadcastProtocols.questionsToOneHost),
    ]

  /// Those for single kinds of device.
  static let inquiries: [InquiryProbe] =
    TelevisionInquiries.all + AudioInquiries.all + SmartHomeInquiries.all + EnergyInquiries.all
    + StorageInquiries.all + NetworkGearInquiries.all + CameraInquiries.all
}

/// Probes over UDP.
enum DatagramProbes {
  /// In the order in which they are asked.
  static let all: [any DeviceProbe] = [
    SNMPProbe(), SIPProbe(),
    KasaProbe(), TapoProbe(), LIFXProbe(), WiZProbe(), YeelightProbe(), MiIOProbe(), LumiProbe(),
    MagicHomeProbe(), BroadlinkProbe(), EdimaxProbe(), MicrochipProbe(),
    GreeProbe(), MideaProbe(), KEBAProbe(), CoAPProbe(),
    XboxProbe(), PlayStationProbe(),
    UbiquitiProbe(),
    PlexProbe(), JellyfinProbe(), SqueezeboxProbe(), HDHomeRunProbe(),
  ]
}
