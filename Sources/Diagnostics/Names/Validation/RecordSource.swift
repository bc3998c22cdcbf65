public import Wire

/// Where the validator gets records: a resolver or a zone's own server, or a test's memory.
public protocol RecordSource: Sendable {
  /// The answer for a name and type, asked with DO and CD set (RFC 4035, section 3.2), so that
  /// signatures come along and bad ones are not withheld.
  ///
  /// - Throws: That there is no answer.
  func answer(_ name: DNSName, _ type: DNSType) async throws(RecordSourceFailure) -> DNSMessage
}

/// Why a question for records had no answer.
public struct RecordSourceFailure: Error, Hashable, Sendable {
  /// The reason in one line.
  public var words: String

  /// A failure with its reason in words.
  public init(_ words: String) {
    self.words = words
  }
}

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

/// The servers that a walk from the root came by, each asked for what its zone holds: so the chain of
/// trust follows the delegations, and no resolver is asked.
struct TracedRecordSource: RecordSource {
  private let servers: [DNSName: [ServerRecordSource]]

  /// The servers of that walk, as far as they knew their zone.
  init(_ trace: DelegationTrace, by client: DNSClient) {
    var seen: [DNSName: [DNSServer]] = [:]
    for step in trace.steps {
      switch step.finding {
      case .lame, .failed: continue
      case .answer, .alias, .referral, .noSuchName, .noData:
        guard seen[step.zone]?.contains(step.reply.server) != true else { continue }
        seen[step.zone, default: []].append(step.reply.server)
      }
    }
    servers = seen.mapValues { $0.map { ServerRecordSource($0, by: client) } }
  }

  /// Asks the servers of the zone that holds the name; of DS records, that is the one above.
  func answer(
    _ name: DNSName,
    _ type: DNSType
  ) async throws(RecordSourceFailure) -> DNSMessage {
    let scope = type == .ds ? name.parent : name
    let zones = servers.keys.filter(scope.isInside)
    guard let zone = zones.max(by: { $0.labelCount < $1.labelCount }) else {
      throw RecordSourceFailure("no server of the root answers")
    }
    var failure = RecordSourceFailure("no server of \(zone) answers")
    for server in servers[zone] ?? [] {
      do throws(RecordSourceFailure) {
        let message = try await server.answer(name, type)
        let reading = ReferralReading(zone: zone, question: DNSQuestion(name, type))
        guard case .referral(let lower, _) = reading.finding(message) else { return message }
        failure = RecordSourceFailure("no server of \(lower) answers")
      } catch {
        failure = error
      }
    }
    throw failure
  }
}
