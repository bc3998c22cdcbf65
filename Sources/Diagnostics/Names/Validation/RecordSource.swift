public import Model
public import Wire

/// The validator's source of records: a resolver, an authoritative server, or a test.
public protocol RecordSource: Sendable {
  /// The answer for a name and type, asked with DO and CD set (RFC 4035, section 3.2), so that
  /// signatures come along and bad ones are not withheld.
  ///
  /// - Throws: That there is no answer.
  func answer(_ name: DNSName, _ type: DNSType) async throws(RecordSourceFailure) -> DNSMessage
}

/// Why a query had no answer.
public struct RecordSourceFailure: Error, Hashable, Sendable {
  /// The reason.
  public var message: Message

  /// A failure with its reason.
  public init(_ message: Message) {
    self.message = message
  }
}

/// A name server queried with DO and CD; answers are cached, since one chain serves many types.
public actor ServerRecordSource: RecordSource {
  private struct Key: Hashable {
    var name: DNSName
    var type: DNSType
  }

  private let client: DNSClient
  private let server: DNSServer
  private var known: [Key: DNSMessage] = [:]

  private static let mostKept = 512

  /// Overrides the client's options with EDNS, DO and CD.
  public init(_ server: DNSServer, by client: DNSClient) {
    var client = client
    client.options.usesEDNS = true
    client.options.wantsSecurity = true
    client.options.disablesChecking = true
    self.client = client
    self.server = server
  }

  /// The cached or fetched answer.
  public func answer(
    _ name: DNSName,
    _ type: DNSType
  ) async throws(RecordSourceFailure) -> DNSMessage {
    let key = Key(name: name, type: type)
    if let message = known[key] { return message }
    let reply = await client.ask(DNSQuestion(name, type), of: server)
    guard let message = reply.message else { throw RecordSourceFailure(reply.reason) }
    if known.count < Self.mostKept { known[key] = message }
    return message
  }
}

/// The authoritative servers of an iterative resolution, each asked about its own zone.
struct TracedRecordSource: RecordSource {
  private let servers: [DNSName: [ServerRecordSource]]

  /// Uses the trace's servers that answered and were not lame.
  init(_ trace: DelegationTrace, by client: DNSClient) {
    var seen: [DNSName: [DNSServer]] = [:]
    for step in trace.steps {
      switch step.response {
      case .lame, .failed: continue
      case .answer, .alias, .referral, .noSuchName, .noData:
        guard seen[step.zone]?.contains(step.reply.server) != true else { continue }
        seen[step.zone, default: []].append(step.reply.server)
      }
    }
    servers = seen.mapValues { $0.map { ServerRecordSource($0, by: client) } }
  }

  /// Asks the servers of the name's zone; for DS records, of its parent.
  func answer(
    _ name: DNSName,
    _ type: DNSType
  ) async throws(RecordSourceFailure) -> DNSMessage {
    let scope = type == .ds ? name.parent : name
    let zones = servers.keys.filter(scope.isInside)
    guard let zone = zones.max(by: { $0.labelCount < $1.labelCount }) else {
      throw RecordSourceFailure(Self.silent(Message(.dnsRoot)))
    }
    var failure = RecordSourceFailure(Self.silent(Message(.dnsZone, ["zone": "\(zone)"])))
    for server in servers[zone] ?? [] {
      do throws(RecordSourceFailure) {
        let message = try await server.answer(name, type)
        let reading = ReferralParser(zone: zone, question: DNSQuestion(name, type))
        guard case .referral(let lower, _) = reading.response(message) else { return message }
        failure = RecordSourceFailure(Self.silent(Message(.dnsZone, ["zone": "\(lower)"])))
      } catch {
        failure = error
      }
    }
    throw failure
  }

  /// That no server of a zone answers.
  private static func silent(_ zone: Message) -> Message {
    Message(.dnsServersSilent, ["zone": .message(zone)])
  }
}
