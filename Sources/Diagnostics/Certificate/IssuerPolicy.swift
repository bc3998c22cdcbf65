internal import FoundationEssentials
import Model
internal import SwiftASN1
internal import X509

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
