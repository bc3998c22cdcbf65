internal import FoundationEssentials
internal import SwiftASN1
internal import X509

/// The authorities that are trusted.
public struct TrustRoots: Sendable {
  let certificates: [Certificate]
  /// Whose they are, in words.
  let owner: String

  /// Where Debian, Fedora and Alpine, in this order, keep the system's.
  private static let systemFiles = [
    "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem",
  ]
  /// Larger than any system's; Debian's has 220 KB.
  private static let sizeLimit = 8 << 20

  /// None.
  public static let none = TrustRoots([], owner: "this system")

  init(_ certificates: [Certificate], owner: String) {
    self.certificates = certificates
    self.owner = owner
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
  /// - Throws: That it can't be read, or holds no certificate.
  public static func file(_ path: String) throws(DiagnosticError) -> TrustRoots {
    try file(path, owner: path)
  }

  private static func file(_ path: String, owner: String) throws(DiagnosticError) -> TrustRoots {
    guard let data = try? Data(contentsOf: URL(filePath: path)), data.count <= sizeLimit else {
      throw .usage("can't read \(path)")
    }
    let documents =
      (try? PEMDocument.parseMultiple(pemString: String(decoding: data, as: UTF8.self)))
    let certificates = (documents ?? []).filter { $0.discriminator == "CERTIFICATE" }
      .compactMap { try? Certificate(derEncoded: $0.derBytes) }
    guard !certificates.isEmpty else { throw .usage("no certificate in \(path)") }
    return TrustRoots(certificates, owner: owner)
  }
}
