internal import LinuxNetwork
import Model
internal import Networking
internal import Wire

/// The result of querying a resolver.
struct ResolverResult: Sendable {
  var resolver: IPAddress
  /// Its reply about the target's name, else about 127.0.0.1's; `nil` where it wasn't queried.
  var reply: DNSReply?
  /// Whether the target's name was queried, so that the reply must be conclusive.
  var asksName = false
  /// Whether it gives an address for an `.invalid` name (RFC 6761); `nil` where not queried.
  var lies: Bool?

  /// Whether it answered as it should.
  var isWell: Bool {
    guard let reply else { return false }
    // REFUSED about a reverse name is an answer too.
    return asksName ? reply.isConclusive : reply.message != nil
  }
}

extension ConnectionStep {
  /// Judges the resolvers.
  static func resolver(_ findings: [ResolverResult]) -> ConnectionStep {
    guard let first = findings.first else {
      return ConnectionStep(.resolver, .bad, Message(.diagnoseResolverNone), fault: .noResolver)
    }
    let evidence = findings.flatMap { finding -> [Figure] in
      [
        .text("resolver", finding.resolver.description),
        .text("answer", finding.reply.map { $0.message?.responseCode.description ?? $0.words }),
        .milliseconds("rtt_ms", finding.reply?.message == nil ? nil : finding.reply?.elapsed),
        .truth("lies", finding.lies),
      ]
    }
    let asked = findings.compactMap { finding in finding.reply.map { (finding.resolver, $0) } }
    if let liar = findings.first(where: { $0.lies == true }) {
      return .bad(
        .resolver,
        Message(.diagnoseResolverLies, ["resolver": "\(liar.resolver)"]),
        .resolverLies(liar.resolver),
        evidence
      )
    }
    if let finding = findings.first(where: \.isWell), let reply = finding.reply {
      let resolver = Message.Value.text("\(finding.resolver)")
      let time = Message.Value.milliseconds(reply.elapsed)
      let silent = asked.filter { $0.1.message == nil }.map(\.0.description)
      let message =
        silent.isEmpty
        ? Message(.diagnoseResolverOk, ["resolver": resolver, "rtt_ms": time])
        : Message(
          .diagnoseResolverPartly,
          ["resolver": resolver, "rtt_ms": time, "silent": .texts(silent)]
        )
      return .ok(.resolver, message, evidence)
    }
    guard let (resolver, reply) = asked.first(where: { $0.1.message != nil }) ?? asked.first else {
      return ConnectionStep(
        .resolver,
        .skipped,
        Message(.diagnoseResolverPublic, ["resolver": "\(first.resolver)"]),
        evidence: evidence
      )
    }
    if reply.message != nil {
      return .bad(
        .resolver,
        Message(.diagnoseResolverFails, ["resolver": "\(resolver)", "answer": reply.words]),
        .resolverFails(resolver, reply.words),
        evidence
      )
    }
    if case .failure(.local(let failure)) = reply.outcome, failure != .noRoute {
      return own(.resolver, failure)
    }
    let all = asked.map { resolver, reply in
      Message(
        .diagnoseResolverNoAnswer,
        [
          "resolver": .text("\(resolver)"),
          "reason": .message(reply.reason),
        ]
      )
    }
    let message = Message(
      .diagnoseResolverSilent,
      ["resolvers": .list(all.map(Message.Value.message))]
    )
    return .bad(.resolver, message, .resolverSilent(asked.map(\.0)), evidence)
  }

  /// Judges the lookup of the target's name; `nil` where it timed out.
  static func name(
    _ host: String,
    _ found: Result<[IPAddress], HostLookup.Failure>?
  ) -> ConnectionStep {
    switch found {
    case .success(let addresses):
      guard let first = addresses.first else { return name(host, .failure(.unknown)) }
      let evidence = addresses.prefix(8).map { Figure.text("address", $0.description) }
      let isInternetAddress = RegistrySubject.isInternetAddress(host)
      let isPrivate = [.privateUse, .linkLocal, .loopback].contains(first.scope)
      return ConnectionStep(
        .name,
        .ok,
        addresses.count > 1
          ? Message(
            .diagnoseNameMore,
            [
              "host": .text(host), "address": .text("\(first)"),
              "count": .count(addresses.count - 1),
            ]
          )
          : Message(.diagnoseNameOk, ["host": host, "address": "\(first)"]),
        fault: isInternetAddress && isPrivate ? .privateAnswer(first) : nil,
        evidence: evidence
      )
    case .failure(.unknown):
      return .bad(
        .name,
        Message(.diagnoseNameNoSuchName, ["host": host]),
        .nameUnknown,
        [.text("outcome", "no_such_name")]
      )
    // Earlier steps show a missing route to the resolver.
    case .failure(.unanswered), .failure(.cutOff), .failure(.cancelled), nil:
      return .bad(
        .name,
        Message(.diagnoseNameUnanswered, ["host": host]),
        .nameUnresolved,
        [.text("outcome", "unanswered")]
      )
    case .failure(.local(let failure)): return own(.name, failure)
    }
  }
}

extension RegistrySubject {
  /// Whether a name is in the public DNS, not a special-use or home name.
  fileprivate static func isInternetAddress(_ host: String) -> Bool {
    guard let subject = try? RegistrySubject(host), case .domain = subject else { return false }
    return SpecialUse.words(subject) == nil
  }
}

extension ConnectionStepRunner {
  /// Queries each resolver for the target's name; local ones also for an `.invalid` name.
  func resolver(for target: ConnectionTarget?) async -> ConnectionStep? {
    let name = target.flatMap { $0.address == nil ? DNSName($0.name) : nil }
    let resolvers = Array(configuration.resolvers.prefix(3))
    let limit = within(.seconds(4))
    let client = DNSClient(
      [],
      timeout: .milliseconds(1500),
      tries: 2,
      carrier: environment.questions
    )
    let findings = await bounded(limit) {
      await withTaskGroup(of: (Int, ResolverResult).self) { group in
        for (index, resolver) in resolvers.enumerated() {
          let isOutside = configuration.interfaces.leaveHome(to: resolver)
          group.addTask {
            (index, await Self.ask(resolver, isOutside: isOutside, about: name, client))
          }
        }
        var all = resolvers.map { ResolverResult(resolver: $0) }
        for await (index, finding) in group { all[index] = finding }
        return all
      }
    }
    guard let findings, !Task.isCancelled else { return nil }
    return .resolver(findings)
  }

  private static func ask(
    _ resolver: IPAddress,
    isOutside: Bool,
    about name: DNSName?,
    _ client: DNSClient
  ) async -> ResolverResult {
    var finding = ResolverResult(resolver: resolver)
    let server = DNSServer(Endpoint(resolver, port: 53))
    // A public resolver gets only the name that the user typed.
    if isOutside {
      finding.asksName = true
      if let name { finding.reply = await client.ask(DNSQuestion(name, .a), of: server) }
      return finding
    }
    // The name of 127.0.0.1: no resolver asks others for it (RFC 6303).
    let own = DNSQuestion(DNSName(reverseOf: .v4(IPv4Address(127, 0, 0, 1))), .ptr)
    finding.asksName = name != nil
    let question = name.map { DNSQuestion($0, .a) } ?? own
    // A name that can't exist (RFC 6761, section 6.4).
    async let trap = impossible.asyncMap { await client.ask(DNSQuestion($0, .a), of: server) }
    finding.reply = await client.ask(question, of: server)
    if let message = await trap?.message {
      finding.lies = message.answers.contains { record in
        switch record.data {
        case .a, .aaaa: true
        default: false
        }
      }
    }
    return finding
  }

  private static let impossible = DNSName("homenet-diagnosis.invalid")
}

extension Optional where Wrapped: Sendable {
  /// `map` with an asynchronous closure.
  fileprivate func asyncMap<Result: Sendable>(
    _ change: @Sendable (Wrapped) async -> Result
  ) async -> Result? {
    guard let self else { return nil }
    return await change(self)
  }
}
