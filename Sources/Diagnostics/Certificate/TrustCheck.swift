internal import FoundationEssentials
public import Model
internal import SwiftASN1
internal import X509

@_spi(FixedExpiryValidationTime) internal import X509

/// Path validation from a server's certificate to a trusted root (RFC 5280, section 6), with the reason
/// of a failure.
struct TrustCheck {
  let roots: TrustRoots
  let now: Timestamp

  /// Validates a chain, the server's certificate first.
  func judge(_ chain: [CertificateFacts]) async -> CertificateTrust {
    guard let leaf = chain.first else { return no(Message(.certTrustNoneSent)) }
    let isTrustedItself = roots.lone.contains { $0.der == leaf.der }
    let parsed = try? Certificate(derEncoded: leaf.der)
    guard parsed != nil || isTrustedItself else {
      if leaf.unreadable > 0 { return no(Message(.certTrustUnreadable)) }
      if leaf.key.isCommon { return no(Message(.certTrustMalformed)) }
      return no(Message(.certTrustKeyKind, ["key": leaf.key.words]))
    }
    if leaf.validUntil.map({ $0 < now }) ?? false { return no(Message(.certTrustExpired)) }
    if leaf.validFrom.map({ now < $0 }) ?? false { return no(Message(.certTrustNotYetValid)) }
    guard let certificate = parsed, !isTrustedItself else {
      return CertificateTrust(
        isTrusted: true,
        because: Message(.certTrustItself, ["store": roots.owner])
      )
    }
    if let number = CriticalExtensions.unknown(in: certificate) {
      return no(Message(.certTrustCritical, ["oid": number]))
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
        return CertificateTrust(
          isTrusted: true,
          because: Message(.certTrustItself, ["store": roots.owner])
        )
      }
      return CertificateTrust(
        isTrusted: true,
        because: Message(.certTrustSigned, ["root": .text(root), "store": roots.owner])
      )
    case .couldNotValidate(let failures):
      let broken = failures.first?.chain
      return no(why(chain, broken.map { IssuerPolicy.fault(in: Array($0), at: moment) }))
    }
  }

  /// The longest-lived certificate of each subject, issuer and key: duplicates would let a hostile
  /// server cause exponential path building.
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

  private func no(_ because: Message) -> CertificateTrust {
    CertificateTrust(isTrusted: false, because: because)
  }

  private func title(_ name: DistinguishedName) -> String {
    CertificateFacts.commonName(name.description) ?? name.description
  }

  /// Why validation failed: follows the issuers from the server's certificate as far as known.
  private func why(
    _ chain: [CertificateFacts],
    _ fault: Message?
  ) -> Message {
    guard let leaf = chain.first else { return Message(.certTrustNoneSent) }
    if leaf.isSelfIssued {
      return Message(.certTrustSelfSigned, ["store": roots.owner])
    }
    if let fault { return fault }
    var current = leaf
    var left = Array(chain.dropFirst())
    let known = Set(roots.certificates.map { "\($0.subject)" })
    // Each certificate is used once, so that issuer loops end.
    while true {
      if let root = roots.lone.first(where: { $0.subject == current.issuer }) {
        let values: [String: Message.Value] = [
          "store": roots.owner, "root": .text(root.title), "key": .text(root.key.words),
        ]
        return Message(root.key.isCommon ? .certTrustRootMalformed : .certTrustRootKey, values)
      }
      if known.contains(current.issuer) {
        return unknownExtension(of: current.issuer)
          ?? Message(
            .certTrustUnsigned,
            ["certificate": current.title, "issuer": name(current.issuer)]
          )
      }
      guard let index = left.firstIndex(where: { $0.subject == current.issuer }) else {
        return Message(
          .certTrustMissing,
          ["issuer": .text(name(current.issuer)), "store": roots.owner]
        )
      }
      let next = left.remove(at: index)
      if let until = next.validUntil, until < now {
        return Message(.certTrustIssuerExpired, ["issuer": next.title])
      }
      if let from = next.validFrom, now < from {
        return Message(.certTrustIssuerNotYetValid, ["issuer": next.title])
      }
      if !isSigned(current, by: next) {
        return Message(.certTrustUnsigned, ["certificate": current.title, "issuer": next.title])
      }
      if !next.isAuthority { return Message(.certTrustNoAuthority, ["issuer": next.title]) }
      if let issuer = try? Certificate(derEncoded: next.der) {
        if let fault = IssuerPolicy.fault(of: issuer) { return fault }
        if let number = CriticalExtensions.unknown(in: issuer) {
          return unknown(number, of: next.title)
        }
      }
      if next.isSelfIssued {
        return Message(.certTrustEnd, ["store": roots.owner, "root": .text(next.title)])
      }
      current = next
    }
  }

  /// The words about an unprocessed critical extension of a trusted root; `nil` if there is none.
  private func unknownExtension(of authority: String) -> Message? {
    let root = roots.certificates.first { "\($0.subject)" == authority }
    return root.flatMap(CriticalExtensions.unknown).map { unknown($0, of: name(authority)) }
  }

  private func unknown(_ number: String, of title: String) -> Message {
    Message(.certTrustIssuerCritical, ["issuer": title, "oid": number])
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

/// The result of path validation.
public struct CertificateTrust: Encodable, Hashable, Sendable {
  /// Whether a valid chain leads to a trusted root.
  public var isTrusted: Bool
  /// Why.
  public var reason: Message

  private enum CodingKeys: String, CodingKey {
    case isTrusted = "trusted"
    case because
    case reason = "message"
  }

  /// A result with its reason.
  public init(isTrusted: Bool, because reason: Message) {
    self.isTrusted = isTrusted
    self.reason = reason
  }

  /// The reason in English.
  public var because: String { reason.text }

  /// Writes `trust`.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(isTrusted, forKey: .isTrusted)
    try json.encode(because, forKey: .because)
    try json.encode(reason, forKey: .reason)
  }
}

/// Accepts critical extensions that are checked elsewhere.
struct CriticalExtensions: VerifierPolicy {
  let verifyingCriticalExtensions = Self.elsewhere

  private static let elsewhere: [ASN1ObjectIdentifier] = [
    .X509ExtensionID.subjectAlternativeName, .X509ExtensionID.extendedKeyUsage,
    // Certificate policies and their constraints, which only matter to public authorities.
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

/// Checks that a chain's issuers may sign certificates (RFC 5280, sections 4.2.1.3 and 4.2.1.9).
///
/// swift-certificates accepts any version 1 certificate as an issuer, ignores key usage, and its
/// reasons print whole certificates.
struct IssuerPolicy: VerifierPolicy {
  let now: Date
  let verifyingCriticalExtensions: [ASN1ObjectIdentifier] = []

  func chainMeetsPolicyRequirements(
    chain: UnverifiedCertificateChain
  ) async -> PolicyEvaluationResult {
    Self.knownFault(in: Array(chain), at: now).map { .failsToMeetPolicy(reason: $0.text) }
      ?? .meetsPolicy
  }

  /// The fault of a refused chain, the server's certificate first.
  static func fault(in chain: [Certificate], at now: Date) -> Message {
    if let fault = knownFault(in: chain, at: now) { return fault }
    let constrained = chain.dropFirst().first {
      $0.extensions[oid: .X509ExtensionID.nameConstraints] != nil
    }
    if let constrained { return Message(.certTrustConstrained, ["issuer": title(constrained)]) }
    return Message(.certTrustChain, ["root": chain.last.map(title) ?? "?"])
  }

  private static func knownFault(in chain: [Certificate], at now: Date) -> Message? {
    // The number of intermediates below, self-issued ones excluded (RFC 5280, section 4.2.1.9).
    var below = 0
    for (index, one) in chain.enumerated().dropFirst() {
      if one.notValidAfter < now { return Message(.certTrustIssuerExpired, ["issuer": title(one)]) }
      if now < one.notValidBefore {
        return Message(.certTrustIssuerNotYetValid, ["issuer": title(one)])
      }
      if let fault = fault(of: one, isRoot: index == chain.count - 1) { return fault }
      if let most = deepest(one), most < below {
        return most == 0
          ? Message(.certTrustServersAlone, ["issuer": title(one)])
          : Message(
            .certTrustDepth,
            ["issuer": .text(title(one)), "most": .count(most), "below": .count(below)]
          )
      }
      if one.issuer != one.subject { below += 1 }
    }
    return nil
  }

  /// Why a certificate may not sign others; `nil` if it may.
  static func fault(of one: Certificate, isRoot: Bool = false) -> Message? {
    let issuer = ["issuer": title(one)]
    do {
      if let usage = try one.extensions.keyUsage, !usage.keyCertSign {
        return Message(.certTrustNoUsage, issuer)
      }
      switch try one.extensions.basicConstraints {
      case .isCertificateAuthority: return nil
      case .notCertificateAuthority: return Message(.certTrustNoAuthority, issuer)
      case nil:
        // Version 1 roots have no basic constraints; like OpenSSL, trust them if in the store.
        if one.version != .v1 { return Message(.certTrustNoAuthority, issuer) }
        return isRoot && one.issuer == one.subject
          ? nil : Message(.certTrustVersionOne, issuer)
      }
    } catch {
      return Message(.certTrustRightsUnreadable, issuer)
    }
  }

  private static func deepest(_ one: Certificate) -> Int? {
    guard case .isCertificateAuthority(let most)? = try? one.extensions.basicConstraints else {
      return nil
    }
    return most
  }

  private static func title(_ one: Certificate) -> String {
    let name = one.subject.description
    return CertificateFacts.commonName(name) ?? name
  }
}
