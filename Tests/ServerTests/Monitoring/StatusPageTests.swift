import Foundation
import HTTPTypes
import HummingbirdTesting
import Model
import Monitoring
import Simulation
import Testing

@testable import Server

@Suite struct `The status page` {
  private static let settings = "/api/v1/status-page"

  private static func withPage(
    _ body: String = #"{"on":true,"title":"Our home","monitors":["nas","odd","mail","backup"]}"#,
    password: PasswordFile? = nil,
    _ test:
      @escaping @Sendable (any TestClientProtocol, _ path: String) async throws -> Void
  ) async throws {
    let monitors = GeneratedMonitors()
    let server = try TestServer.make(monitoring: monitors, password: password)
    var page = StatusPage(isOn: true, token: Secrets.token(), title: "Our home")
    page.monitors = ["nas", "odd", "mail", "backup"]
    if password != nil { _ = try await monitors.set(page) }
    let token = page.token
    try await server.application.test(.router) { client in
      guard password == nil else { return try await test(client, "/status/\(token)") }
      let set = try await client.send(.put, Self.settings, body)
      #expect(set.status == .ok)
      try await test(client, try #require(try set.object()["path"] as? String))
    }
  }

  @Test func `is off until somebody wants it`() async throws {
    let server = try TestServer.make(monitoring: GeneratedMonitors())
    try await server.application.test(.router) { client in
      let page = try await client.send(.get, Self.settings).object()
      #expect(page["on"] as? Bool == false && page["path"] is NSNull && page["token"] is NSNull)
      for path in ["/status/", "/status/null", "/status/.json", "/status/x.json"] {
        #expect(try await client.send(.get, path).status == .notFound, "\(path)")
      }
    }
  }

  @Test func `shows the chosen monitors by name, without addresses and reasons`() async throws {
    try await Self.withPage { client, path in
      let response = try await client.send(.get, path)
      #expect(response.status == .ok)
      #expect(response.headers[.contentType] == "text/html; charset=utf-8")
      #expect(response.headers[.cacheControl] == "no-store")
      #expect(response.headers[.xRobotsTag] == "noindex, nofollow")
      let html = response.text
      #expect(html.contains("<bdi>NAS</bdi>") && html.contains("<bdi>Our home</bdi>"))
      #expect(html.contains(#"<p class="summary down">Something is down</p>"#))
      #expect(html.contains(#"<meta http-equiv="refresh" content="60">"#))
      for secret in [
        "silent-nas", "slow-mail", ".example", "echoes", "certificate", "Gateway", "Camera",
      ] {
        #expect(!html.contains(secret), "\(secret)")
      }
    }
  }

  @Test func `escapes names, and needs neither scripts nor inline styles`() async throws {
    try await Self.withPage { client, path in
      let html = try await client.send(.get, path).text
      #expect(html.contains("&lt;img src=x onerror=alert(1)&gt; &amp; &quot;Straße&quot;"))
      #expect(!html.contains("<img") && !html.contains("<script") && !html.contains("style="))
      #expect(!html.contains("<style"))
      let sheet = try #require(html.firstMatch(of: /rel="stylesheet" href="([^"]+)"/)).1
      let style = try await client.send(.get, String(sheet))
      #expect(style.status == .ok && style.headers[.contentType] == "text/css; charset=utf-8")
    }
  }

  @Test func `draws 90 days, whose heights differ by state and which words say, too`() async throws
  {
    try await Self.withPage { client, path in
      let html = try await client.send(.get, path).text
      let drawings = html.matches(of: /<svg[^>]* aria-label="([^"]+)">(.*?)<\/svg>/)
      #expect(drawings.count == 4)
      for drawing in drawings {
        #expect(drawing.2.matches(of: /M\d+ \d+h3v/).count == 90)
      }
      let nas = try #require(drawings.first)
      #expect(nas.2.contains(#"<path class="down" d="M"#) && nas.2.contains("20h3v12h-3z"))
      #expect(nas.2.contains(#"<path class="up" d="M"#) && nas.2.contains("0h3v32h-3z"))
      #expect(nas.1.contains("% up in 90 days; days with outages: "))
    }
  }

  @Test func `tells the same as JSON`() async throws {
    try await Self.withPage { client, path in
      let response = try await client.send(.get, path + ".json")
      #expect(response.headers[.contentType] == "application/json")
      let object = try response.object()
      #expect(Set(object.keys) == ["title", "updated", "state", "monitors", "incidents"])
      #expect(object["state"] as? String == "down")
      let monitors = try #require(object["monitors"] as? [[String: Any]])
      #expect(monitors.map { $0["name"] as? String }.first == "NAS" && monitors.count == 4)
      #expect((monitors[0]["bars"] as? [Any])?.count == 90)
      let incidents = try #require(object["incidents"] as? [[String: Any]])
      #expect(incidents.map { $0["monitor"] as? String } == ["NAS", "Mail server"])
      #expect(!response.text.contains(".example") && !response.text.contains("\"nas\""))
    }
  }

  @Test func `is in the reader's language`() async throws {
    try await Self.withPage { client, path in
      let html = try await client.send(.get, path, nil, [.acceptLanguage: "de-AT,en;q=0.5"]).text
      #expect(html.contains(#"<html lang="de">"#) && html.contains("Etwas ist ausgefallen"))
      let other = try await client.send(.get, path, nil, [.acceptLanguage: "fr"]).text
      #expect(other.contains(#"<html lang="en">"#))
    }
  }

  @Test func `needs no password, only its address`() async throws {
    let file = try TestServer.passwordFile()
    try await Self.withPage(password: file) { client, path in
      #expect(try await client.send(.get, path).status == .ok)
      #expect(try await client.send(.get, Self.settings).status == .unauthorized)
      let other = "/status/" + Secrets.token()
      for wrong in [other, path + "x", String(path.dropLast()), path.uppercased()] {
        let response = try await client.send(.get, wrong)
        #expect(response.status != .ok && !response.text.contains("NAS"), "\(wrong)")
      }
      #expect(try await client.send(.post, path).status == .unauthorized)
    }
  }

  @Test func `keeps its address until another is wanted, and ends when it is off`() async throws {
    try await Self.withPage { client, path in
      let renamed = try await client.send(.put, Self.settings, #"{"title":"Home","on":null}"#)
      let object = try renamed.object()
      #expect(object["path"] as? String == path && object["on"] as? Bool == true)
      #expect((object["monitors"] as? [Any])?.count == 4)
      let moved = try await client.send(.put, Self.settings, #"{"token":null}"#).object()
      let next = try #require(moved["path"] as? String)
      #expect(next != path && next.wholeMatch(of: /\/status\/[0-9a-f]{32}/) != nil)
      #expect(try await client.send(.get, path).status == .notFound)
      #expect(try await client.send(.get, next).status == .ok)
      _ = try await client.send(.put, Self.settings, #"{"on":false}"#)
      #expect(try await client.send(.get, next).status == .notFound)
    }
  }

  @Test(arguments: [
    (#"{"token":"0123"}"#, "token"), (#"{"monitors":["nobody"]}"#, "monitors"),
    (#"{"monitors":["nas","nas"]}"#, "monitors"), (#"{"title":""}"#, "title"),
    (#"{"on":1}"#, "on"), (#"{"colour":"red"}"#, "colour"),
  ])
  func `refuses settings that are wrong`(body: String, key: String) async throws {
    try await Self.withPage { client, _ in
      let response = try await client.send(.put, Self.settings, body)
      #expect(response.status == .unprocessableContent && response.isProblem)
      #expect(try response.object()["key"] as? String == key)
    }
  }

  @Test func `leaves out what was removed`() async throws {
    try await Self.withPage { client, path in
      #expect(try await client.send(.delete, "/api/v1/monitors/nas").status == .noContent)
      let html = try await client.send(.get, path).text
      #expect(!html.contains("<bdi>NAS</bdi>") && html.contains("<bdi>Mail server</bdi>"))
    }
  }

  @Test func `is made once for many readers`() async throws {
    let monitors = GeneratedMonitors()
    let cache = StatusPageCache()
    let page = StatusPage(isOn: true, token: "x", monitors: ["nas"])
    let now = GeneratedHome.start
    let first = await cache.view(page, of: monitors, now: now)
    try await monitors.remove(monitor: "nas")
    let soon = Timestamp(milliseconds: now.milliseconds + StatusPageCache.age - 1)
    #expect(await cache.view(page, of: monitors, now: soon) == first)
    let later = Timestamp(milliseconds: now.milliseconds + StatusPageCache.age)
    let anew = await cache.view(page, of: monitors, now: later)
    #expect(first.entries.count == 1 && anew.entries.isEmpty)
    // Other settings are shown at once.
    let other = StatusPage(isOn: true, token: "x", monitors: ["mail"])
    #expect(await cache.view(other, of: monitors, now: later).entries.count == 1)
  }

  @Test(arguments: [
    (1.0, "100.00"), (0.99999, "99.99"), (0.5, "50.00"), (0.9995, "99.95"), (0.0, "0.00"),
  ])
  func `never rounds an outage away`(share: Double, text: String) {
    #expect(StatusPageWords.english.percentage(share) == text)
    let german = text.replacing(".", with: ",")
    #expect(StatusPageWords.german.percentage(share) == german)
  }
}
