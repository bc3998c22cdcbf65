import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing
import WebApp

@testable import Server

@Suite struct `The embedded web app` {
  @Test func `is every file of the app's folder`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Sources/WebApp/app")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: root.path()).filter {
      try root.appending(path: $0).resourceValues(forKeys: [.isRegularFileKey]).isRegularFile
        == true
    }
    let embedded = (0..<webapp_asset_count).compactMap { WebAppAsset(at: $0)?.path }
    #expect(embedded == paths.sorted(), "scripts/web-assets.py embeds them")
  }

  @Test func `is served at the root, with its type and a tag`() async throws {
    try await TestServer.make().application.test(.router) { client in
      let response = try await client.send(.get, "/")
      #expect(response.status == .ok)
      #expect(response.headers[.contentType] == "text/html; charset=utf-8")
      #expect(try await client.send(.get, "/index.html").text == response.text)
      let tag = try #require(response.headers[.eTag])
      #expect(tag.hasPrefix("\"") && tag.hasSuffix("\""))
      let again = try await client.send(.get, "/", nil, [.ifNoneMatch: "\"other\", W/\(tag)"])
      #expect(again.status == .notModified)
      #expect(again.body.readableBytes == 0)
      let other = try await client.send(.get, "/", nil, [.ifNoneMatch: "\"other\""])
      #expect(other.status == .ok)
    }
  }

  @Test func `holds every file that it lists, each with a type of its own`() async throws {
    try await TestServer.make().application.test(.router) { client in
      #expect(webapp_asset_count > 0)
      #expect(WebAppAsset(at: webapp_asset_count) == nil)
      for index in 0..<webapp_asset_count {
        let asset = try #require(WebAppAsset(at: index))
        let response = try await client.send(.get, "/" + asset.path)
        #expect(response.status == .ok, "\(asset.path)")
        #expect(Array(response.body.readableBytesView) == asset.bytes)
        #expect(response.headers[.contentType] != "application/octet-stream", "\(asset.path)")
      }
    }
  }

  @Test func `tells browsers to be strict, also where something is wrong`() async throws {
    try await TestServer.make().application.test(.router) { client in
      for path in ["/", "/nowhere", "/api/v1/status"] {
        let headers = try await client.send(.get, path).headers
        let policy = try #require(headers[.contentSecurityPolicy])
        #expect(policy.hasPrefix("default-src 'none'; script-src 'self'; style-src 'self';"))
        #expect(!policy.contains("unsafe"))
        #expect(headers[.xContentTypeOptions] == "nosniff")
        #expect(headers[.referrerPolicy] == "no-referrer")
        #expect(headers[.crossOriginOpenerPolicy] == "same-origin")
        #expect(headers[HTTPField.Name("Cross-Origin-Resource-Policy")!] == "same-origin")
        #expect(headers[.permissionsPolicy]?.contains("camera=()") == true)
      }
    }
  }
}
