/// How TLS is begun within a protocol that starts in clear.
public enum StartTLS: String, CaseIterable, Codable, Hashable, Sendable {
  /// RFC 3207.
  case smtp
  /// RFC 3501, section 6.2.1.
  case imap
  /// RFC 2595, section 4.
  case pop3
  /// RFC 4217.
  case ftp
  /// RFC 4511, section 4.14.
  case ldap
  /// The PostgreSQL protocol's SSLRequest.
  case postgres
  /// The MySQL protocol's SSLRequest; MariaDB has the same.
  case mysql
  /// RFC 6120, section 5: as a client.
  case xmpp
  /// The same, as another server.
  case xmppServer = "xmpp-server"
  /// RFC 5804, section 2.2.
  case sieve

  /// Where such a server listens.
  public var port: UInt16 {
    switch self {
    case .smtp: 25
    case .imap: 143
    case .pop3: 110
    case .ftp: 21
    case .ldap: 389
    case .postgres: 5432
    case .mysql: 3306
    case .xmpp: 5222
    case .xmppServer: 5269
    case .sieve: 4190
    }
  }

  /// Where such a server speaks TLS from the first byte on (RFC 8314 for mail, XEP-0368 for
  /// XMPP).
  var implicitPort: UInt16? {
    switch self {
    case .smtp: 465
    case .imap: 993
    case .pop3: 995
    case .ftp: 990
    case .ldap: 636
    case .xmpp: 5223
    case .xmppServer: 5270
    case .postgres, .mysql, .sieve: nil
    }
  }
}
