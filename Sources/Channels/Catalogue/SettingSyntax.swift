internal import FoundationEssentials

/// How addresses and headers in settings are written.
enum SettingSyntax {
  /// Whether it is an address of HTTP with a host, and without a user, which would end in logs.
  static func isURL(_ text: String) -> Bool { host(of: text) != nil }

  /// The host of an address of HTTP; `nil` where it is none that may be used.
  static func host(of url: String) -> String? {
    guard url.utf8.count <= 2048, url.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
      let parts = URL(string: url), let scheme = parts.scheme?.lowercased(),
      ["http", "https"].contains(scheme), let host = parts.host(), !host.isEmpty,
      parts.user() == nil, parts.password() == nil, parts.fragment() == nil,
      (1...65_535).contains(parts.port ?? 80)
    else { return nil }
    return host
  }

  /// Whether it can be a host: a name, an IPv4 or an IPv6 address without brackets.
  static func isHost(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 253 && !text.hasPrefix("-")
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
          UInt8(ascii: "_"), UInt8(ascii: ":"):
          true
        default: false
        }
      }
  }

  /// Fields of HTTP, one a line (RFC 9110, section 5); `nil` where one is malformed, or is what the sender
  /// sets itself.
  static func headers(_ text: String) -> [(name: String, value: String)]? {
    let own: Set = [
      "host", "content-length", "content-type", "transfer-encoding", "connection", "upgrade", "te",
    ]
    var headers: [(name: String, value: String)] = []
    for line in text.split(whereSeparator: \.isNewline) {
      guard let colon = line.firstIndex(of: ":"), headers.count < 20 else { return nil }
      let name = line[..<colon]
      var value = line[line.index(after: colon)...]
      while value.first == " " { value.removeFirst() }
      while value.last == " " { value.removeLast() }
      let isName = !name.isEmpty && name.utf8.allSatisfy(isToken)
      guard isName, !own.contains(name.lowercased()),
        value.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F })
      else { return nil }
      headers.append((String(name), String(value)))
    }
    return headers
  }

  /// The credential that a secret names as `credential:NAME`; `nil` where it names none.
  static func credential(_ value: String) -> String? {
    let prefix = "credential:"
    guard value.hasPrefix(prefix) else { return nil }
    let name = String(value.dropFirst(prefix.count))
    let isName =
      !name.isEmpty && name.utf8.count <= 255 && name != "." && name != ".."
      && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") }
    return isName ? name : nil
  }

  /// Whether a byte may stand in a field's name.
  private static func isToken(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }
}
