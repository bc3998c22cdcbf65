internal import SwiftASN1
internal import X509

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

  /// The number of the first critical extension that nobody here looks at, for which a certificate
  /// must be refused (RFC 5280, section 4.2); `nil` where there is none.
  static func unknown(in certificate: Certificate) -> String? {
    let known = elsewhere + RFC5280Policy().verifyingCriticalExtensions
    let found = certificate.extensions.first { $0.critical && !known.contains($0.oid) }
    return found.map { "\($0.oid)" }
  }
}
