import Diagnostics
import LinuxNetwork
import Model
import Monitoring
import Networking
import Wire

extension MonitorChecks {
  /// Asks for records; with `isAnyCodeRight` conditions judge the response code.
  func dns(_ check: DNSCheck, isAnyCodeRight: Bool, _ deadline: CheckDeadline) async -> CheckResult
  {
    guard let carrier = environment.questions else {
      return CheckResult(.unknown(Message(.checkNoNameServers)))
    }
    let subject: DNSSubject
    do throws(DiagnosticError) {
      subject = try DNSSubject(check.name)
    } catch {
      return CheckResult(.unknown(error.message))
    }
    guard let type = DNSType(named: check.record), type != .axfr, type != .opt else {
      return CheckResult(.unknown(Message(.checkNoRecordType, ["type": check.record])))
    }
    let servers: [DNSServer]
    switch await nameServers(check.resolver, deadline) {
    case .success(let found): servers = found
    case .failure(let why): return CheckResult(why.outcome)
    }
    var options = DNSQueryOptions()
    options.wantsSecurity = check.requiresDNSSEC
    let question = DNSQuestion(subject.name, type)
    var last: DNSReply?
    for (index, server) in servers.enumerated() where !(deadline.isOver && index > 0) {
      // A lost datagram is no outage: each server is asked twice.
      let share = deadline.left / (2 * (servers.count - index))
      let client = DNSClient(
        servers,
        options: options,
        timeout: share,
        tries: 2,
        carrier: carrier
      )
      let reply = await client.ask(question, of: server)
      last = last.map { $0.message == nil ? reply : $0 } ?? reply
      if reply.isConclusive || Task.isCancelled { break }
    }
    guard let reply = last else { return CheckResult(.unknown(Message(.checkInterrupted))) }
    guard let message = reply.message, let server = reply.server.endpoint else {
      return await unanswered(reply, servers, deadline)
    }
    var facts = CheckFacts()
    facts.isConnected = true
    facts.address = "\(server.address)"
    facts.responseTimeMs = reply.elapsed.roundedMilliseconds
    facts.responseCode = message.responseCode.description
    facts.answers = Array(
      reply.records.wanted.prefix(Self.mostAnswers).map { String($0.data.masterText.prefix(512)) }
    )
    facts.isAuthenticated = message.flags.isAuthentic ? true : nil
    var reason = Self.mistake(of: check, facts, isAnyCodeRight: isAnyCodeRight)
    if check.requiresDNSSEC, reason == nil {
      let client = DNSClient(servers, timeout: deadline.left, tries: 1, carrier: carrier)
      let source = ServerRecordSource(reply.server, by: client)
      let report = await DNSSECValidator(source: source)
        .validate(subject.name, type, at: environment.now())
      facts.isAuthenticated = report.state == .secure
      if report.state != .secure {
        let why = report.message ?? Message(.checkNotSigned)
        reason = Message(
          .checkNotAuthentic,
          ["name": .text(check.name), "reason": .message(why)]
        )
      }
    }
    if reason != nil, let own = await forwarderFailure(server.address) {
      return CheckResult(.unknown(own), facts: facts)
    }
    return CheckResult(
      reason.map(CheckResult.Outcome.failed) ?? .passed,
      roundTripMs: reply.elapsed.roundedMilliseconds,
      facts: facts
    )
  }

  /// As many answers as are kept.
  private static let mostAnswers = 64

  /// A resolver on this machine forwards, which needs its network: why that fails; `nil` for other resolvers.
  private func forwarderFailure(_ resolver: IPAddress?) async -> Message? {
    guard resolver?.scope == .loopback else { return nil }
    return await ownNetwork.failure()
  }

  /// The resolver that a monitor names, or the system's.
  func nameServers(
    _ resolver: String?,
    _ deadline: CheckDeadline
  ) async -> Result<[DNSServer], UnresolvedTarget> {
    guard let resolver else {
      guard case .success(let configuration) = await ownNetwork.configuration(),
        !configuration.resolvers.isEmpty
      else {
        let own = await ownNetwork.failure() ?? Message(.checkNoResolver)
        return .failure(UnresolvedTarget(outcome: .unknown(own)))
      }
      return .success(configuration.resolvers.prefix(3).map { DNSServer(Endpoint($0, port: 53)) })
    }
    guard let (host, port) = Self.hostAndPort(resolver) else {
      return .failure(
        UnresolvedTarget(outcome: .unknown(Message(.checkNoResolverThere, ["resolver": resolver])))
      )
    }
    if PortSweeper.isSpared(port: port) {
      return .failure(UnresolvedTarget(outcome: LocalFailure.printingPort(port).outcome))
    }
    return await addresses(of: host, within: deadline.left)
      .map { found in found.prefix(1).map { DNSServer(name: resolver, Endpoint($0, port: port)) } }
  }

  /// The parts of `HOST`, `HOST:PORT`, an address, or `[IPv6]:PORT`; `nil` if it is none.
  static func hostAndPort(_ text: String) -> (host: String, port: UInt16)? {
    if IPAddress(text) != nil { return (text, 53) }
    if text.hasPrefix("[") {
      guard let close = text.firstIndex(of: "]") else { return nil }
      let host = String(text[text.index(after: text.startIndex)..<close])
      let rest = text[text.index(after: close)...]
      guard IPAddress(host) != nil else { return nil }
      if rest.isEmpty { return (host, 53) }
      guard rest.hasPrefix(":"), let port = UInt16(rest.dropFirst()), port > 0 else { return nil }
      return (host, port)
    }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard let host = parts.first, !host.isEmpty, parts.count <= 2 else { return nil }
    guard parts.count == 2 else { return (text, 53) }
    guard let port = UInt16(parts[1]), port > 0 else { return nil }
    return (String(host), port)
  }

  /// What is wrong with an answer; `nil` where it is as wanted.
  static func mistake(
    of check: DNSCheck,
    _ facts: CheckFacts,
    isAnyCodeRight: Bool
  ) -> Message? {
    var values: [String: Message.Value] = [
      "name": .text(check.name), "type": .text(check.record.uppercased()),
      "code": .text(facts.responseCode ?? ""),
    ]
    if !isAnyCodeRight, facts.responseCode != "NOERROR" {
      return facts.responseCode == "NXDOMAIN"
        ? Message(.checkNameAbsent, values) : Message(.checkResponseCode, values)
    }
    if !isAnyCodeRight, facts.answers.isEmpty { return Message(.checkNoRecords, values) }
    let found = Set(facts.answers.map(plain))
    let missing = check.expected.filter { !found.contains(plain($0)) }
    guard !missing.isEmpty else { return nil }
    values["expected"] = .texts(missing.prefix(4))
    values["answers"] = .texts(facts.answers.prefix(4))
    return Message(.checkUnexpected, values)
  }

  /// A record's contents for comparison: names in lower case and without their final dot, texts without
  /// quotes, addresses in their shortest form.
  private static func plain(_ text: String) -> String {
    var text = text.lowercased()
    if let address = IPAddress(text) { return address.description }
    if text.hasSuffix(".") { text.removeLast() }
    if text.count > 1, text.hasPrefix("\""), text.hasSuffix("\"") {
      text = String(text.dropFirst().dropLast())
    }
    return text
  }

  /// No server answered: it is what the monitor watches, unless this machine couldn't ask.
  private func unanswered(
    _ reply: DNSReply,
    _ servers: [DNSServer],
    _ deadline: CheckDeadline
  ) async -> CheckResult {
    var facts = CheckFacts()
    facts.isConnected = false
    let address = reply.server.endpoint?.address
    facts.address = address?.description
    if case .failure(.local(let failure)) = reply.outcome {
      return CheckResult(failure.outcome, facts: facts)
    }
    if let own = await forwarderFailure(address) {
      return CheckResult(.unknown(own), facts: facts)
    }
    let reason =
      if case .failure(.timedOut) = reply.outcome {
        Message(
          .checkResolverTimedOut,
          [
            "resolvers": .texts(servers.map(\.name)), "limit_s": deadline.seconds,
            "count": .count(servers.count),
          ]
        )
      } else {
        Message(
          .checkResolverFails,
          ["resolver": .text(reply.server.name), "reason": .message(reply.reason)]
        )
      }
    return await failed(reason, at: address, facts)
  }
}

/// What came of a query.
extension MessageTemplate {
  static let checkNoNameServers = MessageTemplate(
    "check.no_name_servers",
    "there are no name servers in this home"
  )
  static let checkNoRecordType = MessageTemplate(
    "check.no_record_type",
    "{type} is no record type that can be asked for"
  )
  static let checkNoResolver = MessageTemplate(
    "check.no_resolver",
    "this machine has no resolver"
  )
  static let checkNoResolverThere = MessageTemplate(
    "check.no_resolver_there",
    "{resolver} is no resolver's host and port"
  )
  static let checkNameAbsent = MessageTemplate(
    "check.name_absent",
    "the resolver says that there is no name {name}"
  )
  static let checkResponseCode = MessageTemplate(
    "check.response_code",
    "the resolver answers {code} for {name}"
  )
  static let checkNoRecords = MessageTemplate(
    "check.no_records",
    "{name} has no {type} record"
  )
  static let checkUnexpected = MessageTemplate(
    "check.unexpected",
    "{name} has {answers|, } as {type}, and not {expected|, }"
  )
  static let checkNotSigned = MessageTemplate("check.not_signed", "it isn't signed")
  static let checkNotAuthentic = MessageTemplate(
    "check.not_authentic",
    "the answer for {name} isn't validated: {reason}"
  )
  static let checkResolverTimedOut = MessageTemplate(
    "check.resolver_timed_out",
    one: "the resolver {resolvers|, } doesn't answer within {limit_s}",
    other: "none of the resolvers {resolvers|, } answers within {limit_s}"
  )
  static let checkResolverFails = MessageTemplate(
    "check.resolver_fails",
    "the resolver {resolver} gives no answer: {reason}"
  )
}
