public import Wire

/// Carries questions to name servers: the system's network, or a test's.
public protocol DNSCarrier: Sendable {
  /// Carries one question, once.
  ///
  /// - Parameters:
  ///   - query: The question, and what counts as its answer.
  ///   - server: The server to ask.
  ///   - transport: How, where it is not as the server says: TCP for what UDP cut short.
  ///   - limit: How long the answer may take.
  /// - Returns: What came of it.
  func carry(
    _ query: DNSQuery,
    to server: DNSServer,
    over transport: DNSTransport,
    within limit: Duration
  ) async -> Result<DNSDelivery, DNSFailure>
}

/// An answer as it came.
public struct DNSDelivery: Hashable, Sendable {
  /// The answer.
  public var message: DNSMessage
  /// How many bytes it has.
  public var size: Int
  /// Who sent it, where anybody may.
  public var sender: Endpoint?
  /// How long it took from when the question was sent; `nil` where who carried it doesn't say.
  public var elapsed: Duration?

  /// An answer, with how it was received.
  public init(
    _ message: DNSMessage,
    size: Int,
    sender: Endpoint? = nil,
    elapsed: Duration? = nil
  ) {
    self.message = message
    self.size = size
    self.sender = sender
    self.elapsed = elapsed
  }
}
