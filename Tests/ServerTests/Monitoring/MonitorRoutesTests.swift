import Foundation
import HTTPTypes
import HummingbirdTesting
import Model
import Monitoring
import Simulation
import Testing

@testable import Server

@Suite struct `The API's monitors` {
  private static let path = "/api/v1/monitors"

  private static func withServer(
    monitors: Int = 12,
    _ test: @escaping @Sendable (any TestClientProtocol) async throws -> Void
  ) async throws {
    let server = try TestServer.make(monitoring: GeneratedMonitors(monitors: monitors))
    try await server.application.test(.router) { client in try await test(client) }
  }

  @Test func `are listed with the worst first`() async throws {
    try await Self.withServer { client in
      let response = try await client.send(.get, Self.path)
      let monitors = try #require(try response.object()["monitors"] as? [[String: Any]])
      let states = monitors.map { $0["state"] as? String }
      #expect(states.prefix(3).allSatisfy { $0 == "down" } && states.last == "paused")
      let nas = try #require(monitors.first { $0["id"] as? String == "nas" })
      #expect(nas["kind"] as? String == "http" && nas["parents"] as? [String] == ["gateway"])
      let incident = try #require(nas["incident"] as? [String: Any])
      #expect((incident["diagnosis"] as? [String: Any])?["cause"] as? String == "host_absent")
      let year = (nas["uptime"] as? [String: Any])?["365d"] as? [String: Any]
      let share = try #require(year?["share"] as? Double)
      #expect(share > 0.9 && share < 1)
    }
  }

  @Test func `are listed in pages, which together have each once`() async throws {
    try await Self.withServer(monitors: 60) { client in
      let first = try await client.send(.get, Self.path).object()
      #expect(first["next"] is NSNull && first["count"] as? Int == 60)
      let all = try #require(first["monitors"] as? [[String: Any]]).compactMap {
        $0["id"] as? String
      }
      #expect(all.count == 60)
      let states = try #require(first["states"] as? [String: Int])
      #expect(states.count == 5 && states.values.reduce(0, +) == 60)
      for order in ["worst", "id"] {
        var found: [String] = []
        var after: String?
        for _ in 0..<4 {
          let query = "?limit=25&order=\(order)" + (after.map { "&after=\($0)" } ?? "")
          let page = try await client.send(.get, Self.path + query).object()
          let monitors = try #require(page["monitors"] as? [[String: Any]])
          found += monitors.compactMap { $0["id"] as? String }
          after = page["next"] as? String
          if after == nil { break }
        }
        #expect(after == nil)
        #expect(found == (order == "id" ? all.sorted() : all), "\(order)")
      }
    }
  }

  @Test func `are listed by state and kind`() async throws {
    try await Self.withServer { client in
      let down = try await client.send(.get, Self.path + "?state=down&kind=http").object()
      let monitors = try #require(down["monitors"] as? [[String: Any]])
      #expect(!monitors.isEmpty && down["count"] as? Int == monitors.count)
      #expect(
        monitors.allSatisfy {
          $0["state"] as? String == "down" && $0["kind"] as? String == "http"
        }
      )
      #expect((down["states"] as? [String: Int])?.values.reduce(0, +) == 12)
    }
  }

  @Test func `are listed at most 500 at once unless more are asked for`() async throws {
    try await Self.withServer(monitors: 700) { client in
      let usual = try await client.send(.get, Self.path).object()
      #expect((usual["monitors"] as? [Any])?.count == 500 && usual["next"] is String)
      let more = try await client.send(.get, Self.path + "?limit=1000").object()
      #expect((more["monitors"] as? [Any])?.count == 700 && more["next"] is NSNull)
    }
  }

  @Test(arguments: [
    "limit=0", "limit=1001", "limit=x", "state=bad", "kind=ping", "order=name", "after=x",
    "after=", "after=id-0--61", "order=id&after=worst-3-61-61", "limit=1&limit=2", "from=1h",
  ])
  func `are not listed by what is no page`(query: String) async throws {
    try await Self.withServer { client in
      let response = try await client.send(.get, Self.path + "?" + query)
      #expect(response.status == .unprocessableContent && response.isProblem)
    }
  }

  @Test func `are added, shown, changed and removed`() async throws {
    try await Self.withServer(monitors: 0) { client in
      let body = #"{"kind":"icmp","target":"nas.example","interval_s":"5m"}"#
      let added = try await client.send(.post, Self.path, body)
      #expect(added.status == .created)
      let object = try added.object()
      #expect(object["id"] as? String == "new-1" && object["name"] as? String == "nas.example")
      #expect(object["interval_s"] as? Double == 300 && object["state"] as? String == "unknown")
      let one = Self.path + "/new-1"
      let changed = try await client.send(.patch, one, #"{"name":"NAS","timeout_s":2}"#)
      #expect(changed.status == .ok)
      let shown = try await client.send(.get, one).object()
      #expect(shown["name"] as? String == "NAS" && shown["timeout_s"] as? Double == 2)
      #expect(shown["target"] as? String == "nas.example")
      #expect(try await client.send(.delete, one).status == .noContent)
      #expect(try await client.send(.get, one).status == .notFound)
      #expect(try await client.send(.delete, one).status == .notFound)
    }
  }

  @Test(arguments: [
    (#"{"target":"x.example"}"#, "kind"), (#"{"kind":"icmp"}"#, "target"),
    (#"{"kind":"icmp","target":"x.example","interval_s":0}"#, "interval_s"),
    (#"{"kind":"icmp","target":"x.example","colour":"red"}"#, "colour"),
    (#"{"kind":"tcp","target":"x.example"}"#, "target"),
    (#"{"kind":"icmp","target":"x.example","options":{"count":"many"}}"#, "options.count"),
    (#"{"kind":"icmp","target":"x.example","conditions":["[STATUS] =="]}"#, "conditions[0]"),
    (#"{"kind":"icmp","target":"x.example","parents":["nobody"]}"#, "parents"),
    (#"{"kind":"icmp","target":"x.example","id":"nas"}"#, "id"),
  ])
  func `name the key of what is wrong`(body: String, key: String) async throws {
    try await Self.withServer { client in
      let response = try await client.send(.post, Self.path, body)
      #expect(response.status == .unprocessableContent && response.isProblem)
      #expect(try response.object()["key"] as? String == key)
    }
  }

  @Test func `refuse bodies that are no object, and bodies where none belongs`() async throws {
    try await Self.withServer { client in
      #expect(try await client.send(.post, Self.path, "{").status == .badRequest)
      #expect(try await client.send(.post, Self.path, "[]").status == .unprocessableContent)
      #expect(try await client.send(.post, Self.path).status == .unsupportedMediaType)
      for word in ["check", "pause", "resume"] {
        let response = try await client.send(.post, Self.path + "/nas/\(word)", "{}")
        #expect(response.status == .badRequest && response.isProblem, "\(word)")
        let unknown = try await client.send(.post, Self.path + "/nobody/\(word)")
        #expect(unknown.status == .notFound && unknown.isProblem, "\(word)")
      }
      #expect(try await client.send(.delete, Self.path + "/nas", "{}").status == .badRequest)
      #expect(try await client.send(.get, Self.path + "?x=1").status == .unprocessableContent)
    }
  }

  @Test func `of the configuration file are locked, but can be paused`() async throws {
    try await Self.withServer { client in
      let patched = try await client.send(.patch, Self.path + "/web", #"{"name":"x"}"#)
      #expect(patched.status == .conflict && patched.isProblem)
      #expect(try await client.send(.delete, Self.path + "/web").status == .conflict)
      let paused = try await client.send(.post, Self.path + "/web/pause").object()
      #expect(paused["paused"] as? Bool == true && paused["state"] as? String == "paused")
      let resumed = try await client.send(.post, Self.path + "/web/resume").object()
      #expect(resumed["paused"] as? Bool == false)
      // Nobody declares a monitor over the API.
      let body = #"{"kind":"icmp","target":"x.example","source":"file"}"#
      let added = try await client.send(.post, Self.path, body).object()
      #expect(added["source"] as? String == "user")
    }
  }

  @Test func `are checked at once, and change with what was found`() async throws {
    try await Self.withServer { client in
      let one = Self.path + "/gateway"
      _ = try await client.send(.patch, one, #"{"target":"silent.example"}"#)
      let checked = try await client.send(.post, one + "/check").object()
      let result = try #require(checked["result"] as? [String: Any])
      #expect(result["outcome"] as? String == "failed" && result["rtt_ms"] is NSNull)
      #expect((result["reason"] as? [String: Any])?["code"] as? String == "check.silent")
      let down = try await client.send(.get, one).object()
      #expect(down["state"] as? String == "down")
      let incident = try #require(down["incident"] as? [String: Any])
      let number = try #require(incident["id"] as? Int)
      let path = "/api/v1/incidents/\(number)/acknowledge"
      #expect(try await client.send(.post, path).object()["acknowledged"] as? Bool == true)
      _ = try await client.send(.patch, one, #"{"target":"gateway.example"}"#)
      _ = try await client.send(.post, one + "/check")
      #expect(try await client.send(.get, one).object()["incident"] is NSNull)
      // What is over needs nobody's notice.
      #expect(try await client.send(.post, path).status == .notFound)
      for wrong in ["x", "-1", "99999999999999999999"] {
        let response = try await client.send(.post, "/api/v1/incidents/\(wrong)/acknowledge")
        #expect(response.status == .notFound && response.isProblem, "\(wrong)")
      }
    }
  }

  @Test func `tell their past without gaps`() async throws {
    try await Self.withServer { client in
      let one = Self.path + "/nas"
      let samples = try await client.send(.get, one + "/samples?from=2h&step=5m").object()
      let points = try #require(samples["points"] as? [[String: Any]])
      #expect(points.count == 25 && samples["step_ms"] as? Int == 300_000)
      #expect(points.last?["lost"] as? Int == points.last?["n"] as? Int)
      let past = try await client.send(.get, one + "/states?from=30d").object()
      let states = try #require(past["states"] as? [[String: Any]])
      #expect(states.first?["from"] as? String == past["from"] as? String)
      #expect(states.last?["to"] as? String == past["to"] as? String)
      #expect(states.last?["state"] as? String == "down")
      for (one, next) in zip(states, states.dropFirst()) {
        #expect(one["to"] as? String == next["from"] as? String)
      }
      let bars = try await client.send(.get, one + "/bars?from=90d&n=90").object()
      let all = try #require(bars["bars"] as? [[String: Any]])
      #expect(all.count == 90 && all.last?["state"] as? String == "down")
      let new = try await client.send(.get, Self.path + "/new/states?from=1h").object()
      let unknown = try #require(new["states"] as? [[String: Any]])
      #expect(unknown.map { $0["state"] as? String } == ["unknown"])
    }
  }

  @Test func `tell their incidents, the newest first and at most as many as asked`() async throws {
    try await Self.withServer { client in
      let all = try await client.send(.get, "/api/v1/incidents?from=90d").object()
      let incidents = try #require(all["incidents"] as? [[String: Any]])
      let starts = incidents.compactMap { $0["from"] as? String }
      #expect(incidents.count > 10 && starts == starts.sorted(by: >))
      let few = try await client.send(.get, "/api/v1/incidents?from=90d&limit=2").object()
      #expect((few["incidents"] as? [Any])?.count == 2)
      let own = try await client.send(.get, Self.path + "/nas/incidents?from=90d").object()
      let ids = (own["incidents"] as? [[String: Any]] ?? []).map { $0["monitor"] as? String }
      #expect(!ids.isEmpty && ids.allSatisfy { $0 == "nas" })
    }
  }

  @Test(arguments: [
    "samples?step=1s", "samples?from=1h&to=2h", "states?from=never", "bars?n=0", "bars?n=401",
    "incidents?limit=501", "incidents?x=1", "samples?step=1m&step=2m",
  ])
  func `refuse what the past can't be asked`(query: String) async throws {
    try await Self.withServer { client in
      let response = try await client.send(.get, Self.path + "/nas/" + query)
      #expect(response.status == .unprocessableContent && response.isProblem)
    }
  }

  @Test func `have no past where there is no such monitor`() async throws {
    try await Self.withServer { client in
      for word in ["samples", "states", "bars", "incidents"] {
        let response = try await client.send(.get, Self.path + "/nobody/" + word)
        #expect(response.status == .notFound && response.isProblem, "\(word)")
      }
    }
  }

  @Test func `are suggested, and each suggestion can be added as it is`() async throws {
    try await Self.withServer(monitors: 0) { client in
      let path = Self.path + "/suggestions"
      let suggestions = try #require(
        try await client.send(.get, path).object()["suggestions"] as? [[String: Any]]
      )
      #expect(suggestions.count == 3)
      for suggestion in suggestions {
        let body = String(
          decoding: try JSONSerialization.data(withJSONObject: suggestion),
          as: UTF8.self
        )
        let added = try await client.send(.post, Self.path, body)
        #expect(added.status == .created)
        #expect(try added.object()["source"] as? String == "suggested")
      }
      let left = try await client.send(.get, path).object()["suggestions"] as? [Any]
      #expect(left?.isEmpty == true)
    }
  }

  @Test func `are not there where nobody monitors`() async throws {
    try await TestServer.make().application.test(.router) { client in
      for path in [
        "monitors", "monitors/suggestions", "monitors/nas", "incidents", "rules", "channels",
        "channels/services", "alerts", "alerts/mutes", "status-page",
      ] {
        let response = try await client.send(.get, "/api/v1/" + path)
        #expect(response.status == .notFound && response.isProblem, "\(path)")
      }
      let body = #"{"kind":"icmp","target":"x.example"}"#
      #expect(try await client.send(.post, Self.path, body).status == .notFound)
    }
  }

  @Test func `say what becomes of each failure`() {
    let why: Message = "no"
    let statuses: [(MonitoringError, Int)] = [
      (.notFound(why), 404), (.unacceptable(key: "x", why), 422), (.locked(why), 409),
      (.impossible(why), 409), (.notStored(why), 507),
    ]
    for (error, status) in statuses {
      let problem = Problem(error)
      #expect(problem.status.code == status && problem.message == why)
      #expect(problem.key == (status == 422 ? "x" : nil))
    }
  }

  @Test func `fill gaps of their past with what is not known`() {
    func at(_ milliseconds: Int64) -> Timestamp { Timestamp(milliseconds: milliseconds) }
    let changes = [
      MonitorStateChange(monitor: "x", time: at(20), state: .up),
      MonitorStateChange(monitor: "x", time: at(30), state: .up),
      MonitorStateChange(monitor: "x", time: at(40), state: .down, isInMaintenance: true),
      MonitorStateChange(monitor: "x", time: at(90), state: .up),
    ]
    let spans = MonitorStateSpan.spans(of: changes, from: at(10), to: at(50))
    #expect(
      spans == [
        MonitorStateSpan(state: .unknown, from: at(10), to: at(20), maintenance: false),
        MonitorStateSpan(state: .up, from: at(20), to: at(40), maintenance: false),
        MonitorStateSpan(state: .down, from: at(40), to: at(50), maintenance: true),
      ]
    )
    let none = MonitorStateSpan.spans(of: [], from: at(10), to: at(50))
    #expect(none.map(\.state) == [.unknown])
  }
}
