/// The system's network.
public struct SystemDNSCarrier: DNSCarrier {
  private let trust: StreamSecurity.Trust

  /// The system's.
  ///
  /// - Parameter trust: Whose certificates to trust where TLS is spoken.
  public init(trust: StreamSecurity.Trust = .system) {
    self.trust = trust
  }

  /// Carries one question, once.
  public func carry(
    _ query: DNSQuery,
    to server: DNSServer,
    over transport: DNSTransport,
    within limit: Duration
  ) async -> Result<DNSDelivery, DNSFailure> {
    if transport == .multicast { return await LinkExchange(query: query).run(within: limit) }
    guard let endpoint = server.endpoint else {
      return await WebExchange(query: query, url: server.url ?? "", trust: trust)
        .run(within: limit)
    }
    guard transport != .udp else {
      return await DatagramExchange(query: query, endpoint: endpoint).run(within: limit)
    }
    var security: StreamSecurity?
    if transport == .tls {
      do throws(DiagnosticError) {
        security = try StreamSecurity(trust, name: server.certificateName, protocols: ["dot"])
      } catch {
        return .failure(.untrusted(error.words))
      }
    }
    let streams = SystemStreams(security: security)
    let (exchange, end) = await streams.carry(DNSStreamProtocol(query), to: endpoint, within: limit)
    return Task.isCancelled && exchange.delivery == nil
      ? .failure(.cancelled) : exchange.outcome(end)
  }
}
