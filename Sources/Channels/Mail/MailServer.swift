internal import CCurl
import Model
import Monitoring

/// The server that takes mail, and how it is spoken to.
struct MailServer: Hashable, Sendable {
  var host: String
  var port: Int
  var security: Security
  var user: String
  var password: String
  /// A PEM file of authorities, instead of the system's.
  var authorities: String
  var isVerified: Bool
  /// What this machine calls itself.
  var ownName: String
  var limit: Duration

  /// How the connection is protected.
  enum Security: String, CaseIterable, Hashable, Sendable {
    /// From the first byte (RFC 8314, section 3.3).
    case tls
    /// After STARTTLS (RFC 3207), which must be there.
    case starttls
    /// Not at all.
    case none

    /// The port that servers take mail at.
    var usualPort: Int {
      switch self {
      case .tls: 465
      case .starttls: 587
      case .none: 25
      }
    }
  }

  /// What came of a mail.
  enum Outcome: Hashable, Sendable {
    case sent
    case noLibrary
    case noHost
    case noConnection
    case timedOut
    case untrusted
    case noAuthorities
    case noTLS
    case loginDenied(reply: Int)
    /// The server's last reply, or 0, and the library's words.
    case failed(reply: Int, words: String)
  }

  /// Sends a message; blocks.
  func send(_ message: [UInt8], from: MailAddress, to: [MailAddress]) -> Outcome {
    guard let mail = homenet_mail_create() else { return .failed(reply: 0, words: "") }
    defer { homenet_mail_free(mail) }
    var isReady = homenet_mail_set(mail, HOMENET_MAIL_URL, url) != 0
    isReady = isReady && homenet_mail_set(mail, HOMENET_MAIL_FROM, "<\(from.text)>") != 0
    if !user.isEmpty {
      isReady = isReady && homenet_mail_set(mail, HOMENET_MAIL_USER, user) != 0
      isReady = isReady && homenet_mail_set(mail, HOMENET_MAIL_PASSWORD, password) != 0
    }
    if !authorities.isEmpty {
      isReady = isReady && homenet_mail_set(mail, HOMENET_MAIL_AUTHORITIES, authorities) != 0
    }
    for address in to {
      isReady = isReady && homenet_mail_add_recipient(mail, "<\(address.text)>") != 0
    }
    isReady = isReady && homenet_mail_set_message(mail, message, message.count) != 0
    guard isReady else { return .failed(reply: 0, words: "") }
    homenet_mail_set_tls(mail, security == .none ? 0 : 1, isVerified ? 1 : 0)
    let milliseconds = Int(limit / .milliseconds(1))
    homenet_mail_set_times(mail, milliseconds / 2, milliseconds)
    var reply = 0
    var words = [CChar](repeating: 0, count: Int(HOMENET_MAIL_ERROR_SIZE))
    let outcome = homenet_mail_send(mail, &reply, &words)
    return Self.outcome(outcome, reply: reply, words: words)
  }

  private var url: String {
    let scheme = security == .tls ? "smtps" : "smtp"
    let host = host.contains(":") ? "[\(host)]" : host
    return "\(scheme)://\(host):\(port)/\(MailMessage.atom(ownName, most: 100))"
  }

  private static func outcome(_ outcome: homenet_mail_outcome, reply: Int, words: [CChar])
    -> Outcome
  {
    switch outcome {
    case HOMENET_MAIL_SENT: return .sent
    case HOMENET_MAIL_NO_LIBRARY: return .noLibrary
    case HOMENET_MAIL_NO_HOST: return .noHost
    case HOMENET_MAIL_NO_CONNECTION: return .noConnection
    case HOMENET_MAIL_TIMED_OUT: return .timedOut
    case HOMENET_MAIL_UNTRUSTED: return .untrusted
    case HOMENET_MAIL_NO_AUTHORITIES: return .noAuthorities
    case HOMENET_MAIL_NO_TLS: return .noTLS
    case HOMENET_MAIL_LOGIN_DENIED: return .loginDenied(reply: reply)
    default:
      let text = words.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      return .failed(reply: reply, words: String(decoding: text, as: UTF8.self))
    }
  }
}

extension MailServer.Outcome {
  /// What it means for a notice.
  func delivery(server: String, authorities: String) -> Delivery {
    switch self {
    case .sent: .sent
    case .noLibrary: .failed(Message(.channelNoCurl))
    case .noHost: .failed(Message(.channelNoHost, ["host": server]))
    case .noConnection: .failed(Message(.channelNoConnection, ["host": server]))
    case .timedOut: .failed(Message(.channelTimedOut, ["host": server]))
    case .untrusted: .failed(Message(.channelUntrusted, ["host": server]))
    case .noAuthorities: .refused(Message(.channelNoAuthorities, ["path": authorities]))
    case .noTLS: .failed(Message(.channelNoTLS, ["host": server]))
    case .loginDenied(let reply) where (400..<500).contains(reply):
      .failed(Message(.channelMailLater, ["host": .text(server), "reply": .count(reply)]))
    case .loginDenied: .refused(Message(.channelMailLogin, ["host": server]))
    // What is said to who didn't log in (RFC 4954, section 6), or didn't ask for TLS (RFC 3207, section 4).
    case .failed(530, _): .refused(Message(.channelMailStranger, ["host": server]))
    case .failed(let reply, _) where reply >= 500:
      .refused(Message(.channelMailRefused, ["host": .text(server), "reply": .count(reply)]))
    case .failed(let reply, _) where reply >= 400:
      .failed(Message(.channelMailLater, ["host": .text(server), "reply": .count(reply)]))
    case .failed(_, let words):
      .failed(
        Message(.channelMailFailed, ["host": server, "error": CleanText.line(words, most: 200)])
      )
    }
  }
}

/// Why a mail didn't leave.
extension MessageTemplate {
  static let channelNoCurl = MessageTemplate(
    "channel.no_curl",
    "mail needs libcurl, which isn’t installed here: install the package libcurl4 (libcurl4t64 on newer systems)"
  )
  static let channelMailLogin = MessageTemplate(
    "channel.mail_login",
    "{host} doesn’t take the user and the password"
  )
  static let channelMailStranger = MessageTemplate(
    "channel.mail_stranger",
    "{host} takes mail only after a login, or only over TLS: look at the user, the password and the encryption"
  )
  static let channelMailRefused = MessageTemplate(
    "channel.mail_refused",
    "{host} refuses the mail with {reply}: look at the sender’s and the recipients’ addresses"
  )
  static let channelMailLater = MessageTemplate(
    "channel.mail_later",
    "{host} doesn’t take the mail now ({reply})"
  )
  static let channelMailFailed = MessageTemplate(
    "channel.mail_failed",
    "the mail could not be sent over {host}: {error}"
  )
}
