import Foundation
import HTTPTypes
import HummingbirdTesting
import Monitoring
import Simulation
import Testing

@testable import Server

@Suite struct `The API's alerts` {
  private static func withServer(
    _ test: @escaping @Sendable (any TestClientProtocol) async throws -> Void
  ) async throws {
    let server = try TestServer.make(monitoring: GeneratedMonitors())
    try await server.application.test(.router) { client in try await test(client) }
  }

  // MARK: Rules

  @Test func `go by rules that are added, changed and removed`() async throws {
    try await Self.withServer { client in
      let body = #"{"name":"Outages","channels":["phones"],"events":["monitor_down"]}"#
      let added = try await client.send(.post, "/api/v1/rules", body)
      #expect(added.status == .created)
      #expect(try added.object()["id"] as? String == "new-1")
      let patch = #"{"on":false,"quiet_hours":{"from":"22:00","to":"07:00"}}"#
      let changed = try await client.send(.patch, "/api/v1/rules/new-1", patch).object()
      #expect(changed["on"] as? Bool == false && changed["name"] as? String == "Outages")
      #expect((changed["quiet_hours"] as? [String: Any])?["from"] as? String == "22:00")
      let rules = try await client.send(.get, "/api/v1/rules").object()["rules"] as? [Any]
      #expect(rules?.count == 4)
      #expect(try await client.send(.delete, "/api/v1/rules/new-1").status == .noContent)
      #expect(try await client.send(.delete, "/api/v1/rules/new-1").status == .notFound)
    }
  }

  @Test(arguments: [
    ("POST", "rules", #"{"name":"x","channels":["nowhere"]}"#, 422),
    ("POST", "rules", #"{"name":"x","channels":[]}"#, 422),
    ("POST", "rules", #"{"name":"x","channels":["phones"],"events":["rain"]}"#, 422),
    ("POST", "rules", #"{"name":"x","channels":["phones"],"id":"usual"}"#, 409),
    ("PATCH", "rules/work", #"{"on":false}"#, 409),
    ("PATCH", "rules/nobody", #"{"on":false}"#, 404),
    ("PATCH", "rules/usual", #"{"id":"other"}"#, 422), ("PATCH", "rules/usual", "[]", 422),
    ("POST", "channels", #"{"service":"pigeon"}"#, 422), ("POST", "channels", "{", 400),
    ("POST", "channels", #"{"service":"ntfy"}"#, 422),
    (
      "POST", "channels", #"{"service":"ntfy","settings":{"topic":"x"},"secrets":{"pin":"1"}}"#, 422
    ),
    ("POST", "channels", #"{"service":"ntfy","settings":{"topic":"x"},"secrets":"x"}"#, 422),
    ("POST", "channels", #"{"service":"ntfy","settings":{"topic":"x"},"id":"phones"}"#, 409),
    ("PATCH", "channels/automation", #"{"on":false}"#, 409),
    ("PATCH", "channels/nobody", #"{"on":false}"#, 404),
    ("POST", "alerts/mute", #"{"monitor":"nobody","for":"1h"}"#, 404),
    ("POST", "alerts/mute", #"{"monitor":"nas"}"#, 422),
    ("POST", "alerts/mute", #"{"monitor":"nas","device":"d00003","for":"1h"}"#, 422),
    ("POST", "alerts/mute", #"{"device":"","for":"1h"}"#, 422),
    ("POST", "alerts/mute", #"{"all":false,"for":"1h"}"#, 422),
    ("POST", "alerts/mute", #"{"all":true,"for":"soon"}"#, 422),
    ("POST", "alerts/mute", #"{"all":true,"for":"-1h"}"#, 422),
  ])
  func `refuse what is wrong`(
    method: String,
    path: String,
    body: String,
    status: Int
  ) async throws {
    try await Self.withServer { client in
      let method = try #require(HTTPRequest.Method(method))
      let response = try await client.send(method, "/api/v1/" + path, body)
      #expect(response.status.code == status && response.isProblem)
    }
  }

  @Test func `of the configuration file are locked`() async throws {
    try await Self.withServer { client in
      for path in ["/api/v1/rules/work", "/api/v1/channels/automation"] {
        let response = try await client.send(.delete, path)
        #expect(response.status == .conflict && response.isProblem, "\(path)")
      }
    }
  }

  // MARK: Channels

  @Test func `never tell a secret again`() async throws {
    try await Self.withServer { client in
      let body = #"""
        {"service":"ntfy","name":"Tablet","settings":{"topic":"home"},"secrets":{"token":"tk_hush"}}
        """#
      let added = try await client.send(.post, "/api/v1/channels", body)
      #expect(added.status == .created && !added.text.contains("tk_hush"))
      #expect(try added.object()["secrets"] as? [String] == ["token"])
      let one = "/api/v1/channels/new-1"
      let renamed = try await client.send(.patch, one, #"{"name":"Tablets"}"#)
      #expect(try renamed.object()["secrets"] as? [String] == ["token"])
      let replaced = try await client.send(.patch, one, #"{"secrets":{"token":"tk_again"}}"#)
      #expect(replaced.status == .ok && !replaced.text.contains("tk_again"))
      let wrong = #"{"secrets":{"pin":"tk_wrong"}}"#
      let refused = try await client.send(.patch, one, wrong)
      #expect(refused.status == .unprocessableContent && !refused.text.contains("tk_wrong"))
      for path in ["channels", "channels/services", "alerts", "rules"] {
        let response = try await client.send(.get, "/api/v1/" + path)
        #expect(response.status == .ok && !response.text.contains("tk_"), "\(path)")
      }
      #expect(try await client.send(.delete, one).status == .noContent)
      #expect(try await client.send(.delete, one).status == .notFound)
    }
  }

  @Test func `send no kept secret to another server`() async throws {
    try await Self.withServer { client in
      let one = "/api/v1/channels/phones"
      let moved = #"{"settings":{"server":"https://other.example"}}"#
      let refused = try await client.send(.patch, one, moved)
      #expect(refused.status == .unprocessableContent)
      #expect(try refused.object()["key"] as? String == "secrets.token")
      let given =
        #"{"settings":{"server":"https://other.example"},"secrets":{"token":"tk_anew"}}"#
      #expect(try await client.send(.patch, one, given).status == .ok)
      // The same server takes them further on.
      let topic = #"{"settings":{"topic":"other","server":"https://other.example"}}"#
      #expect(try await client.send(.patch, one, topic).status == .ok)
    }
  }

  @Test func `are tried out over a channel`() async throws {
    try await Self.withServer { client in
      let path = "/api/v1/channels/phones/test"
      func outcome() async throws -> [String: Any] {
        let object = try await client.send(.post, path).object()
        return try #require(object["delivery"] as? [String: Any])
      }
      #expect(try await outcome()["outcome"] as? String == "sent")
      _ = try await client.send(.patch, "/api/v1/channels/phones", #"{"name":"silent one"}"#)
      let failed = try await outcome()
      #expect(failed["outcome"] as? String == "failed" && failed["retry_after_s"] as? Int == 60)
      #expect((failed["error"] as? [String: Any])?["text"] is String)
      let nobody = try await client.send(.post, "/api/v1/channels/nobody/test")
      #expect(nobody.status == .notFound)
      #expect(try await client.send(.post, path, "{}").status == .badRequest)
    }
  }

  @Test func `can take the services that the program knows`() async throws {
    try await Self.withServer { client in
      let object = try await client.send(.get, "/api/v1/channels/services").object()
      let services = try #require(object["services"] as? [[String: Any]])
      #expect(services.map { $0["name"] as? String } == ["ntfy", "webhook", "mail"])
      let settings = try #require(services[0]["settings"] as? [[String: Any]])
      #expect(settings.map { $0["secret"] as? Bool } == [false, false, true])
    }
  }

  // MARK: The outbox and mutes

  @Test func `are told by state, page by page`() async throws {
    try await Self.withServer { client in
      func alerts(_ query: String) async throws -> (ids: [Int], next: Int?) {
        let object = try await client.send(.get, "/api/v1/alerts" + query).object()
        let alerts = try #require(object["alerts"] as? [[String: Any]])
        return (alerts.compactMap { $0["id"] as? Int }, object["next"] as? Int)
      }
      let first = try await alerts("?limit=4")
      #expect(first.ids == [6, 5, 4, 3] && first.next == 3)
      let second = try await alerts("?limit=4&before=3")
      #expect(second.ids == [2, 1] && second.next == nil)
      #expect(try await alerts("?state=given_up").ids == [1])
      #expect(try await alerts("?state=held").ids == [4])
      for query in ["?state=lost", "?limit=0", "?limit=201", "?before=0", "?x=1"] {
        let response = try await client.send(.get, "/api/v1/alerts" + query)
        #expect(response.status == .unprocessableContent && response.isProblem, "\(query)")
      }
    }
  }

  @Test func `are muted for a time, for ever, and no longer`() async throws {
    try await Self.withServer { client in
      func mute(_ body: String) async throws -> [[String: Any]] {
        let object = try await client.send(.post, "/api/v1/alerts/mute", body).object()
        return try #require(object["mutes"] as? [[String: Any]])
      }
      let hour = try await mute(#"{"monitor":"nas","for":"1h"}"#)
      let until = hour.first { $0["monitor"] as? String == "nas" }?["until"] as? String
      #expect(until == "2023-11-14T23:13:20.000Z")
      let shown = try await client.send(.get, "/api/v1/monitors/nas").object()
      #expect(shown["muted_until"] as? String == until)
      #expect(try await mute(#"{"device":"d00003","for":"ever"}"#).count == 3)
      #expect(try await mute(#"{"all":true,"for":"1d"}"#).count == 4)
      #expect(try await mute(#"{"all":true,"for":null}"#).count == 3)
      #expect(try await mute(#"{"monitor":"nas","for":null}"#).count == 2)
      let left = try await client.send(.get, "/api/v1/alerts/mutes").object()["mutes"] as? [Any]
      #expect(left?.count == 2)
    }
  }
}
