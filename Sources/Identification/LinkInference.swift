public import Model
package import Wire

/// Infers the link: from the device's statement, else from its kind and its round trips.
///
/// Round trips are a hint: on a cable they are a few milliseconds and steady, on Wi-Fi they jitter,
/// as radios are shared and sleep between beacons, and above 50 ms the device is not in this home.
public enum LinkInference {
  /// The fewest round trips to infer from.
  public static let least = 4

  /// Whether a device has an Ethernet port, as far as its kind shows.
  public enum Sockets: Hashable, Sendable {
    case unknown
    /// It may have none, so that short round trips don't make it wired: perhaps a phone.
    case doubtful
    /// A phone, a plug.
    case none
  }

  /// In milliseconds.
  private enum Limit {
    static let wired = 5.0
    static let wifi = 30.0
    static let remote = 50.0
    /// The spread on a cable, from queues and this machine's scheduling.
    static let steady = 1.5
    /// A spread that only a radio causes.
    static let jittery = 4.0
  }

  /// The link that the device states.
  package static func link(stated statement: LinkStatement) -> Link {
    Link(
      statement.medium,
      because: statement.isExplicit
        ? Message(.linkStated, ["value": .text(statement.said)])
        : Message(.linkSignal, ["value": .text(statement.said)])
    )
  }

  /// Infers the link from round trips.
  ///
  /// - Parameters:
  ///   - roundTrips: In milliseconds, in the order in which they were measured.
  ///   - isNeighbour: Whether the device is on this link: its link address is known.
  ///   - sockets: Whether it can be on a cable.
  /// - Returns: The link, with its reason; `nil` if it can't be inferred.
  public static func link(
    roundTrips: [Double],
    isNeighbour: Bool,
    sockets: Sockets = .unknown
  ) -> Link? {
    guard roundTrips.count >= least else { return nil }
    // The slowest can be delayed by ARP, a sleeping radio or this machine.
    let sorted = roundTrips.sorted()
    let counted = sorted.count > least ? Array(sorted.dropLast()) : sorted
    guard let low = counted.first, let high = counted.last else { return nil }
    let median = counted[counted.count / 2]
    let spread = high - low
    let values: [String: Message.Value] = [
      "count": .count(roundTrips.count),
      "low": .number(max(0.001, low.rounded(places: 3))),
      "high": .number(max(0.001, high.rounded(places: 3))),
    ]
    func link(_ medium: Link.Medium, _ template: MessageTemplate) -> Link {
      Link(medium, because: Message(template, values))
    }
    if median > Limit.remote {
      return link(.remote, .linkFar)
    }
    // Behind a router round trips describe the path, not the last link.
    guard isNeighbour else { return nil }
    if sockets == .none, median <= Limit.wifi {
      return link(.wifi, .linkPortable)
    }
    if spread > Limit.jittery, median <= Limit.wifi {
      return link(.wifi, .linkJittery)
    }
    if median >= Limit.wired, median <= Limit.wifi {
      return link(.wifi, .linkSlow)
    }
    if median < Limit.wired, spread <= Limit.steady, sockets == .unknown {
      return link(.wired, .linkSteady)
    }
    return nil
  }

  /// Whether a device of this kind has an Ethernet port.
  ///
  /// An unknown device with a private MAC is most often a phone.
  package static func sockets(of verdict: Verdict, mac: MACAddress?) -> Sockets {
    let isSure = verdict.confidence >= 0.6
    if WirelessOnlyKinds.contain(verdict) { return isSure ? .none : .doubtful }
    let portable: Set<Category?> = [.phone, .tablet, .wearable]
    if portable.contains(verdict.runnerUp), !isSure { return .doubtful }
    return mac?.isLocallyAdministered == true && !isSure ? .doubtful : .unknown
  }
}

/// Kinds of devices without an Ethernet port; incomplete on purpose.
enum WirelessOnlyKinds {
  static func contain(_ verdict: Verdict) -> Bool {
    switch verdict.category {
    case .phone, .tablet, .wearable: return true
    case .smartHome, .appliance, .speaker: break
    default: return false
    }
    let vendor = verdict.vendor?.lowercased() ?? ""
    if makers[verdict.category]?.contains(vendor) == true { return true }
    let model = (verdict.model ?? "").lowercased()
    // Of Shelly's devices only those for the DIN rail have Ethernet.
    if vendor == "shelly" { return model.hasPrefix("shelly") && !model.hasPrefix("shelly pro") }
    let words = Set(model.split { !$0.isLetter && !$0.isNumber }.map(String.init))
    return !words.isDisjoint(with: Self.words)
      || models.contains { model.hasPrefix($0) || "\(vendor) \(model)".hasPrefix($0) }
  }

  /// Makers whose devices of a category all lack Ethernet.
  private static let makers: [Category: Set<String>] = [
    .smartHome: [
      "lifx", "wiz", "yeelight", "nanoleaf", "meross", "wemo", "govee", "twinkly", "sengled",
      "switchbot", "mystrom", "gosund", "withings", "rachio", "sensibo", "awair", "ecobee",
    ],
    .appliance: [
      "irobot", "roborock", "ecovacs", "dreame", "neato", "shark", "litter-robot", "petkit",
      "levoit", "dyson", "blueair", "anova", "meater",
    ],
  ]

  /// Words in models of any maker.
  private static let words: Set<String> = [
    "plug", "bulb", "vacuum", "roomba", "roborock", "deebot", "lightstrip", "socket",
  ]

  /// Prefixes of models, with their maker or without.
  private static let models = [
    "google nest mini", "google home mini", "google home", "nest mini", "home mini",
    "amazon echo", "echo dot", "homepod", "tp-link hs", "tp-link kl", "tp-link kp",
    "tp-link tapo p", "tp-link tapo l", "tp-link tapo s",
  ]
}

/// Why a device is taken to be wired, on Wi-Fi, or remote.
extension MessageTemplate {
  static let linkStated = MessageTemplate("link.stated", "it says so itself: {value}")
  static let linkSignal = MessageTemplate("link.signal", "it measures a radio signal: {value}")
  static let linkFar = MessageTemplate(
    "link.far",
    "{count} round trips of {low}–{high} ms: probably farther than this home"
  )
  static let linkPortable = MessageTemplate(
    "link.portable",
    "such devices have no socket for a cable; {count} round trips of {low}–{high} ms"
  )
  static let linkJittery = MessageTemplate(
    "link.jittery",
    "{count} round trips of {low}–{high} ms, jittery: probably a radio"
  )
  static let linkSlow = MessageTemplate(
    "link.slow",
    "{count} round trips of {low}–{high} ms, slower than a cable: probably a radio"
  )
  static let linkSteady = MessageTemplate(
    "link.steady",
    "{count} round trips of {low}–{high} ms, steady: probably a cable"
  )
}
