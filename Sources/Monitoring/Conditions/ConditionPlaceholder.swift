/// What of a check's result a condition can look at; the raw value is written in brackets.
public enum ConditionPlaceholder: String, Hashable, Sendable, CaseIterable {
  /// The status of HTTP.
  case status = "STATUS"
  /// How long the answer took.
  case responseTime = "RESPONSE_TIME"
  /// The answer's body, or a value in it.
  case body = "BODY"
  /// A field of the answer.
  case headers = "HEADERS"
  /// The address that was asked.
  case ip = "IP"
  /// Whether there was a connection, or an answer.
  case connected = "CONNECTED"
  /// How long the certificate is still valid.
  case certificateExpiration = "CERTIFICATE_EXPIRATION"
  /// The domain name in the certificate.
  case certificateName = "CERTIFICATE_NAME"
  /// Whether the certificate's chain is trusted.
  case trusted = "TRUSTED"
  /// The response code of DNS.
  case responseCode = "DNS_RCODE"
  /// The answers of DNS.
  case answers = "ANSWERS"
  /// Whether the answer of DNS is signed and valid.
  case authenticated = "AUTHENTICATED"
  /// The share of echoes without an answer.
  case loss = "LOSS"
  /// How a device's presence is.
  case presence = "PRESENCE"

  /// What checks of a kind find, by the kind's name in JSON; nothing where there is no such kind.
  public static func placeholders(ofKind kind: String) -> Set<Self> {
    switch kind {
    case "icmp": [.connected, .responseTime, .ip, .loss]
    case "tcp": [.connected, .responseTime, .ip]
    case "http":
      [
        .connected, .responseTime, .ip, .status, .headers, .body, .certificateExpiration,
        .certificateName, .trusted,
      ]
    case "dns": [.connected, .responseTime, .ip, .responseCode, .answers, .authenticated]
    case "tls":
      [.connected, .responseTime, .ip, .certificateExpiration, .certificateName, .trusted]
    case "presence": [.presence]
    case "internet": [.connected, .responseTime]
    default: []
    }
  }

  /// As it is written in a condition.
  var written: String { "[\(rawValue)]" }

  /// What kind of value it is.
  var kind: ConditionValueKind {
    switch self {
    case .status: .number
    case .responseTime: .milliseconds
    case .body, .headers: .variable
    case .ip: .address
    case .connected, .trusted, .authenticated: .flag
    case .certificateExpiration: .duration
    case .certificateName, .responseCode: .name
    case .answers: .answers
    case .loss: .share
    case .presence: .presence
    }
  }
}

/// What kind of value stands on one side of a condition, as far as it is known before a check.
enum ConditionValueKind: Hashable, Sendable {
  /// A number.
  case number
  /// A time that may be written as milliseconds without a unit.
  case milliseconds
  /// A time that needs a unit.
  case duration
  /// A share, 0–1, or in percent.
  case share
  /// True or false.
  case flag
  /// A text without regard to capitals.
  case name
  /// An address; one address may be written in several ways.
  case address
  /// One of ``presences``.
  case presence
  /// Several texts, of which one has to be right.
  case answers
  /// What was received decides.
  case variable

  /// The names of presences.
  static let presences = ["present", "asleep", "away", "unknown"]

  /// Whether one can be less than another.
  var isOrdered: Bool {
    switch self {
    case .number, .milliseconds, .duration, .share, .variable: true
    case .flag, .name, .address, .presence, .answers: false
    }
  }

  /// Whether a pattern can be right for it.
  var hasPatterns: Bool {
    switch self {
    case .number, .name, .address, .presence, .answers, .variable: true
    case .milliseconds, .duration, .share, .flag: false
    }
  }

  /// Whether it has a length.
  var hasLength: Bool {
    switch self {
    case .name, .answers, .variable: true
    case .number, .milliseconds, .duration, .share, .flag, .address, .presence: false
    }
  }

  /// Whether the two can be compared with each other.
  func isComparable(with other: Self) -> Bool {
    func isText(_ kind: Self) -> Bool {
      switch kind {
      case .name, .address, .presence, .answers: true
      default: false
      }
    }
    return self == other || self == .variable || other == .variable
      || (isText(self) && isText(other))
  }
}
