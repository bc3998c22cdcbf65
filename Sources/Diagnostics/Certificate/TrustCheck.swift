internal import FoundationEssentials
internal import HomeNet
internal import SwiftASN1
@_spi(FixedExpiryValidationTime) internal import X509

/// Looks for a chain from a server's certificate to a trusted root (RFC 5280, section 6), and says why
/// there is none.
struct TrustCheck {
  let roots: TrustRoots
  let now: Timestamp

  /// Judges what a server sent, its own certificate first.
  func judge(_ chain: [CertificateFacts]) async -> CertificateTrust {
    guard let leaf = chain.first else { return no("no certificate was sent") }
    let isTrustedItself = roots.lone.contains { $0.der == leaf.der }
    let parsed = try? Certificate(derEncoded: leaf.der)
    guard parsed != nil || isTrustedItself else {
      if leaf.unreadable > 0 { return no("not all of it can be read") }
      if leaf.key.isCommon { return no("it is not written as RFC 5280 demands") }
      return no("its key (\(leaf.key.words)) is of a kind that is not accepted")
    }
    if leaf.validUntil.map({ $0 < now }) ?? false { return no("it has expired") }
    if leaf.validFrom.map({ now < $0 }) ?? false { return no("it is not valid yet") }
    guard let certificate = parsed, !isTrustedItself else {
      return CertificateTrust(isTrusted: true, because: "\(roots.owner) trusts it itself")
    }
    let others = chain.dropFirst().compactMap { try? Certificate(derEncoded: $0.der) }
    let moment = Date(timeIntervalSince1970: Double(now.milliseconds) / 1000)
    var verifier = Verifier(rootCertificates: CertificateStore(roots.certificates)) {
      RFC5280Policy(fixedExpiryValidationTime: moment)
      HandledExtensions()
    }
    let result = await verifier.validate(
      leaf: certificate,
      intermediates: CertificateStore(others)
    )
    switch result {
    case .validCertificate(let chain):
      let root = chain.last.map { title($0.subject) } ?? "?"
      guard chain.count > 1 else {
        return CertificateTrust(isTrusted: true, because: "\(roots.owner) trusts it itself")
      }
      return CertificateTrust(
        isTrusted: true,
        because: "it is vouched for by \(root), which \(roots.owner) trusts"
      )
    case .couldNotValidate(let failures):
      return no(why(chain, others, failures.first.map { "\($0.policyFailureReason)" }))
    }
  }

  private func no(_ because: String) -> CertificateTrust {
    CertificateTrust(isTrusted: false, because: because)
  }

  private func title(_ name: DistinguishedName) -> String {
    CertificateFacts.commonName(name.description) ?? name.description
  }

  /// Walks from the server's certificate to who vouches for it, as far as anybody is known.
  private func why(
    _ chain: [CertificateFacts],
    _ others: [Certificate],
    _ policy: String?
  ) -> String {
    guard let leaf = chain.first else { return "no certificate was sent" }
    if leaf.isSelfIssued {
      return "it is self-signed, and \(roots.owner) doesn't trust it"
    }
    var current = leaf
    var left = Array(chain.dropFirst())
    let known = Set(roots.certificates.map { "\($0.subject)" })
    // Each certificate is used once, so that circles end.
    while true {
      if let root = roots.lone.first(where: { $0.subject == current.issuer }) {
        return "\(roots.owner) trusts \(root.title), but "
          + (root.key.isCommon
            ? "its certificate is not written as RFC 5280 demands, so that it vouches for nobody"
            : "signatures by its key (\(root.key.words)) are not accepted")
      }
      if known.contains(current.issuer) {
        return policy.map { "the chain to \(name(current.issuer)) doesn't hold: \($0)" }
          ?? "\(current.title) isn't signed by \(name(current.issuer))"
      }
      guard let index = left.firstIndex(where: { $0.subject == current.issuer }) else {
        return "the certificate of \(name(current.issuer)) is missing: the server doesn't send it, "
          + "and \(roots.owner) doesn't have it"
      }
      let next = left.remove(at: index)
      if let until = next.validUntil, until < now { return "\(next.title) has expired" }
      if let from = next.validFrom, now < from { return "\(next.title) is not valid yet" }
      if !isSigned(current, by: next) { return "\(current.title) isn't signed by \(next.title)" }
      if !next.isAuthority { return "\(next.title) may not vouch for others" }
      if next.isSelfIssued {
        return "\(roots.owner) doesn't trust \(next.title), at which the chain ends"
      }
      current = next
    }
  }

  private func name(_ issuer: String) -> String {
    CertificateFacts.commonName(issuer) ?? issuer
  }

  private func isSigned(_ one: CertificateFacts, by other: CertificateFacts) -> Bool {
    guard let one = try? Certificate(derEncoded: one.der),
      let other = try? Certificate(derEncoded: other.der)
    else { return false }
    return other.publicKey.isValidSignature(one.signature, for: one)
  }
}

/// Extensions that are looked at elsewhere, so that their being critical is no obstacle.
private struct HandledExtensions: VerifierPolicy {
  let verifyingCriticalExtensions: [ASN1ObjectIdentifier] = [
    .X509ExtensionID.subjectAlternativeName, .X509ExtensionID.extendedKeyUsage,
    // Certificate policies and their constraints: for public authorities, which roots stand for.
    [2, 5, 29, 32], [2, 5, 29, 36], [2, 5, 29, 54],
  ]

  func chainMeetsPolicyRequirements(
    chain: UnverifiedCertificateChain
  ) async -> PolicyEvaluationResult {
    .meetsPolicy
  }
}
