internal import Crypto
internal import FoundationEssentials
internal import NIOSSL
internal import SwiftASN1
public import Wire
internal import X509

/// The certificate that a simulated device shows: made when it is first asked for.
///
/// The key follows from the seed, so that a device has the same key in each run; the signature
/// doesn't.
public struct ServedCertificate: Hashable, Sendable {
  /// The subject's common name.
  public var commonName: String
  /// The subject's organisation.
  public var organisation: String?
  /// The issuer's common name; `nil` where it is signed by itself.
  public var issuer: String?
  /// Other names of the subject: DNS names.
  public var names: [String]
  /// Other names of the subject: addresses.
  public var addresses: [IPv4Address]
  /// What the key is made of.
  public var seed: String

  /// A certificate of that subject; the seed is the common name where none is given.
  public init(
    _ commonName: String,
    organisation: String? = nil,
    issuer: String? = nil,
    names: [String] = [],
    addresses: [IPv4Address] = [],
    seed: String? = nil
  ) {
    self.commonName = commonName
    self.organisation = organisation
    self.issuer = issuer
    self.names = names
    self.addresses = addresses
    self.seed = seed ?? commonName
  }

  /// 2024-01-01 and ten years later, in seconds since 1970.
  private static let validity = (from: 1_704_067_200.0, to: 2_019_600_000.0)

  /// The settings of a server that shows it.
  func context() throws -> NIOSSLContext {
    let digest = SHA256.hash(data: Array("NetLab \(seed)".utf8))
    let key = try P256.Signing.PrivateKey(rawRepresentation: Array(digest))
    let certificate = try Certificate(
      version: .v3,
      serialNumber: Certificate.SerialNumber(bytes: [1] + Array(digest).prefix(8)),
      publicKey: Certificate.PublicKey(key.publicKey),
      notValidBefore: Date(timeIntervalSince1970: Self.validity.from),
      notValidAfter: Date(timeIntervalSince1970: Self.validity.to),
      issuer: issuer.map { try Self.name($0, organisation) } ?? subject(),
      subject: subject(),
      signatureAlgorithm: .ecdsaWithSHA256,
      extensions: extensions(),
      issuerPrivateKey: Certificate.PrivateKey(key)
    )
    var serializer = DER.Serializer()
    try serializer.serialize(certificate)
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: [
        .certificate(try NIOSSLCertificate(bytes: serializer.serializedBytes, format: .der))
      ],
      privateKey: .privateKey(
        try NIOSSLPrivateKey(bytes: Array(key.derRepresentation), format: .der)
      )
    )
    configuration.applicationProtocols = ["http/1.1"]
    return try NIOSSLContext(configuration: configuration)
  }

  private func subject() throws -> DistinguishedName { try Self.name(commonName, organisation) }

  private static func name(_ common: String, _ organisation: String?) throws -> DistinguishedName {
    try DistinguishedName {
      CommonName(common)
      if let organisation { OrganizationName(organisation) }
    }
  }

  private func extensions() throws -> Certificate.Extensions {
    let others =
      names.map { GeneralName.dnsName($0) }
      + addresses.map { .ipAddress(ASN1OctetString(contentBytes: $0.bytes[...])) }
    guard !others.isEmpty else { return Certificate.Extensions() }
    return try Certificate.Extensions { SubjectAlternativeNames(others) }
  }
}
