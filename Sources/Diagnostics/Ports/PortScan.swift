public import LinuxNetwork
public import Model
public import NIOCore
import Networking
public import Wire

/// Which TCP or UDP ports of hosts are open, closed or filtered, and what is spoken there.
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

  /// What is known beforehand of a device that is a printer: in words, why it is taken for one.
  public typealias PrinterEvidence = @Sendable (IPAddress) -> String?

  /// The most hosts that are asked in one go.
  public static let mostHosts = 4096

  private let targets: [TargetHost]
  let unknown: [UnknownHost]
  let options: Options
  private let isPrinter: PrinterEvidence
  let namespace: NetworkNamespace?
  let group: (any EventLoopGroup)?

  /// A scan to be run.
  ///
  /// - Parameters:
  ///   - targets: Whose ports; whoever is named twice is asked once.
  ///   - unknown: Hosts that were asked for too, and of which no address was learnt; the report names
  ///     them.
  ///   - options: What is asked, and how.
  ///   - isPrinter: Who is known to be a printer.
  ///   - namespace: Where the hosts are; `nil` for this process' own network.
  ///   - group: Whose threads are in that namespace, so that services can be asked what they are;
  ///     `nil` for this process' own network, and nobody's in a namespace.
  public init(
    _ targets: [TargetHost],
    unknown: [UnknownHost] = [],
    _ options: Options,
    isPrinter: @escaping PrinterEvidence = { _ in nil },
    in namespace: NetworkNamespace? = nil,
    on group: (any EventLoopGroup)? = nil
  ) {
    self.targets = targets
    self.unknown = unknown
    self.options = options
    self.isPrinter = isPrinter
    self.namespace = namespace
    self.group = group
  }

  /// Asks the hosts' ports, and reads what the open ones say.
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
      in: namespace
    )
    let watch = Task { await Self.watch(sweeper, hosts, onProgress) }
    let fragile = Set(plans.indices.filter { plans[$0].target.isFragile })
    let scout = Task { await scoutPrinters(sweeper, hosts, except: fragile, reader) }
    defer { scout.cancel() }
    let swept: [SweptHost]
    do throws(LocalFailure) {
      swept = try await sweeper.run()
      watch.cancel()
      // What was found last is told before services are asked, which takes longer.
      await watch.value
    } catch {
      watch.cancel()
      throw .local(error, during: "can't scan ports")
    }
    if let failure = swept.first?.failure, swept.allSatisfy({ $0.failure != nil }) {
      throw .local(failure, during: "can't reach \(hosts[0].host)")
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
      // Who was found last has not been asked yet whether it is a printer.
      suspect(sweeper, hosts, except: fragile, reader, &suspects)
      let printers = await Self.printers(suspects)
      await reader.read(&report, except: Self.unread(fragile, swept, printers: printers))
    }
    return report
  }

  /// What reads services; `nil` where nothing in the hosts' network can, and where nothing is read.
  private func reader() throws(DiagnosticError) -> VersionReader? {
    guard options.readsVersions || seeksPrinters else { return nil }
    if let group { return VersionReader(group: group) }
    guard namespace == nil else { return nil }
    do throws(LocalFailure) {
      return VersionReader(group: try EventLoops.shared())
    } catch {
      throw .local(error, during: "can't scan ports")
    }
  }

  private func method() throws(DiagnosticError) -> PortSweeper.Method {
    let failure = PortSweeper.obstacle(to: .halfOpen)
    switch options.method {
    case nil: return failure == nil ? .halfOpen : .connect
    case .connect: return .connect
    case .halfOpen:
      if let failure {
        throw .local(failure, during: "half-open probes need CAP_NET_RAW; see homenet doctor")
      }
      return .halfOpen
    }
  }

  private func hosts() throws(DiagnosticError) -> [TargetHost] {
    guard !targets.isEmpty else { throw .usage("name a host") }
    guard targets.count <= Self.mostHosts else { throw .usage("at most \(Self.mostHosts) hosts") }
    var hosts: [TargetHost] = []
    for target in targets where !hosts.contains(where: { $0.address == target.address }) {
      try target.mustBeDevice()
      hosts.append(target)
    }
    return hosts
  }

  /// What is asked of a host, and what is not.
  private func plan(
    _ host: TargetHost
  ) -> (target: PortSweep.Target, spared: [PortScanReport.Spared]) {
    var ports = options.transport == .udp ? options.ports.udpPorts : options.ports.ports
    var spared: [PortScanReport.Spared] = []
    let printing = ports.filter(PortSweeper.isSpared)
    if !printing.isEmpty {
      ports.removeAll(where: PortSweeper.isSpared)
      spared.append(
        PortScanReport.Spared(ports: printing.sorted(), because: "what is sent there gets printed")
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
          because: "it is a printer (\(evidence)); --include-printers asks them"
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

  /// Whether so much is asked that a printer among the hosts would notice.
  private var seeksPrinters: Bool { !options.includesPrinters && options.ports.ports.count > 100 }

  /// Whose services are not asked what they are: those of printers that were known beforehand, or that
  /// turned out to be printers while they were asked, or after that.
  static func unread(
    _ fragile: Set<Int>,
    _ swept: [SweptHost],
    printers: Set<Int>
  ) -> Set<Int> {
    fragile.union(printers).union(swept.indices.filter { swept[$0].usualPorts != nil })
  }

  /// Looks for printers among the hosts while they are asked, until it is cancelled: IPP is spoken at
  /// 631 by printers, and by computers that run CUPS and say so.
  ///
  /// - Returns: Who speaks at 631, and whether it is a printer.
  private func scoutPrinters(
    _ sweeper: PortSweeper,
    _ hosts: [TargetHost],
    except fragile: Set<Int>,
    _ reader: VersionReader?
  ) async -> [Int: Task<Bool, Never>] {
    var suspects: [Int: Task<Bool, Never>] = [:]
    guard seeksPrinters, let reader else { return suspects }
    while (try? await Task.sleep(for: .milliseconds(10))) != nil {
      suspect(sweeper, hosts, except: fragile, reader, &suspects)
    }
    return suspects
  }

  /// Asks those who were found to speak at 631 since the last time whether they are printers.
  private func suspect(
    _ sweeper: PortSweeper,
    _ hosts: [TargetHost],
    except fragile: Set<Int>,
    _ reader: VersionReader,
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

  /// Who turned out to be a printer, once that is known of all.
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

  /// Tells of progress until it is cancelled, and then once more.
  private static func watch(
    _ sweeper: PortSweeper,
    _ hosts: [TargetHost],
    _ onProgress: @Sendable (Progress) -> Void
  ) async {
    var told = [Int](repeating: 0, count: hosts.count)
    var isOver = false
    while !isOver {
      isOver = (try? await Task.sleep(for: .milliseconds(100))) == nil
      let standing = sweeper.standing
      var progress = Progress(progress: standing.progress, found: [])
      for (number, found) in standing.found.enumerated() {
        for port in found[told[number]...] {
          progress.found.append(
            Progress.Found(address: "\(hosts[number].address)", port: port)
          )
        }
        told[number] = found.count
      }
      onProgress(progress)
    }
  }
}
