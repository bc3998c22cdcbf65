import Model
import Wire

/// Reads a file server's dialect, Windows version and name, without logging in.
///
/// The first message offers SMB 1 and 2 together, so that one connection serves for either. The
/// session setup ends with the server's NTLM challenge, which holds its version and names.
struct SMBExchange: StreamExchange {
  private var transport = MessageBuffer<SMBTransport>(limit: 64 << 10)
  private var dialect: UInt16?
  private var negotiations = 0

  /// All dialects: some servers accept 3.1.1 only.
  private static let dialects: [UInt16] = [
    0x0202, 0x0210, 0x0300, 0x0302, SMB2NegotiateRequest.dialect311,
  ]
  /// The first byte of SMB 2; that of SMB 1 is `0xFF`.
  private static let magic2: UInt8 = 0xFE

  mutating func begin() -> ExchangeStep {
    .say(SMBTransport(SMB1Message.negotiation.serialised).serialised)
  }

  mutating func take(_ bytes: [UInt8]) -> ExchangeStep {
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

  private mutating func handle(_ message: SMB2Message) throws(WireError) -> ExchangeStep {
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
      return .done(facts(in: NTLMChallenge.first(in: answer.token)))
    default: return .done(end())
    }
  }

  private func say(_ command: UInt16, id: UInt64, _ body: [UInt8]) -> ExchangeStep {
    let message = SMB2Message(command: command, id: id, body: body)
    return .say(SMBTransport(message.serialised).serialised)
  }

  private static func name(of dialect: UInt16) -> String {
    let (major, minor, revision) = (dialect >> 8, dialect >> 4 & 15, dialect & 15)
    return revision == 0 ? "SMB \(major).\(minor)" : "SMB \(major).\(minor).\(revision)"
  }

  // MARK: SMB 1

  private mutating func handle(_ message: SMB1Message) -> ExchangeStep {
    switch message.command {
    case SMB1Message.negotiate:
      // Without extended security the next step is a log-in.
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
      // Samba claims to be the Windows that it emulates.
      if manager.hasPrefix("Samba"), system?.hasPrefix("Windows") == true { system = nil }
      let identity = SMBIdentity(nativeOS: system, nativeLM: manager)
      return .done([.smb(identity)] + facts)
    default: return .done()
    }
  }

  // MARK: NTLM

  private mutating func facts(in challenge: NTLMChallenge?) -> [Fact] {
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
    // The DNS name keeps the case and is not cut at fifteen letters.
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

/// A Windows version by its version and build numbers.
///
/// Source: Microsoft, *Windows 10 and 11 release information* and *Windows Server release
/// information*; MS-NLMP, section 2.2.2.10. As of November 2025.
struct WindowsVersion: Hashable {
  /// With its build: `Windows 11 build 22631`.
  let words: String

  /// `nil` if it is not a version of Windows.
  init?(_ version: NTLMChallenge.Version) {
    let build = version.build
    guard build > 0 else { return nil }
    switch (version.major, version.minor) {
    case (5, 0...3), (6, 0...3):
      guard let name = Self.older[UInt16(version.major) << 8 | UInt16(version.minor)] else {
        return nil
      }
      words = "\(name) build \(build)"
    case (10, 0):
      if let both = Self.shared[build] {
        words = "\(both) build \(build)"
      } else {
        words = "Windows \(build >= 22_000 ? "11" : "10") build \(build)"
      }
    default: return nil
    }
  }

  /// Samba claims 6.1 as Windows 7 does, but build 0.
  static func isSamba(_ version: NTLMChallenge.Version) -> Bool {
    version == NTLMChallenge.Version(major: 6, minor: 1, build: 0)
  }

  private static let older: [UInt16: String] = [
    0x0500: "Windows 2000", 0x0501: "Windows XP", 0x0502: "Windows XP or Server 2003",
    0x0600: "Windows Vista", 0x0601: "Windows 7", 0x0602: "Windows 8", 0x0603: "Windows 8.1",
  ]
  /// Builds of servers, alone or shared with a client.
  private static let shared: [UInt16: String] = [
    14393: "Windows 10 or Server 2016", 17763: "Windows 10 or Server 2019",
    20348: "Windows Server 2022", 25398: "Windows Server", 26100: "Windows 11 or Server 2025",
  ]
}
