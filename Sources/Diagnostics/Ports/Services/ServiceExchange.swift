internal import Model
internal import Probing

/// What is said and heard over one connection to learn which service is there: no socket, no clock.
protocol ServiceExchange: Sendable {
  /// What is said once the connection is there.
  mutating func begin() -> [UInt8]
  /// What is said to a service that has said nothing for a while.
  mutating func prompt() -> [UInt8]
  /// Takes what was heard; returns what is said to that.
  mutating func receive(_ bytes: [UInt8]) -> [UInt8]
  /// Whether nothing more is to be learnt.
  var isDone: Bool { get }
  /// What was learnt; the last call.
  mutating func end() -> ServiceIdentity?
}

/// Waits for a greeting, and asks for a page where none comes.
struct GreetingExchange: ServiceExchange {
  let port: UInt16
  /// The request; empty where servers greet by themselves.
  let request: [UInt8]
  /// What was heard.
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

/// Asks one question.
struct QuestionExchange: ServiceExchange {
  let question: ServiceQuestion
  private var heard: [UInt8] = []
  private var answer = ServiceAnswer.incomplete

  /// How much of an answer is read.
  private static let limit = 16 << 10

  init(_ question: ServiceQuestion) {
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

/// A conversation of several steps, as a scan's probes have it.
struct ConversationExchange: ServiceExchange {
  private var conversation: ServiceConversation
  private var facts: [Fact] = []
  private(set) var isDone = false
  private var bytesLeft = 64 << 10

  init(_ conversation: ServiceConversation) {
    self.conversation = conversation
  }

  mutating func begin() -> [UInt8] { take(conversation.begin()) }
  mutating func prompt() -> [UInt8] { [] }

  mutating func receive(_ bytes: [UInt8]) -> [UInt8] {
    bytesLeft -= bytes.count
    if bytesLeft < 0 { isDone = true }
    return isDone ? [] : take(conversation.take(bytes))
  }

  private mutating func take(_ step: ServiceConversation.Step) -> [UInt8] {
    facts += step.facts
    isDone = step.isDone
    return step.sending
  }

  mutating func end() -> ServiceIdentity? {
    Self.identity(facts + conversation.end())
  }

  /// What the facts say of the service.
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
