/// What is said before TLS in a protocol that starts in clear.
struct StartTLSProtocol: Sendable {
  /// How far it is.
  enum State: Hashable, Sendable {
    /// More bytes are needed.
    case waiting
    /// TLS can begin.
    case ready
    /// The server won't; says why.
    case refused(String)
  }

  private(set) var state = State.waiting
  var step = 0
  var pending: [UInt8] = []
  private let kind: StartTLS
  /// The host that is asked for, as XMPP names it within its stream.
  private let host: String
  private var lines = 0
  private var offers = false

  /// Longer than greetings are; some servers tell their rules in dozens of lines.
  private static let lineLimit = 200
  static let byteLimit = 64 << 10

  init(_ kind: StartTLS, to host: String) {
    self.kind = kind
    self.host = host
  }

  /// What the client says first.
  mutating func begin() -> [UInt8] {
    switch kind {
    case .smtp, .imap, .pop3, .ftp, .mysql, .sieve: []
    case .xmpp: Self.openingStream(of: "jabber:client", to: host)
    case .xmppServer: Self.openingStream(of: "jabber:server", to: host)
    // An extended request with StartTLS' object identifier.
    case .ldap: [0x30, 0x1D, 0x02, 0x01, 0x01, 0x77, 0x18, 0x80, 0x16] + Self.startTLS
    // Eight bytes: the length, and 1234.5679 where a version would stand.
    case .postgres: [0, 0, 0, 8, 0x04, 0xD2, 0x16, 0x2F]
    }
  }

  private static let startTLS = Array("1.3.6.1.4.1.1466.20037".utf8)

  /// Takes what was heard; returns what is answered.
  mutating func receive(_ bytes: [UInt8]) -> [UInt8] {
    guard state == .waiting else { return [] }
    pending += bytes
    guard pending.count <= Self.byteLimit else { return refuse("its answer is too long") }
    switch kind {
    case .ldap: return receiveLDAP()
    case .postgres: return receivePostgres()
    case .mysql: return receiveMySQL()
    case .xmpp, .xmppServer: return receiveXMPP()
    case .smtp, .imap, .pop3, .ftp, .sieve: break
    }
    var answer: [UInt8] = []
    while state == .waiting, let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
      let line = String(decoding: pending[..<end], as: UTF8.self)
      pending.removeFirst(end + 1)
      lines += 1
      guard lines <= Self.lineLimit else { return refuse("its answer is too long") }
      answer += take(line.hasSuffix("\r") ? String(line.dropLast()) : line)
    }
    return answer
  }

  /// Ends it; says why.
  mutating func refuse(_ why: String) -> [UInt8] {
    state = .refused(why)
    return []
  }

  /// Ends it where TLS begins, after these bytes.
  mutating func beginTLS(after bytes: [UInt8] = []) -> [UInt8] {
    state = .ready
    return bytes
  }

  private mutating func take(_ line: String) -> [UInt8] {
    switch kind {
    case .smtp: takeSMTP(line)
    case .ftp: takeFTP(line)
    case .imap: takeIMAP(line)
    case .pop3: takePOP3(line)
    case .sieve: takeSieve(line)
    case .ldap, .postgres, .mysql, .xmpp, .xmppServer: []
    }
  }

  /// A reply's number; `nil` for a line with more to come.
  private func code(_ line: String) -> Int? {
    let text = line.utf8
    guard text.count >= 3, text.count == 3 || Array(text)[3] != UInt8(ascii: "-") else {
      return nil
    }
    return Int(String(decoding: text.prefix(3), as: UTF8.self))
  }

  private mutating func takeSMTP(_ line: String) -> [UInt8] {
    // Every line of a reply begins with its number (RFC 5321, section 4.2).
    guard line.utf8.count >= 3, line.utf8.prefix(3).allSatisfy({ (0x30...0x39).contains($0) })
    else { return refuse("it answered \(line)") }
    if step == 1, line.dropFirst(4).uppercased() == "STARTTLS" { offers = true }
    guard let code = code(line) else { return [] }
    switch (step, code) {
    case (0, 220):
      step = 1
      return Array("EHLO homenet.invalid\r\n".utf8)
    case (1, 250):
      guard offers else { return refuse("it doesn't offer STARTTLS") }
      step = 2
      return Array("STARTTLS\r\n".utf8)
    case (2, 220): state = .ready
    default: return refuse("it answered \(line)")
    }
    return []
  }

  private mutating func takeFTP(_ line: String) -> [UInt8] {
    guard let code = code(line) else { return [] }
    switch (step, code) {
    case (_, 100..<200): break
    case (0, 220):
      step = 1
      return Array("AUTH TLS\r\n".utf8)
    case (1, 234): state = .ready
    // Lines of a greeting may begin with anything (RFC 959, section 4.2).
    case (0, 0): break
    default: return refuse("it answered \(line)")
    }
    return []
  }

  private mutating func takeIMAP(_ line: String) -> [UInt8] {
    if step == 0 {
      guard line.uppercased().hasPrefix("* OK") || line.uppercased().hasPrefix("* PREAUTH") else {
        return refuse("it answered \(line)")
      }
      step = 1
      return Array("a1 STARTTLS\r\n".utf8)
    }
    guard line.hasPrefix("a1 ") else { return [] }
    guard line.uppercased().hasPrefix("A1 OK") else { return refuse("it answered \(line)") }
    state = .ready
    return []
  }

  private mutating func takePOP3(_ line: String) -> [UInt8] {
    guard line.hasPrefix("+OK") else { return refuse("it answered \(line)") }
    if step == 1 {
      state = .ready
      return []
    }
    step = 1
    return Array("STLS\r\n".utf8)
  }

  /// Capabilities, one a line, then `OK`; the command's answer is `OK`, `NO` or `BYE`.
  private mutating func takeSieve(_ line: String) -> [UInt8] {
    let word = line.uppercased().prefix { $0 != " " }
    if step == 0, word == "\"STARTTLS\"" { offers = true }
    guard ["OK", "NO", "BYE"].contains(word) else {
      // Capabilities are strings; a long one is a literal, whose lines can be of any kind.
      return step == 0 && !line.hasPrefix("\"") && lines == 1 ? refuse("it answered \(line)") : []
    }
    guard word == "OK" else { return refuse("it answered \(line)") }
    if step == 1 { return beginTLS() }
    guard offers else { return refuse("it doesn't offer STARTTLS") }
    step = 1
    return Array("STARTTLS\r\n".utf8)
  }

  private mutating func receivePostgres() -> [UInt8] {
    guard let first = pending.first else { return [] }
    switch first {
    case UInt8(ascii: "S"): state = .ready
    case UInt8(ascii: "N"): return refuse("it doesn't offer TLS")
    default: return refuse("it doesn't speak PostgreSQL's protocol")
    }
    return []
  }

  /// An extended response whose result is 0.
  private mutating func receiveLDAP() -> [UInt8] {
    guard pending.count >= 2 else { return [] }
    guard pending[0] == 0x30 else { return refuse("it doesn't speak LDAP") }
    // A length of one byte, or of up to four after their number.
    let extra = pending[1] < 0x80 ? 0 : Int(pending[1] & 0x7F)
    guard extra <= 4 else { return refuse("it doesn't speak LDAP") }
    guard pending.count >= 2 + extra else { return [] }
    let length =
      extra == 0 ? Int(pending[1]) : pending[2..<2 + extra].reduce(0) { $0 << 8 | Int($1) }
    guard length <= Self.byteLimit else { return refuse("its answer is too long") }
    guard pending.count >= 2 + extra + length else { return [] }
    // The result is the first ENUMERATED within; it follows the response's tag.
    let body = Array(pending[(2 + extra)..<(2 + extra + length)])
    guard let tag = body.firstIndex(of: 0x78), tag + 1 < body.count,
      let result = body[(tag + 1)...].firstIndex(of: 0x0A), result + 2 < body.count,
      body[result + 1] == 1
    else { return refuse("it doesn't speak LDAP") }
    let code = body[result + 2]
    guard code == 0 else { return refuse("it won't begin TLS (LDAP result \(code))") }
    state = .ready
    return []
  }
}
