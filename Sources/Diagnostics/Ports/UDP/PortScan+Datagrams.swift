internal import Glibc
internal import LinuxNetwork
internal import NIOCore
import Networking
internal import Wire

extension PortScan {
  /// Asks the hosts' UDP ports.
  func runDatagrams(
    _ plans: [(host: TargetHost, target: PortSweep.Target, spared: [PortScanReport.Spared])],
    onProgress: @escaping @Sendable (Progress) -> Void
  ) async throws(DiagnosticError) -> PortScanReport {
    let network: LinuxNetwork
    do throws(LocalFailure) {
      network = try LinuxNetwork(
        namespace: namespace,
        inFlight: UDPSweepMachine.mostHosts * UDPSweepMachine.mostAtOnce,
        allowPublic: true
      )
    } catch {
      throw .local(error, during: "can't scan ports")
    }
    var tally = UDPTally(plans.map { UDPTally.Host($0.host, $0.target.ports, spared: $0.spared) })
    let machine = UDPSweepMachine(
      plans.map { plan in
        UDPSweepMachine.Target(
          address: plan.host.address,
          ports: plan.target.ports,
          isFragile: plan.target.isFragile
        )
      },
      options.datagramSweep
    )
    let lostBefore = await network.traffic().lostOutputs
    for await output in network.run(machine) {
      if let found = tally.take(output) {
        onProgress(Progress(progress: tally.progress, found: [found]))
      } else if tally.isDue {
        onProgress(Progress(progress: tally.progress, found: []))
      }
    }
    let lost = await network.traffic().lostOutputs - lostBefore
    guard lost == 0 else {
      throw .unable(
        "\(lost) results came faster than they were taken, so the report would be wrong"
      )
    }
    for (number, host) in tally.hosts.enumerated() where host.absence == .networkUnreachable {
      // The routing table's word, or a router's?
      if await hasNoRoute(to: host.target.address) { tally.fail(number, .noRoute) }
    }
    let report = tally.report(unknown: unknown, options)
    if let failure = tally.failure {
      throw .local(failure, during: "can't reach \(plans[0].host.host)")
    }
    return report
  }

  /// Whether this machine itself knows no way there; routes belong to a namespace, and so to its threads.
  private func hasNoRoute(to address: IPAddress) async -> Bool {
    let endpoint = Endpoint(address, port: 53)
    guard let group = self.group else {
      return namespace == nil && OwnRoute.refuses(endpoint, with: ENETUNREACH)
    }
    return (try? await group.any().submit { OwnRoute.refuses(endpoint, with: ENETUNREACH) }.get())
      ?? false
  }
}

extension PortScan.Options {
  /// What the machine that asks UDP ports is told of them.
  var datagramSweep: UDPSweepMachine.Options {
    var sweep = UDPSweepMachine.Options()
    sweep.retries = retries ?? sweep.retries
    sweep.mostTime = mostUDPTime
    sweep.readsVersions = readsVersions
    return sweep
  }
}
