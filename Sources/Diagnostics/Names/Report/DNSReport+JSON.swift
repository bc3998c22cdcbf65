import Model
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

extension DNSReport.Answer: Encodable {
  private enum CodingKeys: String, CodingKey {
    case server, type, outcome, status, because, transport, tries, truncated, edns, bytes, sender
    case reason = "message"
    case time = "time_ms"
    case flags, nsid, cookie, subnet, errors, records, foreign, authority
  }

  /// Writes an entry of `answers`; progress is such an entry too.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(reply.server.name, forKey: .server)
    try json.encode(reply.question.type.description, forKey: .type)
    try json.encode(outcome.word, forKey: .outcome)
    let message = reply.message
    try json.encode(message?.responseCode.description, forKey: .status)
    try json.encode(because, forKey: .because)
    try json.encode(reason, forKey: .reason)
    try json.encode(message == nil ? nil : reply.elapsed.roundedMilliseconds, forKey: .time)
    try json.encode(reply.transport, forKey: .transport)
    try json.encode(reply.tries, forKey: .tries)
    try json.encode(reply.wasTruncated, forKey: .truncated)
    try json.encode(message.map { $0.extensions != nil }, forKey: .edns)
    var delivery: DNSResponse?
    if case .success(let success) = reply.outcome { delivery = success }
    try json.encode(delivery?.size, forKey: .bytes)
    try json.encode(delivery?.sender?.address.description, forKey: .sender)
    try json.encode(message.map { FlagsJSON(flags: $0.flags) }, forKey: .flags)
    try json.encode(message?.serverIdentifier.map(IdentifierJSON.init), forKey: .nsid)
    try json.encode(message?.cookie.map(CookieJSON.init), forKey: .cookie)
    try json.encode(message?.clientSubnet.map(SubnetJSON.init), forKey: .subnet)
    try json.encode((message?.extendedErrors ?? []).map(ErrorJSON.init), forKey: .errors)
    let sorted = reply.records
    try json.encode(sorted.own.map(RecordJSON.init), forKey: .records)
    try json.encode(sorted.foreign.count, forKey: .foreign)
    try json.encode((message?.authorities ?? []).map(RecordJSON.init), forKey: .authority)
  }

  private struct FlagsJSON: Encodable {
    let flags: DNSFlags

    private enum CodingKeys: String, CodingKey {
      case authoritative, authentic
      case recursion = "recursion_available"
    }

    func encode(to encoder: any Encoder) throws {
      var json = encoder.container(keyedBy: CodingKeys.self)
      try json.encode(flags.isAuthoritative, forKey: .authoritative)
      try json.encode(flags.isRecursionAvailable, forKey: .recursion)
      try json.encode(flags.isAuthentic, forKey: .authentic)
    }
  }

  private struct IdentifierJSON: Encodable {
    let bytes: [UInt8]

    private enum CodingKeys: String, CodingKey { case hex, text }

    func encode(to encoder: any Encoder) throws {
      var json = encoder.container(keyedBy: CodingKeys.self)
      try json.encode(Hex.encode(bytes), forKey: .hex)
      try json.encode(String(validating: bytes, as: UTF8.self), forKey: .text)
    }
  }

  private struct CookieJSON: Encodable {
    let cookie: DNSCookie

    private enum CodingKeys: String, CodingKey { case client, server }

    func encode(to encoder: any Encoder) throws {
      var json = encoder.container(keyedBy: CodingKeys.self)
      try json.encode(Hex.encode(cookie.client), forKey: .client)
      let server = cookie.server.isEmpty ? nil : Hex.encode(cookie.server)
      try json.encode(server, forKey: .server)
    }
  }

  private struct SubnetJSON: Encodable {
    let subnet: ClientSubnet

    private enum CodingKeys: String, CodingKey {
      case network
      case scope = "scope_length"
    }

    func encode(to encoder: any Encoder) throws {
      var json = encoder.container(keyedBy: CodingKeys.self)
      try json.encode(subnet.description, forKey: .network)
      try json.encode(subnet.scopeLength, forKey: .scope)
    }
  }

  private struct ErrorJSON: Encodable {
    let error: ExtendedDNSError

    private enum CodingKeys: String, CodingKey { case code, name, text }

    func encode(to encoder: any Encoder) throws {
      var json = encoder.container(keyedBy: CodingKeys.self)
      try json.encode(error.code, forKey: .code)
      try json.encode(error.name, forKey: .name)
      try json.encode(error.text, forKey: .text)
    }
  }
}

/// A record as JSON has it: its name and contents as zone files write them.
struct RecordJSON: Encodable {
  let record: DNSRecord

  private enum CodingKeys: String, CodingKey { case name, type, ttl, data }

  func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(record.name.masterText, forKey: .name)
    try json.encode(record.type.description, forKey: .type)
    try json.encode(record.ttl, forKey: .ttl)
    try json.encode(record.data.masterText, forKey: .data)
  }
}

extension DelegationTrace: Encodable {
  private enum CodingKeys: String, CodingKey { case steps, records, end, because, message }

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
    try json.encode(end.reason?.text, forKey: .because)
    try json.encode(end.reason, forKey: .message)
  }
}

extension DelegationTrace.Step: Encodable {
  private enum CodingKeys: String, CodingKey {
    case zone, server, address, name, type, finding, because, message, referral, alias
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
    try json.encode(response.word, forKey: .finding)
    var because: Message?
    var referral: String?
    var alias: String?
    var nameServers: [String] = []
    switch response {
    case .failed(let why), .lame(let why): because = why
    case .alias(let target): alias = target.masterText
    case .referral(let zone, let servers):
      referral = zone.masterText
      nameServers = servers.map(\.masterText)
    case .answer, .noSuchName, .noData: break
    }
    try json.encode(because?.text, forKey: .because)
    try json.encode(because, forKey: .message)
    try json.encode(referral, forKey: .referral)
    try json.encode(nameServers, forKey: .nameServers)
    try json.encode(alias, forKey: .alias)
    let time = reply.message == nil ? nil : reply.elapsed.roundedMilliseconds
    try json.encode(time, forKey: .time)
    try json.encode(lookingFor?.masterText, forKey: .lookingFor)
  }
}
