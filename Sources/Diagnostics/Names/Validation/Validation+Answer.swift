import Model
import Wire

extension Validation {
  /// Validates a record set that an answer holds.
  mutating func answer(
    _ set: RRSet,
    in message: DNSMessage
  ) async -> (DNSSECReport.Answer, ValidationFailure?) {
    var answer = DNSSECReport.Answer(set.name, set.type, .secure)
    do throws(ValidationFailure) {
      try await validate(set, in: message, &answer)
      return (answer, nil)
    } catch {
      answer.state = error.state
      return (answer, error)
    }
  }

  /// Validates an alias, and that the CNAME made from a DNAME is what it makes.
  mutating func answer(
    _ alias: DNSAlias,
    in message: DNSMessage
  ) async -> (DNSSECReport.Answer, ValidationFailure?) {
    var (answer, finding) = await answer(alias.basis, in: message)
    if finding == nil, !alias.isConsistent, let made = alias.synthesised {
      let reason = Message(
        .dnssecAlias,
        ["name": "\(made.name)", "tree": "\(alias.basis.name)", "target": "\(alias.target)"]
      )
      finding = broken(answer.zone ?? alias.basis.name, made.name, .cname, reason)
      answer.state = .bogus
    }
    return (answer, finding)
  }

  private mutating func validate(
    _ set: RRSet,
    in message: DNSMessage,
    _ answer: inout DNSSECReport.Answer
  ) async throws(ValidationFailure) {
    // What a parent says of a zone belongs to the parent.
    let scope = set.type == .ds ? set.name.parent : set.name
    let (zone, signature) = try await bySigner(of: set.signatures, scope: scope) {
      (validation, zone) throws(ValidationFailure) in
      (zone, try validation.verify(set, with: zone))
    }
    answer.sign(zone.name, signature, self)
    guard signature.isExpanded(for: set.name) else { return }
    let labels = Int(signature.labels)
    answer.wildcard = set.name.suffix(labels: labels).wildcard
    let proof = try proof(in: message, from: zone)
    switch proof.allowsWildcard(for: set.name, labels: labels, &hasher) {
    case .whole: return
    case .optOut: throw .insecure(Self.optOut(zone.name, set.name))
    case nil:
      let reason = Message(
        .dnssecWildcard,
        ["name": "\(set.name)", "type": "\(set.type)", "zone": "\(zone.name)"]
      )
      throw broken(zone.name, set.name, set.type, reason)
    }
  }

  /// Validates that a name has no such records, or doesn't exist.
  mutating func denial(
    of name: DNSName,
    _ type: DNSType,
    in message: DNSMessage
  ) async -> (DNSSECReport.Answer, ValidationFailure?) {
    var answer = DNSSECReport.Answer(name, type, .secure, isDenial: true)
    do throws(ValidationFailure) {
      try await deny(name, type, in: message, &answer)
      return (answer, nil)
    } catch {
      answer.state = error.state
      return (answer, error)
    }
  }

  private mutating func deny(
    _ name: DNSName,
    _ type: DNSType,
    in message: DNSMessage,
    _ answer: inout DNSSECReport.Answer
  ) async throws(ValidationFailure) {
    let scope = type == .ds ? name.parent : name
    let sets = RRSet.sets(in: message.authorities)
      .filter { [.nsec, .nsec3, .soa].contains($0.type) }
    let isMissing = message.flags.responseCode == 3
    let (zone, strength) = try await bySigner(of: sets.flatMap(\.signatures), scope: scope) {
      (validation, zone) throws(ValidationFailure) in
      let proof = try validation.proof(in: message, from: zone)
      let strength =
        isMissing
        ? proof.deniesName(name, &validation.hasher)
        : proof.deniesData(name, type, &validation.hasher)
      if let strength { return (zone, strength) }
      let claim =
        isMissing
        ? Message(.dnssecNoName, ["name": "\(name)"])
        : Message(.dnssecNoRecord, ["name": "\(name)", "type": "\(type)"])
      let reason = Message(
        proof.isEmpty ? .dnssecNoProof : .dnssecGap,
        ["zone": .text("\(zone.name)"), "claim": .message(claim)]
      )
      throw validation.broken(zone.name, name, type, reason)
    }
    for set in sets where set.type != .soa {
      if let signature = set.signatures.first(where: { $0.signer == zone.name }) {
        answer.sign(zone.name, signature, self)
        break
      }
    }
    if strength == .optOut { throw .insecure(Self.optOut(zone.name, name)) }
  }

  func broken(
    _ zone: DNSName,
    _ name: DNSName,
    _ type: DNSType,
    _ message: Message
  ) -> ValidationFailure {
    .broken(.init(zone: zone, name: name, type: type, message: message))
  }

  private static func optOut(_ zone: DNSName, _ name: DNSName) -> Message {
    Message(.dnssecOptOut, ["zone": "\(zone)", "name": "\(name)"])
  }
}

extension DNSSECReport.Answer {
  /// Notes who signed.
  fileprivate mutating func sign(
    _ zone: DNSName,
    _ signature: DNSSignature,
    _ validation: Validation
  ) {
    self.zone = zone
    signedBy = .init(tag: signature.keyTag, algorithm: signature.algorithm)
    inception = validation.time(signature.inception)
    expiration = validation.time(signature.expiration)
  }
}

extension Validation {
  /// Tries each claimed signer zone until one validates (RFC 4035, section 5.3.3).
  ///
  /// Highest zone first, so that a forged signer below costs no queries. Without signatures, tries
  /// the zone of `scope`.
  ///
  /// - Returns: What the first zone that finds nothing wrong makes of them.
  /// - Throws: What the lowest zone of those who claim to have signed finds wrong, unless a zone in
  ///   between proves that nothing is signed there.
  mutating func bySigner<Made>(
    of signatures: [DNSSignature],
    scope: DNSName,
    _ judge: (inout Validation, Zone) throws(ValidationFailure) -> Made
  ) async throws(ValidationFailure) -> Made {
    let claims = Set(signatures.map(\.signer).filter(scope.isInside))
      .sorted { $0.labelCount < $1.labelCount }
    guard !claims.isEmpty else {
      let zone = try await zone(of: scope, scope: scope)
      return try judge(&self, zone)
    }
    var fault: ValidationFailure?
    var forged: ValidationFailure?
    for claimed in claims.prefix(limits.signersPerSet) {
      do throws(ValidationFailure) {
        let zone = try await zone(of: claimed, scope: scope)
        if zone.name == claimed { return try judge(&self, zone) }
        let message = Message(
          .dnssecNoZone,
          ["name": "\(scope)", "signer": "\(claimed)", "zone": "\(zone.name)"]
        )
        forged = broken(zone.name, scope, .rrsig, message)
      } catch {
        if case .insecure = error { throw error }
        if case .exhausted = error { throw error }
        fault = error
      }
    }
    try await checkThatSignatures(areNeededAt: scope)
    throw fault ?? forged ?? .unknown(Message(.dnssecNoSignature, ["name": "\(scope)"]))
  }

  /// Follows the chain to the records' own zone.
  ///
  /// - Throws: That a zone above proves that nothing is signed there: then wrong signatures are none.
  ///   Opt-out is no such proof: the name may be the zone's own, with its signatures spoilt.
  private mutating func checkThatSignatures(
    areNeededAt scope: DNSName
  ) async throws(ValidationFailure) {
    let before = links.count
    do throws(ValidationFailure) {
      _ = try await zone(of: scope, scope: scope)
    } catch {
      if case .insecure = error, !optedOut.contains(where: scope.isInside) { throw error }
    }
    // Failed links below are not the reason; drop them.
    links = Array(links.prefix(before)) + links.dropFirst(before).filter { $0.state == .secure }
  }
}

extension Validation {
  /// Collects the records of denial that the zone signed.
  ///
  /// - Throws: What is wrong with their signatures, where none is good; that the zone hashes names
  ///   more often than is followed, which makes it insecure.
  mutating func proof(
    in message: DNSMessage,
    from zone: Zone
  ) throws(ValidationFailure) -> DenialProof {
    var proof = DenialProof(zone: zone.name)
    var fault: ValidationFailure?
    let sets = RRSet.sets(in: message.authorities)
      .filter { $0.type == .nsec || $0.type == .nsec3 }
    for set in sets.prefix(limits.denials) where set.name.isInside(zone.name) {
      do throws(ValidationFailure) {
        // A record of denial that a wildcard stood for denies nothing of its own name.
        guard try !verify(set, with: zone).isExpanded(for: set.name) else { continue }
        for record in set.records.prefix(1) { proof.add(record) }
      } catch {
        guard case .broken = error else { throw error }
        fault = fault ?? error
      }
    }
    if proof.isEmpty, let fault { throw fault }
    guard proof.iterations <= limits.iterations else {
      throw .insecure(
        Message(
          .dnssecIterations,
          [
            "zone": .text("\(zone.name)"), "count": .count(proof.iterations),
            "most": .count(limits.iterations),
          ]
        )
      )
    }
    return proof
  }
}
