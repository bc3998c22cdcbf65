import Model

/// The last round trips and losses of a monitor, for its limits.
struct QualityWindow: Hashable, Sendable {
  /// As many round trips as the middle is taken of.
  static let mostRoundTrips = 5
  /// As many checks as the loss is taken of.
  static let mostChecks = 20
  /// Being degraded ends below that share of the limit, so that values about the limit don't alternate.
  static let calm = 0.9

  /// The last round trips, in milliseconds.
  private(set) var roundTrips: [Double] = []
  /// What the last checks lost, in percent, from the first that lost something on.
  private(set) var losses: [UInt8] = []

  /// Nothing noted.
  init() {}

  /// What was stored.
  init(roundTrips: [Double], losses: [UInt8]) {
    self.roundTrips = roundTrips.suffix(Self.mostRoundTrips).filter { $0.isFinite && $0 >= 0 }
    self.losses = losses.suffix(Self.mostChecks).map { min($0, 100) }
  }

  /// How the values lie to the limits.
  enum Finding: Hashable {
    /// One is above its limit; says which.
    case above(Message)
    /// None is above its limit, and one is not yet clearly below.
    case between
    /// All are clearly below, or there is nothing to look at.
    case below
  }

  /// Notes a check: the round trip, if there was one, and the share that was lost.
  mutating func note(roundTripMs: Double?, loss: Double) {
    if let roundTripMs {
      roundTrips.append(roundTripMs)
      roundTrips.removeFirst(max(0, roundTrips.count - Self.mostRoundTrips))
    }
    let percent = loss > 0 ? UInt8((min(loss, 1) * 100).rounded()) : 0
    guard percent > 0 || !losses.isEmpty else { return }
    losses.append(percent)
    losses.removeFirst(max(0, losses.count - Self.mostChecks))
    losses.removeFirst(losses.firstIndex { $0 > 0 } ?? losses.count)
  }

  /// Forgets the losses: those of an outage are no sign of a bad connection after it.
  mutating func forgetLosses() { losses = [] }

  /// How the values lie to the limits.
  func finding(_ limits: DegradedLimits, usualP95Ms: Double?) -> Finding {
    var finding = Finding.below
    if let limit = limits.roundTripMs {
      switch place(of: limit) {
      case .above(let middle):
        return .above(
          Message(.monitorSlow, ["rtt_ms": .number(middle), "limit_ms": .number(limit)])
        )
      case .between: finding = .between
      case .below: break
      }
    }
    if let times = limits.timesUsual, let usual = usualP95Ms {
      switch place(of: times * usual) {
      case .above(let middle):
        return .above(
          Message(
            .monitorSlowerThanUsual,
            ["rtt_ms": .number(middle), "usual_ms": .number(usual)]
          )
        )
      case .between: finding = .between
      case .below: break
      }
    }
    if let limit = limits.loss {
      // Of all 20 places, also where there were fewer checks: one loss of three is no 33 %.
      let loss = Double(losses.reduce(0) { $0 + Int($1) }) / Double(100 * Self.mostChecks)
      if loss > limit {
        return .above(
          Message(.monitorLossy, ["loss": .number(loss * 100), "limit": .number(limit * 100)])
        )
      }
      if loss > 0, loss >= limit * Self.calm { finding = .between }
    }
    return finding
  }

  /// Where the middle round trip lies.
  private enum Place {
    case above(Double)
    case between
    case below
  }

  /// Where the middle round trip lies to a limit; one that is not positive is none.
  private func place(of limit: Double) -> Place {
    guard limit > 0, !roundTrips.isEmpty else { return .below }
    let middle = roundTrips.sorted()[roundTrips.count / 2]
    if middle > limit, roundTrips.count == Self.mostRoundTrips { return .above(middle) }
    return middle < limit * Self.calm ? .below : .between
  }
}

extension MessageTemplate {
  static let monitorSlow = MessageTemplate(
    "monitor.slow",
    "the middle of the last five round trips is {rtt_ms}, and the limit is {limit_ms}"
  )
  static let monitorSlowerThanUsual = MessageTemplate(
    "monitor.slower_than_usual",
    "the middle of the last five round trips is {rtt_ms}; usually, 95 % take at most {usual_ms}"
  )
  static let monitorLossy = MessageTemplate(
    "monitor.lossy",
    "{loss} % of the last 20 checks were not answered, and the limit is {limit} %"
  )
}
