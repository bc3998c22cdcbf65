import Model
import Testing

@testable import Monitoring

/// Headers that let somebody in are kept, and not shown.
@Suite struct HiddenHeadersTests {
  private let monitor = Monitor(
    id: "m1",
    name: "NAS",
    check: .http(
      HTTPCheck(
        url: "https://nas.lan/a",
        headers: [
          .init("Authorization", "Bearer one"), .init("Accept", "text/html"),
          .init("X-Api-Key", "two"), .init("x-api-key", "three"),
        ]
      )
    )
  )

  private func headers(_ json: String) throws -> [HTTPCheck.HeaderField] {
    let patched = try TestJSON.read(MonitorPatch.self, json).applied(to: monitor)
    guard case .http(let check) = patched.check else { return [] }
    return check.headers
  }

  private func refusal(_ json: String) throws -> Refusal? {
    let patched = try TestJSON.read(MonitorPatch.self, json).applied(to: monitor)
    return Refusal(patched.problem())
  }

  @Test func `the API shows that they are there`() throws {
    let json = try TestJSON.write(MonitorSnapshot(monitor: monitor))
    for secret in ["Bearer", "one", "two", "three"] { #expect(!json.contains(secret)) }
    #expect(json.contains(#"{"name":"Authorization","value":"…"}"#))
    #expect(json.contains(#"{"name":"Accept","value":"text/html"}"#))
    // What is stored has them.
    #expect(try TestJSON.again(monitor) == monitor)
  }

  @Test(arguments: [
    ("Authorization", true), ("Proxy-Authorization", true), ("cookie", true),
    ("X-Auth-Token", true), ("PRIVATE-TOKEN", true), ("ApiKey", true), ("X-Secret", true),
    ("Accept", false), ("User-Agent", false), ("X-Forwarded-For", false),
  ])
  func `they are known by their names`(name: String, isSecret: Bool) {
    #expect(HTTPCheck.HeaderField(name, "x").isSecret == isSecret)
  }

  @Test func `what is shown stands for what is kept`() throws {
    let shown = #"{"name":"authorization","value":"…"}"#
    let same = try headers(#"{"options":{"headers":[\#(shown)]}}"#)
    #expect(same == [.init("authorization", "Bearer one")])
    let keys = try headers(
      #"{"options":{"headers":[{"name":"X-Api-Key","value":"…"},{"name":"X-Api-Key","value":"…"}]}}"#
    )
    #expect(keys.map(\.value) == ["two", "three"])
    let second = try headers(
      #"{"options":{"headers":[{"name":"X-Api-Key","value":"new"},{"name":"X-Api-Key","value":"…"}]}}"#
    )
    #expect(second.map(\.value) == ["new", "three"])
    let path = try headers(#"{"target":"https://NAS.lan:8443/b"}"#)
    #expect(path.map(\.value) == ["Bearer one", "text/html", "two", "three"])
    let fresh = try headers(#"{"options":{"headers":{"Authorization":"new"}}}"#)
    #expect(fresh == [.init("Authorization", "new")])
  }

  @Test(arguments: [
    #"{"target":"https://other.lan/"}"#, #"{"target":"http://nas.lan/"}"#,
    #"{"target":"https://other.lan/","options":{"headers":{"Authorization":"…"}}}"#,
    #"{"options":{"headers":{"X-Token":"…"}}}"#,
    // Another name, also one that isn't known as a secret's.
    #"{"options":{"headers":{"X-Access":"…"}}}"#, #"{"options":{"headers":{"Accept":"…"}}}"#,
    // One of two is gone, or there is one more: it isn't known whose value it is.
    #"{"options":{"headers":{"X-Api-Key":"…"}}}"#,
    #"{"options":{"headers":[{"name":"Authorization","value":"…"},{"name":"Authorization","value":"x"}]}}"#,
  ])
  func `they go nowhere else`(json: String) throws {
    let found = try refusal(json)
    #expect(found?.code == "monitor.problem_header_hidden")
    #expect(found?.key == "options.headers[0].value")
  }

  @Test func `given again they may go elsewhere`() throws {
    let json = #"{"target":"https://other.lan/","options":{"headers":{"Authorization":"a"}}}"#
    #expect(try refusal(json) == nil)
    #expect(try headers(json) == [.init("Authorization", "a")])
  }
}
