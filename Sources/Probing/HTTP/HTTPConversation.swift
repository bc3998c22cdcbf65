import Model
import Networking
import Wire

/// Requests and answers over one HTTP connection, one after the other, over TLS where asked.
struct HTTPConversation: Conversation {
  private let port: UInt16
  private let host: String
  private var waiting: Fifo<HTTPQuestion>
  private var current: HTTPQuestion?
  private var answer: Answer?
  private var hasShownCertificate = false
  /// Whether anything was answered over this connection.
  private(set) var hasAnswered = false
  private var isClosing = false
  private let machinery: Machinery

  /// What has come of the answer so far.
  private struct Answer: Sendable {
    var status: Int
    var headers: [String: String]
    var keepsAlive: Bool
    var body: [UInt8] = []
  }

  /// The libraries' objects, which can't be copied.
  // Why unchecked: it is reached through one conversation, on one thread at a time.
  private final class Machinery: @unchecked Sendable {
    let codec = HTTPCodec()
    let tls: TLSSession?

    init(isTLS: Bool) { tls = isTLS ? TLSSession() : nil }
  }

  /// A conversation with a host, to be begun.
  init(with address: IPAddress, port: UInt16, isTLS: Bool) {
    self.port = port
    waiting = Fifo()
    machinery = Machinery(isTLS: isTLS)
    let name = address.uriHost
    host = port == (isTLS ? 443 : 80) ? name : "\(name):\(port)"
    self.isTLS = isTLS
    isClosing = isTLS && machinery.tls == nil
  }

  /// Whether over TLS.
  let isTLS: Bool
  /// Whether a request waits to be sent or answered.
  var isBusy: Bool { current != nil || !waiting.isEmpty }
  /// Whether nothing more can be asked over this connection.
  var isOver: Bool { isClosing }

  /// Adds a request; it is sent by ``begin()``, ``take(_:)`` or ``proceed()``.
  mutating func ask(_ question: HTTPQuestion) {
    waiting.append(question)
  }

  /// The requests that this connection can't carry any more.
  mutating func takeUnasked() -> [HTTPQuestion] {
    var rest: [HTTPQuestion] = []
    while let question = waiting.popFirst() { rest.append(question) }
    return rest
  }

  mutating func begin() -> ConversationStep {
    // Without TLS on this machine there is nothing to say.
    if isClosing { return .done() }
    if let tls = machinery.tls { return .say(tls.begin()) }
    return proceed()
  }

  mutating func take(_ bytes: [UInt8]) -> ConversationStep {
    guard let tls = machinery.tls else { return read(bytes) }
    let (plain, sending) = tls.receive(bytes)
    var step = ConversationStep(sending: sending)
    if !hasShownCertificate, let certificate = tls.certificate {
      hasShownCertificate = true
      step.facts = CertificateReading.facts(in: certificate, port: port)
    }
    if !plain.isEmpty {
      let answered = read(plain)
      step.sending += answered.sending
      step.facts += answered.facts
    } else if tls.isEstablished, current == nil {
      step.sending += proceed().sending
    }
    if tls.isOver { isClosing = true }
    step.isDone = isClosing
    return step
  }

  /// Sends the next request, if one waits and none is under way.
  mutating func proceed() -> ConversationStep {
    guard current == nil, !isClosing else { return .wait }
    if let tls = machinery.tls, !tls.isEstablished { return .wait }
    guard let question = waiting.popFirst() else { return .wait }
    current = question
    let bytes = machinery.codec.request(question, host: host)
    return .say(machinery.tls?.send(bytes) ?? bytes)
  }

  mutating func end() -> [Fact] {
    isClosing = true
    var facts: [Fact] = []
    for part in machinery.codec.close() { facts += take(part) }
    // An answer without an end is an answer too.
    if answer != nil { facts += conclude() }
    current = nil
    return facts
  }

  private mutating func read(_ bytes: [UInt8]) -> ConversationStep {
    let (parts, isHTTP) = machinery.codec.receive(bytes)
    var step = ConversationStep()
    for part in parts { step.facts += take(part) }
    if !isHTTP {
      isClosing = true
      step.facts += conclude()
    }
    step.isDone = isClosing
    return step
  }

  private mutating func take(_ part: HTTPCodec.Part) -> [Fact] {
    switch part {
    case .head(let status, let headers, let keepsAlive):
      guard current != nil else {
        isClosing = true
        return []
      }
      answer = Answer(status: status, headers: headers, keepsAlive: keepsAlive)
    case .body(let bytes):
      guard let count = answer?.body.count else { return [] }
      answer?.body += bytes.prefix(HTTPReply.bodyLimit - count)
      if count + bytes.count > HTTPReply.bodyLimit {
        // What is kept is enough; the rest is not waited for.
        isClosing = true
        return conclude()
      }
    case .end:
      if answer?.keepsAlive == false { isClosing = true }
      return conclude()
    }
    return []
  }

  private mutating func conclude() -> [Fact] {
    guard let question = current, let answer else { return [] }
    current = nil
    self.answer = nil
    hasAnswered = true
    let reply = HTTPReply(
      port: port,
      isTLS: isTLS,
      path: question.path,
      status: answer.status,
      headers: answer.headers,
      body: answer.body
    )
    return question.read?(reply) ?? [.http(reply.answer)]
  }
}
