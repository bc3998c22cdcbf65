import Model

/// Kinds of devices that have no socket for a cable.
///
/// Rather too few than too many: what is not here may still be on Wi-Fi.
enum CablelessKinds {
  /// Whether the device, as far as it is known, has no socket for a cable.
  static func contain(_ verdict: Verdict) -> Bool {
    switch verdict.category {
    case .phone, .tablet, .wearable: return true
    case .smartHome, .appliance, .speaker: break
    default: return false
    }
    let vendor = verdict.vendor?.lowercased() ?? ""
    if makers[verdict.category]?.contains(vendor) == true { return true }
    let model = (verdict.model ?? "").lowercased()
    // Shelly's devices for the rail in a fuse box have a socket, the others have none.
    if vendor == "shelly" { return model.hasPrefix("shelly") && !model.hasPrefix("shelly pro") }
    let words = Set(model.split { !$0.isLetter && !$0.isNumber }.map(String.init))
    return !words.isDisjoint(with: Self.words)
      || models.contains { model.hasPrefix($0) || "\(vendor) \(model)".hasPrefix($0) }
  }

  /// Makers none of whose devices of that kind have one.
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

  /// Words of models, whoever made them.
  private static let words: Set<String> = [
    "plug", "bulb", "vacuum", "roomba", "roborock", "deebot", "lightstrip", "socket",
  ]

  /// How models begin, with their maker or without.
  private static let models = [
    "google nest mini", "google home mini", "google home", "nest mini", "home mini",
    "amazon echo", "echo dot", "homepod", "tp-link hs", "tp-link kl", "tp-link kp",
    "tp-link tapo p", "tp-link tapo l", "tp-link tapo s",
  ]
}
