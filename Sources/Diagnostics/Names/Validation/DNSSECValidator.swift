public import Model
public import Wire

/// Follows the chain of trust from an anchor to a name's records (RFC 4035, section 5), and says
/// where it breaks.
///
/// It decides only: records come from a `RecordSource`, and the present is handed in.
public struct DNSSECValidator: Sendable {
  private let source: any RecordSource
  private let anchors: TrustAnchors
  private let limits: ValidationLimits

  /// A validator that asks there.
  ///
  /// - Parameters:
  ///   - source: Where records come from.
  ///   - anchors: What is trusted; by default the root's keys.
  ///   - limits: How much a validation may cost.
  public init(
    source: any RecordSource,
    anchors: TrustAnchors = .iana,
    limits: ValidationLimits = ValidationLimits()
  ) {
    self.source = source
    self.anchors = anchors
    self.limits = limits
  }

  /// Validates what the source answers for a name and type, whether that is records, an alias or
  /// that there is nothing.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - type: The type; `any` for all that the answer holds.
  ///   - now: The present, which signatures' times are compared with.
  ///   - message: The source's answer, where it has been asked already with DO and CD set.
  /// - Returns: The state, the chain, and the broken link if there is one.
  public func validate(
    _ name: DNSName,
    _ type: DNSType,
    at now: Timestamp,
    answer message: DNSMessage? = nil
  ) async -> DNSSECReport {
    var validation = Validation(source: source, anchors: anchors, limits: limits, now: now)
    var report = DNSSECReport(.secure)
    report.anchor = anchors.closest(to: type == .ds ? name.parent : name)
    do throws(Finding) {
      try await follow(name, type, message, &validation, &report)
    } catch {
      report.take(error)
    }
    report.links = validation.links
    report.effort = validation.effort
    return report
  }

  /// Follows aliases from the name to the records.
  private func follow(
    _ name: DNSName,
    _ type: DNSType,
    _ given: DNSMessage?,
    _ validation: inout Validation,
    _ report: inout DNSSECReport
  ) async throws(Finding) {
    guard type != .rrsig else { throw .unknown("signatures themselves are not signed") }
    var message: DNSMessage
    if let given {
      try Validation.accept(given, for: name, type)
      message = given
    } else {
      message = try await validation.ask(name, type)
    }
    var asked = name
    var current = name
    for _ in 0...limits.aliases {
      let sets = RecordSet.sets(in: message.answers)
      let alias = Alias(of: current, in: sets)
      let wanted = sets.filter { set in
        set.name == current && (set.type == type || type == .any)
          // What is made from a DNAME has no signature of its own.
          && !(set.type == .cname && alias?.isTrees == true)
      }
      for set in wanted {
        let outcome = await validation.answer(set, in: message)
        try report.add(outcome)
      }
      // An alias that is asked for itself is not followed.
      let isSought = type == .cname || type == .any
      if !wanted.isEmpty, !(isSought && alias?.isTrees == true) { return }
      if let alias {
        let outcome = await validation.answer(alias, in: message)
        try report.add(outcome)
        if isSought { return }
        current = alias.target
      } else if current == asked {
        let outcome = await validation.denial(of: current, type, in: message)
        try report.add(outcome)
        return
      } else {
        // What an alias leads to may be another server's to tell.
        message = try await validation.ask(current, type)
        asked = current
      }
    }
    throw .unknown("\(name) is an alias of an alias, more than \(limits.aliases) times")
  }
}

extension DNSSECReport {
  /// Takes a part of the answer.
  ///
  /// - Throws: What makes it pointless to look at the rest.
  fileprivate mutating func add(_ outcome: (answer: Answer, finding: Finding?)) throws(Finding) {
    answers.append(outcome.answer)
    guard let finding = outcome.finding else { return }
    guard case .insecure = finding else { throw finding }
    take(finding)
  }

  /// Takes what was found; the first reason stays unless the new one is worse.
  fileprivate mutating func take(_ finding: Finding) {
    guard state == .secure || finding.state != .insecure else { return }
    state = finding.state
    reason = finding.words
    brokenLink = finding.brokenLink
  }
}
