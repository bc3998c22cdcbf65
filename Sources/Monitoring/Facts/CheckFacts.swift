/// What a check found, for conditions; what doesn't apply is `nil` or empty.
public struct CheckFacts: Hashable, Sendable {
  /// Whether there was a connection, or an answer.
  public var isConnected: Bool?
  /// How long the answer took, in milliseconds.
  public var responseTimeMs: Double?
  /// The address that was asked.
  public var address: String?
  /// The status of HTTP.
  public var status: Int?
  /// The answer's fields, with names in lower case; equal ones are joined by commas.
  public var headers: [String: String]
  /// The answer's body, of at most ``mostBody`` bytes.
  public var body: [UInt8]?
  /// How long the certificate is valid, in seconds; negative once it has expired.
  public var certificateExpiration: Double?
  /// The domain name in the certificate.
  public var certificateName: String?
  /// Whether the certificate's chain is trusted.
  public var isTrusted: Bool?
  /// The response code of DNS: `NOERROR`, `NXDOMAIN`.
  public var responseCode: String?
  /// The answers of DNS, as text.
  public var answers: [String]
  /// Whether the answer is signed and valid.
  public var isAuthenticated: Bool?
  /// The share of echoes without an answer, 0–1.
  public var loss: Double?
  /// `present`, `asleep`, `away` or `unknown`.
  public var presence: String?

  /// As many bytes of a body as are looked at.
  public static let mostBody = 256 << 10

  /// Nothing found.
  public init() {
    headers = [:]
    answers = []
  }
}
