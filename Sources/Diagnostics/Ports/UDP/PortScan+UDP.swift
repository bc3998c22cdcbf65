internal import Glibc
internal import Identification
internal import LinuxNetwork
import Model
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
        allowPublic: true,
        ledger: ledger
      )
    } catch {
      throw .local(error, during: Message(.errorScanningPorts))
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
        Message(.errorLostReport, ["count": .count(lost)])
      )
    }
    for (number, host) in tally.hosts.enumerated() where host.absence == .networkUnreachable {
      // The routing table's word, or a router's?
      if await hasNoRoute(to: host.target.address) { tally.fail(number, .noRoute) }
    }
    let report = tally.report(unknown: unknown, options)
    if let failure = tally.failure {
      throw .local(failure, during: Message(.errorReaching, ["host": plans[0].host.host]))
    }
    return report
  }

  /// Whether this machine itself knows no way there; routes belong to a namespace, and so to its threads.
  private func hasNoRoute(to address: IPAddress) async -> Bool {
    let endpoint = Endpoint(address, port: 53)
    guard let group = self.group else {
      return namespace == nil && RoutingTable.refuses(endpoint, with: ENETUNREACH)
    }
    return
      (try? await group.any().submit { RoutingTable.refuses(endpoint, with: ENETUNREACH) }.get())
      ?? false
  }
}

extension PortScan.Options {
  /// The options of the UDP sweep's machine.
  var datagramSweep: UDPSweepMachine.Options {
    var sweep = UDPSweepMachine.Options()
    sweep.retries = retries ?? sweep.retries
    sweep.mostTime = mostUDPTime
    sweep.readsVersions = readsVersions
    return sweep
  }
}

/// Collects the outputs of a `UDPSweepMachine`; does no I/O.
struct UDPTally: Sendable {
  struct Host: Sendable {
    let target: TargetHost
    let ports: [UInt16]
    let spared: [PortScanReport.Spared]
    /// By port: whether a probe timed out.
    var isSilent: [Bool]
    var reasons: [PortReason?]
    var uncertain: Set<Int> = []
    var identities: [Int: ServiceIdentity] = [:]
    var absence: PortReason?
    var failure: LocalFailure?
    var waited = Duration.zero

    init(_ target: TargetHost, _ ports: [UInt16], spared: [PortScanReport.Spared] = []) {
      self.target = target
      self.ports = ports
      self.spared = spared
      isSilent = Array(repeating: false, count: ports.count)
      reasons = Array(repeating: nil, count: ports.count)
    }
  }

  private(set) var hosts: [Host]
  private let all: Int
  private var settled = 0
  private var lastReported = 0.0

  init(_ hosts: [Host]) {
    self.hosts = hosts
    all = max(1, hosts.reduce(0) { $0 + $1.ports.count })
  }

  /// From 0 to 1.
  var progress: Double { min(1, Double(settled) / Double(all)) }

  /// Whether progress has grown by 1 % since the last `true`.
  var isDue: Bool {
    mutating get {
      guard progress - lastReported >= 0.01 else { return false }
      lastReported = progress
      return true
    }
  }

  /// The local failure, if all hosts failed and nothing was learnt of any.
  var failure: LocalFailure? {
    let hasLearntNothing = hosts.allSatisfy { host in
      host.failure != nil && host.reasons.allSatisfy { $0 == nil }
    }
    return hasLearntNothing ? hosts.first?.failure : nil
  }

  /// Adds an output; returns a newly found open port.
  mutating func take(_ output: UDPSweepMachine.Output) -> PortScan.Progress.Found? {
    switch output {
    case .silent(let host, let place): hosts[host].isSilent[place] = true
    case .settled(let host, let place, let reason, let isCertain):
      settled += 1
      hosts[host].reasons[place] = reason
      if !isCertain { hosts[host].uncertain.insert(place) }
      if reason == .datagramReceived {
        return PortScan.Progress.Found(
          address: "\(hosts[host].target.address)",
          port: hosts[host].ports[place],
          transport: .udp
        )
      }
    case .identified(let host, let place, let identity):
      // A second answer may know the version, or not.
      if hosts[host].identities[place]?.version == nil || identity.version != nil {
        hosts[host].identities[place] = identity
      }
    case .absent(let host, let reason):
      hosts[host].absence = reason
      settled += hosts[host].reasons.count { $0 == nil }
    case .failed(let host, let failure):
      hosts[host].failure = failure
      settled += hosts[host].reasons.count { $0 == nil }
    case .waited(let host, let duration): hosts[host].waited = duration
    }
    return nil
  }

  /// Records a local failure and discards the host's results.
  mutating func fail(_ host: Int, _ failure: LocalFailure) {
    hosts[host].failure = failure
    hosts[host].absence = nil
    hosts[host].reasons = hosts[host].reasons.map { _ in nil }
    hosts[host].isSilent = hosts[host].isSilent.map { _ in false }
  }

  func report(unknown: [UnknownHost], _ options: PortScan.Options) -> PortScanReport {
    PortScanReport(hosts: hosts.map { Self.host($0, options) }, unknown: unknown)
  }

  private static func host(_ host: Host, _ options: PortScan.Options) -> PortScanReport.Host {
    var ports: [PortScanReport.Port] = []
    var counts: [SweptPortState: Int] = [:]
    var hasAnswered = false
    var unasked = 0
    for place in host.ports.indices {
      guard host.reasons[place] != nil || host.isSilent[place] else {
        unasked += 1
        continue
      }
      let reason = host.reasons[place] ?? .silence
      let identity = options.readsVersions ? host.identities[place] : nil
      let service = identity?.service ?? PortNames.service(atUDP: host.ports[place])
      let port = PortScanReport.Port(
        port: host.ports[place],
        transport: .udp,
        reason: reason,
        service: service,
        serviceMethod: service.map { _ in identity == nil ? .table : .probed },
        version: identity?.version,
        isCertain: host.reasons[place] != nil && !host.uncertain.contains(place)
      )
      counts[port.state, default: 0] += 1
      if reason == .datagramReceived || reason == .portUnreachable { hasAnswered = true }
      if options.listsAll || port.state == .open || port.state == .openOrFiltered {
        ports.append(port)
      }
    }
    return PortScanReport.Host(
      host: host.target.host,
      address: host.target.address,
      isUp: host.absence != nil ? false : hasAnswered ? true : nil,
      absence: host.absence,
      method: .udp,
      ports: ports.sorted { $0.port < $1.port },
      open: counts[.open] ?? 0,
      closed: counts[.closed] ?? 0,
      filtered: counts[.filtered] ?? 0,
      openOrFiltered: counts[.openOrFiltered] ?? 0,
      unknown: counts[.unknown] ?? 0,
      unasked: unasked,
      expectedMissRate: nil,
      loss: nil,
      waited: host.waited,
      spared: host.spared,
      failure: host.failure
    )
  }
}
