import Model
import Testing

@testable import Monitoring

/// What is stored of incidents and alerts, and what the API shows of monitors.
@Suite struct StoredJSONTests {
  private static let why = Message(
    MessageTemplate("check.test_silent", "{host} didn't answer in {wait_s}"),
    ["host": .text("{nas}"), "wait_s": .number(10)]
  )

  private static let incident = Incident(
    id: 7,
    monitor: "m1",
    from: Timestamp(milliseconds: 1000),
    to: Timestamp(milliseconds: 2000),
    state: .down,
    reason: why,
    confirmedBy: Message(MessageTemplate("check.test_arp", "ARP: {why}"), ["why": .message(why)]),
    diagnosis: IncidentDiagnosis(code: "gateway", message: why, evidence: [why, "words {so}"]),
    isAcknowledged: true
  )

  @Test func `incidents come back`() throws {
    #expect(try TestJSON.again(Self.incident) == Self.incident)
    var open = Incident(id: 0, monitor: "m1", from: Timestamp(milliseconds: 0), state: .degraded)
    #expect(try TestJSON.again(open) == open)
    #expect(
      try TestJSON.write(open)
        == #"{"acknowledged":false,"confirmed_by":null,"diagnosis":null,"from":"1970-01-01T00:00:00.000Z","id":0,"monitor":"m1","reason":null,"state":"degraded","to":null}"#
    )
    open.diagnosis = IncidentDiagnosis(
      code: "gateway",
      message: Message(MessageTemplate("check.test", "It hangs.")),
      evidence: []
    )
    let written = try TestJSON.write(open)
    #expect(
      written.contains(
        #""diagnosis":{"cause":"gateway","code":"check.test","evidence":[],"text":"It hangs.","values":{}}"#
      )
    )
  }

  @Test func `events come back`() throws {
    let event = MonitorEvent(
      seq: 3,
      time: Timestamp(milliseconds: 1000),
      monitor: "m1",
      name: "NAS",
      kind: .flappingBegan,
      was: .up,
      now: .down,
      reason: Self.why,
      incident: 7,
      deadParents: ["m2"],
      isInMaintenance: true
    )
    #expect(try TestJSON.again(event) == event)
    let plain = MonitorEvent(
      time: Timestamp(milliseconds: 0),
      monitor: "m1",
      name: "NAS",
      was: .unknown,
      now: .up
    )
    #expect(
      try TestJSON.write(plain)
        == #"{"dead_parents":[],"in_maintenance":false,"incident":null,"is":"up","kind":"changed","monitor":"m1","name":"NAS","reason":null,"seq":0,"time":"1970-01-01T00:00:00.000Z","was":"unknown"}"#
    )
  }

  @Test func `alerts come back, and show what they say`() throws {
    let time = Timestamp(milliseconds: 1000)
    let alert = Alert(
      id: 9,
      time: time,
      rule: "r1",
      channel: "c1",
      notice: AlertNotice(
        id: "n1",
        title: "NAS is down",
        items: [
          AlertNotice.Item(
            kind: .left,
            text: "Anna left.",
            severity: .info,
            time: time,
            began: .init(severity: .warning, time: time)
          ),
          AlertNotice.Item(
            kind: .monitorDown,
            text: "NAS is down.",
            reason: "It didn't answer.",
            severity: .critical,
            time: time,
            monitor: "m1",
            device: "d1",
            subject: "NAS",
            incident: 7
          ),
        ],
        more: 2,
        severity: .critical,
        thread: "incident-7",
        time: time,
        url: "http://home.lan/"
      ),
      state: .givenUp,
      tries: 4,
      nextTry: time,
      error: Self.why
    )
    #expect(try TestJSON.again(alert) == alert)
    let written = try TestJSON.write(alert)
    #expect(written.contains(#""incident":7,"message":"NAS is down","next_try":"#))
    #expect(written.contains(#""state":"given_up""#))
    let plain = Alert(
      time: time,
      rule: "r1",
      channel: "c1",
      notice: AlertNotice(id: "n1", title: "A", items: [], severity: .info, time: time)
    )
    #expect(try TestJSON.again(plain) == plain)
    #expect(
      try TestJSON.write(plain)
        == #"{"channel":"c1","error":null,"id":0,"incident":null,"message":"A","next_try":null,"notice":{"id":"n1","items":[],"more":0,"severity":"info","thread":null,"time":"1970-01-01T00:00:01.000Z","title":"A","url":null},"rule":"r1","state":"waiting","time":"1970-01-01T00:00:01.000Z","tries":0}"#
    )
  }

  @Test func `a monitor in the API has its keys and its state`() throws {
    let monitor = Monitor(id: "m1", name: "NAS", check: .icmp(host: "nas.lan"))
    let snapshot = MonitorSnapshot(
      monitor: monitor,
      state: .down,
      since: Timestamp(milliseconds: 0),
      roundTripMs: 1.23456,
      uptime: [
        "24h": Uptime(share: 0.99999999, coverage: 1), "30d": Uptime(share: nil, coverage: 0),
      ]
    )
    #expect(
      try TestJSON.write(snapshot)
        == #"{"certificate_end":null,"checked":null,"conditions":[],"degraded":{"loss":null,"rtt_ms":null,"times_usual":null},"down_after":{"m":3,"n":3},"flapping":false,"http_status":null,"id":"m1","in_maintenance":false,"incident":null,"interval_s":60,"kind":"icmp","maintenance":[],"muted_until":null,"name":"NAS","options":{"count":1},"parents":[],"paused":false,"reason":null,"rtt_ms":1.235,"since":"1970-01-01T00:00:00.000Z","source":"user","state":"down","target":"nas.lan","timeout_s":10,"up_after":{"m":2,"n":2},"uptime":{"24h":{"coverage":1,"share":0.999999},"30d":{"coverage":0,"share":null}}}"#
    )
    #expect(
      try TestJSON.again(Uptime(share: 0.999, coverage: 0.5)) == Uptime(share: 0.999, coverage: 0.5)
    )
  }

  @Test func `a check in the API shows what was found`() throws {
    var facts = CheckFacts()
    facts.status = 200
    facts.body = Array(String(repeating: "ä", count: 1025).utf8)
    let passed = try TestJSON.write(CheckResult(.passed, roundTripMs: 2, facts: facts))
    #expect(
      passed.hasPrefix(#"{"facts":{"address":null,"answers":[],"authenticated":null,"body":""#)
    )
    #expect(passed.contains(#""body_bytes":2050"#))
    #expect(passed.contains(String(repeating: "ä", count: 1024) + "\""))
    #expect(passed.contains(#""outcome":"passed","reason":null,"rtt_ms":2"#))
    facts.body = [UInt8(ascii: "a")] + Array(String(repeating: "ä", count: 1025).utf8)
    let odd = try TestJSON.write(CheckResult(.failed(Self.why), facts: facts))
    #expect(odd.contains(#""body":"aä"#))
    #expect(!odd.contains("\u{FFFD}"))
    #expect(odd.contains(#""outcome":"failed","reason":{"code":"check.test_silent""#))
  }

  @Test func `deliveries and mutes`() throws {
    let sent = try TestJSON.write(Delivery.sent)
    #expect(sent == #"{"error":null,"outcome":"sent","retry_after_s":null}"#)
    let failed = try TestJSON.write(Delivery.failed("busy", retryAfter: .milliseconds(1500)))
    #expect(failed.contains(#""outcome":"failed","retry_after_s":1.5"#))
    let refused = try TestJSON.write(Delivery.refused("no"))
    #expect(refused.contains(#""outcome":"refused""#))
    let time = Timestamp(milliseconds: 0)
    for subject in [Mute.Subject.monitor("m1"), .device("d1"), .everything] {
      let mute = Mute(subject, until: time)
      #expect(try TestJSON.again(mute) == mute)
    }
    let forever = try TestJSON.read(Mute.self, #"{"monitor":"m1"}"#)
    #expect(forever.until.description == "9999-12-31T23:59:59.999Z")
    #expect(TestJSON.refusal(of: Mute.self, "{}")?.code == "alert.mute_subject")
    let both = #"{"monitor":"m1","everything":true}"#
    #expect(TestJSON.refusal(of: Mute.self, both)?.code == "alert.mute_subject")
  }
}
