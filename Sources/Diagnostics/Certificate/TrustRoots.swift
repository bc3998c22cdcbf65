internal import FoundationEssentials
import Model
internal import SwiftASN1
internal import Wire
internal import X509

/// The trusted root certificates.
public struct TrustRoots: Sendable {
  let certificates: [Certificate]
  /// Roots that swift-certificates can't load (key type or encoding): trusted as server certificates,
  /// but not as issuers.
  let lone: [CertificateFacts]
  /// The store's name in sentences: `this system`, or the file's path.
  let owner: Message.Value
  /// The unreadable entries of a file, a line each.
  public let warnings: [String]

  /// The system's store in Debian, Fedora and Alpine.
  private static let systemFiles = [
    "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem",
  ]
  /// Debian's store has 220 KB.
  private static let sizeLimit = 8 << 20

  /// An empty store.
  public static let none = TrustRoots([], owner: thisSystem)
  private static var thisSystem: Message.Value { .message(Message(.certThisSystem)) }

  init(
    _ certificates: [Certificate],
    lone: [CertificateFacts] = [],
    owner: Message.Value,
    warnings: [String] = []
  ) {
    self.certificates = certificates
    self.lone = lone
    self.owner = owner
    self.warnings = warnings
  }

  /// The system's store; empty if there is none.
  public static func system() -> TrustRoots {
    for path in systemFiles {
      if let roots = try? file(path, owner: thisSystem) { return roots }
    }
    return none
  }

  /// The certificates of a PEM file; throws `usage` if none can be read.
  public static func file(_ path: String) throws(DiagnosticError) -> TrustRoots {
    try file(path, owner: .text(path))
  }

  private static func file(_ path: String, owner: Message.Value) throws(DiagnosticError)
    -> TrustRoots
  {
    guard let data = try? Data(contentsOf: URL(filePath: path)), data.count <= sizeLimit else {
      throw .usage(Message(.errorFileUnreadable, ["path": path]))
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
      throw .usage(.verbatim(warnings.first ?? "no certificate in \(path)"))
    }
    return TrustRoots(certificates, lone: lone, owner: owner, warnings: warnings)
  }
}

/// PEM certificates (RFC 7468), each parsed by itself; text between them is ignored.
enum PEMCertificates {
  /// Why a certificate can't be decoded.
  struct Wrong: Error, Hashable {
    var words: String
  }

  private static let begin = "-----BEGIN CERTIFICATE-----"
  private static let end = "-----END CERTIFICATE-----"

  /// The certificates in DER, in order.
  static func read(_ text: String) -> [Result<[UInt8], Wrong>] {
    var found: [Result<[UInt8], Wrong>] = []
    var block: [Substring]?
    for line in text.split(whereSeparator: \.isNewline) {
      let line = line.drop(while: \.isWhitespace)
      if line.hasPrefix(begin) {
        if block != nil { found.append(.failure(Wrong(words: "it has no end"))) }
        block = []
      } else if line.hasPrefix(end), let lines = block {
        found.append(decode(lines))
        block = nil
      } else {
        block?.append(line)
      }
    }
    if block != nil { found.append(.failure(Wrong(words: "it has no end"))) }
    return found
  }

  /// One certificate in PEM, in lines of 64 characters.
  static func write(_ der: [UInt8]) -> String {
    var lines = [begin]
    var rest = Base64.encode(der)[...]
    while !rest.isEmpty {
      lines.append(String(rest.prefix(64)))
      rest = rest.dropFirst(64)
    }
    return (lines + [end, ""]).joined(separator: "\n")
  }

  private static func decode(_ lines: [Substring]) -> Result<[UInt8], Wrong> {
    // Any line length: not every writer keeps to RFC 7468's 64.
    let text = lines.joined().filter { !$0.isWhitespace }
    guard let der = Base64.decode(text.utf8), !der.isEmpty else {
      return .failure(Wrong(words: "its text is no base64"))
    }
    return .success(der)
  }
}
