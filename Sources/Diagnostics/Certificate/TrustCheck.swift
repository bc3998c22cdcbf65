internal import FoundationEssentials
internal import Model
internal import SwiftASN1
internal import X509

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
    if let number = CriticalExtensions.unknown(in: certificate) {
      return no("it has a critical extension that is not understood (\(number))")
    }
    let others = chain.dropFirst().compactMap { try? Certificate(derEncoded: $0.der) }
    let moment = Date(timeIntervalSince1970: Double(now.milliseconds) / 1000)
    var verifier = Verifier(rootCertificates: CertificateStore(roots.certificates)) {
      IssuerPolicy(now: moment)
      RFC5280Policy(fixedExpiryValidationTime: moment)
      CriticalExtensions()
    }
    let result = await verifier.validate(
      leaf: certificate,
      intermediates: CertificateStore(Self.distinct(others))
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
      let broken = failures.first?.chain
      return no(why(chain, broken.map { IssuerPolicy.fault(in: Array($0), at: moment) }))
    }
  }

  /// One for each subject, issuer and key, the one that lasts longest: names within names would let a
  /// hostile server make more chains than anybody can try.
  private static func distinct(_ certificates: [Certificate]) -> [Certificate] {
    var kept: [Certificate] = []
    for one in certificates {
      let same = kept.firstIndex {
        $0.subject == one.subject && $0.issuer == one.issuer && $0.publicKey == one.publicKey
      }
      if let same {
        if kept[same].notValidAfter < one.notValidAfter { kept[same] = one }
      } else {
        kept.append(one)
      }
    }
    return kept
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
    _ fault: String?
  ) -> String {
    guard let leaf = chain.first else { return "no certificate was sent" }
    if leaf.isSelfIssued {
      return "it is self-signed, and \(roots.owner) doesn't trust it"
    }
    if let fault { return fault }
    var current = leaf
    var left = Array(chain.dropFirst())
    let known = Set(roots.certificates.map { "\($0.subject)" })
    // Each certificate is used once, so that circles end.
    while true {
      if let root = roots.lone.first(where: { $0.subject == current.issuer }) {
        return "\(roots.owner) trusts \(root.title), but "
          + (root.key.isCommon
            ? "its certificate is not written as RFC 5280 demands, so that it can't sign others"
            : "signatures by its key (\(root.key.words)) are not accepted")
      }
      if known.contains(current.issuer) {
        return unknownExtension(of: current.issuer)
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
      if let issuer = try? Certificate(derEncoded: next.der) {
        if let fault = IssuerPolicy.fault(of: issuer) { return fault }
        if let number = CriticalExtensions.unknown(in: issuer) {
          return unknown(number, of: next.title)
        }
      }
      if next.isSelfIssued {
        return "\(roots.owner) doesn't trust \(next.title), at which the chain ends"
      }
      current = next
    }
  }

  /// What isn't understood of a trusted authority; `nil` where all is.
  private func unknownExtension(of authority: String) -> String? {
    let root = roots.certificates.first { "\($0.subject)" == authority }
    return root.flatMap(CriticalExtensions.unknown).map { unknown($0, of: name(authority)) }
  }

  private func unknown(_ number: String, of title: String) -> String {
    "\(title) has a critical extension that is not understood (\(number))"
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

/// Whether the system trusts a certificate, and why.
public struct CertificateTrust: Encodable, Hashable, Sendable {
  /// Whether a chain leads to one of the system's roots and holds now.
  public var isTrusted: Bool
  /// Why, in words.
  public var because: String

  private enum CodingKeys: String, CodingKey {
    case isTrusted = "trusted"
    case because
  }

  /// The result of checking the chain.
  public init(isTrusted: Bool, because: String) {
    self.isTrusted = isTrusted
    self.because = because
  }
}

/// Extensions that are looked at elsewhere, so that their being critical is no obstacle.
struct CriticalExtensions: VerifierPolicy {
  let verifyingCriticalExtensions = Self.elsewhere

  private static let elsewhere: [ASN1ObjectIdentifier] = [
    .X509ExtensionID.subjectAlternativeName, .X509ExtensionID.extendedKeyUsage,
    // Certificate policies and their constraints: for public authorities, which roots stand for.
    [2, 5, 29, 32], [2, 5, 29, 36], [2, 5, 29, 54],
  ]

  func chainMeetsPolicyRequirements(
    chain: UnverifiedCertificateChain
  ) async -> PolicyEvaluationResult {
    .meetsPolicy
  }

  /// The OID of the first critical extension that isn't processed here, for which a certificate
  /// must be refused (RFC 5280, section 4.2); `nil` where there is none.
  static func unknown(in certificate: Certificate) -> String? {
    let known = elsewhere + RFC5280Policy().verifyingCriticalExtensions
    let found = certificate.extensions.first { $0.critical && !known.contains($0.oid) }
    return found.map { "\($0.oid)" }
  }
}
