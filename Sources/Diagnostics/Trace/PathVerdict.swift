public import Networking
internal import Wire

/// What a trace means, in one word and in words.
public struct PathVerdict: Hashable, Sendable, Encodable {
  /// The finding.
  public enum Code: String, Hashable, Sendable, Encodable, CaseIterable {
    /// The target answers, and what is lost is answers, not packets.
    case reached
    /// Packets are lost from one hop on up to the target.
    case loss
    /// The way changed during the trace.
    case pathChanged = "path_changed"
    /// Packets go round in circles.
    case loop
    /// A router says that packets can't go on.
    case unreachable
    /// Behind the last hop nothing answers.
    case noAnswer = "no_answer"
    /// The last hop that was asked answers, and the target is farther away.
    case tooFar = "too_far"
    /// It was ended before anybody's silence meant anything.
    case undecided
  }

  /// The finding.
  public var code: Code
  /// The same for people.
  public var text: String

  /// The verdict on hops that have been judged.
  init(_ hops: [TraceHop], _ tally: TraceTally) {
    let finding = Self.finding(hops, tally)
    code = finding.code
    let asides = Self.asides(hops, isReached: tally.end != nil)
    text = ([finding.text] + asides).joined(separator: " ")
  }

  private static func finding(
    _ hops: [TraceHop],
    _ tally: TraceTally
  ) -> (code: Code, text: String) {
    let target = tally.target.host
    if tally.end == nil {
      if let loop = LossClassifier.loop(tally) {
        let routers = loop.map(\.description).joined(separator: " and ")
        return (
          .loop,
          "Packets go round in circles between \(routers): one of them has a wrong route to "
            + "\(target)."
        )
      }
      if let rejection = tally.rejection {
        let (hop, source, obstacle) = rejection
        guard hop > 0 else {
          let words = tally.vantage.words(obstacle, to: tally.target.address)
          return (.unreachable, "Packets to \(target) don't leave this machine: \(words).")
        }
        return (
          .unreachable, "\(source) at hop \(hop) can't hand packets on: \(obstacle.words)."
        )
      }
      guard let last = hops.last(where: { !$0.isSilent }) else {
        guard isDecided(behind: 0, tally) else {
          return (.undecided, "It was ended before anything could be said.")
        }
        let first = tally.options.firstHop
        guard first == 1 else {
          return (.noAnswer, "Nothing answers from hop \(first) on, where the trace began.")
        }
        return (
          .noAnswer,
          "Nothing answers, not even the first router: this machine's own link, its gateway, or a "
            + "firewall in front of it."
        )
      }
      if last.number >= tally.options.maxHops {
        return (
          .tooFar,
          "\(target) is more than \(last.number) hop\(last.number == 1 ? "" : "s") away: no more "
            + "were to be asked."
        )
      }
      guard isDecided(behind: last.number, tally) else {
        return (
          .undecided,
          "The way is seen up to hop \(place(last)); it was ended before more could be said."
        )
      }
      return (
        .noAnswer,
        "The way is seen up to hop \(place(last)); nothing behind it answers: \(target) is silent, "
          + "or the link or a filter behind hop \(last.number) keeps packets from it."
      )
    }
    if let begins = LossClassifier.lossBegins(hops), let last = hops.last,
      let hop = hops.first(where: { $0.number == begins })
    {
      let lost = "\(last.sent - last.received) of \(last.sent)"
      if begins == last.number {
        return (
          .loss,
          "Loss begins at the target (\(lost) lost): \(target) itself or the link to it."
        )
      }
      return (
        .loss,
        "Loss begins at hop \(place(hop)) and stays (\(lost) lost at the target): that router or "
          + "the link to it."
      )
    }
    if let change = LossClassifier.change(tally) {
      return (
        .pathChanged,
        "\(target) answers, but the way changed during the trace: at hop \(change.hop) "
          + "\(change.to) took the place of \(change.from)."
      )
    }
    let count = hops.last?.number ?? 0
    // The first hop that was asked may be beyond the target.
    let atMost = count > 1 && count == tally.options.firstHop ? " at most" : ""
    return (.reached, "\(target) answers, \(count) hop\(count == 1 ? "" : "s") away\(atMost).")
  }

  /// Whether somebody's silence behind a hop has lasted long enough to mean anything.
  private static func isDecided(behind hop: Int, _ tally: TraceTally) -> Bool {
    tally.hops.contains { $0.key > hop && $0.value.contains(where: \.isLost) }
  }

  /// What looks like a fault and is none.
  private static func asides(_ hops: [TraceHop], isReached: Bool) -> [String] {
    var asides: [String] = []
    let limited = hops.filter { $0.state == .rateLimited && !$0.isDoubtful }.map(\.number)
    if !limited.isEmpty {
      let who = limited.count == 1 ? "limits how often it answers" : "limit how often they answer"
      asides.append("Hop\(limited.count == 1 ? "" : "s") \(list(limited)) \(who): that is no loss.")
    }
    let doubtful = hops.filter(\.isDoubtful)
    if doubtful.count > 1 {
      asides.append(
        "Hops \(list(doubtful.map(\.number))) missed some packets, none of those that were asked "
          + "slowly: most likely they limit how often they answer, but a little loss looks alike."
      )
    }
    for hop in doubtful where doubtful.count == 1 {
      asides.append(
        "Hop \(hop.number) missed \(hop.sent - hop.received) of \(hop.sent), none of those that were "
          + "asked slowly: most likely it limits how often it answers, but a little loss looks alike."
      )
    }
    let silent = hops.filter { $0.isSilent && $0.sent > 0 }.map(\.number)
    if !silent.isEmpty {
      let who = silent.count == 1 ? "does not answer but hands" : "do not answer but hand"
      asides.append("Hop\(silent.count == 1 ? "" : "s") \(list(silent)) \(who) packets on.")
    }
    return asides
  }

  private static func place(_ hop: TraceHop) -> String {
    hop.nodes.first.map { "\(hop.number) (\($0.address))" } ?? "\(hop.number)"
  }

  private static func list(_ numbers: [Int]) -> String {
    guard let last = numbers.last, numbers.count > 1 else {
      return numbers.first?.description ?? ""
    }
    return numbers.dropLast().map(String.init).joined(separator: ", ") + " and \(last)"
  }
}

extension PathObstacle {
  /// The obstacle in words.
  public var words: String {
    switch self {
    case .network: "there is no route to that network"
    case .host: "the next on the way, the host itself or another router, does not answer"
    case .unknownProtocol: "the host does not know the protocol"
    case .prohibited: "a filter forbids it"
    case .tooBig(let mtu?): "the packet is too big for the next link, whose MTU is \(mtu)"
    case .tooBig(nil): "the packet is too big for the next link"
    case .other(let type, let code): "unreachable (ICMP type \(type), code \(code))"
    }
  }
}
