/// Asks a web server for its first page, to see whether content comes through at all (RFC 9112).
struct FirstContentProtocol: StreamProtocol {
  private let host: String
  private(set) var bytes: [UInt8] = []

  /// More than a few full packets shows nothing new.
  private static let enough = 16 << 10

  init(host: String) {
    self.host = host
  }

  mutating func begin() -> [UInt8] {
    let lines = [
      "GET / HTTP/1.1", "Host: \(host)", "User-Agent: homenet-diagnose", "Accept: */*",
      "Connection: close",
    ]
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
  }

  mutating func receive(_ more: [UInt8]) -> [UInt8] {
    bytes += more.prefix(Self.enough - bytes.count)
    return []
  }

  var isDone: Bool {
    if bytes.count >= Self.enough { return true }
    guard let end = headEnd else { return false }
    if let status, status < 200 || [204, 304].contains(status) || location != nil { return true }
    guard let length = field("content-length").flatMap({ Int($0) }) else { return false }
    return bytes.count - end >= length
  }

  /// Where the content begins.
  private var headEnd: Int? {
    guard bytes.count >= 4 else { return nil }
    for index in 0...(bytes.count - 4) where bytes[index] == 13 {
      if bytes[index + 1] == 10, bytes[index + 2] == 13, bytes[index + 3] == 10 { return index + 4 }
    }
    return nil
  }

  /// Whether the content is a page to sign in on.
  var isSignIn: Bool { headEnd.map { SignInPage.isOne(bytes[$0...]) } ?? false }

  private var head: [Substring] {
    guard let headEnd else { return [] }
    return String(decoding: bytes[..<headEnd], as: UTF8.self)
      .split(whereSeparator: \.isNewline)
  }

  /// The status, where it answered as a web server does.
  var status: Int? {
    guard let line = head.first, line.hasPrefix("HTTP/") else { return nil }
    let parts = line.split(separator: " ", maxSplits: 2)
    return parts.count > 1 ? Int(parts[1]).flatMap { (100...599).contains($0) ? $0 : nil } : nil
  }

  /// Where it sends who asks.
  var location: String? {
    guard let status, (300...399).contains(status) else { return nil }
    return field("location")
  }

  private func field(_ name: String) -> String? {
    for line in head.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      if line[..<colon].lowercased() == name {
        var value = line[line.index(after: colon)...]
        while value.first == " " || value.first == "\t" { value = value.dropFirst() }
        while value.last == " " || value.last == "\t" { value = value.dropLast() }
        return String(value.prefix(2048))
      }
    }
    return nil
  }
}

/// The marks of a page on which one signs in.
enum SignInPage {
  private static let passwords = [
    #"type="password""#, "type='password'", "type=password",
  ]
  private static let words = ["sign in", "sign-in", "log in", "login", "accept the terms"]

  /// Whether a page asks for a password or a sign-in in a form, or is a Wi-Fi gateway's by the
  /// WISPr specification.
  static func isOne(_ content: some Sequence<UInt8>) -> Bool {
    let text = String(decoding: Array(content), as: UTF8.self).lowercased()
    if text.contains("wispaccessgatewayparam") { return true }
    return text.contains("<form") && (passwords + words).contains { text.contains($0) }
  }
}
