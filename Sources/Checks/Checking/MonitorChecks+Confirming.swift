import Diagnostics
import LinuxNetwork
import Model
public import Monitoring
import Networking
import Wire

/// A method of asking a host.
enum CheckMethod: Hashable, Sendable {
  /// An ICMP echo.
  case echo
  /// A connection to a port, accepted or refused.
  case port(UInt16)
}

/// What other methods say of a host.
struct OtherMethods: Hashable, Sendable {
  /// By which it answers.
  var by: Message?
  /// By which it doesn't.
  var silent: [Message] = []
  /// ARP or NDP, where it answers that alone of all that was asked.
  var neighbour: Message?

  /// The same as what monitoring is told.
  var confirmation: Confirmation {
    if let by { return .answers(Message(.checkAnswersBy, ["method": .message(by)])) }
    if let neighbour {
      guard !silent.isEmpty else {
        return .isThere(Message(.checkThereBy, ["method": .message(neighbour)]))
      }
      return .isThere(
        Message(
          .checkThereOnlyBy,
          [
            "method": .message(neighbour), "methods": .list(silent.map(Message.Value.message)),
          ]
        )
      )
    }
    guard !silent.isEmpty else { return .noOther }
    return .down(Message(.checkSilentToo, ["methods": .list(silent.map(Message.Value.message))]))
  }
}

extension MonitorChecks {
  /// How long other methods may take: an alert comes at most three seconds later than was configured, and
  /// a host that is gone lets every method wait to the end.
  private static let confirmationLimit = Duration.milliseconds(2300)

  /// Asks by another method than the one that failed.
  public func confirm(_ monitor: Monitor, after failure: CheckResult) async -> Confirmation {
    let limit = Self.confirmationLimit
    return await bounded(limit + .milliseconds(300)) {
      await confirmation(monitor, failure, within: limit)
    } ?? .noOther
  }

  private func confirmation(
    _ monitor: Monitor,
    _ failure: CheckResult,
    within limit: Duration
  ) async -> Confirmation {
    let asked = failure.facts.address.flatMap { IPAddress($0) }
    switch monitor.check {
    case .presence: return .noOther
    case .internet(let targets):
      if let own = await ownNetwork.failure() { return .ownFailure(own) }
      return await internetAgain(targets, within: limit)
    case .icmp(let host, _): return await others(host, asked, but: .echo, within: limit)
    case .tcp(let host, let port):
      return await others(host, asked, but: .port(port), within: limit)
    case .http(let check):
      guard let target = HTTPTarget(check.url) else { return .noOther }
      return await others(target.host, asked, but: .port(target.port), within: limit)
    case .tls(let check):
      return await others(check.host, asked, but: .port(check.port), within: limit)
    case .dns(let check):
      return await resolverConfirmation(check, asked, within: limit)
    }
  }

  private func others(
    _ host: String,
    _ asked: IPAddress?,
    but method: CheckMethod,
    within limit: Duration
  ) async -> Confirmation {
    var address = asked
    if address == nil, case .success(let found) = await addresses(of: host, within: limit) {
      address = found.first
    }
    if let own = await ownNetwork.failure(to: address) { return .ownFailure(own) }
    // A name that no longer has an address: there is nothing else to ask.
    guard let address else { return .noOther }
    return await anyMethod(of: address, but: method, within: limit).confirmation
  }

  private func internetAgain(_ targets: [String], within limit: Duration) async -> Confirmation {
    let again = await internet(targets, CheckDeadline(after: limit))
    return switch again.outcome {
    case .passed, .degraded: .answers(Message(.checkInternetAgain))
    case .failed(let reason): .down(reason)
    case .unknown(let reason): .ownFailure(reason)
    }
  }

  private func resolverConfirmation(
    _ check: DNSCheck,
    _ asked: IPAddress?,
    within limit: Duration
  ) async -> Confirmation {
    var address = asked
    if address == nil,
      case .success(let servers) = await nameServers(check.resolver, CheckDeadline(after: limit))
    {
      address = servers.first?.endpoint?.address
    }
    if let own = await ownNetwork.failure(to: address) { return .ownFailure(own) }
    guard let address else { return .noOther }
    let port = check.resolver.flatMap { Self.hostAndPort($0)?.port } ?? 53
    return await anyMethod(of: address, but: nil, first: port, within: limit).confirmation
  }

  private enum MethodKind: Hashable, Sendable {
    case echo, neighbour, ports
  }

  private struct MethodResult: Sendable {
    var by: Message?
    var silent: [Message] = []
    var neighbour: Message?
  }

  /// Asks a host by every method but one, at once, until one is answered.
  ///
  /// For a host that answers no echo, ARP alone is no answer: it shows that the host is there, and not that it
  /// does anything. The ports are waited for.
  func anyMethod(
    of address: IPAddress,
    but failed: CheckMethod?,
    first: UInt16? = nil,
    within limit: Duration
  ) async -> OtherMethods {
    var kinds: [MethodKind] = [.neighbour, .ports]
    if failed != .echo { kinds.append(.echo) }
    let spared: UInt16? = if case .port(let port)? = failed { port } else { nil }
    let results = await sideBySide(kinds, until: { $0.by != nil }) { kind -> MethodResult in
      switch kind {
      case .echo: await echoResult(address, within: limit)
      case .neighbour:
        await neighbourResult(address, isEnough: failed != .echo, within: limit)
      case .ports: await portsResult(address, but: spared, first: first, within: limit)
      }
    }
    return OtherMethods(
      by: results.compactMap(\.by).first,
      silent: results.flatMap(\.silent),
      neighbour: results.compactMap(\.neighbour).first
    )
  }

  private func echoResult(_ address: IPAddress, within limit: Duration) async -> MethodResult {
    switch await echoes.ask(address, within: limit) {
    case .answered: MethodResult(by: Message(.checkByEcho))
    case .silent, .unreachable: MethodResult(silent: [Message(.checkByEcho)])
    case .notSent: MethodResult()
    }
  }

  private func portsResult(
    _ address: IPAddress,
    but spared: UInt16?,
    first: UInt16?,
    within limit: Duration
  ) async -> MethodResult {
    var ports = await knownPorts(of: address, but: spared)
    if let first, !PortSweeper.isSpared(port: first) {
      ports = [first] + ports.filter { $0 != first }
    }
    guard !ports.isEmpty else { return MethodResult() }
    if let answer = await answeringPort(of: address, ports, within: limit) {
      return MethodResult(by: Message(.checkByPort, ["port": "\(answer.port)"]))
    }
    return MethodResult(silent: ports.map { Message(.checkByPort, ["port": "\($0)"]) })
  }

  /// Whether a host answers ARP or NDP; nothing where it isn't on a link of this machine.
  private func neighbourResult(
    _ address: IPAddress,
    isEnough: Bool,
    within limit: Duration
  ) async -> MethodResult {
    guard case .success(let configuration) = await ownNetwork.configuration(),
      let link = configuration.link(of: address), !configuration.isOwn(address)
    else { return MethodResult() }
    let method = Message(address.v4 == nil ? .checkByNDP : .checkByARP)
    var answers: Bool?
    if let v4 = address.v4 { answers = await arp(v4, on: link, within: limit) }
    if answers == nil { answers = await neighbourEntry(address, link.index, within: limit) }
    return switch answers {
    case true?: isEnough ? MethodResult(by: method) : MethodResult(neighbour: method)
    case false?: MethodResult(silent: [method])
    case nil: MethodResult()
    }
  }

  /// Asks by ARP; `nil` where this process may not.
  private func arp(
    _ address: IPv4Address,
    on link: Interface,
    within limit: Duration
  ) async -> Bool? {
    guard let mac = link.mac,
      let own = link.ipv4.first(where: { $0.prefix.contains(address) })?.address
    else { return nil }
    let check = DuplicateAddressCheck(
      interface: link.index,
      mac: mac,
      own: own,
      others: [address]
    )
    let outputs = environment.network.run(check)
    let found = await bounded(limit) {
      var found: DuplicateAddressCheck.Output?
      for await output in outputs { found = found ?? output }
      return found
    }
    guard case .answers(let answers)? = found ?? nil else { return nil }
    return answers[address]?.isEmpty == false
  }

  /// What the kernel's own ARP or NDP finds, which the other methods make it ask; `nil` if it doesn't say.
  private func neighbourEntry(
    _ address: IPAddress,
    _ interface: UInt32,
    within limit: Duration
  ) async -> Bool? {
    let start = ContinuousClock.now
    // It asks three times, a second apart.
    let pause = min(.milliseconds(1100), limit / 4)
    var answer: Bool?
    for _ in 0..<3 where !Task.isCancelled {
      try? await Task.sleep(for: pause)
      let tables = environment.network.run(NeighbourTable())
      let table = await bounded(.seconds(1)) {
        var all: [Neighbour] = []
        for await table in tables { all = table }
        return all
      }
      let entry = (table ?? []).first {
        $0.interface == interface && $0.address.withoutZone == address.withoutZone
      }
      answer = entry?.proof(within: start.duration(to: .now))
      if answer == true { break }
    }
    return answer
  }
}

/// What other methods say.
extension MessageTemplate {
  static let checkByEcho = MessageTemplate("check.by_echo", "echo")
  static let checkByARP = MessageTemplate("check.by_arp", "ARP")
  static let checkByNDP = MessageTemplate("check.by_ndp", "NDP")
  static let checkByPort = MessageTemplate("check.by_port", "TCP port {port}")
  static let checkAnswersBy = MessageTemplate(
    "check.answers_by",
    "the device itself is there: it answers by {method}"
  )
  static let checkThereBy = MessageTemplate(
    "check.there_by",
    "it answers by {method}"
  )
  static let checkThereOnlyBy = MessageTemplate(
    "check.there_only_by",
    "it answers by {method}, but not by {methods|, | or }"
  )
  static let checkSilentToo = MessageTemplate(
    "check.silent_too",
    "it doesn't answer by {methods|, | or } either"
  )
  static let checkInternetAgain = MessageTemplate(
    "check.internet_again",
    "the Internet answers again"
  )
}
