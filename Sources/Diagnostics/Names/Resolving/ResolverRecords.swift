public import Wire

/// Records by way of resolvers, signatures included and bad ones not withheld: what validation
/// looks at.
public struct ResolverRecords: RecordSource {
  private let client: DNSClient

  /// Asks the client's servers, in order, with DO and CD set.
  public init(_ client: DNSClient) {
    var client = client
    client.options.wantsSecurity = true
    client.options.disablesChecking = true
    self.client = client
  }

  /// The answer of the first server that knows.
  public func answer(
    _ name: DNSName,
    _ type: DNSType
  ) async throws(RecordSourceFailure) -> DNSMessage {
    let reply: DNSReply
    do throws(DiagnosticError) {
      reply = try await client.resolve(DNSQuestion(name, type))
    } catch {
      throw RecordSourceFailure(error.words)
    }
    guard let message = reply.message else { throw RecordSourceFailure(reply.words) }
    return message
  }
}
