import Wire

extension Validation {
  /// What begins at a name, seen from the zone above.
  enum Delegation {
    /// A signed zone.
    case zone(Zone)
    /// No zone.
    case name
    /// Nothing, neither here nor below.
    case nothing
  }

  /// Walks from the trust anchor down to the zone that a name belongs to, the name itself included.
  ///
  /// - Parameters:
  ///   - target: The name.
  ///   - scope: The name whose closest trust anchor counts: that of the records, which may lie far
  ///     below who claims to have signed them.
  /// - Returns: The zone, whose keys are trusted.
  /// - Throws: What ends the walk above the name.
  mutating func zone(of target: DNSName, scope: DNSName) async throws(Finding) -> Zone {
    guard let top = anchors.closest(to: scope) else {
      throw .unknown("no trust anchor stands above \(scope)")
    }
    guard target.isInside(top) else {
      let words = "\(scope) is signed by \(target), which lies above the trust anchor \(top)"
      throw .broken(.init(zone: top, name: scope, type: .rrsig, words: words))
    }
    guard case .zone(var zone) = try await anchored(top) else {
      throw .unknown("the trust anchor \(top) is not a zone")
    }
    let labels = target.labelCount
    for count in stride(from: top.labelCount + 1, through: labels, by: 1) {
      switch try await delegation(of: target.suffix(labels: count), from: zone) {
      case .zone(let next): zone = next
      case .name: continue
      case .nothing: return zone
      }
    }
    return zone
  }

  private mutating func anchored(_ top: DNSName) async throws(Finding) -> Delegation {
    if let known = delegations[top] { return try known.get() }
    let result = await keys(of: top, namedBy: anchors.zones[top] ?? [], anchored: true)
    delegations[top] = result
    return try result.get()
  }

  private mutating func delegation(
    of name: DNSName,
    from zone: Zone
  ) async throws(Finding) -> Delegation {
    if let known = delegations[name] { return try known.get() }
    let result: Result<Delegation, Finding>
    do throws(Finding) {
      result = .success(try await findDelegation(of: name, from: zone))
    } catch {
      result = .failure(error)
    }
    delegations[name] = result
    return try result.get()
  }

  private mutating func findDelegation(
    of name: DNSName,
    from zone: Zone
  ) async throws(Finding) -> Delegation {
    let message = try await ask(name, .ds)
    let sets = RecordSet.sets(in: message.answers)
    if let set = sets.first(name, .ds) {
      do throws(Finding) {
        _ = try verify(set, with: zone)
      } catch {
        note(name, error)
        throw error
      }
      let signers = set.records.compactMap { record in
        if case .ds(let signer) = record.data { signer } else { nil }
      }
      return try await keys(of: name, namedBy: signers, anchored: false).get()
    }
    // No zone begins at an alias; nothing else is made of it, so its signature may wait.
    if sets.first(name, .cname) != nil { return .name }
    do throws(Finding) {
      return try absence(of: name, in: message, from: zone)
    } catch {
      note(name, error)
      throw error
    }
  }

  /// What there is at a name that has no DS records.
  private mutating func absence(
    of name: DNSName,
    in message: DNSMessage,
    from zone: Zone
  ) throws(Finding) -> Delegation {
    let proof = try proof(in: message, from: zone)
    switch proof.absence(at: name, &hasher) {
    case .unsignedZone(.whole):
      throw .insecure("\(zone.name) proves that its child zone \(name) has no DS: it is not signed")
    case .unsignedZone(.optOut):
      optedOut.insert(name)
      throw .insecure(
        "\(zone.name) leaves unsigned zones out of its proof, and so \(name) (opt-out)"
      )
    case .name: return .name
    case .nothing: return .nothing
    case nil:
      let authorities = RecordSet.sets(in: message.authorities)
      if authorities.contains(where: { $0.type == .soa && $0.name == name }) {
        throw .unknown("the server knows \(name) only, not what its parent \(zone.name) says of it")
      }
      let words = "the zone \(zone.name): no proof that \(name) has no DS record"
      throw .broken(.init(zone: zone.name, name: name, type: .ds, words: words))
    }
  }

  /// Notes a zone at which the walk ended.
  private mutating func note(_ zone: DNSName, _ finding: Finding) {
    var link = DNSSECReport.Link(zone, finding.state)
    link.reason = finding.words
    links.append(link)
  }
}
