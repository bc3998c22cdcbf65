public import Model
internal import SwiftASN1
public import Wire
internal import X509

/// The result of `cert`, written as `homenet.cert/1`.
public struct CertificateReport: DiagnosticReport, Hashable {
  /// The name and version of its JSON.
  public static let schema = "homenet.cert/1"

  /// The host as typed.
  public var host: String
  /// The address that was connected to.
  public var address: IPAddress
  /// The port.
  public var port: UInt16
  /// The server name (SNI); `nil` for none.
  public var serverName: String?
  /// The protocol of STARTTLS; `nil` for TLS from the first byte.
  public var startTLS: StartTLS?
  /// The connects to the host's addresses; empty where it has only one.
  public var attempts: [AddressAttempt] = []
  /// The result of each version, newest first.
  public var versions: [VersionAnswer] = []
  /// The parsed certificates, the server's own first.
  public var chain: [CertificateFacts] = []
  /// The certificates as received, in DER, unparsable ones included.
  public var sent: [[UInt8]] = []
  /// The number of unparsable certificates, which `chain` leaves out.
  public var unreadable = 0
  /// Whether the certificate matches the host; `nil` without a certificate.
  public var hostMatch: HostMatch?
  /// Whether it is trusted; `nil` without a certificate.
  public var trust: CertificateTrust?
  /// The stapled OCSP response.
  public var staple = Staple.unknown(Message(.certStapleUnseen))
  /// The server's request for a client certificate.
  public var clientCertificate = ClientCertificateRequest()
  /// The accepted suites, the newest version first; `nil` unless asked for.
  public var ciphers: [CipherList]?
  /// Whether warnings count as bad.
  public var isStrict = false
  /// The time of validation.
  public var now: Timestamp
  /// What is wrong, the worst first.
  public var problems: [Problem] = []

  /// The server's own certificate.
  public var certificate: CertificateFacts? { chain.first }

  /// The newest version that the server speaks.
  public var negotiated: VersionAnswer? { versions.first { $0.isOffered == true } }

  /// Whether a problem ends the command with 1.
  public var isBad: Bool { problems.contains { $0.isBad } }

  /// Whether a limit of this program prevented seeing the certificate.
  public var isOwnFailure: Bool { problems.contains { $0.code == .unseenCertificate } }

  /// The state of the stapled OCSP response.
  public enum Staple: Hashable, Sendable {
    /// The server sent none.
    case none
    /// The parsed response.
    case stapled(StapledStatus)
    /// No handshake showed it, and why.
    case unknown(Message)
  }

  /// The result of one version.
  public struct VersionAnswer: Hashable, Sendable {
    /// The version.
    public var version: TLSVersion
    /// Whether the server speaks it; `nil` if unknown.
    public var isOffered: Bool?
    /// The negotiated suite.
    public var suite: TLSCipherSuite?
    /// The key exchange's group, where the server sent it.
    public var group: String?
    /// Why it isn't offered, or why that is unknown.
    public var reason: Message?

    /// Why it isn't offered, or why that is unknown, in English.
    public var because: String? { reason?.text }
  }

  /// A problem with the certificate or the connection.
  public struct Problem: Encodable, Hashable, Sendable {
    /// The code for programs.
    public var code: Code
    /// The problem in a sentence.
    public var message: Message
    /// Whether it ends the command with 1.
    public var isBad: Bool

    private enum CodingKeys: String, CodingKey {
      case code
      case isBad = "bad"
      case text, message
    }

    /// A problem; warnings are bad only in strict mode.
    package init(code: Code, _ message: Message, isStrict: Bool = false) {
      self.code = code
      self.message = message
      isBad = code.isBad || (isStrict && code != .unseenCertificate)
    }

    /// A problem in words that have no code.
    public init(code: Code, text: String, isStrict: Bool = false) {
      self.init(code: code, .verbatim(text), isStrict: isStrict)
    }

    /// The sentence in English.
    public var text: String { message.text }

    /// Writes an entry of `problems`.
    public func encode(to encoder: any Encoder) throws {
      var json = encoder.container(keyedBy: CodingKeys.self)
      try json.encode(code, forKey: .code)
      try json.encode(isBad, forKey: .isBad)
      try json.encode(text, forKey: .text)
      try json.encode(message, forKey: .message)
    }

    /// The kinds of problems.
    public enum Code: String, Encodable, Sendable {
      case noConnection = "no_connection"
      case noTLS = "no_tls"
      case noCertificate = "no_certificate"
      case unseenCertificate = "unseen_certificate"
      case interrupted
      case expired
      case notYetValid = "not_yet_valid"
      case expiresSoon = "expires_soon"
      case mismatch
      case revoked
      case untrusted
      case selfSigned = "self_signed"
      case weakKey = "weak_key"
      case weakSignature = "weak_signature"
      case weakSuite = "weak_suite"
      case oldVersion = "old_version"
      case notForServers = "not_for_servers"
      case stapleMissing = "staple_missing"
      case stapleUnusable = "staple_unusable"
      case malformed

      /// Whether it is an error; the others are warnings, since most home devices are self-signed.
      var isBad: Bool {
        switch self {
        case .noConnection, .noTLS, .noCertificate, .interrupted, .expired, .notYetValid,
          .expiresSoon, .mismatch, .revoked:
          true
        default: false
        }
      }
    }
  }
}

extension CertificateReport {
  /// The certificates as received, in PEM (RFC 7468).
  public var pem: String { sent.map(PEMCertificates.write).joined() }
}

extension CertificateReport {
  /// The connect to one of several addresses of a host.
  public struct AddressAttempt: Encodable, Hashable, Sendable {
    /// The address.
    public var address: IPAddress
    /// Whether it accepted; `nil` where another was first, or after an interrupt.
    public var isConnected: Bool?
    /// Why it is not connected.
    public var reason: Message?

    /// Why it is not connected, in English.
    public var because: String? { reason?.text }

    private enum CodingKeys: String, CodingKey {
      case address, because, message
      case isConnected = "connected"
    }

    init(_ attempt: ConnectionRace.Attempt) {
      address = attempt.address
      switch attempt.end {
      case .done?: isConnected = true
      case nil: reason = Message(.certAttemptLater)
      case .interrupted?: reason = Message(.certAttemptInterrupted)
      case let end?:
        isConnected = false
        reason = end.message
      }
    }

    /// Writes an entry of `attempts`.
    public func encode(to encoder: any Encoder) throws {
      var json = encoder.container(keyedBy: CodingKeys.self)
      try json.encode(address, forKey: .address)
      try json.encode(isConnected, forKey: .isConnected)
      try json.encode(because, forKey: .because)
      try json.encode(reason, forKey: .message)
    }
  }
}

/// A server's request for a client certificate.
///
/// Whether it is mandatory shows only after the handshake, which is never completed.
public struct ClientCertificateRequest: Encodable, Hashable, Sendable {
  /// Whether it was sent; `nil` if unknown.
  public var isWanted: Bool?
  /// The first of the accepted issuers' names (RFC 4514); empty where the server names none.
  public var issuers: [String] = []
  /// The number of accepted issuers.
  public var issuerCount = 0

  private enum CodingKeys: String, CodingKey {
    case isWanted = "wanted"
    case issuers
    case issuerCount = "issuer_count"
  }

  /// Some servers list every public authority, about 150.
  private static let mostNames = 64
  private static let textLimit = 512

  /// An unknown request.
  public init() {}

  init(_ received: TLSProbe.ServerMessages) {
    guard let request = received.certificateRequest else {
      isWanted = received.hasPassedRequest ? false : nil
      return
    }
    isWanted = true
    issuerCount = request.authorities.count
    issuers = request.authorities.prefix(Self.mostNames).map { name in
      guard let node = try? DER.parse(name), let name = try? DistinguishedName(derEncoded: node)
      else { return "(can't be read)" }
      return String(name.description.prefix(Self.textLimit))
    }
  }

  /// Writes `client_certificate`.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(isWanted, forKey: .isWanted)
    try json.encode(issuers, forKey: .issuers)
    try json.encode(issuerCount, forKey: .issuerCount)
  }
}
