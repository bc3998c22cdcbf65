import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Server

@Suite struct `Tools over the API` {
  private static func server(_ password: PasswordFile? = nil) throws -> HomeServer {
    try TestServer.make(password: password, tools: [everyOption, StagedTool().failing])
  }

  @Test func `are listed with what can be asked of them`() async throws {
    try await Self.server().application.test(.router) { client in
      let response = try await client.send(.get, "/api/v1/tools")
      #expect(response.status == .ok)
      let tools = try #require(try response.object()["tools"] as? [[String: Any]])
      #expect(tools.map { $0["name"] as? String } == ["everything", "failing"])
      let options = try #require(tools[0]["options"] as? [[String: Any]])
      #expect(
        options.map { $0["kind"] as? String } == [
          "hosts", "host", "text", "integer", "seconds", "choice", "flag",
        ]
      )
      #expect(options[0]["required"] as? Bool == true)
      #expect(options[0]["default"] is NSNull)
      #expect(options[3]["minimum"] as? Int == 1 && options[3]["maximum"] as? Int == 10)
      #expect(options[3]["default"] as? Int == 4)
      #expect(options[5]["choices"] as? [String] == ["a", "b"])
      #expect(options[6]["default"] as? Bool == true && options[6]["minimum"] is NSNull)
      #expect(
        options.map { $0["prominent"] as? Bool } == [
          false, false, false, true, false, false, false,
        ]
      )
    }
  }

  @Test func `are none where none were registered`() async throws {
    try await TestServer.make().application.test(.router) { client in
      #expect(try await client.send(.get, "/api/v1/tools").text == #"{"tools":[]}"#)
      let response = try await client.send(.post, "/api/v1/tools/ping", "{}")
      #expect(response.status == .notFound && response.isProblem)
    }
  }

  @Test(arguments: [
    ("{", HTTPResponse.Status.badRequest), ("", .badRequest), ("[]", .unprocessableContent),
    ("{}", .unprocessableContent), (#"{"hosts":[]}"#, .unprocessableContent),
    (#"{"hosts":["a","b","c"]}"#, .unprocessableContent), (#"{"hosts":7}"#, .unprocessableContent),
    (#"{"hosts":["a",7]}"#, .unprocessableContent), (#"{"hosts":[""]}"#, .unprocessableContent),
    (#"{"hosts":[" \t"]}"#, .unprocessableContent),
    (#"{"hosts":["a\nb"]}"#, .unprocessableContent),
    (#"{"hosts":["a"],"whole":0}"#, .unprocessableContent),
    (#"{"hosts":["a"],"whole":11}"#, .unprocessableContent),
    (#"{"hosts":["a"],"whole":1.5}"#, .unprocessableContent),
    (#"{"hosts":["a"],"whole":1e300}"#, .unprocessableContent),
    (#"{"hosts":["a"],"whole":"4"}"#, .unprocessableContent),
    (#"{"hosts":["a"],"seconds":0.4}"#, .unprocessableContent),
    (#"{"hosts":["a"],"choice":"c"}"#, .unprocessableContent),
    (#"{"hosts":["a"],"flag":1}"#, .unprocessableContent),
    (#"{"hosts":["a"],"text":"123456789"}"#, .unprocessableContent),
    (#"{"hosts":["a"],"text":"wrong"}"#, .unprocessableContent),
    (#"{"hosts":["a"],"speed":1}"#, .unprocessableContent),
    (#"{"hosts":["a"],"text":{"a":1}}"#, .unprocessableContent),
  ])
  func `refuse what they can't take`(body: String, status: HTTPResponse.Status) async throws {
    try await Self.server().application.test(.router) { client in
      let response = try await client.send(.post, "/api/v1/tools/everything", body)
      #expect(response.status == status)
      #expect(response.isProblem)
    }
  }

  @Test func `are run by POST of JSON alone, and of not too much`() async throws {
    try await Self.server().application.test(.router) { client in
      let path = "/api/v1/tools/everything"
      #expect(try await client.send(.get, path).status == .methodNotAllowed)
      let form = try await client.send(.post, path, "{}", [.contentType: "text/plain"])
      #expect(form.status == .unsupportedMediaType)
      let large = #"{"text":"\#(String(repeating: "x", count: 70_000))"}"#
      #expect(try await client.send(.post, path, large).status == .contentTooLarge)
      let hosts = #"{"hosts":["\#(String(repeating: "x", count: 256))"]}"#
      #expect(try await client.send(.post, path, hosts).status == .unprocessableContent)
    }
  }

  @Test func `are for the household's own pages and scripts`() async throws {
    try await Self.server().application.test(.router) { client in
      var headers = HTTPFields()
      headers[.origin] = "http://elsewhere.example"
      let response = try await client.send(.post, "/api/v1/tools/failing", "{}", headers)
      #expect(response.status == .forbidden && response.isProblem)
    }
    try await Self.server(TestServer.passwordFile()).application.test(.router) { client in
      let list = try await client.send(.get, "/api/v1/tools")
      #expect(list.status == .unauthorized)
      let run = try await client.send(.post, "/api/v1/tools/failing", "{}")
      #expect(run.status == .unauthorized)
    }
  }
}
