import Model
import Testing

@testable import Monitoring

/// Monitors as JSON has them.
@Suite struct MonitorJSONTests {
  @Test func `kind and target are enough`() throws {
    let monitor = try TestJSON.read(Monitor.self, #"{"kind":"icmp","target":"nas.lan"}"#)
    #expect(monitor == Monitor(id: "", name: "nas.lan", check: .icmp(host: "nas.lan")))
    #expect(monitor.problem() == nil)
  }

  @Test func `a token in a URL is no part of the usual name`() throws {
    let json = #"{"kind":"http","target":"https://nas.lan/a?token=b#c"}"#
    let monitor = try TestJSON.read(Monitor.self, json)
    #expect(monitor.name == "https://nas.lan/a")
    #expect(monitor.check.target == "https://nas.lan/a?token=b#c")
  }

  @Test func `every key is written`() throws {
    let monitor = Monitor(id: "a", name: "NAS", check: .tcp(host: "nas.lan", port: 22))
    #expect(
      try TestJSON.write(monitor)
        == #"{"conditions":[],"degraded":{"loss":null,"rtt_ms":null,"times_usual":null},"down_after":{"m":3,"n":3},"id":"a","interval_s":60,"kind":"tcp","maintenance":[],"name":"NAS","options":{},"parents":[],"paused":false,"source":"user","target":"nas.lan:22","timeout_s":10,"up_after":{"m":2,"n":2}}"#
    )
  }

  @Test(arguments: [
    MonitorCheck.icmp(host: "fe80::1%eth0", count: 3), .tcp(host: "fd00::2", port: 22),
    .tcp(host: "nas.lan", port: 1), .http(HTTPCheck(url: "http://nas.lan/")),
    .http(
      HTTPCheck(
        url: "https://[fd00::2]:8443/a?b=c#d",
        method: "POST",
        headers: [.init("X-B", "1"), .init("X-A", "{\"é\"}"), .init("X-B", "2")],
        body: "{}",
        redirects: 0,
        followsOtherHosts: true,
        verifiesCertificate: false
      )
    ),
    .dns(DNSCheck(name: "example.org")),
    .dns(
      DNSCheck(
        name: "example.org",
        record: "MX",
        resolver: "192.168.1.1:5353",
        expected: ["mail.example.org", "b"],
        requiresDNSSEC: true
      )
    ),
    .tls(TLSCheck(host: "nas.lan")), .tls(TLSCheck(host: "fd00::2", port: 8443)),
    .tls(
      TLSCheck(
        host: "192.168.1.2",
        port: 25,
        serverName: "mail.example.org",
        startTLS: "smtp",
        minimumDays: 30,
        verifiesCertificate: false
      )
    ),
    .presence(device: "abc-1"), .internet(targets: ["192.0.2.1", "example.org"]),
    .internet(targets: []),
  ])
  func `every check comes back`(check: MonitorCheck) throws {
    let monitor = Monitor(
      id: "m1",
      name: "Ätzend \"x\"",
      check: check,
      conditions: [try Condition("[CONNECTED] == true")],
      interval: .milliseconds(1500),
      timeout: .milliseconds(100),
      downAfter: Quorum(2, of: 5),
      upAfter: Quorum(1, of: 1),
      degraded: DegradedLimits(roundTripMs: 12.5, loss: 0.2, timesUsual: 3),
      parents: ["m2", "m3"],
      maintenance: [
        MaintenanceWindow(
          .once(from: Timestamp(milliseconds: 0), to: Timestamp(milliseconds: 5)),
          note: "moving"
        ),
        MaintenanceWindow(.weekly(days: [6, 7], startMinute: 125, minutes: 90)),
        MaintenanceWindow(.cron("0 3 * * 0", minutes: 60)),
      ],
      isPaused: true,
      source: .suggested
    )
    let again = try TestJSON.again(monitor)
    #expect(again == monitor)
    #expect(again.problem() == nil)
  }

  @Test(arguments: [
    (#""5m""#, 300_000), (#""1500ms""#, 1500), ("90", 90_000), ("2.5", 2500), (#""2""#, 2000),
  ])
  func `durations are numbers of seconds or texts`(value: String, milliseconds: Int) throws {
    let json = #"{"kind":"icmp","target":"nas.lan","interval_s":\#(value),"timeout_s":0.5}"#
    let monitor = try TestJSON.read(Monitor.self, json)
    #expect(monitor.interval == .milliseconds(milliseconds))
    #expect(monitor.timeout == .milliseconds(500))
  }

  @Test func `the usual timeout of a short interval is shorter`() throws {
    let json = #"{"kind":"icmp","target":"nas.lan","interval_s":2}"#
    let monitor = try TestJSON.read(Monitor.self, json)
    #expect(monitor.timeout == .seconds(1))
    #expect(monitor.problem() == nil)
  }

  @Test func `texts and objects may be shorter`() throws {
    let json =
      #"{"kind":"http","target":"http://nas.lan/","options":{"headers":{"B":"2","A":"1"},"method":"head"},"conditions":"[STATUS] == 200","parents":"gateway","down_after":4,"up_after":{"n":3},"name":"  NAS \n","id":null}"#
    let monitor = try TestJSON.read(Monitor.self, json)
    guard case .http(let check) = monitor.check else {
      Issue.record("\(monitor.check)")
      return
    }
    #expect(check.headers == [.init("A", "1"), .init("B", "2")])
    #expect(check.method == "HEAD")
    #expect(monitor.conditions.map(\.text) == ["[STATUS] == 200"])
    #expect(monitor.parents == ["gateway"])
    #expect(monitor.downAfter == Quorum(4, of: 4))
    #expect(monitor.upAfter == Quorum(3, of: 3))
    #expect(monitor.name == "NAS")
    let internet = try TestJSON.read(
      Monitor.self,
      #"{"kind":"internet","target":["192.0.2.1","example.org"]}"#
    )
    #expect(internet.check == .internet(targets: ["192.0.2.1", "example.org"]))
    let listed = try TestJSON.read(
      Monitor.self,
      #"{"kind":"internet","target":"192.0.2.1, example.org"}"#
    )
    #expect(listed.check == internet.check)
    let usual = try TestJSON.read(Monitor.self, #"{"kind":"internet"}"#)
    #expect(usual == Monitor(id: "", name: "internet", check: .internet(targets: [])))
  }

  @Test(
    arguments: [
      (#"[]"#, "", "monitor.field_body"),
      (#"{"target":"nas.lan"}"#, "kind", "monitor.field_missing"),
      (#"{"kind":"ping","target":"nas.lan"}"#, "kind", "monitor.field_choice"),
      (#"{"kind":"icmp"}"#, "target", "monitor.field_missing"),
      (#"{"kind":"icmp","target":null}"#, "target", "monitor.field_missing"),
      (#"{"kind":"icmp","target":7}"#, "target", "monitor.field_text"),
      (#"{"kind":"icmp","target":"nas lan"}"#, "target", "monitor.target_host"),
      (#"{"kind":"tcp","target":"nas.lan"}"#, "target", "monitor.target_port"),
      (#"{"kind":"http","target":"nas.lan"}"#, "target", "monitor.target_url"),
      (#"{"kind":"tls","target":"nas.lan:0"}"#, "target", "monitor.target_tls"),
      (#"{"kind":"internet","target":"a,b c/d"}"#, "target", "monitor.target_hosts"),
      (#"{"kind":"internet","target":[1]}"#, "target[0]", "monitor.field_text"),
      (
        #"{"kind":"icmp","target":"a","options":{"cout":1}}"#, "options.cout",
        "monitor.field_unknown_near"
      ),
      (
        #"{"kind":"tcp","target":"a:1","options":{"count":1}}"#, "options.count",
        "monitor.field_unknown_none"
      ),
      (#"{"kind":"icmp","target":"a","options":[]}"#, "options", "monitor.field_object"),
      (
        #"{"kind":"icmp","target":"a","options":{"count":1.5}}"#, "options.count",
        "monitor.field_whole"
      ),
      (
        #"{"kind":"http","target":"http://a/","options":{"headers":[{"name":"A"}]}}"#,
        "options.headers[0].value", "monitor.field_missing"
      ),
      (#"{"kind":"icmp","target":"a","interval_s":true}"#, "interval_s", "monitor.field_duration"),
      (#"{"kind":"icmp","target":"a","interval_s":-1}"#, "interval_s", "monitor.field_duration"),
      (#"{"kind":"icmp","target":"a","interval_s":1e300}"#, "interval_s", "monitor.field_duration"),
      (#"{"kind":"icmp","target":"a","timeout_s":"soon"}"#, "timeout_s", "monitor.field_duration"),
      (#"{"kind":"icmp","target":"a","down_after":{}}"#, "down_after.m", "monitor.field_missing"),
      (
        #"{"kind":"icmp","target":"a","down_after":{"m":"3"}}"#, "down_after.m",
        "monitor.field_whole"
      ),
      (#"{"kind":"icmp","target":"a","down_after":1e30}"#, "down_after", "monitor.field_whole"),
      (
        #"{"kind":"icmp","target":"a","degraded":{"rtt_ms":"9"}}"#, "degraded.rtt_ms",
        "monitor.field_number"
      ),
      (#"{"kind":"icmp","target":"a","parents":[["b"]]}"#, "parents[0]", "monitor.field_text"),
      (#"{"kind":"icmp","target":"a","parents":{"b":1}}"#, "parents", "monitor.field_texts"),
      (#"{"kind":"icmp","target":"a","conditions":["!!"]}"#, "conditions[0]", "monitor.condition"),
      (#"{"kind":"icmp","target":"a","paused":"no"}"#, "paused", "monitor.field_flag"),
      (#"{"kind":"icmp","target":"a","source":"me"}"#, "source", "monitor.field_choice"),
      (#"{"kind":"icmp","target":"a","maintenance":{}}"#, "maintenance", "monitor.field_list"),
      (
        #"{"kind":"icmp","target":"a","maintenance":[{}]}"#, "maintenance[0].start",
        "monitor.field_missing"
      ),
      (#"{"kind":"icmp","target":"a","xyzzyplugh":1}"#, "xyzzyplugh", "monitor.field_unknown"),
    ] as [(String, String, String)]
  )
  func `what is wrong is named by its key`(json: String, key: String, code: String) {
    let refusal = TestJSON.refusal(of: Monitor.self, json)
    #expect(refusal?.key == key)
    #expect(refusal?.code == code)
  }

  @Test func `a misspelt key brings the right one to mind`() {
    let json = #"{"kind":"icmp","target":"a","intervall_s":1}"#
    let text = "There is no key intervall_s; did you mean interval_s?"
    #expect(TestJSON.refusal(of: Monitor.self, json)?.text == text)
  }

  @Test func `values that lie in each other too deep are refused`() {
    let deep = String(repeating: "[", count: 40) + String(repeating: "]", count: 40)
    let json = #"{"kind":"icmp","target":"a","parents":\#(deep)}"#
    #expect(TestJSON.refusal(of: Monitor.self, json)?.code == "monitor.field_too_deep")
  }

  @Test func `a long target makes a name of allowed length`() throws {
    let url = "http://nas.lan/" + String(repeating: "a", count: 200)
    let json = #"{"kind":"http","target":"\#(url)"}"#
    let monitor = try TestJSON.read(Monitor.self, json)
    #expect(monitor.name.count == 80)
    #expect(monitor.problem() == nil)
  }
}
