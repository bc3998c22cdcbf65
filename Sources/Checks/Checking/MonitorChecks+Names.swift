import Diagnostics
import Home
import LinuxNetwork
import Model
import Monitoring
import Networking
import Wire

/// Why a target has no address to ask.
struct UnresolvedTarget: Error, Hashable, Sendable {
  /// What that makes of the check.
  var outcome: CheckResult.Outcome
}

extension MonitorChecks {
  /// As many addresses of a host as are tried.
  private static let mostAddresses = 4

  /// The addresses of a host that may be asked, in order of preference.
  func addresses(
    of host: String,
    within limit: Duration
  ) async -> Result<[IPAddress], UnresolvedTarget> {
    let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
    let text = isBracketed ? String(host.dropFirst().dropLast()) : host
    if let address = IPAddress(text) {
      if address.lacksZone {
        return .failure(
          UnresolvedTarget(outcome: .unknown(DiagnosticError.lacksZone(address).message))
        )
      }
      return await permitted([address])
    }
    let name = text.utf8.allSatisfy { $0 < 0x80 } ? text : Self.ascii(text)
    let answer: NameCache.Answer =
      if let names { await names.addresses(of: name, within: limit) } else { .failure(.unknown) }
    switch answer {
    case .success(let all):
      let usable = all.filter { !$0.lacksZone }
      guard !usable.isEmpty else { return .failure(Self.unknownName(host)) }
      return await permitted(usable)
    case .failure(.unknown):
      // The home's own names, which its resolver may not know.
      if names == nil || HomeName.matches(text), let address = await deviceAddress(named: text) {
        return await permitted([address])
      }
      return .failure(Self.unknownName(host))
    case .failure(.local(let failure)): return .failure(UnresolvedTarget(outcome: failure.outcome))
    case .failure(.cutOff):
      let reason = await ownNetwork.failure() ?? Message(.checkNoWayToResolver)
      return .failure(UnresolvedTarget(outcome: .unknown(reason)))
    case .failure(.unanswered), .failure(.cancelled):
      return .failure(UnresolvedTarget(outcome: .unknown(await silentResolver(for: host))))
    }
  }

  /// Keeps the addresses that the policy permits; fails if it permits none.
  private func permitted(
    _ addresses: [IPAddress]
  ) async -> Result<[IPAddress], UnresolvedTarget> {
    var allowed: [IPAddress] = []
    var refusal: CheckResult.Outcome?
    for address in addresses.prefix(Self.mostAddresses) {
      if let failure = PortSweeper.rejection(of: address) {
        refusal = refusal ?? failure.outcome
      } else if let reason = await environment.rejection(address) {
        refusal = refusal ?? .unknown(reason)
      } else {
        allowed.append(address)
      }
    }
    guard allowed.isEmpty, let refusal else { return .success(allowed) }
    return .failure(UnresolvedTarget(outcome: refusal))
  }

  private func silentResolver(for host: String) async -> Message {
    guard case .success(let configuration) = await ownNetwork.configuration() else {
      return Message(.checkResolverSilent, ["host": host])
    }
    if let own = configuration.ownFailure(to: nil) { return own }
    let resolvers = configuration.resolvers.map(\.description)
    guard !resolvers.isEmpty else { return Message(.checkResolverSilent, ["host": host]) }
    return Message(
      .checkResolversSilent,
      [
        "host": .text(host), "resolvers": .texts(resolvers.prefix(3)),
        "count": .count(min(resolvers.count, 3)),
      ]
    )
  }

  private func deviceAddress(named name: String) async -> IPAddress? {
    let found = DeviceQuery(HomeName.withoutDomain(name)).matches(in: await environment.devices())
    return found.count == 1 ? found[0].device.knownIP : nil
  }

  private static func unknownName(_ host: String) -> UnresolvedTarget {
    UnresolvedTarget(outcome: .failed(Message(.checkNoSuchName, ["host": host])))
  }

  /// The name in Punycode; as it is where it has none.
  private static func ascii(_ name: String) -> String {
    do throws(DiagnosticError) {
      return try InternationalName.name(name).description
    } catch {
      return name
    }
  }
}

/// Why a name has no address.
extension MessageTemplate {
  static let checkNoSuchName = MessageTemplate(
    "check.no_such_name",
    "there is no host called {host}"
  )
  static let checkResolverSilent = MessageTemplate(
    "check.resolver_silent",
    "the address of {host} can't be looked up: no resolver answers"
  )
  static let checkResolversSilent = MessageTemplate(
    "check.resolvers_silent",
    one:
      "the address of {host} can't be looked up: this machine's resolver {resolvers} doesn't answer",
    other:
      "the address of {host} can't be looked up: this machine's resolvers {resolvers} don't answer"
  )
  static let checkNoWayToResolver = MessageTemplate(
    "check.no_way_to_resolver",
    "this machine has no way to a resolver"
  )
}
