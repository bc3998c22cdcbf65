import DemoHome
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Server
@testable import Home
@testable import Model
import Simulation

@Suite struct `The API` {
  private static let first = "/api/v1/devices/d00000"

  @Test func `lists the devices as the home has them`() async throws {
    try await TestServer.make().application.test(.router) { client in
      let response = try await client.send(.get, "/api/v1/devices")
      #expect(response.status == .ok)
      #expect(response.headers[.contentType] == "application/json")
      #expect(response.headers[.cacheControl] == "no-store")
      let devices = try #require(try response.object()["devices"] as? [[String: Any]])
      #expect(devices.count == 12)
      #expect(devices[0]["id"] as? String == "d00000")
      #expect(devices.map { $0["slot"] as? Int } == Array(0..<12))
    }
  }

  @Test func `explains one device, and says what HomeNet itself thinks`() async throws {
    try await TestServer.make().application.test(.router) { client in
      _ = try await client.send(.patch, Self.first, #"{"user_name":"Way Out"}"#)
      let object = try await client.send(.get, Self.first).object()
      #expect(object["name"] as? String == "Way Out")
      let identified = try #require(object["identified"] as? [String: Any])
      #expect(identified["name"] as? String == "Gateway")
      let explanation = try #require(object["explanation"] as? [String: Any])
      #expect(explanation["schema"] as? String == "homenet.explain/1")
    }
  }

  @Test func `reads an id that is percent-encoded`() async throws {
    let home = GeneratedHome(devices: 1)
    var device = await home.snapshot().devices[0]
    device.device.id = "mac:02:00:5e:00:00:03"
    await home.update([device])
    try await TestServer.make(home).application.test(.router) { client in
      let path = "/api/v1/devices/mac%3A02%3a00%3A5e:00:00:03"
      #expect(try await client.send(.get, path).status == .ok)
      for broken in ["mac%3", "%zz", "%ff%fe"] {
        let response = try await client.send(.get, "/api/v1/devices/\(broken)")
        #expect(response.status == .notFound && response.isProblem)
      }
    }
  }

  @Test func `keeps what the user says, and takes it away again by null`() async throws {
    try await TestServer.make().application.test(.router) { client in
      let said = #"{"user_name":"A","category":"printer","note":"n","hidden":true}"#
      var object = try await client.send(.patch, Self.first, said).object()
      #expect(object["user_name"] as? String == "A")
      #expect(object["category"] as? String == "printer")
      #expect(object["note"] as? String == "n")
      #expect(object["hidden"] as? Bool == true)
      object = try await client.send(.patch, Self.first, #"{"name":null,"category":null}"#).object()
      #expect(object["name"] as? String == "Gateway")
      #expect(object["category"] as? String == "router")
      #expect(object["note"] as? String == "n")
    }
  }

  @Test(arguments: [
    ("{", HTTPResponse.Status.badRequest), ("", .badRequest), ("[]", .unprocessableContent),
    ("{}", .unprocessableContent), (#"{"user_name":7}"#, .unprocessableContent),
    (#"{"category":"spaceship"}"#, .unprocessableContent),
    (#"{"hidden":null}"#, .unprocessableContent), (#"{"new":true}"#, .unprocessableContent),
    (#"{"slot":3}"#, .unprocessableContent),
    (#"{"name":"a","user_name":"b"}"#, .unprocessableContent),
    (#"{"hidden":1}"#, .unprocessableContent),
  ])
  func `refuses what it can't take`(body: String, status: HTTPResponse.Status) async throws {
    try await TestServer.make().application.test(.router) { client in
      let response = try await client.send(.patch, Self.first, body)
      #expect(response.status == status)
      #expect(response.isProblem)
    }
  }

  @Test func `takes only JSON, and not too much`() async throws {
    try await TestServer.make().application.test(.router) { client in
      let form = try await client.send(
        .patch,
        Self.first,
        "user_name=x",
        [.contentType: "application/x-www-form-urlencoded"]
      )
      #expect(form.status == .unsupportedMediaType && form.isProblem)
      let near = try await client.send(
        .patch,
        Self.first,
        #"{"note":"x"}"#,
        [.contentType: "application/jsonish"]
      )
      #expect(near.status == .unsupportedMediaType)
      let long = #"{"note":""# + String(repeating: "x", count: 70_000) + "\"}"
      let response = try await client.send(.patch, Self.first, long)
      #expect(response.status == .contentTooLarge && response.isProblem)
    }
  }

  @Test func `forgets a device, and knows it no more`() async throws {
    try await TestServer.make().application.test(.router) { client in
      #expect(try await client.send(.delete, Self.first).status == .noContent)
      for method in [HTTPRequest.Method.get, .delete] {
        let response = try await client.send(method, Self.first)
        #expect(response.status == .notFound && response.isProblem)
      }
      let patched = try await client.send(.patch, Self.first, #"{"hidden":true}"#)
      #expect(patched.status == .notFound)
      #expect(try await client.send(.post, Self.first + "/rescan").status == .notFound)
    }
  }

  @Test func `forgets those that are away and unnamed, when it is asked just that`() async throws {
    let home = GeneratedHome(devices: 12)
    var devices = await home.snapshot().devices
    for index in devices.indices { devices[index].presence = index < 6 ? .away : .present }
    // The second is the machine that scans, which stays.
    devices[0].marks.note = "lent to a friend"
    await home.update(devices)
    try await TestServer.make(home).application.test(.router) { client in
      for query in [
        "", "?state=away", "?unnamed=true", "?state=present&unnamed=true",
        "?state=away&unnamed=false", "?state=away&unnamed=true&x=1",
      ] {
        let refused = try await client.send(.delete, "/api/v1/devices" + query)
        #expect(refused.status == .unprocessableContent && refused.isProblem, "\(query)")
      }
      let path = "/api/v1/devices?state=away&unnamed=true"
      let response = try await client.send(.delete, path)
      #expect(response.status == .ok)
      #expect(response.text == #"{"forgotten":4}"#)
      #expect(try await client.send(.delete, path).text == #"{"forgotten":0}"#)
      let left = try await client.send(.get, "/api/v1/devices").object()["devices"] as? [Any]
      #expect(left?.count == 8)
    }
  }

  @Test func `lets monitors add parameters to what is no part of it`() async throws {
    try await TestServer.make().application.test(.router) { client in
      #expect(try await client.send(.get, "/healthz?x=1").status == .ok)
      #expect(try await client.send(.get, "/metrics?x=1").status == .ok)
      let refused = try await client.send(.post, Self.first + "/rescan?x=1")
      #expect(refused.status == .unprocessableContent && refused.isProblem)
    }
  }

  @Test func `asks a device anew`() async throws {
    try await TestServer.make().application.test(.router) { client in
      let response = try await client.send(.post, Self.first + "/rescan")
      #expect(response.status == .accepted)
      #expect(try response.object()["probing"] as? Bool == true)
    }
  }

  @Test func `starts and stops the scan`() async throws {
    try await TestServer.make().application.test(.router) { client in
      let started = try await client.send(.post, "/api/v1/scan")
      #expect(started.status == .accepted)
      #expect(try started.object()["state"] as? String == "running")
      #expect(try started.object()["progress"] as? Double == 0)
      let stopped = try await client.send(.delete, "/api/v1/scan")
      #expect(stopped.status == .ok)
      #expect(try stopped.object()["state"] as? String == "idle")
      #expect(try stopped.object()["next"] as? String != nil, "the next one comes at its time")
      #expect(try await client.send(.get, "/api/v1/scan").text == stopped.text)
    }
  }

  @Test func `pauses the watch, and resumes it`() async throws {
    try await TestServer.make().application.test(.router) { client in
      #expect(try await client.send(.get, "/api/v1/scan").object()["paused"] as? Bool == false)
      let paused = try await client.send(.patch, "/api/v1/scan", #"{"paused":true}"#)
      #expect(paused.status == .ok)
      #expect(try paused.object()["paused"] as? Bool == true)
      #expect(try paused.object()["next"] is NSNull)
      let status = try await client.send(.get, "/api/v1/status").object()
      #expect((status["scan"] as? [String: Any])?["paused"] as? Bool == true)
      let figures = try await client.send(.get, "/metrics").text
      #expect(figures.contains("\nhomenet_watch_paused 1\n"))
      let resumed = try await client.send(.patch, "/api/v1/scan", #"{"paused":false}"#)
      #expect(try resumed.object()["paused"] as? Bool == false)
      #expect(try resumed.object()["next"] as? String != nil)
    }
  }

  @Test(arguments: ["{}", "[]", #"{"paused":null}"#, #"{"paused":1}"#, #"{"paused":true,"x":1}"#])
  func `refuses what is no pause`(body: String) async throws {
    try await TestServer.make().application.test(.router) { client in
      let response = try await client.send(.patch, "/api/v1/scan", body)
      #expect(response.status == .unprocessableContent && response.isProblem)
    }
  }

  @Test func `says how the home is`() async throws {
    try await TestServer.make().application.test(.router) { client in
      let object = try await client.send(.get, "/api/v1/status").object()
      #expect(object["version"] as? String == "1.2.3")
      #expect(object["demo"] as? Bool == false)
      let devices = try #require(object["devices"] as? [String: Int])
      #expect(devices["total"] == 12)
      let storage = try #require(object["storage"] as? [String: Any])
      #expect(Set(storage.keys) == ["path", "problem"])
    }
  }

  @Test func `answers every error as a problem, and says what is allowed`() async throws {
    try await TestServer.make().application.test(.router) { client in
      let nowhere = try await client.send(.get, "/api/v1/nowhere")
      #expect(nowhere.status == .notFound && nowhere.isProblem)
      let wrong = try await client.send(.put, "/api/v1/scan")
      #expect(wrong.status == .methodNotAllowed && wrong.isProblem)
      #expect(wrong.headers[.allow] == "DELETE, GET, HEAD, PATCH, POST")
      let page = try await client.send(.delete, "/index.html")
      #expect(page.status == .methodNotAllowed && page.headers[.allow] == "GET, HEAD")
      let device = try await client.send(.put, "/api/v1/devices/x")
      #expect(
        device.status == .methodNotAllowed && device.headers[.allow]?.contains("PATCH") == true
      )
      let body = try await client.send(.post, "/api/v1/scan", #"{"x":1}"#)
      #expect(body.status == .badRequest && body.isProblem)
    }
  }

  @Test func `tells figures in Prometheus' format`() async throws {
    try await TestServer.make().application.test(.router) { client in
      _ = try await client.send(.get, "/nowhere")
      let response = try await client.send(.get, "/metrics")
      #expect(response.headers[.contentType]?.hasPrefix("text/plain; version=0.0.4") == true)
      #expect(response.text.contains("\nhomenet_event_clients 0\n"))
      #expect(
        response.text.contains("homenet_http_requests_total{method=\"GET\",status=\"404\"} 1\n")
      )
      for line in response.text.split(separator: "\n") where !line.hasPrefix("#") {
        let value = try #require(line.split(separator: " ").last)
        #expect(Double(value) != nil, "\(line)")
      }
    }
  }
}
