public import Model
public import Wire

/// What `cert` found: `homenet.cert/1`.
public struct CertificateReport: DiagnosticReport, Hashable {
  /// The name and version of its JSON.
  public static let schema = "homenet.cert/1"

  /// The host as it was asked for.
  public var host: String
  /// The address that was asked.
  public var address: IPAddress
  /// The port.
  public var port: UInt16
  /// The name that was asked for within TLS; `nil` for none.
  public var serverName: String?
  /// How TLS was begun, where the protocol starts in clear.
  public var startTLS: StartTLS?
  /// What became of the host's addresses that were tried; empty where it has but one.
  public var attempts: [AddressAttempt] = []
  /// What became of each version, newest first.
  public var versions: [VersionAnswer] = []
  /// What was sent, the server's own first; empty where nothing was.
  public var chain: [CertificateFacts] = []
  /// What was sent as it came, in DER: what can't be read, too.
  public var sent: [[UInt8]] = []
  /// How many of the others that were sent with it can't be read, and are left out.
  public var unreadable = 0
  /// Whether it stands for the host; `nil` without a certificate.
  public var hostMatch: HostMatch?
  /// Whether it is trusted; `nil` without a certificate.
  public var trust: CertificateTrust?
  /// What is known of a stapled status.
  public var staple = Staple.unknown("no certificate was seen")
  /// Whether the server wants a certificate of the client's.
  public var clientCertificate = ClientCertificateRequest()
  /// All suites that are accepted, the newest version first; `nil` where that was not asked.
  public var ciphers: [CipherList]?
  /// Whether warnings are bad, too.
  public var isStrict = false
  /// When it was judged.
  public var now: Timestamp
  /// What is wrong, the worst first.
  public var problems: [Problem] = []

  /// The server's own certificate.
  public var certificate: CertificateFacts? { chain.first }

  /// The newest version that the server speaks.
  public var negotiated: VersionAnswer? { versions.first { $0.isOffered == true } }

  /// Whether something is wrong that ends the command with 1.
  public var isBad: Bool { problems.contains { $0.isBad } }

  /// Whether nothing could be found out for what is missing here: no fault of the server's.
  public var isOwnFailure: Bool { problems.contains { $0.code == .unseenCertificate } }

  /// What became of a stapled status.
  public enum Staple: Hashable, Sendable {
    /// The server brings none.
    case none
    /// It brings this.
    case stapled(StapledStatus)
    /// That could not be found out; says why.
    case unknown(String)
  }

  /// Whether a server speaks a version.
  public struct VersionAnswer: Hashable, Sendable {
    /// The version.
    public var version: TLSVersion
    /// Whether it does; `nil` where that was not told.
    public var isOffered: Bool?
    /// What was agreed on, where it does.
    public var suite: TLSCipherSuite?
    /// The key exchange's group, where the server sent it.
    public var group: String?
    /// Why it doesn't, or why that is not known.
    public var because: String?
  }

  /// Something that is wrong.
  public struct Problem: Hashable, Sendable {
    /// A word for programs.
    public var code: Code
    /// What is wrong, for people.
    public var text: String
    /// Whether it ends the command with 1.
    public var isBad: Bool

    /// A problem that is bad where its code always is, or where warnings count as bad.
    public init(code: Code, text: String, isStrict: Bool = false) {
      self.code = code
      self.text = text
      isBad = code.isBad || (isStrict && code != .unseenCertificate)
    }

    /// What can be wrong.
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

      /// What is bad in itself; the others are for people to weigh: at home nearly every device
      /// vouches for itself.
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
  /// All that the server sent in PEM (RFC 7468), its own certificate first; what can't be read, too.
  public var pem: String { sent.map(PEMCertificates.write).joined() }
}
