internal import Wire

extension DelegationTrace: Encodable {
  private enum CodingKeys: String, CodingKey { case steps, records, end, because }

  /// Writes `trace`.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(steps, forKey: .steps)
    try json.encode(records.map(RecordJSON.init), forKey: .records)
    let word =
      switch end {
      case .answered: "answered"
      case .stuck: "stuck"
      case .cancelled: "cancelled"
      }
    try json.encode(word, forKey: .end)
    try json.encode(end.words, forKey: .because)
  }
}

extension DelegationTrace.Step: Encodable {
  private enum CodingKeys: String, CodingKey {
    case zone, server, address, name, type, finding, because, referral, alias
    case nameServers = "name_servers"
    case time = "time_ms"
    case lookingFor = "looking_for"
  }

  /// Writes an entry of `steps`; progress is such an entry too.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(zone.masterText, forKey: .zone)
    try json.encode(server == .root ? nil : server.masterText, forKey: .server)
    try json.encode(reply.server.endpoint?.address.description, forKey: .address)
    try json.encode(reply.question.name.masterText, forKey: .name)
    try json.encode(reply.question.type.description, forKey: .type)
    try json.encode(finding.word, forKey: .finding)
    var because: String?
    var referral: String?
    var alias: String?
    var nameServers: [String] = []
    switch finding {
    case .failed(let words), .lame(let words): because = words
    case .alias(let target): alias = target.masterText
    case .referral(let zone, let servers):
      referral = zone.masterText
      nameServers = servers.map(\.masterText)
    case .answer, .noSuchName, .noData: break
    }
    try json.encode(because, forKey: .because)
    try json.encode(referral, forKey: .referral)
    try json.encode(nameServers, forKey: .nameServers)
    try json.encode(alias, forKey: .alias)
    let time = reply.message == nil ? nil : reply.elapsed.roundedMilliseconds
    try json.encode(time, forKey: .time)
    try json.encode(lookingFor?.masterText, forKey: .lookingFor)
  }
}
