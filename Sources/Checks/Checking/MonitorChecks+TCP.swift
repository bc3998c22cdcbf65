import Diagnostics
import LinuxNetwork
import Model
import Monitoring
import Networking
import Wire

/// Sends nothing: it is done as soon as the connection is established.
struct ConnectExchange: StreamProtocol {
  /// When the connection was established.
  private(set) var connectedAt: ContinuousClock.Instant?

  var isDone: Bool { connectedAt != nil }

  mutating func begin() -> [UInt8] {
    connectedAt = .now
    return []
  }

  mutating func receive(_ bytes: [UInt8]) -> [UInt8] { [] }
}

extension MonitorChecks {
  /// Connections of checks.
  func streams(for purpose: Purpose, _ security: StreamSecurity? = nil) -> SystemStreams {
    SystemStreams(for: purpose, on: environment.group, security: security)
  }

  /// Connects to a port.
  func tcp(_ host: String, _ port: UInt16, _ deadline: CheckDeadline) async -> CheckResult {
    if PortSweeper.isSpared(port: port) {
      return CheckResult(LocalFailure.printingPort(port).outcome)
    }
    let addresses: [IPAddress]
    switch await self.addresses(of: host, within: deadline.left) {
    case .success(let found): addresses = found
    case .failure(let why): return CheckResult(why.outcome)
    }
    let attempts = await attempt(addresses, deadline) { address, limit in
      let start = ContinuousClock.now
      let (exchange, end) = await streams(for: .path)
        .carry(ConnectExchange(), to: Endpoint(address, port: port), within: limit)
      return (end, exchange.connectedAt.map { start.duration(to: $0) })
    }
    var facts = CheckFacts()
    guard let best = mostTelling(of: attempts) else {
      return CheckResult(.unknown(Message(.checkInterrupted)))
    }
    facts.address = "\(best.address)"
    facts.isConnected = best.end == .done
    facts.responseTimeMs = best.value?.roundedMilliseconds
    guard best.end == .done else {
      return await unconnected(best.end, host, port, at: best.address, facts, deadline)
    }
    return CheckResult(.passed, roundTripMs: best.value?.roundedMilliseconds, facts: facts)
  }

  /// An address that was tried, and how that ended.
  struct Attempt<Value: Sendable>: Sendable {
    var address: IPAddress
    var end: StreamEnd
    var value: Value
  }

  /// Tries addresses in turn until one connects.
  func attempt<Value: Sendable>(
    _ addresses: [IPAddress],
    _ deadline: CheckDeadline,
    _ body: (IPAddress, Duration) async -> (StreamEnd, Value)
  ) async -> [Attempt<Value>] {
    var attempts: [Attempt<Value>] = []
    for (index, address) in addresses.enumerated() where !(deadline.isOver && index > 0) {
      let limit = deadline.share(isLast: index == addresses.count - 1)
      let (end, value) = await body(address, limit)
      attempts.append(Attempt(address: address, end: end, value: value))
      if !end.isUnconnected || Task.isCancelled { break }
    }
    return attempts
  }

  /// A connection that wasn't made, or ended too soon, as what came of a check.
  func unconnected(
    _ end: StreamEnd,
    _ host: String,
    _ port: UInt16,
    at address: IPAddress,
    _ facts: CheckFacts,
    _ deadline: CheckDeadline
  ) async -> CheckResult {
    let values: [String: Message.Value] = [
      "host": .text(host), "port": .text("\(port)"), "limit_s": deadline.seconds,
    ]
    let reason: Message
    switch end {
    case .local(let failure): return CheckResult(failure.outcome, facts: facts)
    case .refused: reason = Message(.checkRefused, values)
    case .timedOut(connected: false), .interrupted: reason = Message(.checkNoConnection, values)
    case .timedOut(connected: true): reason = Message(.checkNoAnswer, values)
    case .unreachable: reason = Message(.checkUnreachable, values)
    case .done, .closed, .reset, .prohibited, .untrusted:
      reason = Message(
        .checkPortFails,
        ["host": .text(host), "port": .text("\(port)"), "reason": .message(end.message)]
      )
    }
    return await failed(reason, at: address, facts)
  }
}

extension StreamEnd {
  /// Whether no connection was established, so that another address may succeed.
  var isUnconnected: Bool {
    switch self {
    case .refused, .unreachable, .prohibited, .local, .timedOut(connected: false): true
    case .done, .closed, .reset, .untrusted, .interrupted, .timedOut(connected: true): false
    }
  }
}

extension MonitorChecks {
  /// The attempt that says most: the one that connected, else the first that isn't this machine's failure.
  func mostTelling<Value: Sendable>(of attempts: [Attempt<Value>]) -> Attempt<Value>? {
    attempts.first { !$0.end.isUnconnected }
      ?? attempts.first { if case .local = $0.end { false } else { true } }
      ?? attempts.first
  }
}

/// What came of a connection.
extension MessageTemplate {
  static let checkRefused = MessageTemplate("check.refused", "{host} refuses port {port}")
  static let checkNoConnection = MessageTemplate(
    "check.no_connection",
    "{host} doesn't accept a connection to port {port} within {limit_s}"
  )
  static let checkNoAnswer = MessageTemplate(
    "check.no_answer",
    "{host} accepts the connection to port {port}, but doesn't answer within {limit_s}"
  )
  static let checkUnreachable = MessageTemplate("check.unreachable", "{host} can't be reached")
  static let checkPortFails = MessageTemplate(
    "check.port_fails",
    "{host} gives no answer on port {port}: {reason}"
  )
}
