public import Model
public import Wire

/// Validates the chain of trust from an anchor to a name's records (RFC 4035, section 5).
///
/// Does no I/O and reads no clock: records come from a `RecordSource`, the time is a parameter.
public struct DNSSECValidator: Sendable {
  private let source: any RecordSource
  private let anchors: TrustAnchors
  private let limits: ValidationLimits

  /// By default trusts the root's keys.
  public init(
    source: any RecordSource,
    anchors: TrustAnchors = .iana,
    limits: ValidationLimits = ValidationLimits()
  ) {
    self.source = source
    self.anchors = anchors
    self.limits = limits
  }

  /// Validates the source's answer: records, an alias, or a denial of existence.
  ///
  /// `message` is the source's answer, if already asked with DO and CD set.
  public func validate(
    _ name: DNSName,
    _ type: DNSType,
    at now: Timestamp,
    answer message: DNSMessage? = nil
  ) async -> DNSSECReport {
    var validation = Validation(source: source, anchors: anchors, limits: limits, now: now)
    var report = DNSSECReport(.secure)
    report.anchor = anchors.closest(to: type == .ds ? name.parent : name)
    do throws(ValidationFailure) {
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
  ) async throws(ValidationFailure) {
    guard type != .rrsig else { throw .unknown(Message(.dnssecSignaturesThemselves)) }
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
      let sets = RRSet.sets(in: message.answers)
      let alias = DNSAlias(of: current, in: sets)
      let wanted = sets.filter { set in
        set.name == current && (set.type == type || type == .any)
          // A CNAME synthesised from a DNAME is unsigned.
          && !(set.type == .cname && alias?.isFromDNAME == true)
      }
      for set in wanted {
        let outcome = await validation.answer(set, in: message)
        try report.add(outcome)
      }
      // An alias that is asked for itself is not followed.
      let isSought = type == .cname || type == .any
      if !wanted.isEmpty, !(isSought && alias?.isFromDNAME == true) { return }
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
        // The alias's target may be in another zone.
        message = try await validation.ask(current, type)
        asked = current
      }
    }
    throw .unknown(
      Message(.dnssecAliases, ["name": .text("\(name)"), "count": .count(limits.aliases)])
    )
  }
}

extension DNSSECReport {
  /// Adds a part of the answer; throws failures other than `insecure`, which end the validation.
  fileprivate mutating func add(
    _ outcome: (answer: Answer, finding: ValidationFailure?)
  ) throws(ValidationFailure) {
    answers.append(outcome.answer)
    guard let finding = outcome.finding else { return }
    guard case .insecure = finding else { throw finding }
    take(finding)
  }

  /// Records a failure; the first reason stays unless the new one is worse.
  fileprivate mutating func take(_ finding: ValidationFailure) {
    guard state == .secure || finding.state != .insecure else { return }
    state = finding.state
    message = finding.message
    brokenLink = finding.brokenLink
  }
}

/// Why a validation ended before the records were found secure.
enum ValidationFailure: Error, Hashable {
  /// Nothing below is signed with a supported algorithm; says why.
  case insecure(Message)
  /// A link is broken.
  case broken(DNSSECReport.BrokenLink)
  /// A `ValidationLimits` bound was reached; counts as bogus.
  case exhausted(DNSSECReport.BrokenLink)
  /// Indeterminate; says why.
  case unknown(Message)

  /// The answer's state.
  var state: DNSSECReport.State {
    switch self {
    case .insecure: .insecure
    case .broken, .exhausted: .bogus
    case .unknown: .indeterminate
    }
  }

  /// The reason.
  var message: Message {
    switch self {
    case .insecure(let reason), .unknown(let reason): reason
    case .broken(let link), .exhausted(let link): link.message
    }
  }

  /// The link that is broken.
  var brokenLink: DNSSECReport.BrokenLink? {
    switch self {
    case .broken(let link), .exhausted(let link): link
    case .insecure, .unknown: nil
    }
  }
}

/// What a validation has cost so far: counted, so that it can be bounded whatever a zone holds.
public struct ValidationEffort: Hashable, Encodable, Sendable {
  /// Questions asked of the source.
  public internal(set) var questions = 0
  /// Signatures computed over.
  public internal(set) var signatures = 0
  /// Digests of keys and hashes of names made, each iteration one.
  public internal(set) var hashes = 0

  /// None yet.
  public init() {}
}

/// How much a validation may cost.
///
/// A zone can hold many keys of one tag and many signatures by it, each to be tried with each
/// (CVE-2023-50387, "KeyTrap"), and names hashed many times over (CVE-2023-50868): without bounds,
/// one answer would take minutes.
public struct ValidationLimits: Hashable, Sendable {
  /// Questions asked of the source; a name of 34 labels under `ip6.arpa` takes 35 and keys.
  public var questions = 80
  /// Signatures computed over, in all.
  public var signatures = 128
  /// Signatures computed over for a record set, of those that one of the zone's keys may have made.
  public var signaturesPerSet = 8
  /// Zones tried of those that claim to have signed a record set; one has, more are made up.
  public var signersPerSet = 16
  /// Keys of one tag tried for a signature; two happen, more are an attack.
  public var keysPerTag = 4
  /// DS records that are looked at.
  public var signersPerZone = 16
  /// Keys that are looked at.
  public var keysPerZone = 64
  /// Iterations of NSEC3 that are followed; with more, a zone counts as insecure (RFC 9276, section
  /// 3.2, lets validators choose; name servers of 2024 choose 50).
  public var iterations = 50
  /// Digests and hashes made, in all.
  public var hashes = 8_192
  /// Records of denial that are looked at in a message.
  public var denials = 12
  /// Aliases followed.
  public var aliases = 12

  /// What suits a person who waits.
  public init() {}
}
