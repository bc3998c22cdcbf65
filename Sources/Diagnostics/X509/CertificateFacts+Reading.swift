internal import Crypto
internal import FoundationEssentials
internal import Model
internal import SwiftASN1
internal import Wire
internal import X509

extension CertificateFacts {
  /// Reads a certificate in DER; `nil` where it is none.
  ///
  /// Extensions that can't be read are counted, and spoil nothing else.
  ///
  /// Read member by member: swift-certificates takes no certificate whose key it can't use, and
  /// short RSA keys are what this tool is to show.
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

  /// The longest TLS message that could carry it; the number of names is limited by that alone.
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
  /// The address of four or sixteen bytes.
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
