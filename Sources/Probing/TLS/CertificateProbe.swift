import Crypto
import FoundationEssentials
import Model
import Networking
import SwiftASN1
import Wire
import X509

/// Reads the certificates of TLS services other than HTTPS: Cast, the remote control of Android TV
/// and webOS, mail, LDAP, MQTT, SIP.
struct CertificateProbe: DeviceProbe {
  /// Ports with TLS from the first byte.
  private static let ports: [UInt16] = [8009, 6466, 8002, 8883, 993, 995, 465, 636, 5061]
  /// The remote control of Android TVs, not part of a default scan.
  private static let remote: UInt16 = 6466
  /// The remote control of LG televisions; older ones have it without TLS.
  private static let webOS: UInt16 = 3001
  private static let hint = Hint(
    says: ["webos", "lgwebostv"],
    announces: ["lge-com:service:webos", "lge-com:device"]
  )

  func questions(for host: ProbedHost) -> [Question] {
    var ports = Self.ports.filter(host.openPorts.contains)
    if host.offers(anyOf: ["_androidtvremote2._tcp", "_androidtvremote._tcp"]),
      !ports.contains(Self.remote)
    {
      ports.append(Self.remote)
    }
    if Self.hint.fits(host) { ports.append(Self.webOS) }
    return ports.map {
      .stream($0, .http, "certificate", CertificateExchange(port: $0))
    }
  }
}

/// A TLS handshake, up to the server's certificate.
struct CertificateExchange: StreamExchange {
  private let port: UInt16
  private let box: SessionBox

  /// The TLS session, made on first use; NIO's channels can't be copied.
  // Unchecked: reached through one exchange, on one thread at a time.
  private final class SessionBox: @unchecked Sendable {
    lazy var session: TLSSession? = TLSSession(forWeb: false)
  }

  init(port: UInt16) {
    self.port = port
    box = SessionBox()
  }

  mutating func begin() -> ExchangeStep {
    guard let session = box.session else { return .done() }
    return .say(session.begin())
  }

  mutating func take(_ bytes: [UInt8]) -> ExchangeStep {
    guard let session = box.session else { return .done() }
    let (_, sending) = session.receive(bytes)
    if let certificate = session.certificate {
      return .done(CertificateReading.facts(in: certificate, port: port))
    }
    return ExchangeStep(sending: sending, isDone: session.isOver || session.isEstablished)
  }
}

/// Reads the facts in a certificate (RFC 5280).
enum CertificateReading {
  /// Alternative names kept.
  private static let nameLimit = 32
  /// In characters.
  private static let textLimit = 512

  /// Subject, issuer, names and validity, and the SHA-256 of the public key; empty for invalid DER.
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
    // RFC 3339 ends with year 9999.
    guard milliseconds.isFinite, milliseconds > -62_135_596_800_000,
      milliseconds < 253_402_300_800_000
    else { return nil }
    return Timestamp(milliseconds: Int64(milliseconds))
  }
}
