internal import FoundationEssentials
import Model
import Monitoring

/// A notice as a mail (RFC 5322).
///
/// The same notice always makes the same bytes, so that every attempt has one Message-ID and receivers can
/// drop a second copy.
struct MailMessage: Hashable, Sendable {
  var notice: AlertNotice
  var from: MailAddress
  var to: [MailAddress]
  /// The name of this machine, for identifiers.
  var host: String

  /// The message, whose lines end with CR LF.
  var bytes: [UInt8] {
    var headers = [
      "Date: \(MailDate.text(notice.time))",
      "From: HomeNet <\(from.text)>",
      "To: " + to.map { "<\($0.text)>" }.joined(separator: ",\r\n "),
      "Subject: \(MailHeader.encoded(NoticeText.title(of: notice)))",
      "Message-ID: \(identifier(notice.id))",
    ]
    if let thread = notice.thread {
      // The root of the thread is no message; readers group by it all the same (RFC 5322, section 3.6.4).
      let root = identifier("thread." + thread)
      headers += ["In-Reply-To: \(root)", "References: \(root)"]
    }
    if notice.severity == .critical { headers.append("Importance: high") }
    headers += [
      "Auto-Submitted: auto-generated",
      "MIME-Version: 1.0",
      "Content-Type: text/plain; charset=utf-8",
      "Content-Transfer-Encoding: quoted-printable",
    ]
    let head = headers.joined(separator: "\r\n") + "\r\n\r\n"
    return Array(head.utf8) + QuotedPrintable.encoded(text)
  }

  /// The text, whose lines end with a line feed.
  private var text: String {
    var text = NoticeText(notice: notice, markup: .plain, limit: .bytes(60_000)).text(
      withTitle: false
    )
    if let url = notice.url { text += "\n\n" + CleanText.line(url, most: 500) }
    return text + "\n"
  }

  private func identifier(_ id: String) -> String {
    "<homenet.\(Self.atom(id, most: 100))@\(Self.atom(host, most: 100))>"
  }

  /// What may stand in a message's identifier, without a dot at its ends or two in a row.
  static func atom(_ text: String, most: Int) -> String {
    var atom = ""
    for byte in text.utf8.prefix(most) {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
        atom.unicodeScalars.append(Unicode.Scalar(byte))
      case UInt8(ascii: ".") where !atom.isEmpty && !atom.hasSuffix("."): atom += "."
      default: atom += "_"
      }
    }
    if atom.hasSuffix(".") { atom.removeLast() }
    return atom.isEmpty ? "homenet" : atom
  }
}

/// Dates of RFC 5322, section 3.3, and of HTTP, which differ in the zone only.
enum MailDate {
  static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
  static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]

  /// `Fri, 27 Nov 2026 19:38:30 +0000`.
  static func text(_ time: Timestamp) -> String {
    let iso = time.description
    func digits(_ start: Int, _ count: Int) -> String {
      String(iso.dropFirst(start).prefix(count))
    }
    let month = months[max(0, min(11, (Int(digits(5, 2)) ?? 1) - 1))]
    // 1970 began on a Thursday; rounded down, also before it.
    let day =
      (time.milliseconds >= 0 ? time.milliseconds : time.milliseconds - 86_399_999) / 86_400_000
    let weekday = weekdays[Int(((day + 4) % 7 + 7) % 7)]
    return "\(weekday), \(digits(8, 2)) \(month) \(digits(0, 4)) \(digits(11, 8)) +0000"
  }
}

/// Text in a header (RFC 2047).
enum MailHeader {
  /// As it is where it is short ASCII, else as encoded words, each of which holds whole characters.
  static func encoded(_ text: String) -> String {
    let isPlain =
      text.utf8.count <= 60 && !text.contains("=?")
      && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    if isPlain { return text }
    var words: [String] = []
    var part: [UInt8] = []
    for scalar in text.unicodeScalars {
      let bytes = Array(String(scalar).utf8)
      // 39 bytes are 52 characters, 64 with what is around them: behind `Subject: ` that leaves the line
      // below the 76 that section 2 allows one with encoded words.
      if part.count + bytes.count > 39 {
        words.append(word(part))
        part = []
      }
      part += bytes
    }
    if !part.isEmpty || words.isEmpty { words.append(word(part)) }
    return words.joined(separator: "\r\n ")
  }

  private static func word(_ bytes: [UInt8]) -> String {
    "=?UTF-8?B?\(Data(bytes).base64EncodedString())?="
  }
}

/// Bodies in printable ASCII (RFC 2045, section 6.7).
enum QuotedPrintable {
  /// Lines of at most 76 characters; none begins with a dot, so that nothing in SMTP can end the mail.
  static func encoded(_ text: String) -> [UInt8] {
    var encoded: [UInt8] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let bytes = Array(line.utf8)
      var width = 0
      for (index, byte) in bytes.enumerated() {
        let isLast = index == bytes.count - 1
        var written = unit(byte, isFirst: width == 0, isLast: isLast)
        // One is kept for the sign that the line goes on.
        if width + written.count > 75 {
          encoded += Array("=\r\n".utf8)
          width = 0
          written = unit(byte, isFirst: true, isLast: isLast)
        }
        encoded += written
        width += written.count
      }
      encoded += Array("\r\n".utf8)
    }
    return encoded
  }

  private static func unit(_ byte: UInt8, isFirst: Bool, isLast: Bool) -> [UInt8] {
    switch byte {
    case UInt8(ascii: "."), UInt8(ascii: "F"), UInt8(ascii: "-"):
      // A dot could end the mail, and "From " be taken for a mailbox's separator.
      if !isFirst { return [byte] }
    case 0x20: if !isLast { return [byte] }
    case 0x21...0x3C, 0x3E...0x7E: return [byte]
    default: break
    }
    let digits = String(byte, radix: 16, uppercase: true)
    return Array(("=" + (byte < 0x10 ? "0" : "") + digits).utf8)
  }
}
