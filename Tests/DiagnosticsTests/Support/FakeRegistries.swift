import Networking
import Diagnostics
import Model
import Wire

/// The web in memory: documents by URL; what isn't there fails.
final class FakeWeb: WebFetching {
  private let answers: [String: [WebAnswer]]
  private let asked = Lock<[String]>([])

  init(_ answers: [String: [WebAnswer]]) {
    self.answers = answers
  }

  /// What was asked for, in order.
  var requests: [String] { asked.withLock(\.self) }

  func get(
    _ url: String,
    accepting: String,
    limit: Int,
    within time: Duration
  ) async -> WebAnswer {
    let count = asked.withLock { asked in
      asked.append(url)
      return asked.count { $0 == url }
    }
    guard let all = answers[url], let last = all.last else { return .failed("no such server") }
    return count <= all.count ? all[count - 1] : last
  }
}

extension WebAnswer {
  /// A document.
  static func document(_ text: String) -> WebAnswer {
    .answered(status: 200, body: Array(text.utf8), retryAfter: nil)
  }

  /// No document.
  static func status(_ status: Int, retryAfter: Int? = nil) -> WebAnswer {
    .answered(status: status, body: [], retryAfter: retryAfter)
  }

  /// Why there is no document, in English; `nil` where there is one.
  var words: String? { if case .failed(let why) = self { why.text } else { nil } }
}

/// Servers in memory that answer whatever is said with one text, and close.
final class FakeStreams: StreamNetwork {
  private let answers: [IPAddress: (text: String, end: StreamEnd)]
  private let heard = Lock<[String]>([])

  init(_ answers: [IPAddress: (text: String, end: StreamEnd)]) {
    self.answers = answers
  }

  /// What was said to all, in order.
  var questions: [String] { heard.withLock(\.self) }

  func carry<Exchange: StreamProtocol>(
    _ exchange: Exchange,
    to endpoint: Endpoint,
    within limit: Duration
  ) async -> (exchange: Exchange, end: StreamEnd) {
    var exchange = exchange
    guard let answer = answers[endpoint.address] else { return (exchange, .refused) }
    let question = String(decoding: exchange.begin(), as: UTF8.self)
    heard.withLock { $0.append(question) }
    _ = exchange.receive(Array(answer.text.utf8))
    return (exchange, exchange.isDone ? .done : answer.end)
  }
}

/// Registries in memory.
struct FakeRegistries {
  var web = FakeWeb([:])
  var streams = FakeStreams([:])
  var hosts: [String: IPAddress] = [:]
  var cache = DocumentCache(directory: nil)
  var now = Timestamp("2026-06-01T00:00:00Z") ?? Timestamp(milliseconds: 0)

  init(web: [String: [WebAnswer]] = [:], whois: [String: String] = [:], end: StreamEnd = .closed) {
    self.web = FakeWeb(web)
    var answers: [IPAddress: (text: String, end: StreamEnd)] = [:]
    for (index, host) in whois.keys.sorted().enumerated() {
      let address = IPAddress.v4(IPv4Address(127, 9, 0, UInt8(index + 1)))
      hosts[host] = address
      answers[address] = (whois[host] ?? "", end)
    }
    streams = FakeStreams(answers)
  }

  var network: RegistryNetwork {
    let hosts = hosts
    let now = now
    return RegistryNetwork(
      web: web,
      streams: streams,
      bootstrap: "http://lists/",
      cache: cache,
      resolve: { hosts[$0] },
      now: { now }
    )
  }
}
