import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Server

@Suite struct `The API's description` {
  @Test func `names every route of the API, and no other`() throws {
    let pages = Set(Pages().routes.map { "\($0.method) \($0.path)" })
    let routes = Set(try TestServer.make().routes.map { "\($0.method) \($0.path)" })
    #expect(try APIDocument.operations() == routes.subtracting(pages))
  }

  @Test func `is served`() async throws {
    try await TestServer.make().application.test(.router) { client in
      let response = try await client.send(.get, "/api/v1/openapi.json")
      #expect(response.headers[.contentType] == "application/json")
      #expect(try response.object()["openapi"] as? String == "3.1.0")
    }
  }

  @Test func `names each operation once, and has each reference`() throws {
    let text = String(decoding: OpenAPIRoutes.document, as: UTF8.self)
    let ids = text.matches(of: /"operationId": "(\w+)"/).map { String($0.1) }
    #expect(Set(ids).count == ids.count)
    #expect(ids.count == (try APIDocument.operations().count))
    let document = try JSONSerialization.jsonObject(with: Data(OpenAPIRoutes.document))
    for reference in Set(text.matches(of: /"\$ref": "#\/([^"]+)"/).map { String($0.1) }) {
      var value: Any? = document
      for step in reference.split(separator: "/") {
        value = (value as? [String: Any])?[String(step)]
      }
      #expect(value != nil, "\(reference)")
    }
  }
}
