import Model
import Testing

@testable import Monitoring

/// Rules and channels as JSON has them.
@Suite struct AlertRuleJSONTests {
  @Test func `name and channels are enough`() throws {
    let rule = try TestJSON.read(AlertRule.self, #"{"name":"All","channels":["c1"]}"#)
    #expect(rule == AlertRule(id: "", name: "All", events: AlertKind.usual, channels: ["c1"]))
    let named = try TestJSON.read(AlertRule.self, #"{"id":"night","channels":"c1"}"#)
    #expect(named.name == "night")
    #expect(named.channels == ["c1"])
  }

  @Test func `every key is written and comes back`() throws {
    let rule = AlertRule(
      id: "r1",
      name: "Night",
      events: [.monitorUp, .newDevice],
      devices: ["b", "a"],
      monitors: [],
      channels: ["c2", "c1"],
      hours: LocalHours(days: [1, 7], startMinute: 0, endMinute: 0),
      quietHours: LocalHours(startMinute: 1320, endMinute: 420),
      groupWait: .milliseconds(500),
      repeatEvery: .seconds(7200),
      isOn: false,
      source: .file
    )
    #expect(
      try TestJSON.write(rule)
        == #"{"channels":["c2","c1"],"devices":["a","b"],"events":["new_device","monitor_up"],"group_wait_s":0.5,"hours":{"days":["mon","sun"],"from":"00:00","to":"00:00"},"id":"r1","monitors":[],"name":"Night","on":false,"quiet_hours":{"days":["mon","tue","wed","thu","fri","sat","sun"],"from":"22:00","to":"07:00"},"repeat_s":7200,"source":"file"}"#
    )
    #expect(try TestJSON.again(rule) == rule)
    let plain = AlertRule(id: "r2", name: "A", events: [.left], channels: ["c1"])
    #expect(try TestJSON.again(plain) == plain)
    #expect(try TestJSON.write(plain).contains(#""repeat_s":null"#))
  }

  @Test(
    arguments: [
      (#"{"name":"A"}"#, "channels", "monitor.field_missing"),
      (#"{"channels":[]}"#, "name", "monitor.field_missing"),
      (#"{"name":"A","channels":[],"event":[]}"#, "event", "monitor.field_unknown_near"),
      (
        #"{"name":"A","channels":[],"events":["left","lost"]}"#, "events[1]", "monitor.field_choice"
      ),
      (#"{"name":"A","channels":[],"hours":{"from":"7"}}"#, "hours.from", "monitor.field_minute"),
      (
        #"{"name":"A","channels":[],"hours":{"from":"24:01","to":"1:00"}}"#, "hours.from",
        "monitor.field_minute"
      ),
      (
        #"{"name":"A","channels":[],"hours":{"from":"07:00"}}"#, "hours.to",
        "monitor.field_missing"
      ),
      (
        #"{"name":"A","channels":[],"hours":{"days":["monday"]}}"#, "hours.days[0]",
        "monitor.field_choice"
      ),
      (#"{"name":"A","channels":[],"repeat_s":"often"}"#, "repeat_s", "monitor.field_duration"),
    ] as [(String, String, String)]
  )
  func `what is wrong with a rule is named by its key`(json: String, key: String, code: String) {
    let refusal = TestJSON.refusal(of: AlertRule.self, json)
    #expect(refusal?.key == key)
    #expect(refusal?.code == code)
  }

  @Test(
    arguments: [
      ("00:00", 0), ("7:05", 425), ("23:59", 1439), ("24:00", 0), ("24:01", nil), ("12:60", nil),
      ("12", nil), ("12:5", nil), ("+1:00", nil), ("1:00 ", nil), ("", nil), ("1:2:3", nil),
    ] as [(String, Int?)]
  )
  func `times of the day`(text: String, minute: Int?) {
    #expect(MinuteOfDay.minute(text) == minute)
  }

  @Test func `limits of rules are kept`() {
    let channel = AlertChannel(id: "c1", name: "Phone", service: "ntfy", settings: [:])
    func key(_ change: (inout AlertRule) -> Void) -> String? {
      var rule = AlertRule(id: "r1", name: "A", events: [.left], channels: ["c1"])
      change(&rule)
      return Refusal(rule.problem(channels: [channel]))?.key
    }
    #expect(key { _ in } == nil)
    #expect(key { $0.name = "" } == "name")
    #expect(key { $0.events = [] } == "events")
    #expect(key { $0.channels = [] } == "channels")
    #expect(key { $0.channels = ["c1", "c1"] } == "channels")
    #expect(key { $0.channels = ["c2"] } == "channels")
    #expect(key { $0.devices = [""] } == "devices")
    #expect(key { $0.monitors = Set((0..<1001).map { "m\($0)" }) } == "monitors")
    #expect(key { $0.hours = LocalHours(days: [], startMinute: 0, endMinute: 1) } == "hours.days")
    #expect(
      key { $0.quietHours = LocalHours(startMinute: 1440, endMinute: 1) } == "quiet_hours.from"
    )
    #expect(key { $0.groupWait = .seconds(3601) } == "group_wait_s")
    #expect(key { $0.repeatEvery = .seconds(59) } == "repeat_s")
  }

  @Test func `channels come back without secrets`() throws {
    let json =
      #"{"service":"ntfy","settings":{"topic":"home","priority":4,"markdown":true},"secrets":{"token":"hush"}}"#
    let channel = try TestJSON.read(AlertChannel.self, json)
    #expect(channel.name == "ntfy")
    #expect(channel.settings == ["topic": "home", "priority": "4", "markdown": "true"])
    #expect(try TestJSON.read(ChannelSecrets.self, json).secrets == ["token": "hush"])
    #expect(try TestJSON.read(ChannelSecrets.self, "{}").secrets == [:])
    let written = try TestJSON.write(channel)
    #expect(!written.contains("hush"))
    #expect(
      written
        == #"{"id":"","name":"ntfy","on":true,"service":"ntfy","settings":{"markdown":"true","priority":"4","topic":"home"},"source":"user"}"#
    )
    #expect(try TestJSON.again(channel) == channel)
  }

  @Test func `what is wrong with a channel is named by its key`() {
    #expect(TestJSON.refusal(of: AlertChannel.self, "{}")?.key == "service")
    let list = #"{"service":"ntfy","settings":{"tags":["a"]}}"#
    #expect(TestJSON.refusal(of: AlertChannel.self, list)?.key == "settings.tags")
    let secret = #"{"secrets":{"token":7}}"#
    #expect(TestJSON.refusal(of: ChannelSecrets.self, secret)?.key == "secrets.token")
    let long = #"{"secrets":{"token":"\#(String(repeating: "a", count: 4097))"}}"#
    #expect(TestJSON.refusal(of: ChannelSecrets.self, long)?.key == "secrets.token")
    func key(_ change: (inout AlertChannel) -> Void) -> String? {
      var channel = AlertChannel(id: "c1", name: "A", service: "ntfy", settings: ["topic": "a\nb"])
      change(&channel)
      return Refusal(channel.problem())?.key
    }
    #expect(key { _ in } == nil)
    #expect(key { $0.name = "a\tb" } == "name")
    #expect(key { $0.service = "" } == "service")
    #expect(key { $0.service = "a/b" } == "service")
    #expect(key { $0.settings["topic"] = String(repeating: "a", count: 4097) } == "settings.topic")
    #expect(key { $0.settings[""] = "a" } == "settings.")
  }

  @Test(
    arguments: [
      (#"{"from":"2026-03-01T02:00:00Z"}"#, "to", "monitor.field_missing"),
      (#"{"from":"tomorrow","to":"2026-03-01T02:00:00Z"}"#, "from", "monitor.field_time"),
      (#"{"from":"2026-03-01T02:00:00Z","minutes":5}"#, "minutes", "monitor.field_unknown"),
      (#"{"days":["sat"],"start":"02:00"}"#, "minutes", "monitor.field_missing"),
      (#"{"cron":"0 3 * * 0"}"#, "minutes", "monitor.field_missing"),
      (#"{"cron":5,"minutes":5}"#, "cron", "monitor.field_text"),
      (#"{"strat":"02:00","minutes":5}"#, "strat", "monitor.field_unknown_near"),
    ] as [(String, String, String)]
  )
  func `windows that are none`(json: String, key: String, code: String) {
    let refusal = TestJSON.refusal(of: MaintenanceWindow.self, json)
    #expect(refusal?.key == key)
    #expect(refusal?.code == code)
  }

  @Test func `windows of each form`() throws {
    #expect(
      try TestJSON.read(MaintenanceWindow.self, #"{"start":"2:00","minutes":90,"note":" disks "}"#)
        == MaintenanceWindow(
          .weekly(days: Set(1...7), startMinute: 120, minutes: 90),
          note: "disks"
        )
    )
    let once = MaintenanceWindow(
      .once(from: Timestamp(milliseconds: 0), to: Timestamp(milliseconds: 60_000))
    )
    #expect(
      try TestJSON.write(once)
        == #"{"from":"1970-01-01T00:00:00.000Z","note":null,"to":"1970-01-01T00:01:00.000Z"}"#
    )
    #expect(try TestJSON.again(once) == once)
    #expect(
      try TestJSON.write(MaintenanceWindow(.cron("0 3 * * 0", minutes: 60)))
        == #"{"cron":"0 3 * * 0","minutes":60,"note":null}"#
    )
    let quorum = try TestJSON.again(Quorum(2, of: 5))
    #expect(quorum == Quorum(2, of: 5))
    #expect(try TestJSON.read(Quorum.self, "3") == Quorum(3, of: 3))
  }
}
