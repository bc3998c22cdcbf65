import Wire

extension Validation {
  /// Tries those who claim to have signed, until one has: a signature that is no use spoils none
  /// beside it (RFC 4035, section 5.3.3).
  ///
  /// Who stands highest is tried first, since trust leads there first: a made-up signer further down
  /// then costs nothing. Where nobody claims to have signed, it is tried with the zone that would
  /// have to.
  ///
  /// - Parameters:
  ///   - signatures: The signatures, of which some may be made up.
  ///   - scope: The name that the zone must hold.
  ///   - judge: What a zone makes of the records; throws what is wrong.
  /// - Returns: What the first zone that finds nothing wrong makes of them.
  /// - Throws: What the lowest zone of those who claim to have signed finds wrong, unless a zone in
  ///   between proves that nothing is signed there.
  mutating func bySigner<Made>(
    of signatures: [DNSSignature],
    scope: DNSName,
    _ judge: (inout Validation, Zone) throws(Finding) -> Made
  ) async throws(Finding) -> Made {
    let claims = Set(signatures.map(\.signer).filter(scope.isInside))
      .sorted { $0.labelCount < $1.labelCount }
    guard !claims.isEmpty else {
      let zone = try await zone(of: scope, scope: scope)
      return try judge(&self, zone)
    }
    var fault: Finding?
    var imposture: Finding?
    for claimed in claims.prefix(limits.signersPerSet) {
      do throws(Finding) {
        let zone = try await zone(of: claimed, scope: scope)
        if zone.name == claimed { return try judge(&self, zone) }
        let words = "\(scope) is signed by \(claimed), which is not a zone of its own below"
        imposture = broken(zone.name, scope, .rrsig, "\(words) \(zone.name)")
      } catch {
        if case .insecure = error { throw error }
        if case .exhausted = error { throw error }
        fault = error
      }
    }
    try await checkThatSignatures(areNeededAt: scope)
    throw fault ?? imposture ?? .unknown("there is no signature of \(scope)")
  }

  /// Goes down to where the records are.
  ///
  /// - Throws: That a zone above proves that nothing is signed there: then wrong signatures are none.
  ///   Opt-out is no such proof: the name may be the zone's own, with its signatures spoilt.
  private mutating func checkThatSignatures(areNeededAt scope: DNSName) async throws(Finding) {
    let before = links.count
    do throws(Finding) {
      _ = try await zone(of: scope, scope: scope)
    } catch {
      if case .insecure = error, !optedOut.contains(where: scope.isInside) { throw error }
    }
    // What is not well down there is not why.
    links = Array(links.prefix(before)) + links.dropFirst(before).filter { $0.state == .secure }
  }
}
