import Model
import Monitoring
import Testing

@testable import Channels

@Suite struct MailMessageTests {
  private func message(_ notice: AlertNotice, host: String = "home server") throws -> String {
    let from = try #require(MailAddress("homenet@example.org"))
    let to = try #require(MailAddress.list("a@example.org, b@example.org"))
    let bytes = MailMessage(notice: notice, from: from, to: to, host: host).bytes
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `A mail is what RFC 5322 says`() throws {
    let text = try message(Notices.down)
    #expect(
      text == """
        Date: Fri, 27 Nov 2026 19:38:30 +0000\r
        From: HomeNet <homenet@example.org>\r
        To: <a@example.org>,\r
         <b@example.org>\r
        Subject: NAS is down\r
        Message-ID: <homenet.n-1@home_server>\r
        In-Reply-To: <homenet.thread.incident-12@home_server>\r
        References: <homenet.thread.incident-12@home_server>\r
        Importance: high\r
        Auto-Submitted: auto-generated\r
        MIME-Version: 1.0\r
        Content-Type: text/plain; charset=utf-8\r
        Content-Transfer-Encoding: quoted-printable\r
        \r
        NAS doesn=E2=80=99t answer\r
        No ARP answer either: it is off\r
        \r
        http://home.lan:8480/#alerts\r
        \r

        """
    )
  }

  @Test func `An incident's mails are one thread, and each is another mail`() throws {
    let down = try message(Notices.down)
    let up = try message(Notices.up)
    let reference = "References: <homenet.thread.incident-12@home_server>"
    #expect(down.contains(reference))
    #expect(up.contains(reference))
    #expect(up.contains("Message-ID: <homenet.n-2@home_server>"))
    let again = try message(Notices.down)
    #expect(again == down)
  }

  @Test func `No header can be added by a name`() throws {
    var notice = Notices.down
    notice.title = Notices.hostile
    notice.id = "a>\r\nBcc: x@y.z"
    notice.thread = "b\r\nBcc: x@y.z"
    notice.items[0].text = Notices.hostile
    notice.url = "http://x\r\nBcc: x@y.z"
    let text = try message(notice, host: "h\r\nBcc: x@y.z")
    let lines = text.components(of: "\r\n")
    #expect(!lines.contains { $0.hasPrefix("Bcc") })
    #expect(!text.contains("\n\n"))
    #expect(lines.allSatisfy { $0.utf8.count <= 998 && !$0.utf8.contains(UInt8(ascii: "\n")) })
    #expect(text.utf8.allSatisfy { $0 < 0x80 })
  }

  @Test func `Long subjects are encoded words of whole characters`() throws {
    let title = String(repeating: "Küche 🏠 ", count: 20)
    let encoded = MailHeader.encoded(title)
    let first = encoded.components(of: "\r\n").first ?? ""
    #expect("Subject: ".utf8.count + first.utf8.count <= 76)
    var decoded = ""
    for line in encoded.components(of: "\r\n ") {
      #expect(line.utf8.count <= 75)
      #expect(line.hasPrefix("=?UTF-8?B?"))
      decoded += try #require(Base64.decoded(String(line.dropFirst(10).dropLast(2))))
    }
    #expect(decoded == title)
    #expect(MailHeader.encoded("=?UTF-8?B?aGk=?=") != "=?UTF-8?B?aGk=?=")
  }

  @Test func `Lines are short, and none begins with a dot or From`() {
    let text =
      ".\n..x\nFrom me\n" + String(repeating: "é", count: 80) + "\nend \n"
      + String(repeating: ".", count: 90)
    let encoded = String(decoding: QuotedPrintable.encoded(text), as: UTF8.self)
    for line in encoded.components(of: "\r\n") {
      #expect(line.utf8.count <= 76)
      #expect(!line.hasPrefix("."))
      #expect(!line.hasPrefix("From"))
      #expect(!line.hasSuffix(" "))
    }
    #expect(encoded.hasPrefix("=2E\r\n=2E.x\r\n=46rom me\r\n=C3=A9"))
    #expect(encoded.contains("end=20\r\n"))
  }

  @Test(arguments: ["a@b", "a.b+c@d-e.lan"]) func `Addresses`(_ text: String) {
    #expect(MailAddress(text)?.text == text)
  }

  @Test(arguments: [
    "", "a", "@b", "a@", "a@b@c", "a b@c", "a@b\n", "<a@b>", "a@b,c", "ä@b", "a@.b",
  ])
  func `No addresses`(_ text: String) {
    #expect(MailAddress(text) == nil)
  }

  @Test func `Days of the week, also before 1970`() {
    #expect(MailDate.text(Timestamp(milliseconds: 0)) == "Thu, 01 Jan 1970 00:00:00 +0000")
    #expect(MailDate.text(Timestamp(milliseconds: -1)) == "Wed, 31 Dec 1969 23:59:59 +0000")
    #expect(
      RetryAfter.date("Sun, 06 Nov 1994 08:49:37 GMT") == Timestamp("1994-11-06T08:49:37Z")
    )
    #expect(RetryAfter.date("Sunday, 06-Nov-94 08:49:37 GMT") == nil)
  }
}

extension String {
  /// The parts between a separator.
  fileprivate func components(of separator: String) -> [Substring] {
    split(separator: separator, omittingEmptySubsequences: false)
  }
}
