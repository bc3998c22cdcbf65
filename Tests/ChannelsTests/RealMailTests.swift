import Foundation
import Model
import Monitoring
import Sealing
import Testing

@testable import Channels

/// Mail by libcurl to a server that nobody here wrote, which reads what it gets with Python's email package.
@Suite(
  .serialized,
  .sealed,
  .enabled(if: MailReceiver.isInstalled, "python3-aiosmtpd is not installed")
)
struct RealMailTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  /// Sends notices one after another, each of which has 20 seconds.
  private func send(
    _ notices: [AlertNotice] = [Notices.down],
    to receiver: MailReceiver,
    _ more: [String: String] = ["security": "none"],
    _ secrets: [String: String] = [:]
  ) async -> [Delivery] {
    let sending = Sending(limit: .seconds(20))
    let usual = [
      "server": "127.0.0.1", "port": "\(receiver.port)", "from": "homenet@example.org",
      "to": "a@example.org, b@example.org",
    ]
    var deliveries: [Delivery] = []
    for notice in notices {
      let settings = usual.merging(more) { $1 }
      deliveries.append(await sending.send("mail", settings, secrets, notice: notice))
    }
    await sending.close()
    return deliveries
  }

  // MARK: How it is spoken to

  @Test func `A mail arrives without encryption`() async throws {
    let receiver = try await MailReceiver(in: directory)
    let deliveries = await send(to: receiver)
    #expect(deliveries == [.sent])
    let mails = try receiver.mails()
    #expect(mails.count == 1)
    let mail = try #require(mails.first)
    #expect(mail.hello == "home")
    #expect(mail.from == "homenet@example.org")
    #expect(mail.to == ["a@example.org", "b@example.org"])
    #expect(!mail.tls)
    #expect(mail.user == nil)
    #expect(mail.defects.isEmpty)
    #expect(mail.all("From") == ["HomeNet <homenet@example.org>"])
    #expect(mail.all("To") == ["a@example.org, b@example.org"])
    #expect(mail.all("Date") == ["Fri, 27 Nov 2026 19:38:30 +0000"])
    #expect(mail.all("Subject") == ["NAS is down"])
    #expect(
      mail.lines == [
        "NAS doesn’t answer", "No ARP answer either: it is off", "", "http://home.lan:8480/#alerts",
        "", "",
      ]
    )
  }

  @Test(arguments: [
    (MailReceiver.Behaviour.TLS.starttls, ["LOGIN", "PLAIN"]), (.starttls, ["LOGIN"]),
    (.starttls, ["PLAIN"]), (.implicit, ["LOGIN", "PLAIN"]),
  ])
  func `With TLS of an own authority, and a password`(
    _ tls: MailReceiver.Behaviour.TLS,
    _ mechanisms: [String]
  ) async throws {
    let authority = try await MailAuthority(in: directory)
    let receiver = try await MailReceiver(
      .init(tls: tls, user: "ülf", password: "pass wörd", mechanisms: mechanisms),
      of: authority,
      in: directory
    )
    let security = tls == .starttls ? "starttls" : "tls"
    let deliveries = await send(
      to: receiver,
      ["security": security, "tls_ca": authority.root, "user": "ülf"],
      ["password": "pass wörd"]
    )
    #expect(deliveries == [.sent])
    let mails = try receiver.mails()
    let mail = try #require(mails.first)
    #expect(mail.tls)
    #expect(mail.user == "ülf")
  }

  @Test(arguments: [MailReceiver.Behaviour.TLS.starttls, .implicit])
  func `A wrong password is said to be one`(_ tls: MailReceiver.Behaviour.TLS) async throws {
    let authority = try await MailAuthority(in: directory)
    let receiver = try await MailReceiver(
      .init(tls: tls, user: "u", password: "p"),
      of: authority,
      in: directory
    )
    let security = tls == .starttls ? "starttls" : "tls"
    let deliveries = await send(
      to: receiver,
      ["security": security, "tls_ca": authority.root, "user": "u"],
      ["password": "wrong"]
    )
    #expect(deliveries.map(\.code) == ["channel.mail_login"])
    #expect(deliveries.map(\.isRefused) == [true])
    let mails = try receiver.mails()
    #expect(mails.isEmpty)
  }

  @Test func `A server that wants a login says so to who has none`() async throws {
    let authority = try await MailAuthority(in: directory)
    let receiver = try await MailReceiver(
      .init(tls: .starttls, user: "u", password: "p"),
      of: authority,
      in: directory
    )
    let encrypted = ["security": "starttls", "tls_ca": authority.root]
    let withoutUser = await send(to: receiver, encrypted)
    #expect(withoutUser.map(\.code) == ["channel.mail_stranger"])
    #expect(withoutUser.map(\.isRefused) == [true])
    // It says the same to who speaks without TLS.
    let inClear = await send(to: receiver)
    #expect(inClear.map(\.code) == ["channel.mail_stranger"])
    let mails = try receiver.mails()
    #expect(mails.isEmpty)
  }

  @Test(arguments: [MailReceiver.Behaviour.TLS.starttls, .implicit])
  func `A certificate that isn’t good is said to be none`(
    _ tls: MailReceiver.Behaviour.TLS
  ) async throws {
    let authority = try await MailAuthority(in: directory)
    let security = tls == .starttls ? "starttls" : "tls"
    // Of an authority that isn't trusted, of another time, of another name.
    for (certificate, isTrusted) in [("good", false), ("expired", true), ("odd", true)] {
      let receiver = try await MailReceiver(
        .init(tls: tls, user: "u", password: "p"),
        certificate: certificate,
        of: authority,
        in: directory
      )
      var settings = ["security": security, "user": "u"]
      if isTrusted { settings["tls_ca"] = authority.root }
      let deliveries = await send(to: receiver, settings, ["password": "p"])
      #expect(deliveries.map(\.code) == ["channel.untrusted"], "\(certificate)")
      let mails = try receiver.mails()
      #expect(mails.isEmpty)
      // At home any certificate may do.
      settings["tls_verify"] = "false"
      let unverified = await send(to: receiver, settings, ["password": "p"])
      #expect(unverified == [.sent], "\(certificate)")
    }
  }

  @Test func `Nothing is sent where STARTTLS was to be and isn’t`() async throws {
    let receiver = try await MailReceiver(in: directory)
    let deliveries = await send(to: receiver, ["user": "u"], ["password": "p"])
    #expect(deliveries.map(\.code) == ["channel.no_tls"])
    // Nor to a port that speaks no TLS from the first byte.
    let implicit = await send(to: receiver, ["security": "tls"])
    #expect(implicit.map(\.code) == ["channel.no_tls"])
    let mails = try receiver.mails()
    #expect(mails.isEmpty)
  }

  // MARK: What arrives

  @Test func `A mail that is sent again is the same, and what follows is in its thread`()
    async throws
  {
    let receiver = try await MailReceiver(in: directory)
    let deliveries = await send([Notices.down, Notices.down, Notices.up], to: receiver)
    #expect(deliveries == [.sent, .sent, .sent])
    let mails = try receiver.mails()
    try #require(mails.count == 3)
    #expect(mails[0] == mails[1])
    #expect(mails[0].all("Message-ID") == ["<homenet.n-1@home>"])
    #expect(mails[2].all("Message-ID") == ["<homenet.n-2@home>"])
    let thread = ["<homenet.thread.incident-12@home>"]
    #expect(mails.map { $0.all("References") } == [thread, thread, thread])
    #expect(mails.map { $0.all("In-Reply-To") } == [thread, thread, thread])
  }

  @Test func `A name adds no header, no recipient and no line of SMTP`() async throws {
    var notice = Notices.down
    let hostile = Notices.hostile + "\r\n.\r\nRCPT TO:<e@e.e>\r\n\r\nBcc: e@e.e\n.\n"
    notice.id = "a>\r\nBcc: e@e.e"
    notice.thread = "b>\r\nBcc: e@e.e"
    notice.title = hostile
    notice.items[0].text = hostile
    notice.items[0].reason = "Bcc: e@e.e\r\n" + hostile
    notice.url = "http://x\r\nBcc: e@e.e"
    let receiver = try await MailReceiver(in: directory)
    let deliveries = await send([notice, Notices.down], to: receiver)
    #expect(deliveries == [.sent, .sent])
    let mails = try receiver.mails()
    try #require(mails.count == 2)
    #expect(mails[0].headers.map(\.first) == mails[1].headers.map(\.first))
    #expect(mails[0].to == mails[1].to)
    #expect(mails[0].defects.isEmpty)
    // Title, news, reason and address are a line each, the rest is what stands between and behind them.
    #expect(mails[0].lines.count == mails[1].lines.count)
    let subject = mails[0].all("Subject").first ?? ""
    #expect(subject.contains("Bcc: e@e.e"))
    #expect(!subject.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E })
  }

  @Test func `Subject and text arrive as they were written`() async throws {
    var notice = Notices.devices(60, called: "Küche 🏠 日本語 =20 ")
    notice.title = String(repeating: "Küche 🏠 日本語 ", count: 8)
    let texts = [
      ".", "..", ".hidden", "From the attic", "=?UTF-8?B?aGk=?=",
      "e\u{301} \u{1F468}\u{200D}\u{1F469}",
      String(repeating: "é.", count: 150), "end  ",
    ]
    for (index, text) in texts.enumerated() { notice.items[index].text = text }
    let receiver = try await MailReceiver(in: directory)
    let deliveries = await send([notice], to: receiver)
    #expect(deliveries == [.sent])
    let mails = try receiver.mails()
    let mail = try #require(mails.first)
    #expect(mail.defects.isEmpty)
    #expect(mail.isASCII)
    #expect(mail.longestLine <= 76)
    #expect(mail.bareLineEnds == 0)
    #expect(mail.all("Subject") == [notice.title])
    let expected = notice.items.map { "• " + $0.text }
    // Scalars, for texts that only look the same are equal as strings.
    let lines = mail.lines.prefix(expected.count).map { Array($0.unicodeScalars) }
    #expect(lines == expected.map { Array($0.unicodeScalars) })
  }

  @Test func `A mail of a line that is only a dot ends where it ends`() async throws {
    var notice = Notices.down
    notice.url = nil
    notice.items[0].text = "."
    notice.items[0].reason = ".."
    let receiver = try await MailReceiver(in: directory)
    let deliveries = await send([notice], to: receiver)
    #expect(deliveries == [.sent])
    let mails = try receiver.mails()
    let mail = try #require(mails.first)
    #expect(mail.lines == [".", "..", "", ""])
  }

  // MARK: What the server says

  @Test(arguments: ["a@example.org", "data a@example.org"])
  func `What a server defers is tried again, and arrives once`(_ stage: String) async throws {
    let receiver = try await MailReceiver(
      .init(replies: [stage: ["451 4.7.1 greylisted", "250 OK"]]),
      in: directory
    )
    let waiting = Alert(
      time: Notices.time,
      rule: "r",
      channel: "c",
      notice: Notices.down
    )
    let first = await send([waiting.notice], to: receiver)
    #expect(first.map(\.code) == ["channel.mail_later"])
    #expect(first.map(\.isRefused) == [false])
    let deferred = Outbox.note(
      first[0],
      of: waiting,
      at: Notices.time,
      jitter: 0.5,
      hasFailedLong: false
    )
    #expect(deferred.state == .waiting)
    #expect(deferred.error?.text.contains("451") == true)
    let next = try #require(deferred.nextTry)
    #expect((1...60_000).contains(next.milliseconds - Notices.time.milliseconds))
    let second = await send([deferred.notice], to: receiver)
    #expect(second == [.sent])
    let sent = Outbox.note(
      second[0],
      of: deferred,
      at: next,
      jitter: 0.5,
      hasFailedLong: false
    )
    #expect(sent.state == .sent)
    #expect(sent.tries == 2)
    let taken = try receiver.mails().filter { $0.reply.hasPrefix("250") }
    #expect(taken.map { $0.all("Message-ID") } == [["<homenet.n-1@home>"]])
  }

  @Test(arguments: [
    ("b@example.org", "550 5.1.1 no such user", 550),
    ("data a@example.org", "554 5.7.1 looks like spam", 554),
  ])
  func `What a server refuses waits for other settings, and is given up`(
    _ stage: String,
    _ reply: String,
    _ number: Int
  ) async throws {
    let receiver = try await MailReceiver(.init(replies: [stage: [reply]]), in: directory)
    let deliveries = await send(to: receiver)
    #expect(deliveries.map(\.code) == ["channel.mail_refused"])
    #expect(deliveries.map(\.isRefused) == [true])
    let mails = try receiver.mails()
    #expect(mails.allSatisfy { $0.reply == reply })
    let alert = Alert(time: Notices.time, rule: "r", channel: "c", notice: Notices.down)
    let refused = Outbox.note(
      deliveries[0],
      of: alert,
      at: Notices.time,
      jitter: 0.5,
      hasFailedLong: false
    )
    #expect(refused.state == .waiting)
    let next = try #require(refused.nextTry)
    #expect(next.milliseconds - Notices.time.milliseconds > 1_800_000)
    let late = Timestamp(
      milliseconds: Notices.time.milliseconds + Int64(Outbox.longestWait / .milliseconds(1))
    )
    let given = Outbox.note(
      deliveries[0],
      of: alert,
      at: late,
      jitter: 0.5,
      hasFailedLong: true
    )
    #expect(given.state == .givenUp)
    #expect(given.error?.text.contains("\(number)") == true)
  }
}
