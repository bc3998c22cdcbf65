import Diagnostics
import Networking
import Wire

/// Name servers in memory: what each try comes to, in order; the last goes on.
final class FakeCarrier: DNSCarrier {
  typealias Outcome = @Sendable (DNSQuery) -> Result<DNSResponse, DNSFailure>

  private let outcomes: [Outcome]
  private let heard = Lock<[(query: DNSQuery, transport: DNSTransport)]>([])

  init(_ outcomes: Outcome...) {
    self.outcomes = outcomes
  }

  /// What was asked, in order.
  var queries: [DNSQuery] { heard.withLock { $0.map(\.query) } }
  /// How.
  var transports: [DNSTransport] { heard.withLock { $0.map(\.transport) } }

  func carry(
    _ query: DNSQuery,
    to server: DNSServer,
    over transport: DNSTransport,
    within limit: Duration
  ) async -> Result<DNSResponse, DNSFailure> {
    let index = heard.withLock { heard in
      heard.append((query, transport))
      return heard.count - 1
    }
    return outcomes[min(index, outcomes.count - 1)](query)
  }

  /// An answer with those records, or that code.
  static func answer(
    _ data: DNSData...,
    code: UInt8 = 0,
    isTruncated: Bool = false,
    hasExtensions: Bool = true
  ) -> Outcome {
    { query in
      var message = query.message
      message.flags.isResponse = true
      message.flags.responseCode = code
      message.flags.isTruncated = isTruncated
      if !hasExtensions { message.extensions = nil }
      message.answers = data.map { DNSRecord(message.questions[0].name, $0, ttl: 60) }
      return .success(DNSResponse(message, size: message.serialised.count))
    }
  }

  /// No answer.
  static func failure(_ failure: DNSFailure) -> Outcome { { _ in .failure(failure) } }
}
