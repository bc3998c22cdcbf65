import Model
import Monitoring
import Testing

@testable import homenet

/// What configuration files say, and what is wrong with them.
@Suite struct ConfigurationReaderTests {
  private func read(_ text: String) -> (HomeConfiguration, [String]) {
    let (configuration, problems) = ConfigurationReader.read(text, in: "home.toml")
    return (configuration, problems.map(\.description))
  }

  @Test func `every section is read`() throws {
    let (configuration, problems) = read(
      #"""
      [serve]
      listen = ["127.0.0.1:8480", "[::1]:8480"]
      trusted_hosts = "home.example"
      every = "10m"
      allow_public = true

      [alerts]
      page_url = "https://home.example/"
      allow_exec = false

      [monitor.router]
      kind = "icmp"
      target = "192.168.1.1"

      [monitor.nas]
      kind = "http"
      target = "https://nas.lan/"
      conditions = ["[STATUS] == 200"]
      interval_s = 30
      parents = ["router"]
      maintenance = [
        { days = ["sun"], start = 02:00:00, minutes = 60 },
        { from = 2026-03-01T02:00:00+01:00, to = 2026-03-01T03:00:00Z },
      ]

      [channel.phone]
      service = "ntfy"
      settings = { topic = "home" }
      secrets = { token = "file:/etc/homenet/token" }

      [rule.night]
      name = "By night"
      channels = ["phone"]
      quiet_hours = { from = "22:00", to = "07:00" }
      """#
    )
    #expect(problems == [])
    #expect(configuration.serve.texts(.listen) == ["127.0.0.1:8480", "[::1]:8480"])
    #expect(configuration.serve.texts(.trustedHosts) == ["home.example"])
    #expect(configuration.serve.duration(.every) == .seconds(600))
    #expect(configuration.serve.flag(.allowPublic) == true)
    #expect(configuration.alerts.pageURL == "https://home.example/")
    #expect(configuration.alerts.allowsExec == false)
    let monitors = configuration.declared.monitors
    #expect(monitors.map(\.id) == ["nas", "router"])
    let nas = try #require(monitors.first)
    #expect(nas.source == .file)
    #expect(nas.check.target == "https://nas.lan/")
    #expect(nas.interval == .seconds(30))
    #expect(nas.parents == ["router"])
    let from = try #require(Timestamp("2026-03-01T01:00:00Z"))
    let to = try #require(Timestamp("2026-03-01T03:00:00Z"))
    #expect(
      nas.maintenance.map(\.when)
        == [.weekly(days: [7], startMinute: 120, minutes: 60), .once(from: from, to: to)]
    )
    let channel = try #require(configuration.declared.channels.first)
    #expect(channel.id == "phone")
    #expect(channel.source == .file)
    #expect(channel.settings == ["topic": "home"])
    #expect(configuration.secrets["phone"] == ["token": .file("/etc/homenet/token")])
    let rule = try #require(configuration.declared.rules.first)
    #expect(rule.channels == ["phone"])
    #expect(rule.source == .file)
  }

  @Test func `lists of tables need ids`() {
    let (configuration, problems) = read(
      """
      [[monitor]]
      id = "a"
      kind = "icmp"
      target = "10.0.0.1"
      [[monitor]]
      kind = "icmp"
      target = "10.0.0.2"
      [[monitor]]
      id = "a"
      kind = "icmp"
      target = "10.0.0.3"
      """
    )
    #expect(configuration.declared.monitors.map(\.check.target) == ["10.0.0.1"])
    #expect(
      problems == [
        "home.toml:5: a [[monitor]] needs an id; or begin it with [monitor.ID]",
        "home.toml:9: there is a monitor a already",
      ]
    )
  }

  /// A file that is wrong, the line, and words of what is said.
  @Test(
    arguments: [
      ("lisen = 1", 1, "there is no key lisen; known are serve"),
      ("[serv]\nlan = true", 1, "there is no key serv; did you mean serve?"),
      ("[serve]\nlsten = \"8480\"", 2, "there is no key serve.lsten; did you mean listen?"),
      ("serve = 1", 1, "serve has to be a table: [serve]"),
      ("[serve]\n\nlan = \"yes\"", 3, "serve.lan has to be true or false"),
      ("[serve]\nlisten = [\n\"8480\",\n\"nowhere\"]", 4, "'nowhere' is no address and port"),
      ("[serve]\nlan = true\nlisten = [\"8480\"]", 2, "exclude each other"),
      ("[serve]\ntls_cert = \"/a\"", 2, "tls_cert and tls_key need each other"),
      ("[serve]\nevery = 5", 2, "from 20s to 24h"),
      ("[serve]\nlog_level = \"loud\"", 2, "serve.log_level: "),
      ("[alerts]\npage_url = \"home\"", 2, "alerts.page_url has to be the page's address"),
      ("[alerts]\nallow_exec = 1", 2, "alerts.allow_exec has to be true or false"),
      ("[monitor.a]\nkind = \"icmp\"", 1, "monitor.a: target is missing"),
      ("[monitor.a]\nkind = \"imcp\"\ntarget = \"x\"", 2, "kind has to be one of icmp"),
      (
        "[monitor.a]\nkind = \"icmp\"\ntarget = \"x\"\nintervall_s = 3", 4,
        "did you mean interval_s?"
      ),
      ("[monitor.a]\nkind = \"icmp\"\ntarget = \"x\"\ninterval_s = nan", 4, "interval_s has to be"),
      (
        "[monitor.a]\nkind = \"http\"\ntarget = \"http://x/\"\nconditions = [\n\"[STATUS] == 200\",\n"
          + "\"[STATUS] = 200\"]", 6, "conditions[1], character"
      ),
      (
        "[monitor.a]\nkind = \"icmp\"\ntarget = \"x\"\nparents = [\"b\"]", 4,
        "no file declares a monitor b"
      ),
      (
        "[monitor.a]\nkind = \"icmp\"\ntarget = \"x\"\nsource = \"user\"", 4,
        "there is no key monitor.a.source"
      ),
      ("[monitor.a]\nid = \"b\"\nkind = \"icmp\"\ntarget = \"x\"", 2, "its id is a"),
      ("[monitor.\"a b\"]\nkind = \"icmp\"\ntarget = \"x\"", 1, "the id of a monitor is"),
      ("[rule.r]\nchannels = [\"phone\"]", 2, "rule.r: "),
      ("[channel.c]\nservice = \"nfty\"", 2, "channel.c: there is no service called nfty"),
      ("[channel.c]\nservice = \"exec\"\nsettings = { program = \"/bin/true\" }", 1, "channel.c: "),
      (
        "[channel.c]\nservice = \"ntfy\"\nsettings = { topic = \"t\" }\nsecrets = { token = \"abc\" }",
        4,
        "channel.c.secrets.token: no secret belongs in this file"
      ),
      ("[serve]\nlan = true\nlan = false", 3, "this is no valid TOML"),
    ] as [(String, Int, String)]
  )
  func `a mistake has its line`(text: String, line: Int, words: String) throws {
    let (_, problems) = read(text)
    #expect(problems.count == 1, "\(problems)")
    let problem = try #require(problems.first)
    #expect(problem.hasPrefix("home.toml:\(line): "), "\(problem)")
    #expect(problem.contains(words), "\(problem)")
  }

  @Test func `a secret in the file is not repeated`() {
    let (_, problems) = read(
      "[channel.c]\nservice = \"ntfy\"\nsettings = { topic = \"t\" }\nsecrets = { token = \"tk_x81\" }"
    )
    #expect(!problems.joined().contains("tk_x81"))
  }

  @Test func `all mistakes are told, in order of line`() {
    let (configuration, problems) = read(
      """
      [rule.r]
      channels = ["c"]
      [channel.c]
      service = 1
      [monitor.b]
      kind = "icmp"
      target = "x"
      parents = ["a"]
      [monitor.a]
      kind = "tcp"
      target = "x"
      [monitor.c]
      kind = "icmp"
      target = "10.0.0.1"
      """
    )
    // That the rule's channel and b's parent are missing follows from the others.
    #expect(problems.count == 2)
    #expect(problems[0].hasPrefix("home.toml:4: channel.c: service "))
    #expect(problems[1].hasPrefix("home.toml:11: monitor.a: target "))
    #expect(configuration.declared.monitors.map(\.id) == ["b", "c"])
  }

  @Test func `monitors in a circle are refused`() {
    let (_, problems) = read(
      """
      [monitor.a]
      kind = "icmp"
      target = "x"
      parents = ["b"]
      [monitor.b]
      kind = "icmp"
      target = "y"
      parents = ["a"]
      """
    )
    #expect(
      problems == [
        "home.toml:4: monitor.a.parents: monitors may not depend on each other in a circle: a → b → a"
      ]
    )
  }

  @Test func `a later file overrides what an earlier one says`() {
    let system = read(
      """
      [serve]
      lan = true
      data = "/srv/one"
      [monitor.a]
      kind = "icmp"
      target = "10.0.0.1"
      [monitor.b]
      kind = "icmp"
      target = "10.0.0.2"
      """
    ).0
    let (user, problems) = ConfigurationReader.read(
      """
      [serve]
      listen = ["127.0.0.1:1"]
      [monitor.a]
      kind = "icmp"
      target = "10.0.0.9"
      parents = ["b"]
      """,
      in: "user.toml",
      after: system
    )
    #expect(problems == [])
    var both = system
    both.override(by: user)
    #expect(both.serve.flag(.lan) == nil)
    #expect(both.serve.texts(.listen) == ["127.0.0.1:1"])
    #expect(both.serve.text(.data) == "/srv/one")
    #expect(both.declared.monitors.map(\.id) == ["b", "a"])
    #expect(both.declared.monitors.last?.check.target == "10.0.0.9")
    #expect(both.origins["monitor.a"] == "user.toml")
    #expect(both.files == ["home.toml", "user.toml"])
  }

  @Test(arguments: [1, 5, 20, 200])
  func `values that lie in each other are bounded`(depth: Int) {
    let lists = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let (_, problems) = read("x = \(lists)")
    #expect(problems.count == 1)
  }
}
