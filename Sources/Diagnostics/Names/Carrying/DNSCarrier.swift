public import Networking
public import Wire

/// Sends DNS queries: over the system's network, or a test's.
public protocol DNSCarrier: Sendable {
  /// Sends one query once, within `limit`; `transport` may be TCP for a truncated UDP answer.
  func carry(
    _ query: DNSQuery,
    to server: DNSServer,
    over transport: DNSTransport,
    within limit: Duration
  ) async -> Result<DNSResponse, DNSFailure>
}

/// An answer and how it was received.
public struct DNSResponse: Hashable, Sendable {
  /// The parsed message.
  public var message: DNSMessage
  /// In bytes.
  public var size: Int
  /// The sender of a multicast answer.
  public var sender: Endpoint?
  /// The time since the query was sent; `nil` where not measured.
  public var elapsed: Duration?

  /// A message of `size` bytes.
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

/// Sends queries over the system's network.
public struct SystemDNSCarrier: DNSCarrier {
  private let trust: StreamSecurity.Trust
  private let ledger: SharedTrafficLedger

  /// `trust` verifies TLS and HTTPS servers; `ledger` counts what is sent.
  public init(
    trust: StreamSecurity.Trust = .system,
    ledger: SharedTrafficLedger = .tools
  ) {
    self.trust = trust
    self.ledger = ledger
  }

  /// Sends one query over UDP, TCP, TLS, HTTPS or multicast.
  public func carry(
    _ query: DNSQuery,
    to server: DNSServer,
    over transport: DNSTransport,
    within limit: Duration
  ) async -> Result<DNSResponse, DNSFailure> {
    if transport == .multicast {
      return await MulticastExchange(query: query, ledger: ledger).run(within: limit)
    }
    guard let endpoint = server.endpoint else {
      let url = server.url ?? ""
      return await HTTPSExchange(query: query, url: url, trust: trust, ledger: ledger)
        .run(within: limit)
    }
    guard transport != .udp else {
      return await UDPExchange(query: query, endpoint: endpoint, ledger: ledger)
        .run(within: limit)
    }
    var security: StreamSecurity?
    if transport == .tls {
      do throws(DiagnosticError) {
        security = try StreamSecurity(trust, name: server.certificateName, protocols: ["dot"])
      } catch {
        return .failure(.untrusted(error.words))
      }
    }
    let streams = SystemStreams(for: .dns, security: security, ledger: ledger)
    let (exchange, end) = await streams.carry(DNSStreamProtocol(query), to: endpoint, within: limit)
    return Task.isCancelled && exchange.delivery == nil
      ? .failure(.cancelled) : exchange.outcome(end)
  }
}
