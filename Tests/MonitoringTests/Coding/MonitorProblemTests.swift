import Model
import Testing

@testable import Monitoring

/// Settings of monitors that are refused.
@Suite struct MonitorProblemTests {
  private static func monitor(_ change: (inout Monitor) -> Void) -> Monitor {
    var monitor = Monitor(id: "m1", name: "NAS", check: .icmp(host: "nas.lan"))
    change(&monitor)
    return monitor
  }

  private static func key(_ change: (inout Monitor) -> Void) -> String? {
    Refusal(monitor(change).problem())?.key
  }

  @Test func `limits are kept`() {
    #expect(Self.monitor { _ in }.problem() == nil)
    #expect(Self.key { $0.id = "a b" } == "id")
    #expect(Self.key { $0.id = String(repeating: "a", count: 65) } == "id")
    #expect(Self.key { $0.id = "" } == nil)
    #expect(Self.key { $0.interval = .milliseconds(999) } == "interval_s")
    #expect(Self.key { $0.interval = .seconds(86_401) } == "interval_s")
    #expect(Self.key { $0.timeout = .milliseconds(99) } == "timeout_s")
    #expect(Self.key { $0.timeout = .seconds(61) } == "timeout_s")
    #expect(Self.key { $0.timeout = .seconds(60) } == "timeout_s")
    #expect(Self.key { $0.timeout = .milliseconds(59_999) } == nil)
    #expect(Self.key { $0.downAfter = Quorum(0, of: 3) } == "down_after.m")
    #expect(Self.key { $0.downAfter = Quorum(4, of: 3) } == "down_after.m")
    #expect(Self.key { $0.downAfter = Quorum(1, of: 21) } == "down_after.n")
    #expect(Self.key { $0.upAfter = Quorum(0, of: 0) } == "up_after.n")
    #expect(Self.key { $0.upAfter = Quorum(20, of: 20) } == nil)
    #expect(Self.key { $0.degraded.loss = 1.1 } == "degraded.loss")
    #expect(Self.key { $0.degraded.loss = .nan } == "degraded.loss")
    #expect(Self.key { $0.degraded.roundTripMs = -1 } == "degraded.rtt_ms")
    #expect(Self.key { $0.degraded.timesUsual = 0.5 } == "degraded.times_usual")
    #expect(Self.key { $0.parents = ["m1"] } == "parents")
    #expect(Self.key { $0.parents = ["m2", "m2"] } == "parents")
    #expect(Self.key { $0.parents = (0..<65).map { "p\($0)" } } == "parents")
  }

  @Test(arguments: [
    MonitorCheck.tcp(host: "printer", port: 9100), .tcp(host: "printer", port: 515),
    .http(HTTPCheck(url: "http://printer:9100/")), .http(HTTPCheck(url: "HTTPS://[fd00::1]:9101")),
    .tls(TLSCheck(host: "printer", port: 9107)),
    .dns(DNSCheck(name: "example.org", resolver: "printer:9100")),
  ])
  func `ports that print what arrives are refused`(check: MonitorCheck) {
    let found = Refusal(Self.monitor { $0.check = check }.problem())
    #expect(found?.code == "monitor.problem_printing")
  }

  @Test func `names are kept to the rules of devices' names`() {
    #expect(Self.key { $0.name = "" } == "name")
    #expect(Self.key { $0.name = " \u{A0}" } == "name")
    #expect(Self.key { $0.name = String(repeating: "a", count: 81) } == "name")
    #expect(Self.key { $0.name = String(repeating: "ä", count: 80) } == nil)
    #expect(Self.key { $0.name = "a" + String(repeating: "\u{301}", count: 80) } == "name")
    #expect(Self.key { $0.name = "a\nb" } == "name")
    #expect(Self.key { $0.name = "a\u{1B}[0m" } == "name")
    #expect(Self.key { $0.name = "a\u{85}b" } == "name")
  }

  @Test func `windows are kept to what can be`() {
    func key(_ when: MaintenanceWindow.When, note: String? = nil) -> String? {
      Self.key { $0.maintenance = [MaintenanceWindow(when, note: note)] }
    }
    let moment = Timestamp(milliseconds: 1000)
    #expect(key(.once(from: moment, to: moment)) == "maintenance[0].to")
    #expect(key(.weekly(days: [], startMinute: 0, minutes: 1)) == "maintenance[0].days")
    #expect(key(.weekly(days: [0], startMinute: 0, minutes: 1)) == "maintenance[0].days")
    #expect(key(.weekly(days: [1], startMinute: 1440, minutes: 1)) == "maintenance[0].start")
    #expect(key(.weekly(days: [1], startMinute: 0, minutes: 0)) == "maintenance[0].minutes")
    #expect(key(.weekly(days: [1], startMinute: 0, minutes: 10_081)) == "maintenance[0].minutes")
    #expect(key(.cron("61 3 * * *", minutes: 60)) == "maintenance[0].cron")
    #expect(key(.cron("0 3 * * 0", minutes: 60), note: "a\nb") == "maintenance[0].note")
    #expect(key(.cron("0 3 * * 0", minutes: 60), note: "new disks") == nil)
  }

  private static let manyHeaders = (0..<65).map { HTTPCheck.HeaderField("A\($0)", "") }

  @Test(
    arguments: [
      (.icmp(host: "-f"), "target"), (.icmp(host: "nas.lan", count: 11), "options.count"),
      (.icmp(host: "[fd00::2]"), "target"),
      (.tcp(host: "nas.lan", port: 0), "target"), (.tcp(host: "a@b", port: 1), "target"),
      (.http(HTTPCheck(url: "ftp://nas.lan/")), "target"),
      (.http(HTTPCheck(url: "http://a/", method: "GET /x HTTP/1.1\r\n")), "options.method"),
      (.http(HTTPCheck(url: "http://a/", method: "CONNECT")), "options.method"),
      (.http(HTTPCheck(url: "http://a/", method: "")), "options.method"),
      (
        .http(HTTPCheck(url: "http://a/", headers: [.init("A", "1"), .init("B:", "2")])),
        "options.headers[1].name"
      ),
      (
        .http(HTTPCheck(url: "http://a/", headers: [.init("A", "1\r\nB: 2")])),
        "options.headers[0].value"
      ),
      (
        .http(HTTPCheck(url: "http://a/", headers: [.init("Content-Length", "5")])),
        "options.headers[0].name"
      ),
      (.http(HTTPCheck(url: "http://a/", headers: manyHeaders)), "options.headers"),
      (.http(HTTPCheck(url: "http://a/", redirects: 11)), "options.redirects"),
      (.dns(DNSCheck(name: "a..b")), "target"), (.dns(DNSCheck(name: "")), "target"),
      (.dns(DNSCheck(name: "a", record: "NOSUCH")), "options.record"),
      (.dns(DNSCheck(name: "a", resolver: "a b")), "options.resolver"),
      (.tls(TLSCheck(host: "a", startTLS: "smpt")), "options.starttls"),
      (.tls(TLSCheck(host: "a", serverName: "a/b")), "options.server_name"),
      (.tls(TLSCheck(host: "a", minimumDays: -1)), "options.minimum_days"),
      (.presence(device: ""), "target"), (.presence(device: "a b"), "target"),
      (.internet(targets: ["a b"]), "target"),
      (.internet(targets: Array(repeating: "a", count: 9)), "target"),
    ] as [(MonitorCheck, String)]
  )
  func `targets and options are kept to what can be sent`(check: MonitorCheck, key: String) {
    #expect(Self.key { $0.check = check } == key)
  }

  @Test func `parents that go in a circle are found`() {
    func monitors(_ parents: [String: [String]]) -> [Monitor] {
      parents.map { id, parents in
        Monitor(id: id, name: id.uppercased(), check: .icmp(host: id), parents: parents)
      }
    }
    #expect(monitors(["a": ["b", "c"], "b": ["d"], "c": ["d"], "d": []]).parentProblem == nil)
    #expect(monitors([:]).parentCycle == nil)
    let circle = monitors(["a": ["b"], "b": ["x", "c"], "x": [], "c": ["d"], "d": ["b"]])
    #expect(circle.parentCycle?.map(\.id) == ["b", "c", "d", "b"])
    #expect(
      Refusal(circle.parentProblem)?.text
        == "Monitors may not depend on each other in a circle: B → C → D → B."
    )
    #expect(monitors(["a": ["a"]]).parentCycle?.map(\.id) == ["a", "a"])
    let unknown = monitors(["a": ["nobody"]])
    #expect(unknown.parentCycle == nil)
    #expect(Refusal(unknown.parentProblem)?.code == "monitor.problem_no_parent")
  }

  @Test func `a long line of parents takes no stack`() {
    let line = (0..<Monitor.most).map { place in
      Monitor(
        id: "m\(place)",
        name: "M",
        check: .icmp(host: "a"),
        parents: place + 1 < Monitor.most ? ["m\(place + 1)"] : []
      )
    }
    #expect(line.parentCycle == nil)
    var circle = line
    circle[Monitor.most - 1].parents = ["m0"]
    #expect(circle.parentCycle?.count == Monitor.most + 1)
    #expect(Refusal(circle.parentProblem)?.text.hasSuffix("→ ….") == true)
  }
}
