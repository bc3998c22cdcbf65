import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing
import Wire

@testable import Home
@testable import Model
@testable import Server

@Suite struct `The API of the home's history` {
  private static let device = "/api/v1/devices/mac%3A02:00:5e:00:00:03"

  /// Runs the test against a server with a scripted history, whose clock stands still.
  private func withHistory(
    _ test: @Sendable @escaping (any TestClientProtocol, ScriptedHistory) async throws -> Void
  ) async throws {
    let history = ScriptedHistory()
    try await TestServer.make(history: history).application.test(.router) { client in
      try await test(client, history)
    }
  }

  @Test func `lists changes, and the number to go on with`() async throws {
    try await withHistory { client, history in
      let response = try await client.send(.get, "/api/v1/changes")
      #expect(response.status == .ok)
      #expect(response.headers[.cacheControl] == "no-store")
      let object = try response.object()
      #expect(object["next"] as? Int == 42)
      let changes = try #require(object["changes"] as? [[String: Any]])
      #expect(changes.map { $0["seq"] as? Int } == [41, 42])
      let keys: Set = [
        "seq", "time", "device", "kind", "was", "is", "name", "reason", "sources", "message",
        "undoable",
      ]
      #expect(changes.allSatisfy { Set($0.keys) == keys })
      #expect(changes[0]["kind"] as? String == "left")
      #expect(changes[0]["device"] as? String == ScriptedHistory.phone)
      #expect(changes[0]["sources"] as? [String] == ["arp"])
      #expect(changes[1]["device"] is NSNull)
      #expect(changes.map { $0["undoable"] as? Bool } == [true, false])
      let message = try #require(changes[0]["message"] as? [String: Any])
      #expect(Set(message.keys) == ["code", "text", "values"])
      #expect(await history.query == HistoryQuery(ChangeQuery()))
    }
  }

  @Test func `reads what is asked for`() async throws {
    try await withHistory { client, history in
      let path =
        "/api/v1/changes?after=7&before=99&since=2h&until=2023-11-14T22:00:00Z&limit=5"
        + "&kind=left,returned&kind=new_mac&device=mac%3A02:00:5e:00:00:03"
      let status = try await client.send(.get, path).status
      #expect(status == .ok)
      let expected = ChangeQuery(
        after: 7,
        before: 99,
        since: ScriptedHistory.hours(2),
        until: Timestamp("2023-11-14T22:00:00Z"),
        kinds: [.left, .returned, .newMAC],
        limit: 5
      )
      #expect(await history.query == HistoryQuery(expected, device: ScriptedHistory.phone))
    }
  }

  @Test func `shows the home as it was`() async throws {
    try await withHistory { client, history in
      let object = try await client.send(.get, "/api/v1/devices?at=3h").object()
      #expect(object["at"] as? String == ScriptedHistory.hours(3).description)
      #expect(await history.span?.from == ScriptedHistory.hours(3))
      let devices = try #require(object["devices"] as? [[String: Any]])
      let phone = try #require(devices.first)
      #expect(phone["id"] as? String == ScriptedHistory.phone)
      #expect(phone["slot"] as? Int == 3)
      #expect(phone["state"] as? String == "asleep")
      #expect(phone["addresses"] as? [String] == ["192.168.1.40", "fe80::1%eth0"])
      #expect(phone["mac_private"] as? Bool == true)
      let ports = try #require(phone["ports"] as? [[String: Any]])
      #expect(ports.map { $0["port"] as? Int } == [62_078])
      let services = try #require(phone["services"] as? [[String: Any]])
      #expect(services.map { $0["type"] as? String } == ["_companion-link._tcp"])
      #expect(phone["vendor"] is NSNull)
    }
  }

  @Test func `what is yet to come is as it is now`() async throws {
    try await withHistory { client, history in
      _ = try await client.send(.get, "/api/v1/devices?at=2099-01-01T00:00:00Z")
      #expect(await history.span?.from == ScriptedHistory.now)
      _ = try await client.send(.get, Self.device + "/presence?to=2099-01-01T00:00:00Z")
      #expect(await history.span?.to == ScriptedHistory.now)
    }
  }

  @Test func `tells a device's presence, of the last day if nothing else is asked`() async throws {
    try await withHistory { client, history in
      let object = try await client.send(.get, Self.device + "/presence").object()
      #expect(object["from"] as? String == ScriptedHistory.hours(24).description)
      #expect(object["to"] as? String == ScriptedHistory.now.description)
      let intervals = try #require(object["intervals"] as? [[String: String]])
      #expect(intervals.map { $0["state"] } == ["present", "away", "present"])
      #expect(intervals[1]["from"] == ScriptedHistory.hours(5).description)
      _ = try await client.send(.get, Self.device + "/presence?from=4h&to=1h")
      #expect(await history.span?.from == ScriptedHistory.hours(4))
      #expect(await history.span?.to == ScriptedHistory.hours(1))
    }
  }

  @Test func `tells a device's round trips in steps`() async throws {
    try await withHistory { client, history in
      let object = try await client.send(.get, Self.device + "/samples?from=2h&step=10m").object()
      #expect(object["step_ms"] as? Int == 600_000)
      #expect(await history.step == 600_000)
      let points = try #require(object["points"] as? [[String: Any]])
      #expect(points.first?["n"] as? Int == 4)
      #expect(points.first?["p95"] as? Double == 3.25)
      _ = try await client.send(.get, Self.device + "/samples?from=365d")
      #expect(await history.step == 86_400_000, "a step a day suits a year")
      _ = try await client.send(.get, Self.device + "/samples")
      #expect(await history.step == 300_000)
    }
  }

  @Test func `tells who was there, a letter a step`() async throws {
    try await withHistory { client, _ in
      let object = try await client.send(.get, "/api/v1/presence?from=6h&step=1h").object()
      #expect(object["step_ms"] as? Int == 3_600_000)
      let devices = try #require(object["devices"] as? [[String: Any]])
      #expect(devices.count == 1)
      #expect(devices[0]["device"] as? String == ScriptedHistory.phone)
      #expect(devices[0]["name"] as? String == "Anna’s phone")
      #expect(devices[0]["states"] as? String == "paaapp")
      #expect(devices[0]["present"] as? Double == 0.5)
      let quarter = try await client.send(.get, "/api/v1/presence?from=92d").status
      #expect(quarter == .ok)
    }
  }

  @Test(arguments: [
    "changes?after=-1", "changes?after=", "changes?after=1e3", "changes?after=99999999999999999999",
    "changes?limit=0", "changes?limit=1001", "changes?since=yesterday", "changes?since=",
    "changes?since=1h&until=2h", "changes?kind=gone", "changes?kind=", "changes?kind=left,",
    "changes?device=", "changes?after=1&after=2", "changes?from=1h", "devices?at=",
    "devices?at=now",
    "devices?at=1h&x=1", "presence?from=1h&to=2h", "presence?from=93d",
    "devices/mac%3A02:00:5e:00:00:03/presence?from=401d", "presence?step=30s",
    "presence?step=x", "presence?from=90d&step=1m", "presence?step=500d", "presence?at=1h",
    "devices/mac%3A02:00:5e:00:00:03/presence?from=2099-01-01T00:00:00Z",
    "devices/mac%3A02:00:5e:00:00:03/presence?step=1h",
    "devices/mac%3A02:00:5e:00:00:03/samples?from=30d&step=1m",
    // Nor what no path takes.
    "devices?to=1h", "devices?att=7d", "devices/d00003?x=1", "status?x=1", "scan?x=1",
    "openapi.json?x=1", "events?x=1",
  ])
  func `refuses what it can't answer, and says why`(path: String) async throws {
    try await withHistory { client, _ in
      let response = try await client.send(.get, "/api/v1/" + path)
      #expect(response.status == .unprocessableContent, "\(path)")
      #expect(response.isProblem)
    }
  }

  @Test(arguments: [
    "devices/nobody/presence", "devices/nobody/samples", "changes?device=nobody",
  ])
  func `knows no other devices`(path: String) async throws {
    try await withHistory { client, _ in
      let response = try await client.send(.get, "/api/v1/" + path)
      #expect(response.status == .notFound && response.isProblem)
    }
  }

  @Test(arguments: [
    "changes", "presence", "devices?at=1h", "devices/d00000/presence", "devices/d00000/samples",
  ])
  func `is none where nobody keeps it, which is said`(path: String) async throws {
    try await TestServer.make().application.test(.router) { client in
      let response = try await client.send(.get, "/api/v1/" + path)
      #expect(response.status == .notFound && response.isProblem)
      #expect(response.text.contains("keeps no history"))
      #expect(try await client.send(.get, "/api/v1/devices").status == .ok)
    }
  }
}

@Suite struct `A device's presence in steps` {
  private static func row(_ states: [(PresenceState, Int64)], to end: Int64, step: Int64)
    -> PresenceRow
  {
    var intervals: [PresenceInterval] = []
    var start: Int64 = 0
    for (state, length) in states {
      let (from, to) = (Timestamp(milliseconds: start), Timestamp(milliseconds: start + length))
      intervals.append(PresenceInterval(state, from: from, to: to))
      start += length
    }
    return PresenceRow(
      DevicePresence(device: "d", name: nil, intervals: intervals),
      from: Timestamp(milliseconds: 0),
      to: Timestamp(milliseconds: end),
      step: step
    )
  }

  @Test func `is what it was for longest in each`() {
    let row = Self.row([(.present, 7), (.away, 6), (.asleep, 7)], to: 20, step: 5)
    // From 5 to 10: two of presence, three of absence; from 10 to 15: three and two.
    #expect(row.states == "paas")
    #expect(row.share == 0.7)
  }

  @Test func `many short intervals in one step add up`() {
    let row = Self.row([(.away, 4), (.present, 3), (.away, 1), (.present, 3)], to: 11, step: 11)
    #expect(row.states == "p")
  }

  @Test func `the last step may be shorter, and what nobody knows is unknown`() {
    let row = Self.row([(.present, 10)], to: 25, step: 10)
    #expect(row.states == "puu")
    #expect(row.share == 1)
    let nothing = Self.row([], to: 25, step: 10)
    #expect(nothing.states == "uuu")
    #expect(nothing.share == nil)
  }

  @Test func `as many steps as may be are counted at once`() {
    let states = (0..<1000).map { ($0 % 2 == 0 ? PresenceState.present : .away, Int64(2)) }
    let row = Self.row(states, to: 2000, step: 1)
    #expect(row.states.count == 2000)
    #expect(row.states.hasPrefix("ppaapp"))
  }
}

@Suite struct `Figures of single devices` {
  private static func device(
    _ slot: Int,
    _ presence: InventoryDevice.Presence,
    name: String? = nil,
    latencyMs: Double? = nil
  ) -> InventoryDevice {
    let time = ScriptedHistory.now
    var device = Device(
      id: "d\(slot)",
      ip: .v4(.any),
      addresses: [],
      latencyMs: latencyMs,
      firstSeen: time,
      lastSeen: time
    )
    device.verdict.name = name
    return InventoryDevice(device, presence: presence, slot: slot)
  }

  @Test func `say who is there, and nothing of whom nobody knows`() {
    let metrics = DeviceMetrics([
      Self.device(1, .away, name: "TV", latencyMs: 3), Self.device(0, .present, latencyMs: 0.412),
      Self.device(2, .unconfirmed, latencyMs: 1),
    ])
    #expect(
      metrics.present.map { $0.0 + $0.1 } == [#"{id="d0",name=""}1"#, #"{id="d1",name="TV"}0"#]
    )
    #expect(metrics.roundTrips.map { $0.0 + $0.1 } == [#"{id="d0",name=""}0.000412"#])
  }

  @Test func `are of a bounded number of devices, those first that are there`() {
    let devices = (0..<2000).map { Self.device($0, $0 < 1900 ? .away : .present) }
    let present = DeviceMetrics(devices).present
    #expect(present.count == DeviceMetrics.most)
    #expect(present.prefix(100).allSatisfy { $0.1 == "1" })
    #expect(present[100].0.contains(#""d0""#))
  }

  @Test(arguments: [
    (#"a"b\c"#, #"a\"b\\c"#), ("one\ntwo", #"one\ntwo"#), ("a\u{7}\rb", "a\u{FFFD}\u{FFFD}b"),
    ("Küche", "Küche"),
  ])
  func `keep names within their quotes`(name: String, escaped: String) {
    #expect(DeviceMetrics.escaped(name) == escaped)
  }

  @Test func `are in the answer of the server`() async throws {
    try await TestServer.make().application.test(.router) { client in
      let text = try await client.send(.get, "/metrics").text
      #expect(text.contains("\n# TYPE homenet_device_present gauge\n"))
      #expect(text.contains("\nhomenet_device_present{id=\"d00000\",name=\"Gateway\"} 1\n"))
      #expect(text.contains("\n# TYPE homenet_device_rtt_seconds gauge\n"))
    }
  }
}
