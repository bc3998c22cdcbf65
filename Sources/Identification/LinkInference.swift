public import Model
package import Wire

/// Infers the link: what the device states, else what kind it is, else its round trips.
///
/// Round trips are a hint, and what is inferred of them is said as one. A cable answers within a
/// millisecond or a few and always as fast; a radio is shared and sleeps between beacons; what takes
/// longer than 50 ms is not in this home. None is said where they say too little.
public enum LinkInference {
  /// Fewer round trips than that say nothing.
  public static let least = 4

  /// What sockets a device has, as far as its kind tells.
  public enum Sockets: Hashable, Sendable {
    /// Nothing tells.
    case unknown
    /// It may have none, so that a quick answer doesn't make it wired: a phone that hides what it is.
    case doubtful
    /// None for a cable: a phone, a plug.
    case none
  }

  /// Round trips in milliseconds.
  private enum Limit {
    static let wired = 5.0
    static let wifi = 30.0
    static let remote = 50.0
    /// What queues and this machine's own scheduling add on a cable.
    static let steady = 1.5
    /// What nothing but a radio adds.
    static let jittery = 4.0
  }

  /// The link that the device states.
  package static func link(stated statement: LinkStatement) -> Link {
    Link(
      statement.medium,
      because: statement.isExplicit
        ? Phrase("link.stated", "it says so itself: {value}", ["value": statement.said])
        : Phrase("link.signal", "it measures a radio signal: {value}", ["value": statement.said])
    )
  }

  /// Infers the link from round trips.
  ///
  /// - Parameters:
  ///   - roundTrips: In milliseconds, in the order in which they were measured.
  ///   - isNeighbour: Whether the device is on this link: it showed a link address.
  ///   - sockets: Whether it can be on a cable.
  /// - Returns: The link, with its reason; `nil` where it can't be told.
  public static func link(
    roundTrips: [Double],
    isNeighbour: Bool,
    sockets: Sockets = .unknown
  ) -> Link? {
    guard roundTrips.count >= least else { return nil }
    // One may have been held up: by ARP, by a radio that woke, by this machine.
    let sorted = roundTrips.sorted()
    let counted = sorted.count > least ? Array(sorted.dropLast()) : sorted
    guard let low = counted.first, let high = counted.last else { return nil }
    let median = counted[counted.count / 2]
    let spread = high - low
    func link(_ medium: Link.Medium, _ code: String, _ template: String) -> Link {
      let shown = "\(roundTrips.count) round trips of \(words(low))–\(words(high)) ms"
      var phrase = Phrase(code, template, ["times": shown])
      phrase.values = [
        "count": .number(Double(roundTrips.count)), "low": .number(low.rounded(places: 3)),
        "high": .number(high.rounded(places: 3)),
      ]
      return Link(medium, because: phrase)
    }
    if median > Limit.remote {
      return link(.remote, "link.far", "{times}: probably farther than this home")
    }
    // Behind a router they tell of the way, not of its last metres.
    guard isNeighbour else { return nil }
    if sockets == .none, median <= Limit.wifi {
      return link(.wifi, "link.portable", "such devices have no socket for a cable; {times}")
    }
    if spread > Limit.jittery, median <= Limit.wifi {
      return link(.wifi, "link.jittery", "{times}, jittery: probably a radio")
    }
    if median >= Limit.wired, median <= Limit.wifi {
      return link(.wifi, "link.slow", "{times}, slower than a cable: probably a radio")
    }
    if median < Limit.wired, spread <= Limit.steady, sockets == .unknown {
      return link(.wired, "link.steady", "{times}, steady: probably a cable")
    }
    return nil
  }

  /// What the device's kind tells of its sockets.
  ///
  /// A private MAC of something unknown is most often that of a phone.
  package static func sockets(of verdict: Verdict, mac: MACAddress?) -> Sockets {
    let isSure = verdict.confidence >= 0.6
    if CablelessKinds.contain(verdict) { return isSure ? .none : .doubtful }
    let portable: Set<Category?> = [.phone, .tablet, .wearable]
    if portable.contains(verdict.runnerUp), !isSure { return .doubtful }
    return mac?.isLocallyAdministered == true && !isSure ? .doubtful : .unknown
  }

  /// `0.4`, `12`.
  private static func words(_ milliseconds: Double) -> String {
    if milliseconds >= 10 { return String(Int(milliseconds.rounded())) }
    let tenths = Int((milliseconds * 10).rounded())
    // An underflow of one decimal place would read as no time at all.
    if tenths == 0 { return "<0.1" }
    return tenths % 10 == 0 ? String(tenths / 10) : "\(tenths / 10).\(tenths % 10)"
  }
}
