import Foundation
import Model
import Testing
@testable import Diagnostics

/// What openssl says of a certificate, in the words of `CertificateFacts`.
struct OpenSSLCertificate: Equatable {
  var subject, issuer, serial, validFrom, validUntil, signature, sha256, sha1, keySHA256: String
  var keyBits: Int?
  var names: Set<String>

  /// Asks openssl about a file in PEM.
  init(_ path: String) throws {
    let ending = try Program.shell(
      """
      openssl x509 -in "$1" -noout -nameopt RFC2253,-esc_msb,utf8 -dateopt iso_8601 \\
        -subject -issuer -serial -dates -fingerprint -sha256
      openssl x509 -in "$1" -noout -fingerprint -sha1
      echo "pin=$(openssl x509 -in "$1" -noout -pubkey | openssl pkey -pubin -outform DER |
        openssl dgst -sha256 -r | cut -d ' ' -f 1)"
      openssl x509 -in "$1" -noout -text |
        sed -n 's/^ *Signature Algorithm: /signature=/p; s/^ *Public-Key: (\\([0-9]*\\) bit.*/bits=\\1/p'
      openssl x509 -in "$1" -noout -ext subjectAltName | sed -n 's/^  *D/names=D/p'
      """,
      [path]
    )
    var fields: [String: String] = [:]
    for line in ending.output.split(separator: "\n") {
      guard let equals = line.firstIndex(of: "=") else { continue }
      fields[String(line[..<equals])] = String(line[line.index(after: equals)...])
    }
    let digest = { (name: String) in
      (fields[name] ?? "").replacing(":", with: "").lowercased()
    }
    subject = fields["subject"] ?? "?"
    issuer = fields["issuer"] ?? "?"
    serial = (fields["serial"] ?? "").lowercased()
    validFrom = fields["notBefore"] ?? "?"
    validUntil = fields["notAfter"] ?? "?"
    signature = fields["signature"] ?? "?"
    sha256 = digest("sha256 Fingerprint")
    sha1 = digest("sha1 Fingerprint")
    keySHA256 = fields["pin"] ?? "?"
    keyBits = fields["bits"].flatMap { Int($0) }
    names = Set((fields["names"] ?? "").split(separator: ", ").map(String.init))
  }

  /// The same of what homenet found.
  init(_ facts: CertificateFacts) {
    let time = { (time: Timestamp?) in
      // 2026-11-21T09:30:40.000Z becomes 2026-11-21 09:30:40Z.
      time.map { $0.description.replacing("T", with: " ").replacing(".000Z", with: "Z") } ?? "?"
    }
    subject = facts.subject
    issuer = facts.issuer
    serial = facts.serial
    validFrom = time(facts.validFrom)
    validUntil = time(facts.validUntil)
    signature = facts.signature
    sha256 = facts.sha256
    sha1 = facts.sha1
    keySHA256 = facts.keySHA256
    // openssl tells none of Edwards' curves.
    keyBits = facts.key.type.hasPrefix("Ed") ? nil : facts.key.bits
    names = Set(
      facts.names.map { name in
        switch name.kind {
        case .dns: "DNS:\(name.value)"
        // openssl doesn't shorten IPv6 addresses.
        case .ip: "IP Address:\(name.value == "::1" ? "0:0:0:0:0:0:0:1" : name.value)"
        case .email: "email:\(name.value)"
        case .uri: "URI:\(name.value)"
        }
      }
    )
  }
}
