import Model
public import Networking

/// The method that failed before another one reached the target.
public struct TraceFallback: Hashable, Sendable, Encodable {
  /// The failed method.
  public var method: PathMethod
  /// The last hop that answered it, 0 for none.
  public var hop: Int

  private enum CodingKeys: String, CodingKey { case method, hop }

  /// Writes `fallback`.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(method.rawValue, forKey: .method)
    try json.encode(hop, forKey: .hop)
  }
}

extension Trace {
  /// Retraces by ICMP or TCP where UDP does not reach the target; the verdict says what was tried.
  func fallingBack(
    from first: TraceReport,
    onProgress: @escaping @Sendable (TraceProgress) -> Void
  ) async -> TraceReport {
    guard first.verdict.code == .noAnswer, first.method == .udp, options.fallback != .none else {
      return first
    }
    var report = first
    guard options.fallback == .otherMethods, options.isShort, !Task.isCancelled else {
      report.verdict.asides.append(Message(.traceTryOthers))
      return report
    }
    guard let (method, port) = await answeredMethod() else {
      if !Task.isCancelled {
        report.verdict.asides.append(Message(.traceNoOthers))
      }
      return report
    }
    var options = options
    (options.mode, options.port, options.flows) = (method, port, .each)
    options.measuresMTU = false
    guard var other = await followed(options, onProgress: onProgress),
      other.verdict.code != .undecided
    else {
      return report
    }
    other.mtu = first.mtu
    let hop = first.hops.last { !$0.isSilent }?.number ?? 0
    other.fallback = TraceFallback(method: .udp, hop: hop)
    let silent =
      hop > 0
      ? Message(.traceFallbackSilentBehind, ["hop": .count(hop)]) : Message(.traceFallbackSilent)
    let sent =
      switch (method, other.isReached) {
      case (.icmp, true): Message(.traceFilterEchoes)
      case (.icmp, false): Message(.traceFallbackEchoes)
      case (_, true): Message(.traceFilterConnects)
      case (_, false): Message(.traceFallbackConnects)
      }
    other.verdict.asides.append(
      Message(.traceFallback, ["silent": .message(silent), "sent": .message(sent)])
    )
    return other
  }

  /// A trace by another method; `nil` where it fails, and the first report stands.
  private func followed(
    _ options: TraceOptions,
    onProgress: @escaping @Sendable (TraceProgress) -> Void
  ) async -> TraceReport? {
    try? await follow(options, onProgress: onProgress)
  }

  /// The first of ICMP and TCP that the target answers, with the TCP port.
  private func answeredMethod() async -> (method: PathMethod, port: UInt16?)? {
    for method in [PathMethod.icmp, .tcp] {
      var options = PingOptions(
        count: 2,
        interval: .milliseconds(300),
        timeout: .seconds(1),
        method: method
      )
      options.awaitsErrors = false
      options.source = self.options.source
      var port: UInt16?
      for await event in network.run(PingMachine([target.address], options, token: token)) {
        if case .port(_, let found) = event { port = found }
        if case .answered = event { return (method, method == .tcp ? port ?? 80 : nil) }
      }
    }
    return nil
  }
}
