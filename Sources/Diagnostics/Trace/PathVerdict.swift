public import Model
public import Networking
internal import Wire

/// The conclusion of a trace, as a code and a sentence.
public struct PathVerdict: Hashable, Sendable {
  /// The finding.
  public enum Code: String, Hashable, Sendable, Encodable, CaseIterable {
    /// The target answers without loss.
    case reached
    /// Packets are lost from one hop on up to the target.
    case loss
    /// The path changed during the trace.
    case pathChanged = "path_changed"
    /// A routing loop.
    case loop
    /// A router reports the target unreachable.
    case unreachable
    /// Nothing answers after the last hop shown.
    case noAnswer = "no_answer"
    /// The target is beyond `maxHops`.
    case tooFar = "too_far"
    /// The trace was stopped before timeouts could be counted.
    case undecided
  }

  /// The finding.
  public var code: Code
  /// The finding in a sentence.
  public var finding: Message
  /// What is said beside it: remarks on hops, other methods.
  var asides: [Message]

  /// Expects hops with their `state` set by `LossClassifier`.
  init(_ hops: [TraceHop], _ tally: TraceTally) {
    (code, finding) = Self.finding(hops, tally)
    asides = Self.asides(hops)
  }

  /// All sentences as one message.
  public var message: Message { .sentences([finding] + asides) }
  /// The sentences in English.
  public var text: String { message.text }

  private static func finding(
    _ hops: [TraceHop],
    _ tally: TraceTally
  ) -> (code: Code, message: Message) {
    tally.end == nil ? unreached(hops, tally) : reached(hops, tally)
  }

  private static func unreached(
    _ hops: [TraceHop],
    _ tally: TraceTally
  ) -> (code: Code, message: Message) {
    let target = Message.Value.text(tally.target.host)
    if let loop = LossClassifier.loop(tally) {
      let routers = Message.Value.texts(loop.map(\.description))
      return (.loop, Message(.traceLoop, ["routers": routers, "target": target]))
    }
    if let (hop, source, obstacle) = tally.rejection {
      guard hop > 0 else {
        let reason = tally.vantage.message(obstacle, to: tally.target.address)
        return (
          .unreachable, Message(.traceNotSent, ["target": target, "reason": .message(reason)])
        )
      }
      let values: [String: Message.Value] = [
        "router": .text("\(source)"), "hop": .count(hop), "reason": .message(obstacle.message),
      ]
      return (.unreachable, Message(.traceUnreachable, values))
    }
    guard let last = hops.last(where: { !$0.isSilent }) else {
      guard isDecided(behind: 0, tally) else { return (.undecided, Message(.traceUndecided)) }
      let first = tally.options.firstHop
      return first == 1
        ? (.noAnswer, Message(.traceNothing))
        : (.noAnswer, Message(.traceNothingFrom, ["hop": .count(first)]))
    }
    if last.number >= tally.options.maxHops {
      return (.tooFar, Message(.traceTooFar, ["target": target, "count": .count(last.number)]))
    }
    let place = Message.Value.text(place(last))
    guard isDecided(behind: last.number, tally) else {
      return (.undecided, Message(.traceUndecidedBehind, ["place": place]))
    }
    return (
      .noAnswer,
      Message(.traceNoAnswer, ["place": place, "target": target, "hop": .count(last.number)])
    )
  }

  private static func reached(
    _ hops: [TraceHop],
    _ tally: TraceTally
  ) -> (code: Code, message: Message) {
    let target = Message.Value.text(tally.target.host)
    if let begins = LossClassifier.lossBegins(hops), let last = hops.last,
      let hop = hops.first(where: { $0.number == begins })
    {
      let lost = Message.Value.count(last.sent - last.received)
      let sent = Message.Value.count(last.sent)
      return begins == last.number
        ? (.loss, Message(.traceLossAtTarget, ["lost": lost, "sent": sent, "target": target]))
        : (.loss, Message(.traceLoss, ["place": .text(place(hop)), "lost": lost, "sent": sent]))
    }
    if let change = LossClassifier.change(tally) {
      let values: [String: Message.Value] = [
        "target": target, "hop": .count(change.hop), "to": .text("\(change.to)"),
        "from": .text("\(change.from)"),
      ]
      return (.pathChanged, Message(.tracePathChanged, values))
    }
    let count = hops.last?.number ?? 0
    // The first hop that was asked may be beyond the target.
    return count > 1 && count == tally.options.firstHop
      ? (.reached, Message(.traceReachedAtMost, ["target": target, "count": .count(count)]))
      : (.reached, Message(.traceReached, ["target": target, "count": .count(count)]))
  }

  /// Whether a probe beyond the hop has timed out.
  private static func isDecided(behind hop: Int, _ tally: TraceTally) -> Bool {
    tally.hops.contains { $0.key > hop && $0.value.contains(where: \.isLost) }
  }

  /// Remarks on hops that look faulty but are not.
  private static func asides(_ hops: [TraceHop]) -> [Message] {
    func list(_ numbers: [Int]) -> Message.Value { .texts(numbers.map(String.init)) }
    var asides: [Message] = []
    let limited = hops.filter { $0.state == .rateLimited && !$0.isDoubtful }.map(\.number)
    if !limited.isEmpty {
      asides.append(
        Message(.traceLimited, ["hops": list(limited), "count": .count(limited.count)])
      )
    }
    let doubtful = hops.filter(\.isDoubtful)
    if let first = doubtful.first {
      asides.append(
        Message(
          .traceDoubtful,
          [
            "hops": list(doubtful.map(\.number)), "hop": .count(first.number),
            "missed": .count(first.sent - first.received), "sent": .count(first.sent),
            "count": .count(doubtful.count),
          ]
        )
      )
    }
    let silent = hops.filter { $0.isSilent && $0.sent > 0 }.map(\.number)
    if !silent.isEmpty {
      asides.append(Message(.traceSilent, ["hops": list(silent), "count": .count(silent.count)]))
    }
    return asides
  }

  private static func place(_ hop: TraceHop) -> String {
    hop.nodes.first.map { "\(hop.number) (\($0.address))" } ?? "\(hop.number)"
  }
}

extension PathVerdict: Encodable {
  private enum CodingKeys: String, CodingKey { case code, text, message }

  /// Writes `verdict`.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(code, forKey: .code)
    try json.encode(text, forKey: .text)
    try json.encode(message, forKey: .message)
  }
}

extension Message {
  /// Sentences as one message.
  package static func sentences(_ sentences: [Message]) -> Message {
    guard let first = sentences.first, sentences.count > 1 else {
      return sentences.first ?? .verbatim("")
    }
    let earlier: [Value] =
      if first.code == MessageTemplate.sentences.code,
        case .list(let all)? = first.values["sentences"]
      {
        all
      } else {
        [.message(first)]
      }
    return Message(
      .sentences,
      ["sentences": .list(earlier + sentences.dropFirst().map(Value.message))]
    )
  }
}

extension PathObstacle {
  /// The obstacle as a message.
  var message: Message {
    switch self {
    case .network: Message(.pathNoNetwork)
    case .host: Message(.pathNoHost)
    case .unknownProtocol: Message(.pathUnknownProtocol)
    case .prohibited: Message(.pathProhibited)
    case .tooBig(let mtu?): Message(.pathTooBigMtu, ["mtu": .count(mtu)])
    case .tooBig(nil): Message(.pathTooBig)
    case .other(let type, let code):
      Message(.pathOther, ["type": .count(type), "icmp_code": .count(code)])
    }
  }

  /// The obstacle in words.
  public var words: String { message.text }
}

extension PathReply.Kind {
  /// The reply as shown to users.
  public var words: String {
    switch self {
    case .echoed, .answered: "it answers"
    case .open: "the port is open"
    case .refused: "the port is closed"
    case .portUnreachable: "no service listens on the port"
    case .timeExceeded: "the packet has taken too many hops"
    case .unreachable(let obstacle): obstacle.words
    }
  }
}

extension PathReply {
  /// Whether the packet reached the target.
  ///
  /// A port's answer comes from the host itself, though perhaps from another of its addresses.
  func isArrival(at target: IPAddress) -> Bool {
    switch kind {
    case .echoed, .answered, .open, .refused, .portUnreachable: true
    case .timeExceeded: false
    case .unreachable: source.withoutZone == target.withoutZone
    }
  }
}

/// What a trace finds.
extension MessageTemplate {
  static let traceLoop = MessageTemplate(
    "trace.loop",
    "Packets go round in circles between {routers}: one of them has a wrong route to {target}."
  )
  static let traceNotSent = MessageTemplate(
    "trace.not_sent",
    "Packets to {target} don't leave this machine: {reason}."
  )
  static let traceUnreachable = MessageTemplate(
    "trace.unreachable",
    "{router} at hop {hop} can't hand packets on: {reason}."
  )
  static let traceUndecided = MessageTemplate(
    "trace.undecided",
    "It was ended before anything could be said."
  )
  static let traceUndecidedBehind = MessageTemplate(
    "trace.undecided_behind",
    "The way is seen up to hop {place}; it was ended before more could be said."
  )
  static let traceNothingFrom = MessageTemplate(
    "trace.nothing_from",
    "Nothing answers from hop {hop} on, where the trace began."
  )
  static let traceNothing = MessageTemplate(
    "trace.nothing",
    "Nothing answers, not even the first router: this machine's own link, its gateway, or a firewall in front of it."
  )
  static let traceTooFar = MessageTemplate(
    "trace.too_far",
    one: "{target} is more than {count} hop away: no more were to be asked.",
    other: "{target} is more than {count} hops away: no more were to be asked."
  )
  static let traceNoAnswer = MessageTemplate(
    "trace.no_answer",
    "The way is seen up to hop {place}; nothing behind it answers: {target} is silent, or the link or a filter behind hop {hop} keeps packets from it."
  )
  static let traceLossAtTarget = MessageTemplate(
    "trace.loss_at_target",
    "Loss begins at the target ({lost} of {sent} lost): {target} itself or the link to it."
  )
  package static let traceLoss = MessageTemplate(
    "trace.loss",
    "Loss begins at hop {place} and stays ({lost} of {sent} lost at the target): that router or the link to it."
  )
  static let tracePathChanged = MessageTemplate(
    "trace.path_changed",
    "{target} answers, but the way changed during the trace: at hop {hop} {to} took the place of {from}."
  )
  package static let traceReached = MessageTemplate(
    "trace.reached",
    one: "{target} answers, {count} hop away.",
    other: "{target} answers, {count} hops away."
  )
  static let traceReachedAtMost = MessageTemplate(
    "trace.reached_at_most",
    "{target} answers, {count} hops away at most."
  )
}

/// What it says beside.
extension MessageTemplate {
  package static let traceLimited = MessageTemplate(
    "trace.limited",
    one: "Hop {hops} limits how often it answers: that is no loss.",
    other: "Hops {hops|, | and } limit how often they answer: that is no loss."
  )
  static let traceDoubtful = MessageTemplate(
    "trace.doubtful",
    one:
      "Hop {hops} missed {missed} of {sent}, none of those that were asked slowly: most likely it limits how often it answers, but a little loss looks alike.",
    other:
      "Hops {hops|, | and } missed some packets, none of those that were asked slowly: most likely they limit how often they answer, but a little loss looks alike."
  )
  package static let traceSilent = MessageTemplate(
    "trace.silent",
    one: "Hop {hops} does not answer but hands packets on.",
    other: "Hops {hops|, | and } do not answer but hand packets on."
  )
  static let traceTryOthers = MessageTemplate(
    "trace.try_others",
    "If a filter drops datagrams (UDP) alone, echoes (ICMP) or TCP connects show the way."
  )
  static let traceNoOthers = MessageTemplate(
    "trace.no_others",
    "It answers neither echoes (ICMP) nor TCP connects."
  )
  package static let traceFallback = MessageTemplate("trace.fallback", "{silent}, so {sent}")
  static let traceFallbackSilent = MessageTemplate(
    "trace.fallback_silent",
    "Datagrams (UDP) get no answer"
  )
  package static let traceFallbackSilentBehind = MessageTemplate(
    "trace.fallback_silent_behind",
    "Datagrams (UDP) get no answer behind hop {hop}"
  )
  static let traceFallbackEchoes = MessageTemplate(
    "trace.fallback_echoes",
    "echoes (ICMP) were sent."
  )
  static let traceFallbackConnects = MessageTemplate(
    "trace.fallback_connects",
    "TCP connects were sent."
  )
  package static let traceFilterEchoes = MessageTemplate(
    "trace.filter_echoes",
    "echoes (ICMP) were sent: a filter seems to drop datagrams."
  )
  static let traceFilterConnects = MessageTemplate(
    "trace.filter_connects",
    "TCP connects were sent: a filter seems to drop datagrams."
  )
}

/// Why a packet came no farther.
extension MessageTemplate {
  static let pathNoNetwork = MessageTemplate("path.no_network", "there is no route to that network")
  static let pathNoHost = MessageTemplate(
    "path.no_host",
    "the next on the way, the host itself or another router, does not answer"
  )
  static let pathUnknownProtocol = MessageTemplate(
    "path.unknown_protocol",
    "the host does not know the protocol"
  )
  static let pathProhibited = MessageTemplate("path.prohibited", "a filter forbids it")
  static let pathTooBig = MessageTemplate("path.too_big", "the packet is too big for the next link")
  static let pathTooBigMtu = MessageTemplate(
    "path.too_big_mtu",
    "the packet is too big for the next link, whose MTU is {mtu}"
  )
  static let pathOther = MessageTemplate(
    "path.other",
    "unreachable (ICMP type {type}, code {icmp_code})"
  )
  static let pathNoNeighbour = MessageTemplate(
    "path.no_neighbour",
    "no device on this network has the address {address} (no answer to {protocol})"
  )
  static let pathNoRouter = MessageTemplate(
    "path.no_router",
    "the first router on the way does not answer ({protocol})"
  )
  static let pathNoRoute = MessageTemplate("path.no_route", "this machine has no route there")
  static let pathOwnFilter = MessageTemplate(
    "path.own_filter",
    "a filter on this machine forbids it"
  )
}
