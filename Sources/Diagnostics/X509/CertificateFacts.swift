internal import Crypto
internal import FoundationEssentials
public import Model
internal import SwiftASN1
internal import Wire
internal import X509

/// The fields of a certificate (RFC 5280).
public struct CertificateFacts: Hashable, Sendable {
  /// The subject (RFC 4514); may be empty.
  public var subject: String
  /// The issuer.
  public var issuer: String
  /// The serial number, hexadecimal.
  public var serial: String
  /// The subject alternative names.
  public var names: [Name]
  /// The validity interval; `nil` for times outside RFC 3339's years.
  public var validFrom, validUntil: Timestamp?
  /// Its key.
  public var key: Key
  /// The signature algorithm: OpenSSL's name, or the OID.
  public var signature: String
  /// Fingerprints in lower-case hexadecimal: of the certificate, and of the key (RFC 7469's pin).
  public var sha256, sha1, keySHA256: String
  /// Whether basic constraints make it a CA.
  public var isAuthority: Bool
  /// Whether issuer and subject are equal.
  public var isSelfIssued: Bool
  /// Whether extended key usage allows TLS servers; `true` without the extension.
  public var isForServers: Bool
  /// Whether it demands OCSP stapling (RFC 7633).
  public var mustStaple: Bool
  /// The OCSP responders' URLs.
  public var ocsp: [String]
  /// The certificate in DER.
  public var der: [UInt8]
  /// The number of extensions that are malformed or over the limit, and missing above.
  public var unreadable = 0

  /// A subject alternative name.
  public struct Name: Encodable, Hashable, Sendable {
    /// The type of a name.
    public enum Kind: String, Encodable, Sendable {
      case dns, ip, email, uri
    }

    /// The type.
    public var kind: Kind
    /// The name.
    public var value: String

    private enum CodingKeys: String, CodingKey {
      case kind = "type"
      case value
    }

    /// A subject alternative name.
    public init(_ kind: Kind, _ value: String) {
      self.kind = kind
      self.value = value
    }
  }

  /// A public key.
  public struct Key: Hashable, Sendable {
    /// `RSA`, `EC`, `Ed25519`, or the algorithm's OID.
    public var type: String
    /// The curve of an `EC` key.
    public var curve: String?
    /// The length in bits.
    public var bits: Int?

    /// Why it is too weak; `nil` where it isn't.
    public var weakness: Message? {
      switch (type, bits) {
      case ("RSA", let bits?) where bits < 2048: Message(.certShortRSA, ["bits": "\(bits)"])
      case ("EC", let bits?) where bits < 224: Message(.certSmallCurve, ["bits": "\(bits)"])
      case ("DSA", _): Message(.certDSA)
      default: nil
      }
    }

    /// Whether swift-certificates can verify signatures with it.
    var isCommon: Bool {
      switch type {
      case "RSA": weakness == nil
      case "EC": ["P-256", "P-384", "P-521"].contains(curve)
      default: type == "Ed25519"
      }
    }

    /// The key in words.
    public var words: String {
      switch (curve, bits) {
      case (let curve?, _): "\(type) \(curve)"
      case (nil, let bits?) where !type.hasPrefix("Ed"): "\(type) \(bits) bits"
      default: type
      }
    }
  }

  /// Why its signature is too weak; `nil` if it isn't, or for a root, whose signature is never verified.
  public var signatureWeakness: Message? {
    let name = signature.lowercased()
    guard !(isSelfIssued && isAuthority) else { return nil }
    return name.contains("md5") || name.contains("md2") || name.contains("sha1")
      ? Message(.certForgeable, ["algorithm": signature]) : nil
  }

  /// The subject's common name, or the whole name.
  public var title: String {
    Self.commonName(subject) ?? (subject.isEmpty ? names.first?.value ?? "?" : subject)
  }

  /// The common name in a name; `nil` where there is none.
  static func commonName(_ name: String) -> String? {
    // RFC 4514 escapes commas: this can cut a name short, but never forge one.
    for part in name.split(separator: ",") where part.hasPrefix("CN=") {
      return String(part.dropFirst(3))
    }
    return nil
  }
}

extension CertificateFacts {
  /// The days until it expires, negative once expired.
  public func daysLeft(at now: Timestamp) -> Double? {
    validUntil.map { until in
      let days = Self.days(until.milliseconds - now.milliseconds)
      // Rounding must not hide a recent expiry.
      return until < now ? min(days, -0.01) : days
    }
  }

  /// The length of the validity interval in days.
  public var lifetimeDays: Double? {
    guard let validFrom, let validUntil, validFrom <= validUntil else { return nil }
    return Self.days(validUntil.milliseconds - validFrom.milliseconds)
  }

  /// The remaining fraction of the validity interval, from 0 to 1.
  public func lifeLeft(at now: Timestamp) -> Double? {
    guard let validFrom, let validUntil, validFrom < validUntil else { return nil }
    let whole = Double(validUntil.milliseconds - validFrom.milliseconds)
    let left = Double(validUntil.milliseconds - now.milliseconds) / whole
    return (min(max(left, 0), 1) * 1000).rounded() / 1000
  }

  private static func days(_ milliseconds: Int64) -> Double {
    (Double(milliseconds) / 864_000).rounded() / 100
  }
}

extension CertificateFacts {
  /// Parses a certificate in DER; unreadable extensions are counted only.
  ///
  /// Member by member, since swift-certificates rejects unsupported keys, short RSA keys among them.
  init?(der: [UInt8]) {
    guard der.count <= Self.sizeLimit, let node = try? DER.parse(der),
      let parsed = try? ParsedCertificate(node)
    else { return nil }
    self.der = der
    subject = Self.text(parsed.subject)
    issuer = Self.text(parsed.issuer)
    isSelfIssued = parsed.subject == parsed.issuer
    serial = Hex.encode(parsed.serial)
    validFrom = parsed.validFrom.flatMap(Self.timestamp)
    validUntil = parsed.validUntil.flatMap(Self.timestamp)
    key = CertificateKey.read(parsed.key)
    signature = CertificateAlgorithm.name(of: parsed.signature)
    sha256 = Hex.encode(SHA256.hash(data: der))
    sha1 = Hex.encode(Insecure.SHA1.hash(data: der))
    keySHA256 = Hex.encode(SHA256.hash(data: parsed.keyBytes))
    names = []
    isAuthority = false
    isForServers = true
    mustStaple = false
    ocsp = []
    unreadable = parsed.unreadable
    for found in parsed.extensions where (try? take(found)) == nil { unreadable += 1 }
  }

  /// The longest TLS message that could carry it.
  private static let sizeLimit = 256 << 10
  private static let textLimit = 512

  private mutating func take(_ found: Certificate.Extension) throws {
    switch found.oid {
    case .X509ExtensionID.subjectAlternativeName:
      names = try SubjectAlternativeNames(found).compactMap(Self.name)
    case .X509ExtensionID.basicConstraints:
      if case .isCertificateAuthority = try BasicConstraints(found) { isAuthority = true }
    case .X509ExtensionID.extendedKeyUsage:
      let usage = try ExtendedKeyUsage(found)
      isForServers = usage.contains(.serverAuth) || usage.contains(.any)
    case .X509ExtensionID.authorityInformationAccess:
      for entry in try AuthorityInformationAccess(found) {
        if case .uniformResourceIdentifier(let place) = entry.location,
          entry.method == .ocspServer, ocsp.count < 8
        {
          ocsp.append(String(place.prefix(Self.textLimit)))
        }
      }
    case [1, 3, 6, 1, 5, 5, 7, 1, 24]:
      mustStaple = true
    default:
      break
    }
  }

  private static func text(_ name: DistinguishedName) -> String {
    String(name.description.prefix(textLimit))
  }

  private static func name(_ name: GeneralName) -> Name? {
    switch name {
    case .dnsName(let name): Name(.dns, String(name.prefix(textLimit)))
    case .uniformResourceIdentifier(let name): Name(.uri, String(name.prefix(textLimit)))
    case .rfc822Name(let name): Name(.email, String(name.prefix(textLimit)))
    case .ipAddress(let address):
      IPAddress(bytes: Array(address.bytes)).map { Name(.ip, $0.description) }
    default: nil
    }
  }

  private static func timestamp(_ seconds: Int64) -> Timestamp? {
    // Years outside 1–9999 have no RFC 3339 text.
    guard (-62_135_596_800..<253_402_300_800).contains(seconds) else { return nil }
    return Timestamp(milliseconds: seconds * 1000)
  }
}

extension IPAddress {
  /// An address from 4 or 16 bytes.
  init?(bytes: [UInt8]) {
    switch bytes.count {
    case 4: self = .v4(IPv4Address(bytes[0], bytes[1], bytes[2], bytes[3]))
    case 16:
      let high = bytes[..<8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      let low = bytes[8...].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      self = .v6(IPv6Address(high: high, low: low), zone: nil)
    default: return nil
    }
  }
}

/// Why a key or a signature is too weak.
extension MessageTemplate {
  static let certShortRSA = MessageTemplate(
    "cert.key.short_rsa",
    "an RSA key of {bits} bits is too short"
  )
  static let certSmallCurve = MessageTemplate(
    "cert.key.small_curve",
    "a curve of {bits} bits is too small"
  )
  static let certDSA = MessageTemplate("cert.key.dsa", "DSA keys are not accepted any more")
  static let certForgeable = MessageTemplate(
    "cert.signature.forgeable",
    "signed by {algorithm}, which can be forged"
  )
}
