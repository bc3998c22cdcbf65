import Model
import Testing

@testable import Monitoring

/// Changes of monitors, rules and channels.
@Suite struct PatchTests {
  private let monitor = Monitor(
    id: "m1",
    name: "NAS",
    check: .tls(TLSCheck(host: "nas.lan", startTLS: "smtp", minimumDays: 30)),
    downAfter: Quorum(3, of: 5),
    degraded: DegradedLimits(roundTripMs: 50, loss: 0.1),
    parents: ["gateway"],
    source: .suggested
  )

  private func patched(_ json: String) throws -> Monitor {
    try TestJSON.read(MonitorPatch.self, json).applied(to: monitor)
  }

  private func refusal(_ json: String) -> Refusal? {
    do {
      _ = try patched(json)
      return nil
    } catch {
      return Refusal(error)
    }
  }

  @Test func `what isn't given stays`() throws {
    #expect(try patched("{}") == monitor)
    var expected = monitor
    expected.name = "Storage"
    expected.degraded.loss = 0.5
    expected.downAfter = Quorum(2, of: 5)
    #expect(
      try patched(#"{"name":"Storage","degraded":{"loss":0.5},"down_after":{"m":2}}"#) == expected
    )
  }

  @Test func `null makes it as usual`() throws {
    let read = try patched(
      #"{"parents":null,"degraded":{"rtt_ms":null},"options":{"starttls":null},"down_after":null}"#
    )
    var expected = monitor
    expected.parents = []
    expected.degraded.roundTripMs = nil
    expected.check = .tls(TLSCheck(host: "nas.lan", minimumDays: 30))
    expected.downAfter = Quorum(3, of: 3)
    #expect(read == expected)
  }

  @Test func `another kind doesn't take the options of the last one`() throws {
    let read = try patched(#"{"kind":"icmp","target":"nas.lan"}"#)
    #expect(read.check == .icmp(host: "nas.lan"))
    #expect(read.name == "NAS")
  }

  @Test func `a target alone keeps the options`() throws {
    let read = try patched(#"{"target":"mail.lan:25"}"#)
    #expect(
      read.check == .tls(TLSCheck(host: "mail.lan", port: 25, startTLS: "smtp", minimumDays: 30))
    )
  }

  @Test func `id and source stay, and may be said`() throws {
    #expect(try patched(#"{"id":"m1","source":"suggested"}"#) == monitor)
    #expect(refusal(#"{"id":"m2"}"#)?.key == "id")
    #expect(refusal(#"{"source":"file"}"#)?.key == "source")
    #expect(try patched(#"{"id":null,"source":null}"#) == monitor)
  }

  @Test func `what is wrong is named`() {
    #expect(refusal(#"{"timeout":3}"#)?.text == "There is no key timeout; did you mean timeout_s?")
    #expect(refusal(#"{"target":null}"#)?.code == "monitor.field_missing")
    // With null a name that nobody knows is as wrong.
    for json in [#"{"":null}"#, #"{"degraded":{"rtt":null}}"#, #"{"options":{"counts":null}}"#] {
      #expect(refusal(json)?.code.hasPrefix("monitor.field_unknown") == true)
    }
    #expect(TestJSON.refusal(of: MonitorPatch.self, "[]")?.code == "monitor.field_body")
  }

  @Test func `rules are changed likewise`() throws {
    let rule = AlertRule(
      id: "r1",
      name: "Night",
      events: [.monitorDown],
      devices: ["a"],
      channels: ["c1"],
      quietHours: LocalHours(startMinute: 1320, endMinute: 420),
      repeatEvery: .seconds(3600)
    )
    let patch = try TestJSON.read(
      AlertRulePatch.self,
      #"{"events":["left","monitor_up"],"devices":null,"quiet_hours":{"to":"06:30"},"repeat_s":null,"on":false}"#
    )
    var expected = rule
    expected.events = [.left, .monitorUp]
    expected.devices = nil
    expected.quietHours?.endMinute = 390
    expected.repeatEvery = nil
    expected.isOn = false
    #expect(try patch.applied(to: rule) == expected)
  }

  @Test func `channels are changed likewise, and another service starts anew`() throws {
    let channel = AlertChannel(
      id: "c1",
      name: "Phone",
      service: "ntfy",
      settings: ["url": "https://ntfy.example", "topic": "home"]
    )
    let topic = try TestJSON.read(
      AlertChannelPatch.self,
      #"{"settings":{"topic":"attic"},"secrets":{"token":"x"}}"#
    )
    var expected = channel
    expected.settings["topic"] = "attic"
    #expect(try topic.applied(to: channel) == expected)
    let service = try TestJSON.read(
      AlertChannelPatch.self,
      #"{"service":"webhook","settings":{"url":"https://example.org/hook"}}"#
    )
    expected.service = "webhook"
    expected.settings = ["url": "https://example.org/hook"]
    #expect(try service.applied(to: channel) == expected)
  }
}
