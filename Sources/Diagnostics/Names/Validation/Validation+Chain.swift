import Model
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
  mutating func zone(of target: DNSName, scope: DNSName) async throws(ValidationFailure) -> Zone {
    guard let top = anchors.closest(to: scope) else {
      throw .unknown(Message(.dnssecNoAnchor, ["name": "\(scope)"]))
    }
    guard target.isInside(top) else {
      let message = Message(
        .dnssecAboveAnchor,
        ["name": "\(scope)", "signer": "\(target)", "anchor": "\(top)"]
      )
      throw .broken(.init(zone: top, name: scope, type: .rrsig, message: message))
    }
    guard case .zone(var zone) = try await anchored(top) else {
      throw .unknown(Message(.dnssecAnchorNoZone, ["anchor": "\(top)"]))
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

  private mutating func anchored(_ top: DNSName) async throws(ValidationFailure) -> Delegation {
    if let known = delegations[top] { return try known.get() }
    let result = await keys(of: top, namedBy: anchors.zones[top] ?? [], anchored: true)
    delegations[top] = result
    return try result.get()
  }

  private mutating func delegation(
    of name: DNSName,
    from zone: Zone
  ) async throws(ValidationFailure) -> Delegation {
    if let known = delegations[name] { return try known.get() }
    let result: Result<Delegation, ValidationFailure>
    do throws(ValidationFailure) {
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
  ) async throws(ValidationFailure) -> Delegation {
    let message = try await ask(name, .ds)
    let sets = RRSet.sets(in: message.answers)
    if let set = sets.first(name, .ds) {
      do throws(ValidationFailure) {
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
    do throws(ValidationFailure) {
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
  ) throws(ValidationFailure) -> Delegation {
    let proof = try proof(in: message, from: zone)
    switch proof.absence(at: name, &hasher) {
    case .unsignedZone(.whole):
      throw .insecure(Message(.dnssecNoDS, ["zone": "\(zone.name)", "name": "\(name)"]))
    case .unsignedZone(.optOut):
      optedOut.insert(name)
      throw .insecure(Message(.dnssecOptOutZone, ["zone": "\(zone.name)", "name": "\(name)"]))
    case .name: return .name
    case .nothing: return .nothing
    case nil:
      let authorities = RRSet.sets(in: message.authorities)
      if authorities.contains(where: { $0.type == .soa && $0.name == name }) {
        throw .unknown(Message(.dnssecChildAlone, ["name": "\(name)", "zone": "\(zone.name)"]))
      }
      let claim = Message(.dnssecNoRecord, ["name": "\(name)", "type": "\(DNSType.ds)"])
      let reason = Message(
        .dnssecNoProof,
        ["zone": .text("\(zone.name)"), "claim": .message(claim)]
      )
      throw .broken(.init(zone: zone.name, name: name, type: .ds, message: reason))
    }
  }

  /// Notes a zone at which the walk ended.
  private mutating func note(_ zone: DNSName, _ finding: ValidationFailure) {
    var link = DNSSECReport.Link(zone, finding.state)
    link.message = finding.message
    links.append(link)
  }
}

extension Validation {
  /// Fetches a zone's keys and looks for one that was vouched for and signs them all (RFC 4035,
  /// section 5.2).
  ///
  /// - Returns: The zone, or what is wrong with its keys.
  mutating func keys(
    of name: DNSName,
    namedBy signers: [DelegationSigner],
    anchored: Bool
  ) async -> Result<Delegation, ValidationFailure> {
    var link = DNSSECReport.Link(name, .secure)
    link.signers = Array(signers.prefix(limits.signersPerZone))
    defer { links.append(link) }
    do throws(ValidationFailure) {
      return .success(.zone(try await trust(&link, anchored: anchored)))
    } catch {
      link.state = error.state
      link.message = error.message
      return .failure(error)
    }
  }

  private mutating func trust(
    _ link: inout DNSSECReport.Link,
    anchored: Bool
  ) async throws(ValidationFailure) -> Zone {
    let name = link.zone
    let zone = Message.Value.text("\(name)")
    let voucher = Message.Value.message(Message(anchored ? .dnssecAnchor : .dnssecParent))
    let usable = link.signers.usable
    guard !usable.isEmpty else {
      let ways = link.signers.map { signer in
        Message(
          .dnssecWay,
          ["algorithm": "\(signer.algorithm)", "digest": "\(signer.digestType)"]
        )
      }
      let shown = Set(ways).sorted { $0.text < $1.text }.prefix(4)
      throw .insecure(
        Message(
          .dnssecNotFollowed,
          ["zone": zone, "voucher": voucher, "ways": .list(shown.map(Message.Value.message))]
        )
      )
    }
    let message = try await ask(name, .dnskey)
    guard let set = RRSet.sets(in: message.answers).first(name, .dnskey) else {
      let keys = Message.Value.keys(usable.map(\.keyTag))
      throw fault(
        name,
        Message(.dnssecNoKeys, ["zone": zone, "voucher": voucher, "keys": keys])
      )
    }
    link.keys = set.records.prefix(limits.keysPerZone).compactMap { record in
      if case .dnskey(let key) = record.data { key } else { nil }
    }
    if set.signatures.isEmpty {
      guard anchored else { throw fault(name, Message(.dnssecKeysUnsigned, ["zone": zone])) }
      throw .unknown(Message(.dnssecKeysUnsignedHere, ["zone": zone]))
    }
    let (key, signature) = try entry(to: set, link, usable, voucher)
    link.signedBy = .init(tag: key.tag, algorithm: signature.algorithm)
    return Zone(name, link.keys)
  }

  /// The key that was vouched for, with its signature of all the keys.
  private mutating func entry(
    to set: RRSet,
    _ link: DNSSECReport.Link,
    _ signers: [DelegationSigner],
    _ voucher: Message.Value
  ) throws(ValidationFailure) -> (DNSKey, DNSSignature) {
    let name = link.zone
    let zone = Message.Value.text("\(name)")
    var worst = fault(
      name,
      Message(
        .dnssecOtherKeys,
        [
          "zone": zone, "voucher": voucher, "keys": .keys(signers.map(\.keyTag)),
          "own": .keys(link.keys.map(\.tag)),
        ]
      )
    )
    for signer in signers {
      let named = Zone(name, link.keys).keys[signer.keyTag] ?? []
      for key in named.filter({ $0.algorithm == signer.algorithm }).prefix(limits.keysPerTag) {
        guard hasher.spend(1) else {
          throw fault(name, Message(.dnssecTooManyDigests, ["zone": zone]))
        }
        guard DelegationSigner(of: key, in: name, signer.digestType)?.digest == signer.digest else {
          worst = fault(
            name,
            Message(
              .dnssecOtherDigest,
              ["zone": zone, "voucher": voucher, "key": .text("\(key.tag)")]
            )
          )
          continue
        }
        guard set.signatures.contains(where: { $0.keyTag == key.tag }) else {
          worst = fault(
            name,
            Message(
              .dnssecOtherSigner,
              [
                "zone": zone, "signers": .keys(set.signatures.map(\.keyTag)), "voucher": voucher,
                "key": .text("\(key.tag)"),
              ]
            )
          )
          continue
        }
        do throws(ValidationFailure) {
          return (key, try verify(set, with: Zone(name, [key])))
        } catch {
          guard case .broken = error else { throw error }
          worst = error
        }
      }
    }
    throw worst
  }

  private func fault(_ zone: DNSName, _ message: Message) -> ValidationFailure {
    .broken(.init(zone: zone, name: zone, type: .dnskey, message: message))
  }
}
