import Model
import Testing

@testable import Monitoring

@Suite struct `The status page in JSON` {
  private static let page = StatusPage(
    isOn: true,
    token: "0123456789abcdef",
    title: "Our home",
    monitors: ["b", "a"]
  )

  @Test func `is written with every key and comes back`() throws {
    #expect(
      try TestJSON.write(Self.page)
        == #"{"monitors":["b","a"],"on":true,"title":"Our home","token":"0123456789abcdef"}"#
    )
    #expect(try TestJSON.again(Self.page) == Self.page)
    #expect(
      try TestJSON.write(StatusPage())
        == #"{"monitors":[],"on":false,"title":"Status","token":null}"#
    )
    #expect(try TestJSON.again(StatusPage()) == StatusPage())
  }

  @Test func `shows nothing to anybody unless it says so`() throws {
    let page = try TestJSON.read(StatusPage.self, "{}")
    #expect(page == StatusPage() && !page.isOn && page.token.isEmpty && page.monitors.isEmpty)
  }

  @Test(arguments: [
    (#"{"on":"yes"}"#, "on"), (#"{"title":7}"#, "title"), (#"{"monitors":{}}"#, "monitors"),
    (#"{"monitors":[1]}"#, "monitors[0]"), (#"{"path":"/x"}"#, "path"), ("[]", ""),
  ])
  func `names the key of what is wrong`(json: String, key: String) {
    #expect(TestJSON.refusal(of: StatusPage.self, json)?.key == key)
  }

  @Test func `shows monitors that there are, each once, under a name`() {
    #expect(Self.page.problem(monitors: ["a", "b", "c"]) == nil)
    let unknown = Refusal(Self.page.problem(monitors: ["b"]))
    #expect(unknown?.key == "monitors")
    #expect(unknown?.text == "There is no monitor with the id a.")
    var twice = Self.page
    twice.monitors = ["a", "a"]
    #expect(Refusal(twice.problem(monitors: ["a"]))?.code == "monitor.problem_twice")
    var nameless = Self.page
    nameless.title = " "
    #expect(Refusal(nameless.problem(monitors: ["a", "b"]))?.key == "title")
    var long = Self.page
    long.monitors = (0...StatusPage.mostMonitors).map { "m\($0)" }
    let many = Refusal(long.problem(monitors: Set(long.monitors)))
    #expect(many?.code == "monitor.field_too_many")
  }
}
