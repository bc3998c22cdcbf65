import Model
import Monitoring
import Testing

@testable import Channels

/// What is said of a channel's settings before it is kept.
@Suite struct ChannelProblemTests {
  private struct Problem: Equatable {
    var key: String
    var code: String
  }

  private func problem(
    _ service: String,
    _ settings: [String: String],
    _ secrets: [String: String] = [:],
    allowsPrograms: Bool = true
  ) -> Problem? {
    let channel = AlertChannel(id: "c", name: "C", service: service, settings: settings)
    switch ChannelService.problem(of: channel, secrets: secrets, allowsPrograms: allowsPrograms) {
    case .unacceptable(let key, let message): return Problem(key: key, code: message.code)
    case .impossible(let message): return Problem(key: "", code: message.code)
    case nil: return nil
    default: return Problem(key: "?", code: "?")
    }
  }

  @Test(arguments: ServiceBodyTests.rows) func `What the services need is enough`(
    _ row: ServiceBodyTests.Row
  ) {
    #expect(problem(row.service, row.settings, row.secrets) == nil)
  }

  @Test func `Mail and programs are accepted with what they need`() {
    #expect(
      problem("mail", ["server": "mail.lan", "from": "a@b.lan", "to": "c@d.lan, e@f.lan"]) == nil
    )
    #expect(problem("exec", ["program": "/bin/true", "arguments": "a\nb c"]) == nil)
  }

  @Test func `Every required setting is missed by its name`() {
    for service in ChannelService.all {
      for setting in service.settings where setting.isRequired && setting.usual == nil {
        let row = ServiceBodyTests.rows.first { $0.service == service.name }
        var settings =
          row?.settings ?? ["server": "m.lan", "from": "a@b.lan", "to": "a@b.lan", "program": "/p"]
        settings = settings.filter { service.setting($0.key) != nil && $0.key != setting.name }
        let secrets = (row?.secrets ?? [:]).filter { $0.key != setting.name }
        let found = problem(service.name, settings, secrets)
        #expect(found?.code == "channel.setting_missing")
        #expect(found?.key == "\(setting.isSecret ? "secrets" : "settings").\(setting.name)")
      }
    }
  }

  @Test(arguments: [
    ("ntfy", "topic", "a/b", "channel.characters"),
    ("ntfy", "topic", String(repeating: "a", count: 65), "channel.too_long"),
    ("ntfy", "server", "ftp://x", "channel.no_url"),
    ("ntfy", "server", "http://", "channel.no_url"),
    ("ntfy", "server", "http://u:p@x.lan", "channel.no_url"),
    ("ntfy", "server", "http://x.lan/a b", "channel.no_url"),
    ("ntfy", "user", "a\r\nX: y", "channel.one_line"),
    ("ntfy", "tls_ca", "ca.pem", "channel.no_path"),
    ("ntfy", "tls_verify", "no", "channel.choice"),
    ("ntfy", "colour", "red", "channel.setting_unknown"),
    ("webhook", "method", "GET", "channel.choice"),
    ("webhook", "template", "{", "channel.no_json"),
    ("mail", "port", "0", "channel.number"),
    ("mail", "server", "a b", "channel.no_host_name"),
    ("mail", "from", "A <a@b.lan>", "channel.no_mail_address"),
    ("mail", "from", "a@b.lan\r\nBcc: c@d.lan", "channel.one_line"),
    ("mail", "to", "a@b.lan,", "channel.no_mail_address"),
    ("exec", "program", "sh", "channel.no_path"),
    ("telegram", "topic", "x", "channel.number"),
  ])
  func `A wrong setting is named`(
    _ service: String,
    _ name: String,
    _ value: String,
    _ code: String
  ) {
    let row = ServiceBodyTests.rows.first { $0.service == service }
    let mail = ["server": "m.lan", "from": "a@b.lan", "to": "a@b.lan"]
    var settings = row?.settings ?? (service == "mail" ? mail : ["program": "/bin/true"])
    settings[name] = value
    let found = problem(service, settings, row?.secrets ?? [:])
    #expect(found?.code == code)
    #expect(found?.key == "settings.\(name)")
  }

  @Test(arguments: ["Host: x", "a b: x", "X-One"]) func `Fields are looked at`(_ fields: String) {
    let found = problem("webhook", ["url": "http://h.lan/"], ["headers": fields])
    #expect(found == Problem(key: "secrets.headers", code: "channel.no_headers"))
    // They may hold keys, which nobody shows.
    let shown = problem("webhook", ["url": "http://h.lan/", "headers": "X-One: 1"])
    #expect(shown?.code == "channel.secret_shown")
  }

  @Test func `Secrets are no settings, but may be credentials`() {
    let settings = ["server": "http://g.lan", "token": "abc"]
    #expect(problem("gotify", settings)?.code == "channel.secret_shown")
    #expect(problem("gotify", ["server": "http://g.lan", "token": "credential:gotify"]) == nil)
    #expect(
      problem("gotify", ["server": "http://g.lan", "token": "credential:../x"])?.code
        == "channel.secret_shown"
    )
    #expect(problem("gotify", [:], ["server": "http://g.lan"])?.code == "channel.setting_unknown")
  }

  @Test func `Settings that contradict each other are refused`() {
    let server = ["topic": "t", "user": "u"]
    let both = problem("ntfy", server, ["token": "t", "password": "p"])
    #expect(both?.code == "channel.token_or_user")
    #expect(problem("ntfy", ["topic": "t"], ["password": "p"])?.code == "channel.setting_missing")
    let mail = [
      "server": "m.lan", "from": "a@b.lan", "to": "a@b.lan", "security": "none", "user": "u",
    ]
    #expect(problem("mail", mail, ["password": "p"])?.code == "channel.password_in_clear")
    #expect(problem("mail", mail) == nil)
  }

  @Test func `Programs run only where the configuration allows it`() {
    let program = ["program": "/bin/true"]
    #expect(problem("exec", program, allowsPrograms: false)?.code == "channel.programs_off")
    #expect(problem("pager", [:])?.code == "channel.no_service")
  }
}
