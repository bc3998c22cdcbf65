import Diagnostics
import LinuxNetwork
import Model
public import Monitoring
import Networking
import Wire

/// Lets a few diagnoses run at a time, and few wait.
///
/// Urgent ones are those of monitors without parents, which are the causes of the others' trouble and the
/// ones that are told: one more of them may run, and they wait before all others. Else the diagnosis of a
/// router would come after those of what is behind it, and after its alert was sent.
actor DiagnosisQueue {
  private static let mostRunning = 2
  private static let mostWaiting = 20

  private var running = 0
  private var waiting: [Waiting] = []
  /// How many went without.
  private(set) var refusals = 0

  private struct Waiting {
    var isUrgent: Bool
    var place: CheckedContinuation<Void, Never>
  }

  /// How many wait.
  var queued: Int { waiting.count }

  /// Waits for a place, to be given back by ``leave()``; `false` where too many wait already.
  func enter(isUrgent: Bool = false) async -> Bool {
    if running < Self.mostRunning + (isUrgent ? 1 : 0) {
      running += 1
      return true
    }
    let before = isUrgent ? waiting.prefix { $0.isUrgent }.count : waiting.count
    guard before < Self.mostWaiting else {
      refusals += 1
      return false
    }
    // The place is handed over by whoever leaves.
    await withCheckedContinuation {
      waiting.insert(Waiting(isUrgent: isUrgent, place: $0), at: before)
    }
    return true
  }

  /// Gives a place back.
  func leave() {
    guard let next = waiting.first, next.isUrgent || running <= Self.mostRunning else {
      running -= 1
      return
    }
    waiting.removeFirst()
    next.place.resume()
  }
}

extension MonitorChecks {
  private static let diagnosisLimit = Duration.seconds(10)
  private static let mostEvidence = 8

  /// Looks for the cause of an incident, from this machine's link to the target.
  public func diagnose(
    _ monitor: Monitor,
    after failure: CheckResult
  ) async -> IncidentDiagnosis? {
    guard await mayLookAround(), let target = await diagnosisTarget(of: monitor, failure),
      await diagnoses.enter(isUrgent: monitor.parents.isEmpty)
    else { return nil }
    var diagnosis: IncidentDiagnosis?
    if !Task.isCancelled { diagnosis = await verdict(on: target) }
    await diagnoses.leave()
    return diagnosis
  }

  /// Whether the routers of this machine may be asked, which a diagnosis does whatever its target is.
  ///
  /// Not for a simulated home without a network namespace of its own: they are none of it.
  func mayLookAround() async -> Bool {
    guard environment.lookUp == nil,
      case .success(let configuration) = await ownNetwork.configuration()
    else { return true }
    let routers = configuration.gateways.map(\.address)
    for router in routers + configuration.routes.compactMap(\.gateway) {
      let rejection = await environment.rejection(router)
      if rejection != nil { return false }
    }
    return true
  }

  /// What is diagnosed.
  struct DiagnosisTarget: Hashable, Sendable {
    /// A host, host and port, or URL; `nil` for this machine's network and its router.
    var text: String?
    /// The address of its name that the checks asked, so that the same host is diagnosed.
    var address: IPAddress?
  }

  /// The target of a monitor's diagnosis; `nil` where there is none.
  func diagnosisTarget(of monitor: Monitor, _ failure: CheckResult) async -> DiagnosisTarget? {
    let asked = failure.facts.address.flatMap { IPAddress($0) }
    func place(_ host: String, _ port: UInt16?) -> DiagnosisTarget? {
      if let port, PortSweeper.isSpared(port: port) { return nil }
      let bracketed = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
      return DiagnosisTarget(text: port.map { "\(bracketed):\($0)" } ?? bracketed, address: asked)
    }
    switch monitor.check {
    case .icmp(let host, _): return place(host, nil)
    case .tcp(let host, let port): return place(host, port)
    case .tls(let check): return place(check.host, check.port)
    case .http(let check):
      guard let target = HTTPTarget(check.url), !PortSweeper.isSpared(port: target.port) else {
        return nil
      }
      // A diagnosis trusts any certificate, so it gets no token of the URL.
      return DiagnosisTarget(text: check.shownURL, address: asked)
    case .dns(let check):
      if let resolver = check.resolver, let (host, port) = Self.hostAndPort(resolver) {
        return place(host, port)
      }
      return DiagnosisTarget()
    case .internet(let targets):
      guard let first = targets.first else { return DiagnosisTarget() }
      return DiagnosisTarget(text: first)
    case .presence(let id):
      guard let address = await environment.device(id)?.device.knownIP, !address.lacksZone else {
        return nil
      }
      return DiagnosisTarget(text: address.uriHost)
    }
  }

  private func verdict(on target: DiagnosisTarget) async -> IncidentDiagnosis? {
    var connection = ConnectionEnvironment(
      network: environment.network,
      questions: environment.questions ?? NoNameServers(),
      streams: streams(for: .diagnosis),
      roots: environment.roots,
      now: environment.now
    )
    let group = environment.group
    connection.secured = { host in
      (try? StreamSecurity(.anybody, name: IPAddress(host) == nil ? host : nil)).map {
        SystemStreams(for: .diagnosis, on: group, security: $0)
      }
    }
    connection.lookUp = lookUp(pinning: target.address)
    let tool = ConnectionDiagnostic(
      target.text,
      environment: connection,
      limit: Self.diagnosisLimit
    )
    do throws(DiagnosticError) {
      return IncidentDiagnosis(try await tool.run { _ in }.verdict, most: Self.mostEvidence)
    } catch {
      return nil
    }
  }

  /// Look-ups of a diagnosis: the address that was asked, or one that the policy permits.
  private func lookUp(pinning address: IPAddress?) -> CheckEnvironment.LookUp {
    { host, family in
      if let address { return .success([address]) }
      switch await addresses(of: host, within: Self.diagnosisLimit / 2) {
      case .success(let found):
        let wanted = found.filter { family == nil || (family == .v4) == ($0.v4 != nil) }
        return wanted.isEmpty ? .failure(.unknown) : .success(wanted)
      case .failure(let why):
        if case .failed = why.outcome { return .failure(.unknown) }
        return .failure(.unanswered)
      }
    }
  }
}

extension IncidentDiagnosis {
  /// The verdict with what shows it; `nil` where nothing wrong was found.
  init?(_ verdict: ConnectionVerdict, most: Int) {
    guard verdict.code != .well, verdict.code != .notKnown else { return nil }
    self.init(
      code: verdict.code.rawValue,
      message: verdict.message,
      evidence: Array((verdict.reasons + verdict.asides).prefix(most))
    )
  }
}

/// Sends nothing: for homes without name servers.
private struct NoNameServers: DNSCarrier {
  func carry(
    _ query: DNSQuery,
    to server: DNSServer,
    over transport: DNSTransport,
    within limit: Duration
  ) async -> Result<DNSResponse, DNSFailure> {
    .failure(.local(.refusedByPolicy(Message(.checkNoNameServers))))
  }
}
