public import Wire

/// An answer that names the servers of a zone below, in place of records (RFC 1034, section 4.3.2).
public struct DNSReferral: Hashable, Sendable {
  /// The zone that others have.
  public var zone: DNSName
  /// Its servers' names.
  public var servers: [DNSName]

  /// More name servers than that no zone has.
  private static let mostServers = 32

  /// Reads it; `nil` where the message is something else.
  ///
  /// A server that says that there is no such record sends its zone's SOA record along, or no NS record
  /// (RFC 2308, section 2.2).
  init?(_ question: DNSQuestion, in message: DNSMessage) {
    let records = OwnRecords(question, in: message)
    guard message.responseCode == .noError, records.wanted.isEmpty,
      !message.authorities.contains(where: { $0.type == .soa })
    else { return nil }
    // An alias may lead to a zone that others have; the alias is the server's own all the same.
    let hasAlias = !records.own.isEmpty
    guard hasAlias || !message.flags.isAuthoritative else { return nil }
    var names = [question.name]
    for record in records.own {
      if case .cname(let target) = record.data { names.append(target) }
    }
    let zone = message.authorities.first { record in
      record.type == .ns && record.recordClass == question.questionClass
        && names.contains { $0.isInside(record.name) }
    }
    guard let zone = zone?.name else { return nil }
    self.zone = zone
    servers = []
    for record in message.authorities where record.name == zone {
      guard case .ns(let name) = record.data, !servers.contains(name),
        servers.count < Self.mostServers
      else { continue }
      servers.append(name)
    }
  }

  /// The referral in words.
  var words: String {
    let names = servers.prefix(4).map(\.masterText).joined(separator: ", ")
    let more = servers.count > 4 ? " and \(servers.count - 4) more" : ""
    return "it doesn't know, and refers to the servers of \(zone.masterText): \(names)\(more)"
  }
}
