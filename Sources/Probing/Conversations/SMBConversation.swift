import Model
import Wire

/// Learns which Windows or Samba a file server is from how it begins to negotiate, never logging in.
///
/// The first message offers SMB 1 and 2 together, so that one connection is enough for either. The
/// log-in that follows goes as far as the server's challenge, in which it introduces itself.
struct SMBConversation: Conversation {
  private var transport = MessageBuffer<SMBTransport>(limit: 64 << 10)
  private var dialect: UInt16?
  private var negotiations = 0

  /// All of them: some servers speak nothing before 3.1.1.
  private static let dialects: [UInt16] = [
    0x0202, 0x0210, 0x0300, 0x0302, SMB2NegotiateRequest.dialect311,
  ]
  /// How SMB 2 begins; 1 begins with `0xFF`.
  private static let magic2: UInt8 = 0xFE

  init() {}

  mutating func begin() -> ConversationStep {
    .say(SMBTransport(SMB1Message.negotiation.serialised).serialised)
  }

  mutating func take(_ bytes: [UInt8]) -> ConversationStep {
    transport.append(bytes)
    do throws(WireError) {
      guard let message = try transport.next()?.message else { return .wait }
      return message.first == Self.magic2
        ? try handle(SMB2Message(parsing: message)) : try handle(SMB1Message(parsing: message))
    } catch {
      return .done(end())
    }
  }

  mutating func end() -> [Fact] {
    guard let dialect else { return [] }
    self.dialect = nil
    return [.smb(SMBIdentity(nativeLM: Self.name(of: dialect)))]
  }

  // MARK: SMB 2

  private mutating func handle(_ message: SMB2Message) throws(WireError) -> ConversationStep {
    switch message.command {
    case SMB2Message.negotiate:
      negotiations += 1
      guard message.status == 0, negotiations <= 2 else { return .done(end()) }
      let answer = try SMB2NegotiateResponse(parsing: message.body)
      if answer.dialect == SMB2NegotiateResponse.anyDialect, negotiations == 1 {
        let request = SMB2NegotiateRequest(dialects: Self.dialects)
        return say(SMB2Message.negotiate, id: 1, request.serialised)
      }
      dialect = answer.dialect
      let setup = SMB2SessionSetup(isResponse: false, token: NTLMNegotiate.token)
      return say(SMB2Message.sessionSetup, id: UInt64(negotiations), setup.serialised)
    case SMB2Message.sessionSetup where message.status == SMB2Message.moreProcessingRequired:
      let answer = try SMB2SessionSetup(parsing: message.body)
      return .done(introduced(by: NTLMChallenge.first(in: answer.token)))
    default: return .done(end())
    }
  }

  private func say(_ command: UInt16, id: UInt64, _ body: [UInt8]) -> ConversationStep {
    let message = SMB2Message(command: command, id: id, body: body)
    return .say(SMBTransport(message.serialised).serialised)
  }

  private static func name(of dialect: UInt16) -> String {
    let (major, minor, revision) = (dialect >> 8, dialect >> 4 & 15, dialect & 15)
    return revision == 0 ? "SMB \(major).\(minor)" : "SMB \(major).\(minor).\(revision)"
  }

  // MARK: SMB 1

  private mutating func handle(_ message: SMB1Message) -> ConversationStep {
    switch message.command {
    case SMB1Message.negotiate:
      // Without extended security the next step would be a log-in.
      guard message.status == 0, message.hasExtendedSecurity, negotiations == 0 else {
        return .done([.smb(SMBIdentity(nativeLM: "SMB 1"))])
      }
      negotiations += 1
      let setup = SMB1Message.sessionSetup(token: NTLMNegotiate.token)
      return .say(SMBTransport(setup.serialised).serialised)
    case SMB1Message.sessionSetup:
      guard let answer = message.sessionAnswer else {
        return .done([.smb(SMBIdentity(nativeLM: "SMB 1"))])
      }
      let texts = answer.texts.map { GreetingText.line($0.utf8.prefix(200)) }
      var facts: [Fact] = []
      if let challenge = NTLMChallenge.first(in: answer.token) { facts = names(in: challenge) }
      let manager = texts.dropFirst().first.flatMap { $0 } ?? "SMB 1"
      var system = texts.first.flatMap { $0 }
      // Samba passes for the Windows whose manners it has.
      if manager.hasPrefix("Samba"), system?.hasPrefix("Windows") == true { system = nil }
      let identity = SMBIdentity(nativeOS: system, nativeLM: manager)
      return .done([.smb(identity)] + facts)
    default: return .done()
    }
  }

  // MARK: What it says of itself

  private mutating func introduced(by challenge: NTLMChallenge?) -> [Fact] {
    guard let challenge else { return end() }
    let system = challenge.version.flatMap(WindowsVersion.init)
    let dialect = dialect.map(Self.name)
    self.dialect = nil
    let identity = SMBIdentity(
      nativeOS: system?.words,
      nativeLM: challenge.version.map(WindowsVersion.isSamba) == true ? "Samba" : dialect
    )
    return [.smb(identity)] + names(in: challenge)
  }

  private func names(in challenge: NTLMChallenge) -> [Fact] {
    // The name in DNS keeps the case and what is longer than fifteen letters.
    let kinds = [
      NTLMChallenge.Information.dnsComputerName, NTLMChallenge.Information.computerName,
    ]
    for kind in kinds {
      if let name = challenge.name(kind), let text = GreetingText.line(name.utf8.prefix(255)) {
        return [.name(text)]
      }
    }
    return []
  }
}
