import Discovery
public import Model
import Networking
import Wire

/// Identifies devices by one protocol.
///
/// A pure function from what is known of a host to questions that it is likely to answer.
/// ``ProbingSource`` asks each question once, within the shared probe budget.
protocol DeviceProbe: Sendable {
  /// Questions for the host; called again whenever a fact about it is added.
  func questions(for host: ProbedHost) -> [Question]
}

/// What is known of a host when probes are consulted.
struct ProbedHost: Sendable {
  let address: IPAddress
  /// The index of the interface that leads to it.
  let interface: UInt32
  /// Includes the answers to earlier questions.
  var evidence: Evidence
  /// The vendor of its MAC address block.
  var macVendor: String?
  /// TCP.
  var openPorts: Set<UInt16> = []
  /// Whether everybody on its link was asked at once in this scan.
  var wasAskedWithAll = false
  /// Whether the first round of questions left it unknown.
  var isUnknownAfterFirstRound = false
  /// A cache of ``words``.
  var gathered: HostWords?

  /// Whether it announces a service of a type, `_airplay._tcp`.
  func offers(_ type: String) -> Bool {
    evidence.services.contains { $0.type == type }
  }

  /// Whether it has answered a datagram at that port.
  func hasAnswered(at port: UInt16) -> Bool {
    evidence.udp.contains { $0.port == port }
  }

  /// The ports at which it announces services of a type; never a raw printing port.
  func ports(of type: String) -> [UInt16] {
    evidence.services.filter { $0.type == type }.compactMap(\.port)
      .filter { $0 > 0 && !ScanPorts.prints($0) }
  }
}

/// One request to a host.
struct Question: Sendable {
  var port: UInt16
  /// The purpose under which the traffic ledger counts it.
  var purpose: Purpose
  /// Identifies the question at its port: each topic is asked once.
  var topic: String
  var transport: Transport

  /// What carries it.
  enum Transport: Sendable {
    /// Requests to one port share a connection.
    case http(HTTPQuestion)
    /// A TCP connection of its own, or the one with which the port scan found the port open.
    case stream(any StreamExchange)
    /// A UDP datagram, and the function that reads a reply.
    case datagram([UInt8], read: @Sendable ([UInt8]) -> [Fact])
  }

  static func http(_ port: UInt16, _ question: HTTPQuestion) -> Question {
    let topic = "\(question.isTLS ? "https" : "http") \(question.method) \(question.path)"
    return Question(port: port, purpose: .http, topic: topic, transport: .http(question))
  }

  static func stream(
    _ port: UInt16,
    _ purpose: Purpose,
    _ topic: String,
    _ conversation: any StreamExchange
  ) -> Question {
    Question(port: port, purpose: purpose, topic: topic, transport: .stream(conversation))
  }

  static func datagram(
    _ port: UInt16,
    _ purpose: Purpose,
    _ topic: String,
    _ payload: [UInt8],
    read: @escaping @Sendable ([UInt8]) -> [Fact]
  ) -> Question {
    Question(port: port, purpose: purpose, topic: topic, transport: .datagram(payload, read: read))
  }
}

/// An HTTP request, and the function that reads its response.
struct HTTPQuestion: Sendable {
  var isTLS = false
  var method = "GET"
  /// With its query: `/setup/eureka_info?params=name`.
  var path: String
  /// Besides those that ``HTTPCodec`` adds.
  var headers: [(name: String, value: String)] = []
  var body: [UInt8] = []
  /// Whether nothing but hope speaks for an answer; the first answer makes the others superfluous.
  var isGuess = false
  /// Without it the response becomes an ``HTTPAnswer``.
  var read: (@Sendable (HTTPReply) -> [Fact])?

  init(
    _ path: String,
    isTLS: Bool = false,
    method: String = "GET",
    headers: [(name: String, value: String)] = [],
    body: [UInt8] = [],
    read: (@Sendable (HTTPReply) -> [Fact])? = nil
  ) {
    self.path = path
    self.isTLS = isTLS
    self.method = method
    self.headers = headers
    self.body = body
    self.read = read
  }
}

/// An HTTP response, undecoded.
struct HTTPReply: Hashable, Sendable {
  var port: UInt16
  var isTLS: Bool
  /// Of the request.
  var path: String
  var status: Int
  /// Names in lower case; the first of repeated fields.
  var headers: [String: String]
  /// At most ``bodyLimit`` bytes.
  var body: [UInt8]

  static let bodyLimit = 32 << 10
}

/// The client's side of one protocol over one stream: bytes in, bytes and facts out.
///
/// Has no I/O and no clock. The caller supplies the bytes, limits their number and the time, and
/// closes the connection after ``ExchangeStep/isDone``.
protocol StreamExchange: Sendable {
  /// The first step, once the connection is established.
  mutating func begin() -> ExchangeStep

  /// Takes received bytes: a message can span calls, and one call can hold several.
  mutating func take(_ bytes: [UInt8]) -> ExchangeStep

  /// The last call, however the connection ended; returns the facts that no step has returned.
  mutating func end() -> [Fact]
}

extension StreamExchange {
  mutating func end() -> [Fact] { [] }
}

/// What follows a call of an exchange over a stream.
public struct ExchangeStep: Sendable {
  /// Bytes to send; may be empty.
  public var sending: [UInt8] = []
  /// New facts.
  public var facts: [Fact] = []
  /// Whether to close the connection, once the bytes are sent.
  public var isDone = false

  static let wait = ExchangeStep()

  static func done(_ facts: [Fact] = []) -> ExchangeStep {
    ExchangeStep(facts: facts, isDone: true)
  }

  static func say(_ bytes: [UInt8]) -> ExchangeStep {
    ExchangeStep(sending: bytes)
  }
}
