import Model
import Monitoring
import Testing
import Wire

@testable import Channels

@Suite struct TemplateTests {
  @Test func `A value in a place is not looked at again`() {
    let places = Places(["title": "{secret}", "secret": "s3cret"])
    #expect(places.filling("a {title} b {none} {") == "a {secret} b {none} {")
  }

  @Test func `A template of the user keeps its structure`() throws {
    let own = try #require(JSONValue(Array(#"{"t":["{title}",{"n":1}],"x":true}"#.utf8)))
    let filled = JSONTemplate(own).filled(Places(["title": "\"},{"]))
    #expect(filled?.json == #"{"t":["\"},{",{"n":1}],"x":true}"#)
  }

  @Test func `Members without anything are left out`() {
    let template: JSONTemplate = [
      "a": .optional("{none}"), "b": .number("n"), "c": .having("none", ["x": "y"]), "d": "{none}",
    ]
    #expect(template.filled(Places(["none": "", "n": "x"]))?.json == #"{"d":""}"#)
    #expect(
      template.filled(Places(["none": "v", "n": "3"]))?.json
        == #"{"a":"v","b":3,"c":{"x":"y"},"d":"v"}"#
    )
  }

  @Test(arguments: [
    (Markup.telegram, "a &lt;b&gt; &amp; @\u{2060}everyone *x*"),
    (Markup.slack, "a &lt;b&gt; &amp; @\u{2060}everyone *x*"),
    (Markup.matrix, "a &lt;b&gt; &amp; @everyone *x*"),
    (Markup.discord, "a \\<b\\> & @\u{2060}everyone \\*x\\*"),
    (Markup.plain, "a <b> & @everyone *x*"),
  ])
  func `Text of others is no markup`(_ markup: Markup, _ escaped: String) {
    #expect(markup.escaped("a <b> & @everyone *x*") == escaped)
  }

  @Test func `Lines are one line and turn no text around`() {
    #expect(CleanText.line("a\r\n\u{0}b\u{202E}c\u{2028}d", most: 20) == "a bc d")
    #expect(CleanText.line("abcdef", most: 3) == "abc…")
    #expect(
      CleanText.line("e" + String(repeating: "\u{301}", count: 99), most: 5).unicodeScalars.count
        == 6
    )
  }

  @Test func `What doesn’t fit is counted`() {
    let notice = Notices.devices(40, more: 2)
    let text = NoticeText(notice: notice, markup: .plain, limit: .utf16(200)).text(withTitle: true)
    #expect(text.hasPrefix("40 new devices\n• Camera 0 is new\n"))
    let lines = text.split(separator: "\n")
    #expect(lines.last == "… and \(42 - (lines.count - 2)) more")
    #expect(text.utf16.count <= 200)
  }

  @Test func `All of it is there where there is room`() {
    let notice = Notices.devices(2)
    let text = NoticeText(notice: notice, markup: .plain, limit: .bytes(1000)).text(withTitle: true)
    #expect(text == "2 new devices\n• Camera 0 is new\n• Camera 1 is new")
  }

  @Test func `A title is not said twice`() {
    var notice = Notices.down
    notice.items[0].text = notice.title
    let text = NoticeText(notice: notice, markup: .plain, limit: .bytes(1000)).text(withTitle: true)
    #expect(text == "NAS is down\nNo ARP answer either: it is off")
  }
}
