internal import FoundationEssentials
internal import SwiftASN1
internal import X509

/// The authorities that are trusted.
public struct TrustRoots: Sendable {
  let certificates: [Certificate]
  /// Those with keys that no signature is checked by here, or not written as RFC 5280 demands: trusted
  /// themselves, but nobody that they vouch for.
  let lone: [CertificateFacts]
  /// Whose they are, in words.
  let owner: String
  /// What of a file can't be read, a line each.
  public let warnings: [String]

  /// Where Debian, Fedora and Alpine, in this order, keep the system's.
  private static let systemFiles = [
    "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem",
  ]
  /// Larger than any system's; Debian's has 220 KB.
  private static let sizeLimit = 8 << 20

  /// None.
  public static let none = TrustRoots([], owner: "this system")

  init(
    _ certificates: [Certificate],
    lone: [CertificateFacts] = [],
    owner: String,
    warnings: [String] = []
  ) {
    self.certificates = certificates
    self.lone = lone
    self.owner = owner
    self.warnings = warnings
  }

  /// This system's; none where it keeps none.
  public static func system() -> TrustRoots {
    for path in systemFiles {
      if let roots = try? file(path, owner: "this system") { return roots }
    }
    return none
  }

  /// Those of a file in PEM.
  ///
  /// - Throws: That it can't be read, or holds no certificate that can be.
  public static func file(_ path: String) throws(DiagnosticError) -> TrustRoots {
    try file(path, owner: path)
  }

  private static func file(_ path: String, owner: String) throws(DiagnosticError) -> TrustRoots {
    guard let data = try? Data(contentsOf: URL(filePath: path)), data.count <= sizeLimit else {
      throw .usage("can't read \(path)")
    }
    var certificates: [Certificate] = []
    var lone: [CertificateFacts] = []
    var warnings: [String] = []
    let entries = PEMCertificates.read(String(decoding: data, as: UTF8.self))
    for (index, entry) in entries.enumerated() {
      switch entry {
      case .success(let der):
        if let certificate = try? Certificate(derEncoded: der) {
          certificates.append(certificate)
        } else if let facts = CertificateFacts(der: der), facts.unreadable == 0 {
          lone.append(facts)
        } else {
          warnings.append("can't read certificate \(index + 1) of \(path): it is no certificate")
        }
      case .failure(let wrong):
        warnings.append("can't read certificate \(index + 1) of \(path): \(wrong.words)")
      }
    }
    guard !certificates.isEmpty || !lone.isEmpty else {
      throw .usage(warnings.first ?? "no certificate in \(path)")
    }
    return TrustRoots(certificates, lone: lone, owner: owner, warnings: warnings)
  }
}
