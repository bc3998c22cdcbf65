import Model
import Networking
import Wire

/// Sequential HTTP requests over one connection, optionally over TLS.
struct HTTPExchange: StreamExchange {
  private let port: UInt16
  private let host: String
  private var waiting: Fifo<HTTPQuestion>
  private var current: HTTPQuestion?
  private var answer: Answer?
  private var hasShownCertificate = false
  /// Whether a response was received.
  private(set) var hasAnswered = false
  private var isClosing = false
  private let layers: Layers

  /// The received part of a response.
  private struct Answer: Sendable {
    var status: Int
    var headers: [String: String]
    var keepsAlive: Bool
    var body: [UInt8] = []
  }

  /// NIO's channels, which can't be copied.
  // Unchecked: reached through one exchange, on one thread at a time.
  private final class Layers: @unchecked Sendable {
    let codec = HTTPCodec()
    let tls: TLSSession?

    init(isTLS: Bool) { tls = isTLS ? TLSSession() : nil }
  }

  init(with address: IPAddress, port: UInt16, isTLS: Bool) {
    self.port = port
    waiting = Fifo()
    layers = Layers(isTLS: isTLS)
    let name = address.uriHost
    host = port == (isTLS ? 443 : 80) ? name : "\(name):\(port)"
    self.isTLS = isTLS
    isClosing = isTLS && layers.tls == nil
  }

  let isTLS: Bool
  /// Whether a request waits to be sent or answered.
  var isBusy: Bool { current != nil || !waiting.isEmpty }
  /// Whether the connection takes no more requests.
  var isOver: Bool { isClosing }

  /// Queues a request, for ``begin()``, ``take(_:)`` or ``proceed()`` to send.
  mutating func ask(_ question: HTTPQuestion) {
    waiting.append(question)
  }

  /// Removes the unsent requests.
  mutating func takeUnasked() -> [HTTPQuestion] {
    var rest: [HTTPQuestion] = []
    while let question = waiting.popFirst() { rest.append(question) }
    return rest
  }

  private mutating func dropGuesses() {
    for question in takeUnasked() where !question.isGuess { waiting.append(question) }
  }

  mutating func begin() -> ExchangeStep {
    // TLS could not be set up.
    if isClosing { return .done() }
    if let tls = layers.tls { return .say(tls.begin()) }
    return proceed()
  }

  mutating func take(_ bytes: [UInt8]) -> ExchangeStep {
    guard let tls = layers.tls else { return read(bytes) }
    let (plain, sending) = tls.receive(bytes)
    var step = ExchangeStep(sending: sending)
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

  /// Sends the next request, unless one is outstanding.
  mutating func proceed() -> ExchangeStep {
    guard current == nil, !isClosing else { return .wait }
    if let tls = layers.tls, !tls.isEstablished { return .wait }
    guard let question = waiting.popFirst() else { return .wait }
    current = question
    let bytes = layers.codec.request(question, host: host)
    return .say(layers.tls?.send(bytes) ?? bytes)
  }

  mutating func end() -> [Fact] {
    isClosing = true
    var facts: [Fact] = []
    for part in layers.codec.close() { facts += take(part) }
    // A response cut short counts.
    if answer != nil { facts += conclude() }
    current = nil
    return facts
  }

  private mutating func read(_ bytes: [UInt8]) -> ExchangeStep {
    let (parts, isHTTP) = layers.codec.receive(bytes)
    var step = ExchangeStep()
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
        // The rest of a long body is not awaited.
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
    let facts = question.read?(reply) ?? [.http(reply.answer)]
    if question.isGuess, !facts.isEmpty { dropGuesses() }
    return facts
  }
}

extension HTTPReply {
  /// The response as evidence, without a binary body.
  var answer: HTTPAnswer {
    HTTPAnswer(
      port: port,
      isTLS: isTLS,
      path: path,
      status: status,
      headers: evidenceHeaders,
      body: text
    )
  }

  /// Whether the body was not cut at ``bodyLimit``.
  var isWhole: Bool { body.count < Self.bodyLimit }

  /// The body as text; `nil` if it is empty or binary.
  var text: String? {
    guard !body.isEmpty, !body.prefix(512).contains(0) else { return nil }
    let type = headers["content-type"]?.lowercased() ?? ""
    if type.hasPrefix("image/") || type.hasPrefix("audio/") || type.hasPrefix("video/") {
      return nil
    }
    if let text = String(validating: body, as: UTF8.self) { return text }
    // UTF-8 can be cut within a character; otherwise it is ISO 8859-1, whatever is declared.
    if !isWhole,
      (1...3).contains(where: { String(validating: body.dropLast($0), as: UTF8.self) != nil })
    {
      return String(decoding: body, as: UTF8.self)
    }
    return String(String.UnicodeScalarView(body.map { Unicode.Scalar($0) }))
  }

  /// The fields that can identify a device; without cookie values.
  private var evidenceHeaders: [String: String] {
    var kept: [String: String] = [:]
    for (name, value) in headers.sorted(by: { $0.key < $1.key }).prefix(Self.headerLimit)
    where !Self.ignoredHeaders.contains(name) && name.utf8.count <= 64 {
      let value = name == "set-cookie" ? String(value.prefix { $0 != "=" }) : value
      kept[name] = String(value.prefix(256))
    }
    return kept
  }

  private static let headerLimit = 32
  private static let ignoredHeaders: Set<String> = [
    "date", "content-length", "connection", "cache-control", "expires", "pragma", "etag",
    "last-modified", "transfer-encoding", "keep-alive", "accept-ranges", "vary", "age",
  ]
}
