/// The sources that a plan calls for.
///
/// Query numbers are drawn from the seed, which is the system's own unless a run is to be repeated.
public func standardSources(
  for plan: ScanPlan,
  seed: UInt64 = .random(in: .min ... .max)
) -> [any DiscoverySource] {
  // Where ARP is asked directly, the kernel needn't be made to; its table still knows IPv6.
  let sweeps: [any DiscoverySource] =
    plan.canUseRawSockets
    ? [ARPSweep(), NeighbourSweep(sweeps: false)] : [NeighbourSweep()]
  if plan.discoverOnly { return sweeps }
  var seeds = SplitMix64(seed: seed)
  return sweeps + [
    MDNSSource(generator: SplitMix64(seed: seeds.next())),
    SSDPSource(),
    ReverseDNSSource(generator: SplitMix64(seed: seeds.next())),
    NetBIOSSource(generator: SplitMix64(seed: seeds.next())),
    EchoSweep(scan: seeds.next()),
    TCPSweep(),
    WSDiscoverySource(generator: SplitMix64(seed: seeds.next())),
    BroadcastSource(),
    ProbingSource(probes: StandardProbes.all),
  ]
}
