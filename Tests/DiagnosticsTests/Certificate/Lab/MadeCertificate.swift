import Crypto
import Foundation
import Model
import SwiftASN1
import X509
@testable import Diagnostics

/// A certificate that is made for a test, with whatever it is to say, and its key.
struct MadeCertificate {
  let key: P256.Signing.PrivateKey
  let certificate: Certificate

  /// When all are valid, and half a year before and after.
  static let now = Timestamp(milliseconds: 1_800_000_000_000)

  /// A certificate of that name, signed by another, or by itself.
  init(
    _ name: String,
    by issuer: MadeCertificate? = nil,
    version: Certificate.Version = .v3,
    key: P256.Signing.PrivateKey = P256.Signing.PrivateKey(),
    extensions: [Certificate.Extension] = []
  ) throws {
    let subject = try DistinguishedName { CommonName(name) }
    self.key = key
    certificate = try Certificate(
      version: version,
      serialNumber: Certificate.SerialNumber(),
      publicKey: Certificate.PublicKey(key.publicKey),
      notValidBefore: Date(timeIntervalSince1970: 1_784_000_000),
      notValidAfter: Date(timeIntervalSince1970: 1_816_000_000),
      issuer: issuer?.certificate.subject ?? subject,
      subject: subject,
      signatureAlgorithm: .ecdsaWithSHA256,
      extensions: Certificate.Extensions(extensions),
      issuerPrivateKey: Certificate.PrivateKey(issuer?.key ?? key)
    )
  }

  var der: [UInt8] {
    get throws {
      var serializer = DER.Serializer()
      try serializer.serialize(certificate)
      return serializer.serializedBytes
    }
  }

  var facts: CertificateFacts? {
    get throws { try CertificateFacts(der: der) }
  }

  var pem: String {
    get throws { try certificate.serializeAsPEM().pemString + "\n" }
  }
}

extension Certificate.Extension {
  /// That it may vouch for others.
  static func authority(below: Int? = nil) throws -> Self {
    try Self(BasicConstraints.isCertificateAuthority(maxPathLength: below), critical: true)
  }

  /// That it may not.
  static func noAuthority() throws -> Self {
    try Self(BasicConstraints.notCertificateAuthority, critical: true)
  }

  /// What its key may do.
  static func usage(_ usage: KeyUsage) throws -> Self { try Self(usage, critical: true) }

  /// Names that it stands for.
  static func names(_ names: [String]) throws -> Self {
    try Self(SubjectAlternativeNames(names.map { .dnsName($0) }), critical: false)
  }

  /// One that nobody knows.
  static let unheardOf = Self(oid: [1, 2, 3, 4, 5], critical: true, value: [0x05, 0x00])
}
