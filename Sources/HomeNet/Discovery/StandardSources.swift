/// The sources that a plan calls for.
///
/// Query numbers are drawn from the seed, which is the system's own unless a run is to be repeated.
public func standardSources(
  for plan: ScanPlan,
  seed: UInt64 = .random(in: .min ... .max)
) -> [any DiscoverySource] {
  let sources: [any DiscoverySource] = [NeighbourSweep(sweeps: !plan.canUseRawSockets)]
  if plan.discoverOnly { return sources }
  var seeds = SplitMix64(seed: seed)
  return sources + [
    MDNSSource(generator: SplitMix64(seed: seeds.next())),
    SSDPSource(),
    ReverseDNSSource(generator: SplitMix64(seed: seeds.next())),
    NetBIOSSource(generator: SplitMix64(seed: seeds.next())),
  ]
}
