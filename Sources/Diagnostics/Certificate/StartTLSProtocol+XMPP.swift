/// XMPP's streams up to TLS (RFC 6120, section 5.4).
///
/// The XML is not parsed: a few names are looked for in what is bounded anyway.
extension StartTLSProtocol {
  private static let namespace = "urn:ietf:params:xml:ns:xmpp-tls"

  /// The head of a stream to a host.
  static func openingStream(of kind: String, to host: String) -> [UInt8] {
    let name = host.reduce(into: "") { text, letter in
      switch letter {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case "'": text += "&apos;"
      default: text.append(letter)
      }
    }
    return Array(
      ("<?xml version='1.0'?><stream:stream xmlns='\(kind)' "
        + "xmlns:stream='http://etherx.jabber.org/streams' to='\(name)' version='1.0'>").utf8
    )
  }

  /// Takes the server's stream: its features first, then whether TLS begins.
  mutating func receiveXMPP() -> [UInt8] {
    let text = String(decoding: pending, as: UTF8.self)
    let start = text.prefix(256).drop(while: \.isWhitespace)
    guard start.isEmpty || start.hasPrefix("<") else { return refuse("it doesn't speak XMPP") }
    if let error = text.firstRange(of: "<stream:error") {
      guard let end = text.firstRange(of: "</stream:error>") else { return [] }
      return refuse("it says \(Self.condition(text[error.upperBound..<end.lowerBound]))")
    }
    if step == 0 {
      let ends = ["</stream:features>", "<stream:features/>", "</stream:stream>"]
      guard ends.contains(where: { text.contains($0) }) else { return [] }
      guard text.contains("<starttls") else { return refuse("it doesn't offer STARTTLS") }
      step = 1
      pending = []
      return Array("<starttls xmlns='\(Self.namespace)'/>".utf8)
    }
    if Self.hasEnded("proceed", in: text) { return beginTLS() }
    return text.contains("<failure") ? refuse("it won't begin TLS") : []
  }

  /// Whether an element is there to its end, which is that of its tag where it is empty.
  private static func hasEnded(_ name: String, in text: String) -> Bool {
    guard let tag = text.firstRange(of: "<\(name)"),
      let end = text[tag.upperBound...].firstIndex(of: ">")
    else { return false }
    return text[..<end].hasSuffix("/") || text[end...].contains("</\(name)>")
  }

  /// A stream error's condition, such as `host-unknown`: its first element's name.
  private static func condition(_ text: Substring) -> String {
    guard let tag = text.firstIndex(of: "<") else { return "stream error" }
    let name = text[text.index(after: tag)...].prefix { $0.isLetter || $0 == "-" }
    return name.isEmpty ? "stream error" : String(name.prefix(64))
  }
}
