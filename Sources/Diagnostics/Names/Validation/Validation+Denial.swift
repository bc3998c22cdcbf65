import Wire

extension Validation {
  /// Collects the records of denial that the zone signed.
  ///
  /// - Throws: What is wrong with their signatures, where none is good; that the zone hashes names
  ///   more often than is followed, which makes it insecure.
  mutating func proof(in message: DNSMessage, from zone: Zone) throws(Finding) -> DenialProof {
    var proof = DenialProof(zone: zone.name)
    var fault: Finding?
    let sets = RecordSet.sets(in: message.authorities)
      .filter { $0.type == .nsec || $0.type == .nsec3 }
    for set in sets.prefix(limits.denials) where set.name.isInside(zone.name) {
      do throws(Finding) {
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
        "\(zone.name) hashes names \(proof.iterations) times again; more than"
          + " \(limits.iterations) are not followed (RFC 9276)"
      )
    }
    return proof
  }
}
