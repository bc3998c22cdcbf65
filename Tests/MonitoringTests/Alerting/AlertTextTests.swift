import Model
import Testing
@testable import Monitoring

@Suite struct `Text of an alert` {
  private static func item(_ text: String, reason: String? = nil) -> AlertNotice.Item {
    AlertNotice.Item(
      kind: .monitorDown,
      text: text,
      reason: reason,
      severity: .critical,
      time: AlertDriver.noon
    )
  }

  private static func notice(_ items: [AlertNotice.Item], more: Int = 0) -> AlertNotice {
    AlertNotice(
      id: "n",
      title: AlertTitle.text(of: items, more: more),
      items: items,
      more: more,
      severity: .critical,
      time: AlertDriver.noon,
      url: "http://192.0.2.1:8080/"
    )
  }

  @Test func `a single one is its sentence, its reason and its time`() {
    let notice = Self.notice([Self.item("NAS is down.", reason: "Its cable is unplugged.")])
    let text = notice.plainText(in: LocalTime { _ in 3600 })
    #expect(
      text == """
        NAS is down.
        Its cable is unplugged.
        2026-11-27 13:00
        http://192.0.2.1:8080/
        """
    )
  }

  @Test func `several are a list`() {
    let notice = Self.notice([Self.item("A is down.", reason: "Why."), Self.item("B is down.")])
    #expect(
      notice.plainText() == """
        2 monitors are down
        • 2026-11-27 12:00 A is down.
          Why.
        • 2026-11-27 12:00 B is down.
        http://192.0.2.1:8080/
        """
    )
    #expect(notice.plainBody().hasPrefix("• 2026-11-27 12:00 A is down."))
  }

  @Test func `what doesn't fit is counted`() {
    let notice = Self.notice((1...20).map { Self.item("m\($0) is down.") }, more: 5)
    let text = notice.plainText(limit: .bytes(300))
    #expect(text.utf8.count <= 300)
    let listed = text.split(separator: "\n").filter { $0.hasPrefix("•") }.count
    #expect(listed > 0)
    #expect(text.contains("… and \(25 - listed) more"))
    #expect(text.hasPrefix("20 monitors are down, 5 more"))
  }

  @Test(arguments: [0, 1, 3, 4, 10, 50, 120, 4096])
  func `no limit is exceeded, whatever the names are`(limit: Int) {
    let name = String(repeating: "ü👩‍👩‍👧‍👦*_", count: 50)
    for notice in [
      Self.notice([Self.item(name, reason: name)]),
      Self.notice([Self.item(name, reason: name), Self.item("B")], more: 3),
    ] {
      for text in [
        notice.plainText(limit: .bytes(limit)), notice.markdown(limit: .bytes(limit)),
        notice.plainBody(limit: .bytes(limit)),
      ] {
        #expect(text.utf8.count <= limit)
      }
      let characters = notice.plainText(limit: .characters(limit))
      #expect(characters.unicodeScalars.count <= limit)
    }
  }

  @Test func `names can't bring lines or markup of their own`() {
    let notice = Self.notice([Self.item("a\nb\u{7}\u{2028}*c* [d](e) <f>"), Self.item("B")])
    let plain = notice.plainText()
    #expect(plain.contains("a b  *c* [d](e) <f>"))
    let markdown = notice.markdown()
    #expect(markdown.contains(#"a b  \*c\* \[d\](e) \<f\>"#))
    #expect(markdown.hasSuffix("<http://192.0.2.1:8080/>"))
  }
}
