internal import Wire

extension DNSReport: Encodable {
  private enum CodingKeys: String, CodingKey {
    case name, asked, searched, unicode, kind, types, zone, servers, differences, trace, dnssec
    case questionClass = "class"
    case unknownServers = "unknown_servers"
  }

  /// Writes the members of `homenet.dns/1`.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(subject.text, forKey: .name)
    try json.encode(subject.name.masterText, forKey: .asked)
    try json.encode(searched.map(\.masterText), forKey: .searched)
    try json.encode(subject.international, forKey: .unicode)
    try json.encode(subject.address == nil ? "name" : "address", forKey: .kind)
    try json.encode(types.map(\.description), forKey: .types)
    try json.encode(questionClass.description, forKey: .questionClass)
    try json.encode(zone?.masterText, forKey: .zone)
    try json.encode(unknownServers.map(\.masterText), forKey: .unknownServers)
    try json.encode(
      servers.map { ServerJSON(server: $0, answers: answers(of: $0)) },
      forKey: .servers
    )
    try json.encode(differences, forKey: .differences)
    try json.encode(trace, forKey: .trace)
    try json.encode(dnssec, forKey: .dnssec)
  }

  private struct ServerJSON: Encodable {
    let server: DNSServer
    let answers: [Answer]

    private enum CodingKeys: String, CodingKey {
      case server, transport, address, port, url, answers
      case certificateName = "certificate_name"
    }

    func encode(to encoder: any Encoder) throws {
      var json = encoder.container(keyedBy: CodingKeys.self)
      try json.encode(server.name, forKey: .server)
      try json.encode(server.transport, forKey: .transport)
      try json.encode(server.endpoint?.address.description, forKey: .address)
      try json.encode(server.endpoint?.port, forKey: .port)
      try json.encode(server.url, forKey: .url)
      try json.encode(server.certificateName, forKey: .certificateName)
      try json.encode(answers, forKey: .answers)
    }
  }
}

extension DNSReport.Validated: Encodable {
  private enum CodingKeys: String, CodingKey { case asked = "type" }

  /// Writes an entry of `dnssec`.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(type.description, forKey: .asked)
    try report.encode(to: encoder)
  }
}

extension DNSReport.Difference: Encodable {
  private enum CodingKeys: String, CodingKey { case type, groups }

  /// Writes an entry of `differences`.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(type.description, forKey: .type)
    try json.encode(groups, forKey: .groups)
  }
}

extension DNSReport.Difference.Group: Encodable {
  private enum CodingKeys: String, CodingKey { case servers, outcome, records }

  /// Writes servers that say the same.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(servers, forKey: .servers)
    try json.encode(outcome.word, forKey: .outcome)
    try json.encode(records, forKey: .records)
  }
}
