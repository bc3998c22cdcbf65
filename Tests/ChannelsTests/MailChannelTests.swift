import Model
import Monitoring
import Testing

@testable import Channels

/// Sending mail by libcurl to a scripted server on loopback.
@Suite struct MailChannelTests {
  private func deliver(
    _ behaviour: ScriptedMailServer.Behaviour,
    _ more: [String: String],
    _ secrets: [String: String] = [:],
    limit: Duration = .seconds(30),
    notice: AlertNotice = Notices.down
  ) async throws -> (Delivery, ScriptedMailServer.Heard) {
    let server = try await ScriptedMailServer(behaviour)
    let sending = Sending(limit: limit)
    let usual = [
      "server": "127.0.0.1", "port": "\(server.port)", "from": "homenet@example.org",
      "to": "a@example.org, b@example.org",
    ]
    let delivery = await sending.send("mail", usual.merging(more) { $1 }, secrets, notice: notice)
    await sending.close()
    await server.close()
    return (delivery, server.heard)
  }

  @Test func `A mail arrives with its envelope`() async throws {
    var notice = Notices.down
    notice.items[0].text = ".\nleading dot"
    let (delivery, heard) = try await deliver(.init(), ["security": "none"], notice: notice)
    #expect(delivery == .sent)
    let commands = heard.commands
    #expect(commands.first == "EHLO home")
    #expect(commands.contains { $0.hasPrefix("MAIL FROM:<homenet@example.org>") })
    #expect(
      commands.filter { $0.hasPrefix("RCPT TO:") } == [
        "RCPT TO:<a@example.org>", "RCPT TO:<b@example.org>",
      ]
    )
    #expect(heard.message.contains("Message-ID: <homenet.n-1@home>"))
    #expect(heard.message.contains("=2E leading dot"))
    #expect(!heard.isEncrypted)
  }

  @Test func `STARTTLS protects the mail and the password`() async throws {
    let directory = try TemporaryDirectory()
    let path = try TestCertificate.file(in: directory)
    let behaviour = ScriptedMailServer.Behaviour(offersTLS: true, login: ("u", "p"))
    let (delivery, heard) = try await deliver(
      behaviour,
      ["tls_ca": path, "user": "u"],
      ["password": "p"]
    )
    #expect(delivery == .sent)
    #expect(heard.isEncrypted)
    let securing = try #require(heard.commands.firstIndex { $0.hasPrefix("STARTTLS") })
    let authenticating = try #require(heard.commands.firstIndex { $0.hasPrefix("AUTH") })
    #expect(securing < authenticating)
  }

  @Test func `TLS from the first byte`() async throws {
    let directory = try TemporaryDirectory()
    let path = try TestCertificate.file(in: directory)
    let (delivery, heard) = try await deliver(
      .init(isImplicit: true),
      ["security": "tls", "tls_ca": path]
    )
    #expect(delivery == .sent)
    #expect(heard.isEncrypted)
  }

  @Test func `Without STARTTLS nothing is said of the mail`() async throws {
    let (delivery, heard) = try await deliver(.init(), ["user": "u"], ["password": "p"])
    #expect(delivery.code == "channel.no_tls")
    #expect(!heard.commands.contains { $0.hasPrefix("AUTH") || $0.hasPrefix("MAIL") })
  }

  @Test func `A certificate that nobody has signed isn’t trusted`() async throws {
    let (delivery, heard) = try await deliver(
      .init(offersTLS: true),
      ["user": "u"],
      ["password": "p"]
    )
    #expect(delivery.code == "channel.untrusted")
    #expect(!heard.commands.contains { $0.hasPrefix("AUTH") || $0.hasPrefix("MAIL") })
  }

  @Test func `A wrong password is refused`() async throws {
    let behaviour = ScriptedMailServer.Behaviour(offersTLS: true, login: ("u", "p"))
    let settings = ["tls_verify": "false", "user": "u"]
    let (delivery, heard) = try await deliver(behaviour, settings, ["password": "wrong"])
    #expect(delivery.code == "channel.mail_login")
    #expect(delivery.isRefused)
    #expect(heard.message.isEmpty)
  }

  @Test(arguments: [
    ("MAIL", "550 no such sender", "channel.mail_refused"),
    ("MAIL", "530 5.7.0 log in first", "channel.mail_stranger"),
    ("RCPT", "550 no such user", "channel.mail_refused"),
    ("RCPT", "450 greylisted", "channel.mail_later"),
    ("DATA", "421 busy", "channel.mail_later"),
    (".", "552 too much", "channel.mail_refused"),
    (".", "451 later", "channel.mail_later"),
  ])
  func `Replies of 5 are refusals, those of 4 pass`(
    _ command: String,
    _ reply: String,
    _ code: String
  ) async throws {
    let behaviour = ScriptedMailServer.Behaviour(replies: [command: reply])
    let (delivery, _) = try await deliver(behaviour, ["security": "none"])
    #expect(delivery.code == code)
    #expect(delivery.isRefused == reply.hasPrefix("5"))
  }

  @Test func `A server that says nothing is given up`() async throws {
    let (delivery, _) = try await deliver(
      .init(isSilent: true),
      ["security": "none"],
      limit: .milliseconds(1500)
    )
    #expect(delivery.code == "channel.timed_out")
  }

  @Test func `Nothing listens there`() async throws {
    let server = try await ScriptedMailServer(.init())
    let port = server.port
    await server.close()
    let sending = Sending()
    let settings = [
      "server": "127.0.0.1", "port": "\(port)", "from": "a@b.lan", "to": "a@b.lan",
      "security": "none",
    ]
    let delivery = await sending.send("mail", settings)
    await sending.close()
    #expect(delivery.code == "channel.no_connection")
  }

  @Test func `Without libcurl it says what to install`() {
    let delivery = MailServer.Outcome.noLibrary.delivery(server: "m.lan", authorities: "")
    guard case .failed(let message, _) = delivery else {
      Issue.record("it was \(delivery)")
      return
    }
    #expect(message.text.contains("libcurl4"))
  }
}
