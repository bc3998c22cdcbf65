import Model
internal import Probing

/// One connection's service-detection protocol, without socket or clock.
protocol ServiceExchange: Sendable {
  /// Bytes to send once connected.
  mutating func begin() -> [UInt8]
  /// Bytes to send after silence.
  mutating func prompt() -> [UInt8]
  /// Takes received bytes; returns the reply.
  mutating func receive(_ bytes: [UInt8]) -> [UInt8]
  /// Whether the connection can be closed.
  var isDone: Bool { get }
  /// The result; called last.
  mutating func end() -> ServiceIdentity?
}

/// Waits for a greeting, and sends an HTTP request if none comes.
struct GreetingExchange: ServiceExchange {
  let port: UInt16
  /// Empty where servers always greet.
  let request: [UInt8]
  private(set) var heard: [UInt8] = []
  private(set) var isDone = false

  init(port: UInt16, request: [UInt8]) {
    self.port = port
    self.request = request
  }

  mutating func begin() -> [UInt8] { [] }
  mutating func prompt() -> [UInt8] { heard.isEmpty ? request : [] }

  mutating func receive(_ bytes: [UInt8]) -> [UInt8] {
    heard += bytes.prefix(ServiceGreeting.limit - heard.count)
    isDone =
      ServiceGreeting(heard, port: port).isComplete || ServiceGreeting.wantsTLS(heard)
    return []
  }

  mutating func end() -> ServiceIdentity? {
    guard !heard.isEmpty else { return nil }
    let greeting = ServiceGreeting(heard, port: port)
    return greeting.service.map { ServiceIdentity($0, greeting.version) }
  }
}

/// Sends one question and parses the answer.
struct ProbeExchange: ServiceExchange {
  let question: VersionQuery
  private var heard: [UInt8] = []
  private var answer = ServiceAnswer.incomplete

  private static let limit = 16 << 10

  init(_ question: VersionQuery) {
    self.question = question
  }

  mutating func begin() -> [UInt8] { question.bytes }
  mutating func prompt() -> [UInt8] { [] }

  mutating func receive(_ bytes: [UInt8]) -> [UInt8] {
    heard += bytes.prefix(Self.limit - heard.count)
    answer = question.read(heard)
    if answer == .incomplete, heard.count >= Self.limit { answer = .foreign }
    return []
  }

  var isDone: Bool { answer != .incomplete }
  mutating func end() -> ServiceIdentity? { answer.identity }
}

/// A protocol of several steps, shared with a scan's probes.
struct ServiceProbeExchange: ServiceExchange {
  private var conversation: ServiceProbe
  private var facts: [Fact] = []
  private(set) var isDone = false
  private var bytesLeft = 64 << 10

  init(_ conversation: ServiceProbe) {
    self.conversation = conversation
  }

  mutating func begin() -> [UInt8] { take(conversation.begin()) }
  mutating func prompt() -> [UInt8] { [] }

  mutating func receive(_ bytes: [UInt8]) -> [UInt8] {
    bytesLeft -= bytes.count
    if bytesLeft < 0 { isDone = true }
    return isDone ? [] : take(conversation.take(bytes))
  }

  private mutating func take(_ step: ExchangeStep) -> [UInt8] {
    facts += step.facts
    isDone = step.isDone
    return step.sending
  }

  mutating func end() -> ServiceIdentity? {
    Self.identity(facts + conversation.end())
  }

  static func identity(_ facts: [Fact]) -> ServiceIdentity? {
    for fact in facts {
      switch fact {
      case .smb(let identity):
        let words = [identity.nativeLM, identity.nativeOS].compactMap { $0 }
        return ServiceIdentity("microsoft-ds", words.joined(separator: ", "))
      case .banner(let banner) where banner.transport == "mqtt":
        guard !banner.text.hasPrefix("CONNACK") else { return ServiceIdentity("mqtt") }
        return ServiceIdentity("mqtt", banner.text.replacing(" version ", with: " "))
      case .banner(let banner) where banner.transport == "rtsp":
        let server = banner.text.split(whereSeparator: \.isNewline)
          .first { $0.lowercased().hasPrefix("server:") }
        return ServiceIdentity("rtsp", server.map { String($0.dropFirst(7)) })
      case .banner(let banner) where banner.transport == "telnet":
        let line = banner.text.split(whereSeparator: \.isNewline).first {
          !$0.allSatisfy(\.isWhitespace)
        }
        return ServiceIdentity("telnet", line.map(String.init))
      case .banner(let banner):
        return ServiceIdentity(banner.transport, banner.text)
      default: continue
      }
    }
    return nil
  }
}

/// One question in a service's own protocol, and how its answer is read.
///
/// Over UDP it is a datagram, over TCP what is said first; the answer comes from anybody, so reading
/// is total.
struct VersionQuery: Sendable {
  /// What is asked.
  let bytes: [UInt8]
  /// Reads an answer: all of a datagram, or what a stream has said so far.
  let read: @Sendable ([UInt8]) -> ServiceAnswer
  /// Whether an answer with a version is all that the service reveals.
  var isFinal = true

  init(_ bytes: [UInt8], read: @escaping @Sendable ([UInt8]) -> ServiceAnswer) {
    self.bytes = bytes
    self.read = read
  }

  init(_ text: String, read: @escaping @Sendable ([UInt8]) -> ServiceAnswer) {
    self.init(Array(text.utf8), read: read)
  }

  /// A question to which any answer that fits is enough.
  init(_ bytes: [UInt8], _ service: String, where fits: @escaping @Sendable ([UInt8]) -> Bool) {
    self.init(bytes) { fits($0) ? .identified(ServiceIdentity(service)) : .foreign }
  }
}

/// The meaning of the received bytes for a query.
enum ServiceAnswer: Hashable, Sendable {
  /// More has to come.
  case incomplete
  /// Another protocol, or nothing legible.
  case foreign
  /// The service, and what it says of itself.
  case identified(ServiceIdentity)

  /// The service, where it is known.
  var identity: ServiceIdentity? {
    guard case .identified(let identity) = self else { return nil }
    return identity
  }
}

/// What a port's answer says of the service there.
struct ServiceIdentity: Hashable, Sendable {
  /// What is spoken, in the words of `PortNames`.
  var service: String
  /// Product and version as far as the service states them, legible and short.
  var version: String?

  init(_ service: String, _ version: String? = nil) {
    self.service = service
    self.version = version.flatMap(ServiceText.short)
  }

  /// The same within TLS.
  var secured: ServiceIdentity {
    var identity = self
    identity.service = Self.securedNames[service] ?? service
    return identity
  }

  private static let securedNames = [
    "http": "https", "imap": "imaps", "pop3": "pop3s", "ldap": "ldaps", "mqtt": "mqtts",
    "sip": "sips", "ftp": "ftps", "irc": "ircs", "smtp": "smtps",
  ]
}

/// Text of services as it may be shown.
enum ServiceText {
  /// Legible, in one line, not long; `nil` where nothing is left.
  static func short(_ text: some StringProtocol) -> String? {
    var kept = String.UnicodeScalarView()
    for scalar in text.unicodeScalars.prefix(200) where !isUnfit(scalar) { kept.append(scalar) }
    let words = String(kept).split(separator: " ").joined(separator: " ")
    return words.isEmpty ? nil : String(words.prefix(80))
  }

  private static func isUnfit(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator:
      true
    default: scalar == "\u{FFFD}"
    }
  }
}
