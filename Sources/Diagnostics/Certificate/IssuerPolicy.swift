internal import FoundationEssentials
internal import SwiftASN1
internal import X509

/// Whether those in a chain may vouch for others (RFC 5280, sections 4.2.1.3 and 4.2.1.9), in words of
/// our own.
///
/// swift-certificates lets any certificate of version 1 vouch, looks at no key usage, and tells of what
/// it refuses by writing out whole certificates.
struct IssuerPolicy: VerifierPolicy {
  let now: Date
  let verifyingCriticalExtensions: [ASN1ObjectIdentifier] = []

  func chainMeetsPolicyRequirements(
    chain: UnverifiedCertificateChain
  ) async -> PolicyEvaluationResult {
    Self.knownFault(in: Array(chain), at: now).map { .failsToMeetPolicy(reason: $0) }
      ?? .meetsPolicy
  }

  /// What is wrong with a chain that was refused, the server's certificate first.
  static func fault(in chain: [Certificate], at now: Date) -> String {
    if let fault = knownFault(in: chain, at: now) { return fault }
    let constrained = chain.dropFirst().first {
      $0.extensions[oid: .X509ExtensionID.nameConstraints] != nil
    }
    if let constrained { return "\(title(constrained)) may vouch for certain other names alone" }
    return "the chain to \(chain.last.map(title) ?? "?") is not as RFC 5280 demands"
  }

  private static func knownFault(in chain: [Certificate], at now: Date) -> String? {
    // Those between it and the server's own that name somebody else as their issuer.
    var below = 0
    for (index, one) in chain.enumerated().dropFirst() {
      if one.notValidAfter < now { return "\(title(one)) has expired" }
      if now < one.notValidBefore { return "\(title(one)) is not valid yet" }
      if let fault = fault(of: one, isRoot: index == chain.count - 1) { return fault }
      if let most = deepest(one), most < below {
        return most == 0
          ? "\(title(one)) may vouch for servers alone, and here it vouches for another authority"
          : "\(title(one)) may have \(most) below it at most that vouch for others, and has \(below)"
      }
      if one.issuer != one.subject { below += 1 }
    }
    return nil
  }

  /// Why a certificate may not vouch for any other; `nil` where it may.
  static func fault(of one: Certificate, isRoot: Bool = false) -> String? {
    let no = "\(title(one)) may not vouch for others"
    do {
      if let usage = try one.extensions.keyUsage, !usage.keyCertSign {
        return "\(no): its key usage doesn't allow it"
      }
      switch try one.extensions.basicConstraints {
      case .isCertificateAuthority: return nil
      case .notCertificateAuthority: return no
      case nil:
        // Old roots say nothing, and are trusted for being in the store, as by OpenSSL.
        if one.version != .v1 { return no }
        return isRoot && one.issuer == one.subject
          ? nil : "\(no): it is of version 1, which can't allow it"
      }
    } catch {
      return "\(no): what it may do can't be read"
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
