import Discovery
import Model
import Networking
import Wire

/// One way of asking a device what it is: one protocol, one small file.
///
/// A probe asks only where what is known makes an answer likely. It is a pure function: it holds no
/// state, opens no sockets and knows no clock; ``ProbingSource`` asks its questions within the
/// shared budget, each once for a device.
protocol DeviceProbe: Sendable {
  /// What to ask the host now; called again with everything new that is known of it.
  func questions(for host: ProbedHost) -> [Question]
}

/// What is known of a host so far, for probes to look at.
struct ProbedHost: Sendable {
  /// Its address.
  let address: IPAddress
  /// The interface that leads to it.
  let interface: UInt32
  /// What was observed of it, answers to earlier questions included.
  var evidence: Evidence
  /// The maker of its network interface, by the MAC's block.
  var macVendor: String?
  /// Open TCP ports.
  var openPorts: Set<UInt16> = []
  /// Its words, where they have been gathered.
  var gathered: HostWords?

  /// Whether it announces a service of that type, `_airplay._tcp`.
  func offers(_ type: String) -> Bool {
    evidence.services.contains { $0.type == type }
  }

  /// The ports at which it announces services of that type; never one that prints.
  func ports(of type: String) -> [UInt16] {
    evidence.services.filter { $0.type == type }.compactMap(\.port)
      .filter { $0 > 0 && !ScanPorts.prints($0) }
  }
}

/// One thing to ask a host.
struct Question: Sendable {
  /// The port to ask.
  var port: UInt16
  /// What for, for the politeness ledger.
  var purpose: Purpose
  /// Tells questions to one port apart; the same topic is asked once.
  var topic: String
  /// How it is asked.
  var manner: Manner

  /// Ways of asking.
  enum Manner: Sendable {
    /// A request over HTTP; those to one port share a connection.
    case http(HTTPQuestion)
    /// A conversation over a TCP connection of its own, or over the one that found the port open.
    case talk(any Conversation)
    /// A datagram; what a reply means is said by the function.
    case datagram([UInt8], read: @Sendable ([UInt8]) -> [Fact])
  }

  /// A request over HTTP.
  static func http(_ port: UInt16, _ question: HTTPQuestion) -> Question {
    let topic = "\(question.isTLS ? "https" : "http") \(question.method) \(question.path)"
    return Question(port: port, purpose: .http, topic: topic, manner: .http(question))
  }

  /// A conversation.
  static func talk(
    _ port: UInt16,
    _ purpose: Purpose,
    _ topic: String,
    _ conversation: any Conversation
  ) -> Question {
    Question(port: port, purpose: purpose, topic: topic, manner: .talk(conversation))
  }

  /// A datagram.
  static func datagram(
    _ port: UInt16,
    _ purpose: Purpose,
    _ topic: String,
    _ payload: [UInt8],
    read: @escaping @Sendable ([UInt8]) -> [Fact]
  ) -> Question {
    Question(port: port, purpose: purpose, topic: topic, manner: .datagram(payload, read: read))
  }
}

/// A request over HTTP, and what to make of the answer.
struct HTTPQuestion: Sendable {
  /// Whether over TLS.
  var isTLS = false
  /// The method.
  var method = "GET"
  /// The path with its query: `/setup/eureka_info?params=name`.
  var path: String
  /// Header fields beyond the usual ones.
  var headers: [(name: String, value: String)] = []
  /// What is sent.
  var body: [UInt8] = []
  /// What the answer means; ``HTTPAnswer`` as it is where there is no function.
  var read: (@Sendable (HTTPReply) -> [Fact])?

  /// A request.
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

/// An answer over HTTP, as its bytes came.
struct HTTPReply: Hashable, Sendable {
  /// The port.
  var port: UInt16
  /// Whether over TLS.
  var isTLS: Bool
  /// The path that was asked.
  var path: String
  /// The status code.
  var status: Int
  /// Header fields, names in lower case; of repeated ones the first.
  var headers: [String: String]
  /// The body, as far as it is kept.
  var body: [UInt8]

  /// How many bytes of a body are kept.
  static let bodyLimit = 32 << 10
}
