/// A TLS handshake, and nothing after it.
struct CertificateConversation: Conversation {
  private let port: UInt16
  private let machinery: Machinery

  /// The library's object, which can't be copied.
  // Why unchecked: it is reached through one conversation, on one thread at a time.
  private final class Machinery: @unchecked Sendable {
    lazy var session: TLSSession? = TLSSession(forWeb: false)
  }

  /// A handshake with that port.
  init(port: UInt16) {
    self.port = port
    machinery = Machinery()
  }

  mutating func begin() -> ConversationStep {
    guard let session = machinery.session else { return .done() }
    return .say(session.begin())
  }

  mutating func take(_ bytes: [UInt8]) -> ConversationStep {
    guard let session = machinery.session else { return .done() }
    let (_, sending) = session.receive(bytes)
    if let certificate = session.certificate {
      return .done(CertificateReading.facts(in: certificate, port: port))
    }
    return ConversationStep(sending: sending, isDone: session.isOver || session.isEstablished)
  }
}
