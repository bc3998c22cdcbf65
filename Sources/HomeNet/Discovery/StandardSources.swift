/// The sources that a plan calls for.
public func standardSources(for plan: ScanPlan) -> [any DiscoverySource] {
  let sources: [any DiscoverySource] = [NeighbourSweep(sweeps: !plan.canUseRawSockets)]
  if plan.discoverOnly { return sources }
  return sources
}
