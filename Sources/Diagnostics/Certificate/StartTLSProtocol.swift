import Model

/// The protocols in which a cleartext connection is upgraded to TLS.
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
  /// Client to server (RFC 6120, section 5).
  case xmpp
  /// Server to server.
  case xmppServer = "xmpp-server"
  /// RFC 5804, section 2.2.
  case sieve

  /// The default port.
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

  /// The port of implicit TLS (RFC 8314 for mail, XEP-0368 for XMPP).
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

/// The client's side of STARTTLS, up to the first byte of TLS.
struct StartTLSProtocol: Sendable {
  enum State: Hashable, Sendable {
    /// More bytes needed.
    case waiting
    /// TLS can begin.
    case ready
    /// The server refuses TLS, or breaks the protocol; says why.
    case refused(Message)
  }

  private(set) var state = State.waiting
  var step = 0
  var pending: [UInt8] = []
  private let kind: StartTLS
  /// The host, for XMPP's `to` attribute.
  private let host: String
  private var lines = 0
  private var offers = false

  /// Some greetings have dozens of lines.
  private static let lineLimit = 200
  static let byteLimit = 64 << 10

  init(_ kind: StartTLS, to host: String) {
    self.kind = kind
    self.host = host
  }

  /// The bytes to send first.
  mutating func begin() -> [UInt8] {
    switch kind {
    case .smtp, .imap, .pop3, .ftp, .mysql, .sieve: []
    case .xmpp: Self.openingStream(of: "jabber:client", to: host)
    case .xmppServer: Self.openingStream(of: "jabber:server", to: host)
    // An ExtendedRequest with the OID of StartTLS.
    case .ldap: [0x30, 0x1D, 0x02, 0x01, 0x01, 0x77, 0x18, 0x80, 0x16] + Self.startTLS
    // SSLRequest: the length 8, and the code 80877103.
    case .postgres: [0, 0, 0, 8, 0x04, 0xD2, 0x16, 0x2F]
    }
  }

  private static let startTLS = Array("1.3.6.1.4.1.1466.20037".utf8)

  /// Takes received bytes; returns the bytes to send.
  mutating func receive(_ bytes: [UInt8]) -> [UInt8] {
    guard state == .waiting else { return [] }
    pending += bytes
    guard pending.count <= Self.byteLimit else { return refuse(Message(.certOpeningTooLong)) }
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
      guard lines <= Self.lineLimit else { return refuse(Message(.certOpeningTooLong)) }
      answer += take(line.hasSuffix("\r") ? String(line.dropLast()) : line)
    }
    return answer
  }

  /// Ends the exchange with a reason.
  mutating func refuse(_ why: Message) -> [UInt8] {
    state = .refused(why)
    return []
  }

  /// Ends the exchange with the line that the server answered.
  private mutating func refuse(answer line: String) -> [UInt8] {
    refuse(Message(.certOpeningAnswered, ["line": line]))
  }

  /// Ends the exchange: the server doesn't offer that.
  private mutating func refuse(lacking name: String) -> [UInt8] {
    refuse(Message(.certNotOffered, ["protocol": name]))
  }

  /// Ends the exchange: the server speaks another protocol.
  private mutating func refuse(otherThan name: String) -> [UInt8] {
    refuse(Message(.certNotSpoken, ["protocol": name]))
  }

  /// Ends the exchange: TLS starts after these bytes.
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

  /// The reply code of SMTP and FTP; `nil` for a continued line.
  private func code(_ line: String) -> Int? {
    let text = line.utf8
    guard text.count >= 3, text.count == 3 || Array(text)[3] != UInt8(ascii: "-") else {
      return nil
    }
    return Int(String(decoding: text.prefix(3), as: UTF8.self))
  }

  private mutating func takeSMTP(_ line: String) -> [UInt8] {
    // Every line of a reply starts with its code (RFC 5321, section 4.2).
    guard line.utf8.count >= 3, line.utf8.prefix(3).allSatisfy({ (0x30...0x39).contains($0) })
    else { return refuse(answer: line) }
    if step == 1, line.dropFirst(4).uppercased() == "STARTTLS" { offers = true }
    guard let code = code(line) else { return [] }
    switch (step, code) {
    case (0, 220):
      step = 1
      return Array("EHLO homenet.invalid\r\n".utf8)
    case (1, 250):
      guard offers else { return refuse(lacking: "STARTTLS") }
      step = 2
      return Array("STARTTLS\r\n".utf8)
    case (2, 220): state = .ready
    default: return refuse(answer: line)
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
    // Inner lines of a greeting may start with anything (RFC 959, section 4.2).
    case (0, 0): break
    default: return refuse(answer: line)
    }
    return []
  }

  private mutating func takeIMAP(_ line: String) -> [UInt8] {
    if step == 0 {
      guard line.uppercased().hasPrefix("* OK") || line.uppercased().hasPrefix("* PREAUTH") else {
        return refuse(answer: line)
      }
      step = 1
      return Array("a1 STARTTLS\r\n".utf8)
    }
    guard line.hasPrefix("a1 ") else { return [] }
    guard line.uppercased().hasPrefix("A1 OK") else { return refuse(answer: line) }
    state = .ready
    return []
  }

  private mutating func takePOP3(_ line: String) -> [UInt8] {
    guard line.hasPrefix("+OK") else { return refuse(answer: line) }
    if step == 1 {
      state = .ready
      return []
    }
    step = 1
    return Array("STLS\r\n".utf8)
  }

  /// ManageSieve: capabilities, then `OK`; the command's response is `OK`, `NO` or `BYE`.
  private mutating func takeSieve(_ line: String) -> [UInt8] {
    let word = line.uppercased().prefix { $0 != " " }
    if step == 0, word == "\"STARTTLS\"" { offers = true }
    guard ["OK", "NO", "BYE"].contains(word) else {
      // Capabilities are strings; a long one is a literal with arbitrary lines.
      return step == 0 && !line.hasPrefix("\"") && lines == 1 ? refuse(answer: line) : []
    }
    guard word == "OK" else { return refuse(answer: line) }
    if step == 1 { return beginTLS() }
    guard offers else { return refuse(lacking: "STARTTLS") }
    step = 1
    return Array("STARTTLS\r\n".utf8)
  }

  private mutating func receivePostgres() -> [UInt8] {
    guard let first = pending.first else { return [] }
    switch first {
    case UInt8(ascii: "S"): state = .ready
    case UInt8(ascii: "N"): return refuse(lacking: "TLS")
    default: return refuse(Message(.certProtocolNotSpoken, ["product": "PostgreSQL"]))
    }
    return []
  }

  /// An ExtendedResponse with result code 0.
  private mutating func receiveLDAP() -> [UInt8] {
    guard pending.count >= 2 else { return [] }
    guard pending[0] == 0x30 else { return refuse(otherThan: "LDAP") }
    // BER length: short form, or up to four bytes.
    let extra = pending[1] < 0x80 ? 0 : Int(pending[1] & 0x7F)
    guard extra <= 4 else { return refuse(otherThan: "LDAP") }
    guard pending.count >= 2 + extra else { return [] }
    let length =
      extra == 0 ? Int(pending[1]) : pending[2..<2 + extra].reduce(0) { $0 << 8 | Int($1) }
    guard length <= Self.byteLimit else { return refuse(Message(.certOpeningTooLong)) }
    guard pending.count >= 2 + extra + length else { return [] }
    // resultCode is the first ENUMERATED after the ExtendedResponse tag.
    let body = Array(pending[(2 + extra)..<(2 + extra + length)])
    guard let tag = body.firstIndex(of: 0x78), tag + 1 < body.count,
      let result = body[(tag + 1)...].firstIndex(of: 0x0A), result + 2 < body.count,
      body[result + 1] == 1
    else { return refuse(otherThan: "LDAP") }
    let code = body[result + 2]
    guard code == 0 else { return refuse(Message(.certWontBeginLDAP, ["result": "\(code)"])) }
    state = .ready
    return []
  }
}

/// MySQL: after the server's greeting the client sends an SSLRequest and starts TLS at once.
extension StartTLSProtocol {
  /// The capability CLIENT_SSL.
  private static let speaksTLS: UInt16 = 0x0800

  /// SSLRequest, 32 bytes, sequence number 1: CLIENT_PROTOCOL_41, CLIENT_SSL,
  /// CLIENT_SECURE_CONNECTION and CLIENT_PLUGIN_AUTH; 16 MiB packets; utf8mb4; reserved bytes.
  private static let request: [UInt8] =
    [0x20, 0, 0, 1, 0x00, 0x8A, 0x08, 0x00, 0, 0, 0, 1, 0x2D] + [UInt8](repeating: 0, count: 23)

  /// Parses the greeting: a 3-byte length, a sequence number, and `HandshakeV10`.
  mutating func receiveMySQL() -> [UInt8] {
    guard pending.count >= 5 else { return [] }
    let length = Int(pending[0]) | Int(pending[1]) << 8 | Int(pending[2]) << 16
    let body = Array(pending.dropFirst(4).prefix(length))
    switch body.first {
    case 0xFF?:
      guard body.count == length else { return wait(for: length) }
      // A 2-byte error code, and text: "Host 'x' is not allowed to connect".
      let words = String(decoding: body.dropFirst(3).prefix(200), as: UTF8.self)
      return refuse(Message(.certSaysText, ["words": words]))
    case 10?:
      guard body.count == length else { return wait(for: length) }
    default:
      return refuse(Message(.certProtocolNotSpoken, ["product": "MySQL"]))
    }
    // A NUL-terminated version; then a thread ID, 8 bytes of salt and a NUL.
    guard let end = body.firstIndex(of: 0), end + 15 < body.count else {
      return refuse(Message(.certProtocolNotSpoken, ["product": "MySQL"]))
    }
    let capabilities = UInt16(body[end + 14]) | UInt16(body[end + 15]) << 8
    guard capabilities & Self.speaksTLS != 0 else { return refuse(lacking: "TLS") }
    return beginTLS(after: Self.request)
  }

  private mutating func wait(for length: Int) -> [UInt8] {
    length <= Self.byteLimit ? [] : refuse(Message(.certOpeningTooLong))
  }
}

/// XMPP's STARTTLS (RFC 6120, section 5.4), by searching the bounded XML for a few element names.
extension StartTLSProtocol {
  private static let namespace = "urn:ietf:params:xml:ns:xmpp-tls"

  /// The opening stream tag.
  static func openingStream(of kind: String, to host: String) -> [UInt8] {
    let name = host.reduce(into: "") { text, letter in
      switch letter {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case "'": text += "&apos;"
      default: text.append(letter)
      }
    }
    return Array(
      ("<?xml version='1.0'?><stream:stream xmlns='\(kind)' "
        + "xmlns:stream='http://etherx.jabber.org/streams' to='\(name)' version='1.0'>").utf8
    )
  }

  /// Parses the stream features, then `proceed` or `failure`.
  mutating func receiveXMPP() -> [UInt8] {
    let text = String(decoding: pending, as: UTF8.self)
    let start = text.prefix(256).drop(while: \.isWhitespace)
    guard start.isEmpty || start.hasPrefix("<") else { return refuse(otherThan: "XMPP") }
    if let error = text.firstRange(of: "<stream:error") {
      guard let end = text.firstRange(of: "</stream:error>") else { return [] }
      let condition = Self.condition(text[error.upperBound..<end.lowerBound])
      return refuse(Message(.certSays, ["words": condition]))
    }
    if step == 0 {
      let ends = ["</stream:features>", "<stream:features/>", "</stream:stream>"]
      guard ends.contains(where: { text.contains($0) }) else { return [] }
      guard text.contains("<starttls") else { return refuse(lacking: "STARTTLS") }
      step = 1
      pending = []
      return Array("<starttls xmlns='\(Self.namespace)'/>".utf8)
    }
    if Self.hasEnded("proceed", in: text) { return beginTLS() }
    return text.contains("<failure") ? refuse(Message(.certWontBegin)) : []
  }

  /// Whether an element is complete.
  private static func hasEnded(_ name: String, in text: String) -> Bool {
    guard let tag = text.firstRange(of: "<\(name)"),
      let end = text[tag.upperBound...].firstIndex(of: ">")
    else { return false }
    return text[..<end].hasSuffix("/") || text[end...].contains("</\(name)>")
  }

  /// A stream error's condition, such as `host-unknown`: its first element's name.
  private static func condition(_ text: Substring) -> String {
    guard let tag = text.firstIndex(of: "<") else { return "stream error" }
    let name = text[text.index(after: tag)...].prefix { $0.isLetter || $0 == "-" }
    return name.isEmpty ? "stream error" : String(name.prefix(64))
  }
}

/// Why a server doesn't begin TLS.
extension MessageTemplate {
  static let certOpeningTooLong = MessageTemplate(
    "cert.opening.too_long",
    "its answer is too long"
  )
  static let certOpeningAnswered = MessageTemplate("cert.opening.answered", "it answered {line}")
  static let certNotOffered = MessageTemplate(
    "cert.opening.not_offered",
    "it doesn't offer {protocol}"
  )
  static let certProtocolNotSpoken = MessageTemplate(
    "cert.opening.protocol_not_spoken",
    "it doesn't speak {product}'s protocol"
  )
  static let certWontBegin = MessageTemplate("cert.opening.wont_begin", "it won't begin TLS")
  static let certWontBeginLDAP = MessageTemplate(
    "cert.opening.wont_begin_ldap",
    "it won't begin TLS (LDAP result {result})"
  )
  static let certSaysText = MessageTemplate("cert.opening.says", "it says: {words}")
}
