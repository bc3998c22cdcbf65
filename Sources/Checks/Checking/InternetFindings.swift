import Model
import Monitoring
import Wire

/// What the parts of the way to the Internet said in one check.
struct InternetFindings: Hashable, Sendable {
  /// Why this machine can't ask anybody.
  var ownFailure: Message?
  /// The next hops of the default routes, and whether they are there.
  var gateways: [Part] = []
  /// The system's resolvers, and whether they answer.
  var resolvers: [Part] = []
  /// The monitor's targets, and whether they answer.
  var targets: [Part] = []
  /// The shortest round trip of what lies farthest.
  var roundTripMs: Double?

  /// A part of the way.
  struct Part: Hashable, Sendable {
    /// What it is called.
    var name: String
    /// Whether it answers; `nil` where it couldn't be asked: a name that no resolver gives an address of.
    var answers: Bool?
  }

  /// It passes if any target answers, or without any if the router and a resolver do; else the nearest
  /// part that fails is the reason.
  var outcome: CheckResult.Outcome {
    if targets.contains(where: { $0.answers == true }) { return .passed }
    if let ownFailure { return .unknown(ownFailure) }
    let resolves = resolvers.contains { $0.answers == true }
    let isRouterThere = gateways.contains { $0.answers == true }
    if targets.isEmpty, resolves { return .passed }
    if !gateways.isEmpty, !isRouterThere, !resolves {
      return .failed(Message(.checkRouterSilent, Self.values("routers", gateways)))
    }
    if resolvers.isEmpty, targets.isEmpty { return .unknown(Message(.checkNoResolver)) }
    if !resolvers.isEmpty, !resolves, targets.allSatisfy({ $0.answers == nil }) {
      return .failed(Message(.checkNoResolverAnswers, Self.values("resolvers", resolvers)))
    }
    if targets.contains(where: { $0.answers == nil }),
      !targets.contains(where: { $0.answers == false })
    {
      return .failed(Message(.checkTargetsUnresolved, Self.values("targets", targets)))
    }
    return .failed(
      Message(
        isRouterThere ? .checkProviderSilent : .checkNothingBeyond,
        Self.values("targets", targets)
      )
    )
  }

  private static func values(_ place: String, _ parts: [Part]) -> [String: Message.Value] {
    [place: .texts(parts.prefix(4).map(\.name)), "count": .count(min(parts.count, 4))]
  }
}

/// Who is to blame.
extension MessageTemplate {
  static let checkRouterSilent = MessageTemplate(
    "check.router_silent",
    one: "the router {routers|, } doesn't answer",
    other: "none of the routers {routers|, } answers"
  )
  static let checkNoResolverAnswers = MessageTemplate(
    "check.no_resolver_answers",
    one: "the router answers, but the resolver {resolvers|, } doesn't",
    other: "the router answers, but none of the resolvers {resolvers|, } does"
  )
  static let checkTargetsUnresolved = MessageTemplate(
    "check.targets_unresolved",
    "the resolver gives no address of {targets|, }"
  )
  static let checkProviderSilent = MessageTemplate(
    "check.provider_silent",
    "the router answers, but {targets|, | and } can't be reached beyond it: presumably the provider's fault"
  )
  static let checkNothingBeyond = MessageTemplate(
    "check.nothing_beyond",
    "{targets|, | and } can't be reached"
  )
}
