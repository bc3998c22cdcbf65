public import Wire

/// A name server as the validator asks it; answers are kept, since one chain serves many types.
public actor ServerRecordSource: RecordSource {
  private struct Key: Hashable {
    var name: DNSName
    var type: DNSType
  }

  private let client: DNSClient
  private let server: DNSServer
  private var known: [Key: DNSMessage] = [:]

  private static let mostKept = 512

  /// Asks that server; whatever the client's options are, for signatures too, and for records whose
  /// signatures are wrong.
  public init(_ server: DNSServer, by client: DNSClient) {
    var client = client
    client.options.usesExtensions = true
    client.options.wantsSecurity = true
    client.options.disablesChecking = true
    self.client = client
    self.server = server
  }

  /// Asks the server, or remembers.
  public func answer(
    _ name: DNSName,
    _ type: DNSType
  ) async throws(RecordSourceFailure) -> DNSMessage {
    let key = Key(name: name, type: type)
    if let message = known[key] { return message }
    let reply = await client.ask(DNSQuestion(name, type), of: server)
    guard let message = reply.message else { throw RecordSourceFailure(reply.words) }
    if known.count < Self.mostKept { known[key] = message }
    return message
  }
}
