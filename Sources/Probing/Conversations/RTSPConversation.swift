import Model

/// Asks a camera what it can do, and keeps what it says of itself beside (RFC 2326, section 10.1).
struct RTSPConversation: Conversation {
  /// The port that is asked.
  let port: UInt16
  /// The host, as it stands in a URI.
  let host: String
  private var lines = LineBuffer(limit: 8 << 10)
  private var kept: [String] = []

  /// The fields that say something of the device.
  private static let telling = ["server", "www-authenticate", "user-agent", "public"]

  init(port: UInt16, host: String) {
    self.port = port
    self.host = host
  }

  mutating func begin() -> ConversationStep {
    .say(
      Array(
        "OPTIONS rtsp://\(host):\(port)/ RTSP/1.0\r\nCSeq: 1\r\nUser-Agent: homenet\r\n\r\n".utf8
      )
    )
  }

  mutating func take(_ bytes: [UInt8]) -> ConversationStep {
    lines.append(bytes)
    while let line = lines.next() {
      if line.isEmpty {
        guard kept.isEmpty else { return .done(end()) }
        continue
      }
      guard let text = GreetingText.line(line) else { continue }
      if kept.isEmpty {
        guard text.hasPrefix("RTSP/") else { return .done() }
        kept.append(text)
      } else if let colon = text.firstIndex(of: ":"),
        Self.telling.contains(text[..<colon].lowercased())
      {
        kept.append(text)
      }
    }
    return lines.isFull ? .done(end()) : .wait
  }

  mutating func end() -> [Fact] {
    guard !kept.isEmpty else { return [] }
    let text = kept.joined(separator: "\r\n")
    kept = []
    return Fact.greeting(text.utf8, port: port, "rtsp").map { [$0] } ?? []
  }
}
