internal import Wire

/// What a service says first, or answers to a request for a page: which it is, and what version.
///
/// Total over any bytes: they come from anybody.
struct ServiceGreeting: Hashable, Sendable {
  /// How much of what a service says is looked at.
  static let limit = 4096
  /// What a service is asked that waits to be asked.
  static func request(host: String) -> [UInt8] {
    Array(
      "GET / HTTP/1.1\r\nHost: \(host)\r\nUser-Agent: homenet\r\nConnection: close\r\n\r\n".utf8
    )
  }

  /// What is spoken, in the words of `PortNames`; `nil` where that can't be told.
  var service: String?
  /// What the service says it is, legible and short.
  var version: String?
  /// Whether nothing more is to be expected.
  var isComplete: Bool

  /// Reads what has come so far.
  init(_ bytes: [UInt8], port: UInt16) {
    let bytes = Array(bytes.prefix(Self.limit))
    let lines = Self.lines(bytes)
    let first = lines.complete.first ?? lines.rest
    service = nil
    version = nil
    isComplete = bytes.count >= Self.limit
    if first.hasPrefix("SSH-") {
      service = "ssh"
      // `SSH-2.0-OpenSSH_9.6p1 Debian-4` (RFC 4253, section 4.2)
      let words = first.split(separator: "-", maxSplits: 2, omittingEmptySubsequences: false)
      if words.count == 3 { version = ServiceText.short(words[2].replacing("_", with: " ")) }
      isComplete = isComplete || !lines.complete.isEmpty
    } else if first.hasPrefix("HTTP/") {
      readHTTP(lines)
    } else if first.hasPrefix("RTSP/") {
      service = "rtsp"
      isComplete = isComplete || !lines.complete.isEmpty
    } else if first.hasPrefix("RFB ") {
      service = "vnc"
      version = ServiceText.short("RFB " + Self.plainVersion(first.dropFirst(4)))
      isComplete = isComplete || bytes.count >= 12
    } else if first.hasPrefix("+OK") {
      service = "pop3"
      version = ServiceText.short(first.dropFirst(3))
      isComplete = isComplete || !lines.complete.isEmpty
    } else if first.hasPrefix("* OK") || first.hasPrefix("* PREAUTH") {
      service = "imap"
      version = ServiceText.short(
        Self.unbracketed(first.drop { $0 != "K" && $0 != "H" }.dropFirst())
      )
      isComplete = isComplete || !lines.complete.isEmpty
    } else if Self.isReply(first) {
      readReply(lines, port: port)
    } else if let text = Self.mySQL(bytes) {
      service = "mysql"
      version = ServiceText.short(Self.mariaDB(text) ?? String(text))
      isComplete = true
    } else {
      readOthers(first, isWhole: !lines.complete.isEmpty)
    }
  }

  /// Services that say what they are in a word: rsync, IRC, and Redis, which takes the request for a
  /// page for a command of its own.
  private mutating func readOthers(_ first: Substring, isWhole: Bool) {
    if first.hasPrefix("@RSYNCD: ") {
      service = "rsync"
      let number = first.dropFirst(9).split(separator: " ").first ?? ""
      version = ServiceText.short("protocol \(number)")
      isComplete = isComplete || isWhole
    } else if first.hasPrefix("-DENIED Redis")
      || first.hasPrefix("-ERR wrong number of arguments for 'get'")
    {
      service = "redis"
      isComplete = isComplete || isWhole
    } else if first.hasPrefix(":"), first.contains(" NOTICE ") {
      service = "irc"
      isComplete = isComplete || isWhole
    }
  }

  /// A TLS alert, which TLS servers send in answer to plain text (RFC 8446, section 6).
  static func wantsTLS(_ bytes: [UInt8]) -> Bool {
    if bytes.count >= 3, bytes[0] == 0x15, bytes[1] == 3 { return true }
    let text = String(decoding: bytes.prefix(600), as: UTF8.self).lowercased()
    return text.hasPrefix("http/1.") && text.contains(" 400 ") && text.contains("https")
  }

  private mutating func readHTTP(_ lines: (complete: [Substring], rest: Substring)) {
    service = "http"
    for line in lines.complete.dropFirst() {
      if line.isEmpty {
        isComplete = true
        return
      }
      let parts = line.split(separator: ":", maxSplits: 1)
      if parts.count == 2, parts[0].lowercased() == "server" {
        version = ServiceText.short(parts[1])
        isComplete = true
        return
      }
    }
  }

  /// `220 …`, of FTP (RFC 959) or SMTP (RFC 5321).
  private mutating func readReply(
    _ lines: (complete: [Substring], rest: Substring),
    port: UInt16
  ) {
    let last = lines.complete.last ?? lines.rest
    let text = (lines.complete.isEmpty ? lines.rest : lines.complete[0]).dropFirst(4)
    let words = text.uppercased()
    let isMail =
      [25, 465, 587, 2525].contains(port) || words.contains("SMTP") && !words.contains("FTP")
    service = isMail ? "smtp" : words.contains("FTP") || port == 21 ? "ftp" : nil
    if isMail, let start = text.range(of: "SMTP") {
      version = ServiceText.short(Self.withoutDate(text[start.upperBound...]))
    } else {
      version = ServiceText.short(text.trimmingBrackets)
    }
    isComplete = isComplete || (!lines.complete.isEmpty && last.dropFirst(3).first == " ")
  }

  private static func isReply(_ line: Substring) -> Bool {
    let start = Array(line.utf8.prefix(4))
    return start.count == 4 && start[0] == UInt8(ascii: "2") && (0x30...0x39).contains(start[1])
      && (0x30...0x39).contains(start[2])
      && (start[3] == UInt8(ascii: " ") || start[3] == UInt8(ascii: "-"))
  }

  private static func mySQL(_ bytes: [UInt8]) -> Substring? {
    guard bytes.count > 6, bytes[3] == 0, bytes[4] == 10 || bytes[4] == 9,
      let greeting = try? MySQLGreeting(parsing: bytes), let text = greeting.text
    else { return nil }
    return Substring(String(decoding: text, as: UTF8.self))
  }

  /// MariaDB's version: old clients want to see 5.5.5 before it, and what a refusal names is only the
  /// product; `nil` for MySQL.
  private static func mariaDB(_ text: Substring) -> String? {
    guard let place = text.range(of: "MariaDB") else { return nil }
    let before = text[..<place.lowerBound]
    let start = before.hasPrefix("5.5.5-") ? before.dropFirst(6) : before
    let number = start.prefix { $0.isNumber || $0 == "." }
    return number.isEmpty ? "MariaDB" : "MariaDB \(number)"
  }

  /// A mail server's words without the time that follows them: `Exim 4.96 Mon, 23 Nov 2026 …`.
  private static func withoutDate(_ text: Substring) -> Substring {
    for day in ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"] {
      if let place = text.range(of: " \(day), ") { return text[..<place.lowerBound] }
    }
    return text
  }

  /// `003.008` is 3.8.
  private static func plainVersion(_ text: Substring) -> String {
    text.prefix(7).split(separator: ".")
      .map { part in Int(part).map(String.init) ?? String(part) }
      .joined(separator: ".")
  }

  private static func unbracketed(_ text: Substring) -> Substring {
    guard let start = text.firstIndex(where: { $0 != " " }), text[start] == "[",
      let end = text.firstIndex(of: "]")
    else { return text }
    return text[text.index(after: end)...]
  }

  /// The lines, without their breaks; what follows the last break is not complete.
  private static func lines(_ bytes: [UInt8]) -> (complete: [Substring], rest: Substring) {
    var complete: [Substring] = []
    var start = 0
    for (place, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
      var end = place
      if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
      complete.append(Substring(String(decoding: bytes[start..<end], as: UTF8.self)))
      start = place + 1
    }
    return (complete, Substring(String(decoding: bytes[start...], as: UTF8.self)))
  }
}

extension Substring {
  /// What stands in the parentheses that are all of it.
  fileprivate var trimmingBrackets: Substring {
    guard let start = firstIndex(where: { $0 != " " }), self[start] == "(",
      let end = lastIndex(of: ")"), index(after: end) == endIndex
    else { return self }
    return self[index(after: start)..<end]
  }

  /// Where a word stands.
  fileprivate func range(of word: String) -> Range<Index>? {
    ranges(of: word).first
  }
}
