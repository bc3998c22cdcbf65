import Crypto
import FoundationEssentials
import Model
import SwiftASN1
import Wire
import X509

/// Reads what a certificate says of its owner (RFC 5280).
enum CertificateReading {
  /// How many alternative names are kept.
  private static let nameLimit = 32
  /// The longest text that is kept.
  private static let textLimit = 512

  /// Whom the certificate in DER names, and the digest of its key; empty where it can't be read.
  static func facts(in der: [UInt8], port: UInt16) -> [Fact] {
    guard let certificate = try? Certificate(derEncoded: der) else { return [] }
    var identity = CertificateIdentity(
      port: port,
      subject: text(certificate.subject),
      issuer: text(certificate.issuer)
    )
    identity.validFrom = timestamp(certificate.notValidBefore)
    identity.validUntil = timestamp(certificate.notValidAfter)
    if let names = try? certificate.extensions.subjectAlternativeNames {
      identity.alternativeNames = names.prefix(nameLimit).compactMap(name)
    }
    let key = SHA256.hash(data: certificate.publicKey.subjectPublicKeyInfoBytes)
    return [.certificate(identity), .identity(.tlsKey, Hex.encode(key))]
  }

  private static func text(_ name: DistinguishedName) -> String? {
    let text = name.description
    return text.isEmpty ? nil : String(text.prefix(textLimit))
  }

  private static func name(_ name: GeneralName) -> String? {
    switch name {
    case .dnsName(let name): String(name.prefix(textLimit))
    case .uniformResourceIdentifier(let name): String(name.prefix(textLimit))
    case .rfc822Name(let name): String(name.prefix(textLimit))
    case .ipAddress(let address) where address.bytes.count == 4:
      address.bytes.map(String.init).joined(separator: ".")
    default: nil
    }
  }

  private static func timestamp(_ date: Date) -> Timestamp? {
    let milliseconds = date.timeIntervalSince1970 * 1000
    // Years beyond 9999 have no RFC 3339 text.
    guard milliseconds.isFinite, milliseconds > -62_135_596_800_000,
      milliseconds < 253_402_300_800_000
    else { return nil }
    return Timestamp(milliseconds: Int64(milliseconds))
  }
}
