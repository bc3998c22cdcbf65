package import Model
internal import Wire

/// Offers a server one version of TLS and reads until its certificates are known.
///
/// Written by hand, since TLS libraries refuse old versions and weak suites, and hide suite and
/// staple. With TLS 1.3 the key exchange is done to decrypt the certificates; nothing is ever sent
/// under its keys. The handshake is never completed.
struct TLSProbe: Sendable {
  let version: TLSVersion
  /// The SNI; `nil` for none.
  let serverName: String?
  private(set) var received = ServerMessages()

  private var opening: StartTLSProtocol?
  private let groups: TLSGroupOffer
  private let suites: [TLSCipherSuite]?
  private let shares: TLSKeyShares
  private let random: [UInt8]
  private var phase = Phase.hello
  private var pending: [UInt8] = []
  private var handshake: [UInt8] = []
  private var transcript = TLSTranscript()
  private var opener: TLS13Decryptor?
  private var records = 0

  private enum Phase {
    case hello, certificates, over
  }

  /// More records than any server's first flight has.
  private static let recordLimit = 256
  /// OpenSSL accepts 100 KB, about a chain of post-quantum certificates.
  private static let messageLimit = 256 << 10

  /// Offers one version; with `suites`, the probe ends at the server's choice of one.
  ///
  /// - Parameters:
  ///   - version: The version.
  ///   - serverName: The SNI; `nil` for none.
  ///   - random: 32 random bytes, and 32 more for the session ID.
  ///   - shares: The private keys of TLS 1.3's key exchange.
  ///   - groups: The supported groups.
  ///   - suites: The cipher suites; `nil` for the version's usual ones.
  ///   - opening: The STARTTLS exchange before TLS.
  init(
    _ version: TLSVersion,
    serverName: String?,
    random: [UInt8],
    shares: TLSKeyShares,
    groups: TLSGroupOffer = .usual,
    suites: [TLSCipherSuite]? = nil,
    opening: StartTLSProtocol? = nil
  ) {
    self.version = version
    self.serverName = serverName
    self.random = random
    self.shares = shares
    self.groups = groups
    self.suites = suites
    self.opening = opening
  }

  private mutating func hello(
    to groups: [TLSKeyShares.Group],
    cookie: [UInt8]? = nil
  ) -> [UInt8] {
    let hello = TLSClientHello(
      offering: version,
      to: serverName,
      random: random,
      groups: self.groups,
      suites: suites,
      shares: groups.map { (group: $0, value: shares.publicValue($0)) },
      cookie: cookie
    )
    let message = TLSHandshakeMessage(
      type: TLSHandshakeMessage.Kind.clientHello,
      body: hello.serialised
    )
    .serialised
    transcript.add(message)
    // Old servers fail on a newer version in the first record.
    return TLSRecord(.handshake, version: .tls10, fragment: message).serialised
  }
}

extension TLSProbe: StreamProtocol {
  /// Whether the certificates are known, or the handshake failed.
  var isDone: Bool {
    if case .over = phase { true } else { false }
  }

  /// The hello, or the start of STARTTLS.
  mutating func begin() -> [UInt8] {
    if opening != nil { return opening?.begin() ?? [] }
    return hello(to: TLSKeyShares.Group.eager)
  }

  /// Takes STARTTLS bytes first, then records.
  mutating func receive(_ bytes: [UInt8]) -> [UInt8] {
    guard !isDone else { return [] }
    if opening != nil {
      let answer = opening?.receive(bytes) ?? []
      switch opening?.state {
      case .ready?:
        opening = nil
        return answer + hello(to: TLSKeyShares.Group.eager)
      case .refused(let why)?:
        fail(.opening(why))
        return answer
      case .waiting?, nil:
        return answer
      }
    }
    pending += bytes
    var answer: [UInt8] = []
    do throws(WireError) {
      while !isDone,
        let (record, length) = try TLSRecord.first(
          in: pending[...],
          limit: TLSRecord.headerLength + TLSRecord.longestFragment
        )
      {
        pending.removeFirst(length)
        records += 1
        guard records <= Self.recordLimit else { throw WireError(.tooMany("records"), at: 0) }
        answer += try take(record)
      }
    } catch {
      let why =
        received.version == nil
        ? Message(.certNotSpoken, ["protocol": "TLS"])
        : Message(.certMalformed, ["error": error.description])
      fail(.malformed(why))
    }
    return answer
  }

  private mutating func fail(_ failure: Failure) {
    if received.failure == nil { received.failure = failure }
    phase = .over
  }

  private mutating func take(_ record: TLSRecord) throws(WireError) -> [UInt8] {
    switch record.type {
    case .changeCipherSpec:
      return []
    case .alert:
      try take(alert: record.fragment)
      return []
    case .handshake:
      return try read(record.fragment)
    case .applicationData:
      guard let opened = opener?.open(record) else {
        throw WireError(.invalid("sealed record"), at: 0)
      }
      switch opened.type {
      case TLSRecord.ContentType.handshake.rawValue: return try read(opened.bytes)
      case TLSRecord.ContentType.alert.rawValue: try take(alert: opened.bytes)
      default: throw WireError(.invalid("content type"), at: 0)
      }
      return []
    }
  }

  private mutating func take(alert bytes: [UInt8]) throws(WireError) {
    let alert = try TLSAlert(parsing: bytes)
    // Some servers send unrecognized_name as a warning, and go on.
    if alert.level == 2 || alert.code == 0 { fail(.alert(alert)) }
  }

  private mutating func read(_ fragment: [UInt8]) throws(WireError) -> [UInt8] {
    handshake += fragment
    var answer: [UInt8] = []
    while !isDone, let length = try TLSHandshakeMessage.length(of: handshake.span.bytes) {
      if length > Self.messageLimit, case .certificates = phase {
        fail(.tooLong(Message(.certMessageTooLong, ["size": .count(length)])))
        break
      }
      guard
        let (message, length) = try TLSHandshakeMessage.first(
          in: handshake[...],
          limit: Self.messageLimit
        )
      else { break }
      handshake.removeFirst(length)
      answer += try take(message)
    }
    return answer
  }

  private mutating func take(_ message: TLSHandshakeMessage) throws(WireError) -> [UInt8] {
    switch (phase, message.type) {
    case (.hello, TLSHandshakeMessage.Kind.serverHello):
      return try take(TLSServerHello(parsing: message.body), message.serialised)
    case (.certificates, TLSHandshakeMessage.Kind.certificate):
      try take(certificates: message.body)
    case (.certificates, TLSHandshakeMessage.Kind.certificateStatus):
      received.staple = try TLSCertificateStatus(parsing: message.body).response
    case (.certificates, TLSHandshakeMessage.Kind.serverKeyExchange):
      let suite = received.suite?.name ?? ""
      received.group = TLSGroupName.ofKeyExchange(message.body, suite: suite)
    case (.certificates, TLSHandshakeMessage.Kind.certificateRequest):
      let request = try? TLSCertificateRequest(
        parsing: message.body.span.bytes,
        of: received.version ?? version
      )
      // A malformed request still counts as one.
      received.certificateRequest = request ?? TLSCertificateRequest(authorities: [])
    case (.certificates, TLSHandshakeMessage.Kind.serverHelloDone):
      received.hasPassedRequest = true
      phase = .over
    case (.hello, _):
      throw WireError(.invalid("handshake message"), at: 0)
    default:
      break
    }
    return []
  }

  private mutating func take(certificates body: [UInt8]) throws(WireError) {
    do throws(WireError) {
      try received.take(certificates: body)
      if received.version == .tls13 { phase = .over }
    } catch {
      guard case .tooMany(let what) = error.reason else { throw error }
      // Of certificates or of their extensions.
      let isChain = what == "certificates"
      fail(.tooLong(Message(isChain ? .certTooManyCertificates : .certTooManyExtensions)))
    }
  }

  private mutating func take(
    _ hello: TLSServerHello,
    _ message: [UInt8]
  ) throws(WireError) -> [UInt8] {
    received.version = hello.version
    received.suite = hello.suite
    // A HelloRetryRequest names the suite, too (RFC 8446, section 4.1.4).
    guard suites == nil else {
      phase = .over
      return []
    }
    guard hello.version == .tls13 else {
      phase = .certificates
      return []
    }
    guard version == .tls13, let share = hello.keyShare else {
      throw WireError(.invalid("server hello"), at: 0)
    }
    received.group = TLSGroupName.of(share.group)
    guard let group = TLSKeyShares.Group(rawValue: share.group) else {
      let name = TLSGroupName.of(share.group)
      fail(.sealed(Message(.certGroupUnknown, ["group": name])))
      return []
    }
    if hello.isRetryRequest { return try retry(with: group, hello, message) }
    transcript.add(message)
    guard let secret = shares.shared(group, with: share.value) else {
      // The server's fault, not an unsupported group.
      let name = TLSGroupName.of(share.group)
      fail(.malformed(Message(.certKeyShareInvalid, ["group": name])))
      return []
    }
    guard let opener = TLS13Decryptor(hello.suite, secret: secret, transcript: transcript) else {
      let name = TLSGroupName.of(share.group)
      fail(.sealed(Message(.certSuiteUnknown, ["suite": "\(hello.suite)", "group": name])))
      return []
    }
    self.opener = opener
    phase = .certificates
    return []
  }

  /// Answers a HelloRetryRequest with a key share for the group; only once.
  private mutating func retry(
    with group: TLSKeyShares.Group,
    _ hello: TLSServerHello,
    _ message: [UInt8]
  ) throws(WireError) -> [UInt8] {
    guard !transcript.isRetried else { throw WireError(.invalid("second retry"), at: 0) }
    transcript.retry()
    transcript.add(message)
    return self.hello(to: [group], cookie: hello[TLSExtension.Kind.cookie])
  }
}

extension TLSProbe {
  /// What the server's messages show.
  struct ServerMessages: Hashable, Sendable {
    /// The negotiated version; `nil` before the server hello.
    var version: TLSVersion?
    /// The negotiated suite.
    var suite: TLSCipherSuite?
    /// The key exchange's group, where the server sent it.
    var group: String?
    /// The certificates in DER, the server's own first; `nil` before the Certificate message.
    var chain: [[UInt8]]?
    /// The stapled OCSP response in DER.
    var staple: [UInt8]?
    /// The CertificateRequest, if one was received.
    var certificateRequest: TLSCertificateRequest?
    /// Whether the point in the handshake is past where a CertificateRequest comes.
    var hasPassedRequest = false
    /// Why the handshake ended early.
    var failure: Failure?

    /// Takes a Certificate message.
    mutating func take(certificates body: [UInt8]) throws(WireError) {
      guard version == .tls13 else {
        chain = try TLSCertificateChain(parsing: body).certificates
        return
      }
      let entries = try TLS13CertificateChain(parsing: body).entries
      chain = entries.map(\.certificate)
      // CertificateRequest comes before Certificate in TLS 1.3 (RFC 8446, section 4.3.2).
      hasPassedRequest = true
      staple = entries.first?.status
    }
  }

  /// Why no server hello or certificates were received.
  enum Failure: Hashable, Sendable {
    /// The server's alert.
    case alert(TLSAlert)
    /// Not TLS, or a protocol violation.
    case malformed(Message)
    /// Negotiated parameters that can't be decrypted here.
    case sealed(Message)
    /// A message over the size limit.
    case tooLong(Message)
    /// STARTTLS failed.
    case opening(Message)

    var message: Message {
      switch self {
      case .alert(let alert): Message(.certSays, ["words": alert.name])
      case .malformed(let why), .sealed(let why), .tooLong(let why), .opening(let why): why
      }
    }

    /// The failure in English.
    var words: String { message.text }

    /// Whether it is a limit of this tool rather than the server's fault.
    var isOurs: Bool {
      switch self {
      case .sealed, .tooLong: true
      case .alert, .malformed, .opening: false
      }
    }
  }
}

/// Why a server's hello or its certificates can't be seen.
extension MessageTemplate {
  package static let certSays = MessageTemplate("cert.version.says", "it says {words}")
  static let certNotSpoken = MessageTemplate(
    "cert.version.not_spoken",
    "it doesn't speak {protocol}"
  )
  static let certMalformed = MessageTemplate("cert.version.malformed", "{error}")
  static let certMessageTooLong = MessageTemplate(
    "cert.version.message_too_long",
    "it sends a message of {size} bytes, more than are read here"
  )
  static let certTooManyCertificates = MessageTemplate(
    "cert.version.too_many_certificates",
    "it sends more certificates than are read here"
  )
  static let certTooManyExtensions = MessageTemplate(
    "cert.version.too_many_extensions",
    "it sends more extensions than are read here"
  )
  static let certGroupUnknown = MessageTemplate(
    "cert.version.group_unknown",
    "it wants a key exchange by {group}, which can't be done here"
  )
  static let certKeyShareInvalid = MessageTemplate(
    "cert.version.key_share_invalid",
    "its key share for {group} is not valid"
  )
  static let certSuiteUnknown = MessageTemplate(
    "cert.version.suite_unknown",
    "{suite} with {group} can't be opened here"
  )
}
