/// Which exchanges a TCP port is asked in, one after another, until the service is known.
///
/// First what the port's number suggests, then a greeting is waited for and a page asked for, then
/// the same within TLS, and then the questions of services that say nothing to strangers' words.
struct ServicePlan: Sendable {
  /// One connection's worth.
  struct Attempt: Hashable, Sendable {
    var kind: Kind
    var isTLS = false
    /// Whether the port's number suggests it: then it is given more time.
    var isExpected = true
  }

  /// What is spoken in it.
  enum Kind: String, Hashable, Sendable {
    case greeting, redis, memcached, postgreSQL, ldap, dns, rdp, sip, xmpp, mqtt, smb, rtsp, telnet
  }

  /// What came of an attempt.
  struct Outcome: Hashable, Sendable {
    var identity: ServiceIdentity?
    /// What was heard, of greetings.
    var heard: [UInt8] = []
    /// Whether TLS was spoken.
    var isSecured = false
  }

  private let port: UInt16
  private var waiting: [Attempt]
  private var hasTriedTLS = false
  /// What a server that refuses to be spoken to plainly said it is, until TLS has been tried.
  private var refused: ServiceIdentity?
  private var current: Attempt?
  /// What is known.
  private(set) var identity: ServiceIdentity?

  init(port: UInt16) {
    self.port = port
    let isTLS = Self.tlsPorts.contains(port)
    waiting = []
    if let kind = Self.kinds[port] { waiting.append(Attempt(kind: kind, isTLS: isTLS)) }
    waiting.append(Attempt(kind: .greeting, isTLS: isTLS))
  }

  /// What to try next; `nil` where nothing is left, or the service is known.
  mutating func next() -> Attempt? {
    guard identity?.version == nil, !waiting.isEmpty else { return nil }
    let attempt = waiting.removeFirst()
    if attempt.isTLS { hasTriedTLS = true }
    current = attempt
    return attempt
  }

  /// Takes what came of the last attempt.
  mutating func take(_ outcome: Outcome) {
    guard let attempt = current else { return }
    current = nil
    // A web server's answer to plain HTTP on a TLS port says that it wants TLS, and names the
    // server.
    let wantsTLS =
      attempt.kind == .greeting && !attempt.isTLS && ServiceGreeting.wantsTLS(outcome.heard)
    let found = attempt.isTLS ? outcome.identity?.secured : outcome.identity
    if let found, !wantsTLS || hasTriedTLS {
      if identity?.version == nil { identity = found }
      // The service is known; of Redis only that it is Redis, so it is asked once more.
      waiting = found.service == "redis" && attempt.kind == .greeting ? [Attempt(kind: .redis)] : []
      return
    }
    guard attempt.kind == .greeting else { return }
    if wantsTLS, !hasTriedTLS { refused = found ?? ServiceIdentity("tls") }
    if attempt.isTLS, outcome.isSecured {
      identity = ServiceIdentity("tls")
      waiting = []
    } else if attempt.isTLS, !Self.tlsPorts.contains(port) {
      // It speaks TLS but rejects our handshake: other protocols are not tried.
      if let refused {
        identity = refused
        waiting = []
        return
      }
      waiting += Self.others(but: Self.kinds[port])
    } else if attempt.isTLS {
      waiting = [Attempt(kind: .greeting)]
    } else if !hasTriedTLS {
      // Something other than TLS was received, so no handshake is tried.
      let isForeign = !outcome.heard.isEmpty && !wantsTLS
      waiting =
        isForeign
        ? Self.others(but: Self.kinds[port]) : [Attempt(kind: .greeting, isTLS: true)]
    }
  }

  private static func others(but kind: Kind?) -> [Attempt] {
    [.redis, .memcached, .mqtt, .postgreSQL, .smb, .ldap, .rdp, .dns, .sip, .rtsp].filter {
      $0 != kind
    }
    .map { Attempt(kind: $0, isExpected: false) }
  }

  /// The usual protocols of ports without greetings.
  private static let kinds: [UInt16: Kind] = [
    23: .telnet, 53: .dns, 139: .smb, 389: .ldap, 445: .smb, 554: .rtsp, 636: .ldap, 853: .dns,
    1883: .mqtt, 2323: .telnet, 3268: .ldap, 3269: .ldap, 3389: .rdp, 5060: .sip, 5061: .sip,
    5222: .xmpp, 5269: .xmpp, 5432: .postgreSQL, 6379: .redis, 8554: .rtsp, 8883: .mqtt,
    11211: .memcached,
  ]
  /// Ports where TLS is spoken from the first byte.
  private static let tlsPorts: Set<UInt16> = [
    443, 465, 636, 853, 990, 993, 995, 1443, 3269, 4443, 5001, 5061, 5986, 6443, 6467, 6697, 8002,
    8006, 8443, 8843, 8883, 9443,
  ]
  /// Ports where servers greet first, so nothing is sent before: mail servers may look the client
  /// up before they greet.
  static let greetingPorts: Set<UInt16> = [
    21, 22, 25, 110, 143, 465, 587, 873, 990, 993, 995, 2222, 2525, 3306, 5900, 5901, 6667, 6697,
  ]
}
