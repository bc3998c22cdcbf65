import Wire

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
