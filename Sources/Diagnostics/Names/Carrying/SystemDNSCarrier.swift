/// The system's network.
public struct SystemDNSCarrier: DNSCarrier {
  private let streams: any StreamNetwork

  /// The system's.
  ///
  /// - Parameter streams: What carries connections.
  public init(streams: any StreamNetwork = SystemStreams()) {
    self.streams = streams
  }

  /// Carries one question, once.
  public func carry(
    _ asking: DNSAsking,
    to server: DNSServer,
    over transport: DNSTransport,
    within limit: Duration
  ) async -> Result<DNSDelivery, DNSFailure> {
    guard let endpoint = server.endpoint else { return .failure(.web("no web client yet")) }
    switch transport {
    case .udp:
      return await DatagramExchange(asking: asking, endpoint: endpoint).run(within: limit)
    case .tcp:
      let (talk, end) = await streams.carry(DNSStreamTalk(asking), to: endpoint, within: limit)
      return talk.outcome(end)
    case .tls, .https, .multicast:
      return .failure(.web("not yet"))
    }
  }
}
