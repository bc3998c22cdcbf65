import Diagnostics
import LinuxNetwork
public import Model
public import Monitoring
import Networking
import Wire

/// Asks the targets of monitors.
///
/// Safe to be called for many monitors at once: what they share (names, echoes, this machine's
/// configuration, trusted authorities) is asked for once.
public struct MonitorChecks: MonitorChecking {
  let environment: CheckEnvironment
  let echoes: EchoService
  let names: NameCache?
  let ownNetwork: OwnNetwork
  let securities: StreamSecurities
  let clock = OwnClock()
  let diagnoses = DiagnosisQueue()

  /// Checks in an environment.
  public init(_ environment: CheckEnvironment) {
    self.environment = environment
    echoes = EchoService(on: environment.network)
    names = environment.lookUp.map { NameCache($0) }
    ownNetwork = OwnNetwork(environment.network)
    securities = StreamSecurities(environment.trust)
  }

  /// Checks a target once, and judges what was found by the monitor's conditions.
  public func check(_ monitor: Monitor) async -> CheckResult {
    let deadline = CheckDeadline(after: monitor.timeout)
    // Every part keeps to the deadline by itself; this ends one that doesn't.
    let asked = await bounded(monitor.timeout + .milliseconds(200)) {
      await ask(monitor, deadline)
    }
    if Task.isCancelled { return CheckResult(.unknown(Message(.checkInterrupted))) }
    var result = asked ?? CheckResult(.unknown(Message(.checkInterrupted)))
    if result.facts.responseTimeMs == nil { result.facts.responseTimeMs = result.roundTripMs }
    return result.judged(by: monitor.conditions)
  }

  /// Why this machine can't check anything now.
  public func ownFailure() async -> Message? { await ownNetwork.failure() }

  private func ask(_ monitor: Monitor, _ deadline: CheckDeadline) async -> CheckResult {
    let hasConditions = !monitor.conditions.isEmpty
    return switch monitor.check {
    case .icmp(let host, let count): await icmp(host, count: count, deadline)
    case .tcp(let host, let port): await tcp(host, port, deadline)
    case .http(let check): await http(check, isAnyStatusRight: hasConditions, deadline)
    case .dns(let check): await dns(check, isAnyCodeRight: hasConditions, deadline)
    case .tls(let check): await tls(check, deadline)
    case .presence(let device): await presence(of: device)
    case .internet(let targets): await internet(targets, deadline)
    }
  }

  /// A failure at an address, unless it is this machine's own network that fails.
  func failed(
    _ reason: Message,
    at address: IPAddress?,
    _ facts: CheckFacts = CheckFacts(),
    roundTrip: Duration? = nil
  ) async -> CheckResult {
    if let address, let own = await ownNetwork.failure(to: address) {
      return CheckResult(.unknown(own), facts: facts)
    }
    return CheckResult(.failed(reason), roundTripMs: roundTrip?.roundedMilliseconds, facts: facts)
  }
}

/// When a check has to be over.
struct CheckDeadline: Sendable {
  private let end: ContinuousClock.Instant
  /// How long the whole check may take.
  let limit: Duration

  /// The present and so long.
  init(after limit: Duration) {
    self.limit = limit
    end = ContinuousClock.now + limit
  }

  /// What is left of it; at least a millisecond.
  var left: Duration { max(.milliseconds(1), ContinuousClock.now.duration(to: end)) }

  /// Whether nothing is left.
  var isOver: Bool { ContinuousClock.now >= end }

  /// Half of what is left while there is something else to try, two seconds at most; else all.
  func share(isLast: Bool) -> Duration { isLast ? left : min(left / 2, .seconds(2)) }

  /// The limit for a place that ends in `_s`.
  var seconds: Message.Value { .number(limit.milliseconds / 1000) }
}

extension CheckResult {
  /// The same, failed where it passed and one of the conditions doesn't hold.
  func judged(by conditions: [Condition]) -> CheckResult {
    switch outcome {
    case .failed, .unknown: return self
    case .passed, .degraded: break
    }
    let failures = conditions.compactMap { condition -> Message? in
      if case .fails(let message) = condition.evaluate(facts) { message } else { nil }
    }
    guard let first = failures.first else { return self }
    var result = self
    result.outcome = .failed(
      failures.count == 1
        ? first
        : Message(
          .checkConditions,
          ["first": .message(first), "count": .count(failures.count - 1)]
        )
    )
    return result
  }
}

extension LocalFailure {
  /// This machine's failure as what came of a check.
  var outcome: CheckResult.Outcome {
    if case .refusedByPolicy(let reason) = self { return .unknown(reason) }
    return .unknown(Message(.checkOwnFailure, ["reason": .message(message)]))
  }
}

/// What checks say whatever they ask.
extension MessageTemplate {
  static let checkInterrupted = MessageTemplate(
    "check.interrupted",
    "the check was interrupted"
  )
  static let checkOwnFailure = MessageTemplate(
    "check.own_failure",
    "this machine couldn't ask: {reason}"
  )
  static let checkConditions = MessageTemplate(
    "check.conditions",
    one: "{first}; one more condition doesn't hold",
    other: "{first}; {count} more conditions don't hold"
  )
}
