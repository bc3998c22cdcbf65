internal import Wire

extension DNSReport.Answer: Encodable {
  private enum CodingKeys: String, CodingKey {
    case server, type, outcome, status, because, transport, tries, truncated, edns, bytes, sender
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
    try json.encode(message == nil ? nil : reply.elapsed.roundedMilliseconds, forKey: .time)
    try json.encode(reply.transport, forKey: .transport)
    try json.encode(reply.tries, forKey: .tries)
    try json.encode(reply.wasTruncated, forKey: .truncated)
    try json.encode(message.map { $0.extensions != nil }, forKey: .edns)
    var delivery: DNSDelivery?
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
