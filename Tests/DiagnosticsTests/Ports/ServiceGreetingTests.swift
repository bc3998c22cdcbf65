import Discovery
import Testing

@testable import Diagnostics

struct `A service's greeting` {
  @Test(
    arguments: [
      ("SSH-2.0-OpenSSH_9.6p1 Debian-4\r\n", 22, "ssh", "OpenSSH 9.6p1 Debian-4"),
      ("SSH-2.0-dropbear_2020.81\r\n", 2222, "ssh", "dropbear 2020.81"),
      (
        "HTTP/1.1 200 OK\r\nDate: x\r\nServer: lighttpd/1.4.59\r\n\r\n", 80, "http",
        "lighttpd/1.4.59"
      ),
      ("HTTP/1.0 401 No\r\nserver:  mini_httpd \r\n", 8080, "http", "mini_httpd"),
      ("220 (vsFTPd 3.0.5)\r\n", 21, "ftp", "vsFTPd 3.0.5"),
      ("220-Welcome\r\n220 ProFTPD FTP ready\r\n", 2121, nil, nil),
      ("220 mail.example ESMTP Postfix (Debian)\r\n", 25, "smtp", "Postfix (Debian)"),
      ("+OK Dovecot ready.\r\n", 110, "pop3", "Dovecot ready."),
      ("* OK [CAPABILITY IMAP4rev1 ID] Dovecot ready.\r\n", 143, "imap", "Dovecot ready."),
      ("RFB 003.008\n", 5900, "vnc", "RFB 3.8"),
      ("@RSYNCD: 31.0 sha512 md5\n", 873, "rsync", "protocol 31.0"),
      (":irc.lan NOTICE * :*** Looking up your hostname\r\n", 6667, "irc", nil),
      (
        "220 mail.lan ESMTP Exim 4.96 Mon, 23 Nov 2026 14:00:00 +0000\r\n", 25, "smtp", "Exim 4.96"
      ), ("-ERR wrong number of arguments for 'get' command\r\n", 7777, "redis", nil),
      ("RTSP/1.0 400 Bad Request\r\n\r\n", 554, "rtsp", nil),
    ] as [(String, UInt16, String?, String?)]
  )
  func `tells the service and its version`(
    text: String,
    port: UInt16,
    service: String?,
    version: String?
  ) {
    let greeting = ServiceGreeting(Array(text.utf8), port: port)
    if let service { #expect(greeting.service == service) }
    if let version { #expect(greeting.version == version) }
    #expect(greeting.isComplete)
  }

  @Test func `of MySQL is a packet`() {
    let version = Array("8.0.36-debian\0".utf8)
    let payload = [10] + version + [1, 2, 3, 4]
    let packet = [UInt8(payload.count), 0, 0, 0] + payload.map { UInt8($0) }
    let greeting = ServiceGreeting(packet, port: 3306)
    #expect(greeting.service == "mysql" && greeting.version == "8.0.36-debian")
  }

  @Test(arguments: [
    ("5.5.5-10.11.14-MariaDB-0+deb12u2", "MariaDB 10.11.14"),
    ("11.8.3-MariaDB-log", "MariaDB 11.8.3"),
  ])
  func `of MariaDB hides behind an old MySQL's`(said: String, version: String) {
    let payload = [10] + Array(said.utf8) + [0, 1, 2, 3, 4]
    let greeting = ServiceGreeting([UInt8(payload.count), 0, 0, 0] + payload, port: 3306)
    #expect(greeting.service == "mysql" && greeting.version == version)
    let words = Array("Host '10.9.0.254' is not allowed to connect to this MariaDB server".utf8)
    let refusal = [0xFF, 0x6A, 4] + words
    let refused = ServiceGreeting([UInt8(refusal.count), 0, 0, 0] + refusal, port: 3306)
    #expect(refused.version == "MariaDB" || refused.service == nil)
  }

  @Test func `is not complete before its end`() {
    #expect(!ServiceGreeting(Array("SSH-2.0-Open".utf8), port: 22).isComplete)
    #expect(!ServiceGreeting(Array("HTTP/1.1 200 OK\r\nDate: x\r\n".utf8), port: 80).isComplete)
    #expect(!ServiceGreeting(Array("220-Welcome\r\n".utf8), port: 21).isComplete)
    #expect(!ServiceGreeting([], port: 21).isComplete)
  }

  @Test func `is not trusted`() throws {
    let evil = Array("SSH-2.0-\u{1B}[31m\u{202E}evil\u{7}\u{0}\n".utf8)
    #expect(ServiceGreeting(evil, port: 22).version == "[31mevil")
    let endless =
      Array("HTTP/1.1 200 OK\r\nServer: ".utf8) + [UInt8](repeating: 0x41, count: 1 << 20)
    let greeting = ServiceGreeting(endless, port: 80)
    #expect(greeting.isComplete)
    #expect((greeting.version ?? "").count <= 80)
    let lines = [UInt8](repeating: 10, count: 1 << 16)
    #expect(ServiceGreeting(lines, port: 80).service == nil)
    var random = SplitMix64(seed: 2)
    for _ in 0..<2000 {
      let count = Int.random(in: 0..<200, using: &random)
      let start =
        ["", "220 ", "220-", "* OK [", "HTTP/", "SSH-", "RFB ", "+OK"].randomElement(using: &random)
        ?? ""
      let rest = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      let bytes = Array(start.utf8) + rest
      let read = ServiceGreeting(bytes, port: 25)
      #expect((read.version ?? "").unicodeScalars.allSatisfy { $0.value >= 0x20 })
    }
  }

  @Test func `may ask for TLS`() {
    #expect(ServiceGreeting.wantsTLS([0x15, 3, 1, 0, 2, 2, 40]))
    let words = "HTTP/1.1 400 Bad Request\r\n\r\nThe plain HTTP request was sent to HTTPS port"
    #expect(ServiceGreeting.wantsTLS(Array(words.utf8)))
    #expect(!ServiceGreeting.wantsTLS(Array("HTTP/1.1 200 OK\r\n".utf8)))
    #expect(!ServiceGreeting.wantsTLS([]))
  }
}
