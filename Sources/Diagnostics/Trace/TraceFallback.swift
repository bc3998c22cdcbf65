public import Networking

/// A method that got no answer from a target that another one reaches.
public struct TraceFallback: Hashable, Sendable, Encodable {
  /// What was sent in vain.
  public var method: PathMethod
  /// The last hop that answered it; 0 where none did.
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
  /// Follows the way by another method where datagrams show none to the target and it answers that one;
  /// says in the verdict what was tried.
  func fallingBack(
    from first: TraceReport,
    onProgress: @escaping @Sendable (TraceProgress) -> Void
  ) async -> TraceReport {
    guard first.verdict.code == .noAnswer, first.method == .udp, options.fallback != .none else {
      return first
    }
    var report = first
    guard options.fallback == .otherMethods, options.isShort, !Task.isCancelled else {
      report.verdict.text +=
        " If a filter drops datagrams (UDP) alone, echoes (ICMP) or TCP connects "
      report.verdict.text += "show the way."
      return report
    }
    guard let (method, port) = await answeredMethod() else {
      if !Task.isCancelled {
        report.verdict.text += " It answers neither echoes (ICMP) nor TCP connects."
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
    let place = hop > 0 ? " behind hop \(hop)" : ""
    let sent = method == .icmp ? "echoes (ICMP)" : "TCP connects"
    let cause = other.isReached ? ": a filter seems to drop datagrams." : "."
    other.verdict.text += " Datagrams (UDP) get no answer\(place), so \(sent) were sent\(cause)"
    return other
  }

  /// The way by another method; `nil` where that fails, which takes nothing from what is known.
  private func followed(
    _ options: TraceOptions,
    onProgress: @escaping @Sendable (TraceProgress) -> Void
  ) async -> TraceReport? {
    try? await follow(options, onProgress: onProgress)
  }

  /// The method that the target answers, with the port at which it does; `nil` where it answers none.
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
