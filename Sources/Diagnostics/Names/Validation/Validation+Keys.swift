import Wire

extension Validation {
  /// Fetches a zone's keys and looks for one that was vouched for and signs them all (RFC 4035,
  /// section 5.2).
  ///
  /// - Parameters:
  ///   - name: The zone.
  ///   - signers: What its parent or the trust anchor says of its keys.
  ///   - anchored: Whether it is the trust anchor that says it.
  /// - Returns: The zone, or what is wrong with its keys.
  mutating func keys(
    of name: DNSName,
    namedBy signers: [DelegationSigner],
    anchored: Bool
  ) async -> Result<Delegation, Finding> {
    var link = DNSSECReport.Link(name, .secure)
    link.signers = Array(signers.prefix(limits.signersPerZone))
    defer { links.append(link) }
    do throws(Finding) {
      return .success(.zone(try await trust(&link, anchored: anchored)))
    } catch {
      link.state = error.state
      link.reason = error.words
      return .failure(error)
    }
  }

  private mutating func trust(
    _ link: inout DNSSECReport.Link,
    anchored: Bool
  ) async throws(Finding) -> Zone {
    let name = link.zone
    let voucher = anchored ? "the trust anchor" : "the parent's DS"
    let usable = link.signers.usable
    guard !usable.isEmpty else {
      let ways = Set(link.signers.map { "\($0.algorithm) with \($0.digestType)" }).sorted()
      let words = ways.prefix(4).joined(separator: ", ")
      throw .insecure(
        "the zone \(name): \(voucher) names only keys that are not followed: \(words)"
      )
    }
    let tags = list(usable.map(\.keyTag))
    let message = try await ask(name, .dnskey)
    guard let set = RecordSet.sets(in: message.answers).first(name, .dnskey) else {
      let words = "the zone \(name): \(voucher) names key \(tags), but no DNSKEY set is there"
      throw fault(name, words)
    }
    link.keys = set.records.prefix(limits.keysPerZone).compactMap { record in
      if case .dnskey(let key) = record.data { key } else { nil }
    }
    if set.signatures.isEmpty {
      let words = "the zone \(name): its DNSKEY set came without any signature"
      guard anchored else { throw fault(name, words) }
      throw .unknown("\(words); the server that was asked hands out none")
    }
    let (key, signature) = try entry(to: set, link, usable, voucher)
    link.signedBy = .init(tag: key.tag, algorithm: signature.algorithm)
    return Zone(name, link.keys)
  }

  /// The key that was vouched for, with its signature of all the keys.
  private mutating func entry(
    to set: RecordSet,
    _ link: DNSSECReport.Link,
    _ signers: [DelegationSigner],
    _ voucher: String
  ) throws(Finding) -> (DNSKey, DNSSignature) {
    let name = link.zone
    let tags = list(signers.map(\.keyTag))
    let has = list(link.keys.map(\.tag))
    var worst = fault(
      name,
      "the zone \(name): \(voucher) names key \(tags), but its keys are \(has)"
    )
    for signer in signers {
      let named = Zone(name, link.keys).keys[signer.keyTag] ?? []
      for key in named.filter({ $0.algorithm == signer.algorithm }).prefix(limits.keysPerTag) {
        guard hasher.spend(1) else {
          let words = "the zone \(name): gave up comparing its keys with what vouches for them"
          throw fault(name, words)
        }
        guard DelegationSigner(of: key, in: name, signer.digestType)?.digest == signer.digest else {
          let words = "the zone \(name): \(voucher) names another key \(key.tag) than it has"
          worst = fault(name, words + " (the digests differ)")
          continue
        }
        guard set.signatures.contains(where: { $0.keyTag == key.tag }) else {
          let by = list(set.signatures.map(\.keyTag))
          let words =
            "the zone \(name): its DNSKEY set is signed by key \(by), but \(voucher) names"
          worst = fault(name, "\(words) \(key.tag)")
          continue
        }
        do throws(Finding) {
          return (key, try verify(set, with: Zone(name, [key])))
        } catch {
          guard case .broken = error else { throw error }
          worst = error
        }
      }
    }
    throw worst
  }

  private func fault(_ zone: DNSName, _ words: String) -> Finding {
    .broken(.init(zone: zone, name: zone, type: .dnskey, words: words))
  }
}
