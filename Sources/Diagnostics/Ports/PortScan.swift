public import LinuxNetwork
public import Model
public import NIOCore
public import Networking
public import Wire

/// Scans TCP or UDP ports of hosts and detects services: `homenet ports`.
public struct PortScan: Diagnostic {
  /// How far it is, and what is new.
  public struct Progress: Encodable, Sendable {
    /// An open port.
    public struct Found: Encodable, Sendable {
      /// Whose.
      public var address: String
      /// Which.
      public var port: UInt16
      /// TCP or UDP.
      public var transport = TransportProtocol.tcp

      private enum CodingKeys: String, CodingKey {
        case address, port
        case transport = "protocol"
      }
    }

    /// From 0 to 1.
    public var progress: Double
    /// Ports that were found open since the last time.
    public var found: [Found]
  }

  /// Why a device is known to be a printer; `nil` if it isn't.
  public typealias PrinterEvidence = @Sendable (IPAddress) -> String?

  /// The most hosts in one scan.
  public static let mostHosts = 4096

  private let targets: [TargetHost]
  let unknown: [UnknownHost]
  let options: Options
  private let isPrinter: PrinterEvidence
  let namespace: NetworkNamespace?
  let group: (any EventLoopGroup)?
  let ledger: SharedTrafficLedger

  /// A scan of each target once; the report lists `unknown` hosts.
  ///
  /// `namespace` is the hosts' network namespace and `group` has its threads in it; `nil` for this
  /// process' own. In a namespace without a group, services are not detected. `ledger` counts
  /// what is sent.
  public init(
    _ targets: [TargetHost],
    unknown: [UnknownHost] = [],
    _ options: Options,
    isPrinter: @escaping PrinterEvidence = { _ in nil },
    in namespace: NetworkNamespace? = nil,
    on group: (any EventLoopGroup)? = nil,
    ledger: SharedTrafficLedger = .tools
  ) {
    self.targets = targets
    self.unknown = unknown
    self.options = options
    self.isPrinter = isPrinter
    self.namespace = namespace
    self.group = group
    self.ledger = ledger
  }

  /// Scans the ports, then detects services on open ones.
  public func run(
    onProgress: @escaping @Sendable (Progress) -> Void
  ) async throws(DiagnosticError) -> PortScanReport {
    try options.check()
    let hosts = try hosts()
    let plans = hosts.map(plan)
    if options.transport == .udp {
      return try await runDatagrams(
        zip(hosts, plans).map { ($0, $1.target, $1.spared) },
        onProgress: onProgress
      )
    }
    let reader = try reader()
    let sweeper = PortSweeper(
      plans.map(\.target),
      options.sweep,
      method: try method(),
      in: namespace,
      ledger: ledger
    )
    let watch = Task { await Self.watch(sweeper, hosts, onProgress) }
    let fragile = Set(plans.indices.filter { plans[$0].target.isFragile })
    let scout = Task { await detectPrinters(sweeper, hosts, except: fragile, reader) }
    defer { scout.cancel() }
    let swept: [SweptHost]
    do throws(LocalFailure) {
      swept = try await sweeper.run()
      watch.cancel()
      // Report the last open ports before service detection, which takes longer.
      await watch.value
    } catch {
      watch.cancel()
      throw .local(error, during: Message(.errorScanningPorts))
    }
    if let failure = swept.first?.failure, swept.allSatisfy({ $0.failure != nil }) {
      throw .local(failure, during: Message(.errorReaching, ["host": hosts[0].host]))
    }
    var report = PortScanReport(hosts: [], unknown: unknown)
    for (number, host) in swept.enumerated() {
      report.hosts.append(
        PortScanReport.Host(
          hosts[number].host,
          host,
          sweeper.method,
          spared: plans[number].spared,
          listsAll: options.listsAll
        )
      )
    }
    if options.readsVersions, let reader, !Task.isCancelled {
      scout.cancel()
      var suspects = await scout.value
      // Check hosts found since the last poll.
      suspect(sweeper, hosts, except: fragile, reader, &suspects)
      let printers = await Self.printers(suspects)
      await reader.read(&report, except: Self.unread(fragile, swept, printers: printers))
    }
    return report
  }

  /// `nil` if services are not detected, or can't be in the hosts' namespace.
  private func reader() throws(DiagnosticError) -> VersionDetector? {
    guard options.readsVersions || seeksPrinters else { return nil }
    if let group { return VersionDetector(group: group, ledger: ledger) }
    guard namespace == nil else { return nil }
    do throws(LocalFailure) {
      return VersionDetector(group: try EventLoops.shared(), ledger: ledger)
    } catch {
      throw .local(error, during: Message(.errorScanningPorts))
    }
  }

  private func method() throws(DiagnosticError) -> PortSweeper.Method {
    let failure = PortSweeper.obstacle(to: .halfOpen)
    switch options.method {
    case nil: return failure == nil ? .halfOpen : .connect
    case .connect: return .connect
    case .halfOpen:
      if let failure {
        throw .local(failure, during: Message(.errorHalfOpen))
      }
      return .halfOpen
    }
  }

  private func hosts() throws(DiagnosticError) -> [TargetHost] {
    guard !targets.isEmpty else { throw .usage(Message(.errorHostMissing)) }
    guard targets.count <= Self.mostHosts else {
      throw .usage(Message(.errorHostCount, ["most": "\(Self.mostHosts)"]))
    }
    var hosts: [TargetHost] = []
    for target in targets where !hosts.contains(where: { $0.address == target.address }) {
      try target.requireDeviceAddress()
      hosts.append(target)
    }
    return hosts
  }

  /// A host's ports to scan, and those to skip.
  private func plan(
    _ host: TargetHost
  ) -> (target: PortSweep.Target, spared: [PortScanReport.Spared]) {
    var ports = options.transport == .udp ? options.ports.udpPorts : options.ports.ports
    var spared: [PortScanReport.Spared] = []
    let printing = ports.filter(PortSweeper.isSpared)
    if !printing.isEmpty {
      ports.removeAll(where: PortSweeper.isSpared)
      spared.append(
        PortScanReport.Spared(ports: printing.sorted(), because: Message(.portsPrinted))
      )
    }
    guard !options.includesPrinters, let evidence = isPrinter(host.address) else {
      return (PortSweep.Target(host.address, ports: ports), spared)
    }
    let usual = Set(options.transport == .udp ? UDPService.usualPorts : PortRanking.top100)
    let rest = ports.filter { !usual.contains($0) }
    if !rest.isEmpty {
      spared.append(
        PortScanReport.Spared(
          ports: rest.sorted(),
          because: Message(.portsPrinter, ["evidence": evidence])
        )
      )
    }
    let gentle = PortSweep.Target(
      host.address,
      ports: ports.filter(usual.contains),
      isFragile: true
    )
    return (gentle, spared)
  }

  /// Whether the scan is large enough to disturb a printer.
  private var seeksPrinters: Bool { !options.includesPrinters && options.ports.ports.count > 100 }

  /// Hosts without service detection: printers known before, or detected during or after the scan.
  static func unread(
    _ fragile: Set<Int>,
    _ swept: [SweptHost],
    printers: Set<Int>
  ) -> Set<Int> {
    fragile.union(printers).union(swept.indices.filter { swept[$0].usualPorts != nil })
  }

  /// Looks for printers (IPP on port 631, not CUPS) during the scan, until cancelled.
  private func detectPrinters(
    _ sweeper: PortSweeper,
    _ hosts: [TargetHost],
    except fragile: Set<Int>,
    _ reader: VersionDetector?
  ) async -> [Int: Task<Bool, Never>] {
    var suspects: [Int: Task<Bool, Never>] = [:]
    guard seeksPrinters, let reader else { return suspects }
    while (try? await Task.sleep(for: .milliseconds(10))) != nil {
      suspect(sweeper, hosts, except: fragile, reader, &suspects)
    }
    return suspects
  }

  /// Starts the printer check of hosts whose port 631 was found open since the last call.
  private func suspect(
    _ sweeper: PortSweeper,
    _ hosts: [TargetHost],
    except fragile: Set<Int>,
    _ reader: VersionDetector,
    _ suspects: inout [Int: Task<Bool, Never>]
  ) {
    guard seeksPrinters else { return }
    let usual = Set(PortRanking.top100)
    for (number, found) in sweeper.standing.found.enumerated()
    where suspects[number] == nil && !fragile.contains(number) && found.contains(631) {
      let address = hosts[number].address
      suspects[number] = Task {
        let isPrinter = await reader.isPrinter(address)
        if isPrinter { sweeper.spare(number, askingOnly: usual) }
        return isPrinter
      }
    }
  }

  /// Waits for all printer checks.
  private static func printers(_ suspects: [Int: Task<Bool, Never>]) async -> Set<Int> {
    await withTaskCancellationHandler {
      var printers: Set<Int> = []
      for (number, suspect) in suspects {
        let isPrinter = await suspect.value
        if isPrinter { printers.insert(number) }
      }
      return printers
    } onCancel: {
      for suspect in suspects.values { suspect.cancel() }
    }
  }

  /// Reports progress until cancelled, and then once more.
  private static func watch(
    _ sweeper: PortSweeper,
    _ hosts: [TargetHost],
    _ onProgress: @Sendable (Progress) -> Void
  ) async {
    var reported = [Int](repeating: 0, count: hosts.count)
    var isOver = false
    while !isOver {
      isOver = (try? await Task.sleep(for: .milliseconds(100))) == nil
      let standing = sweeper.standing
      var progress = Progress(progress: standing.progress, found: [])
      for (number, found) in standing.found.enumerated() {
        for port in found[reported[number]...] {
          progress.found.append(
            Progress.Found(address: "\(hosts[number].address)", port: port)
          )
        }
        reported[number] = found.count
      }
      onProgress(progress)
    }
  }
}
