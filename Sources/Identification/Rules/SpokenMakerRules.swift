/// Makers of one kind of thing, wherever they are named in what a device says of itself.
///
/// The same makers as of network interfaces, in ``VendorRules``: a page or an agent that names one
/// mostly is one of its devices. These rules are the weakest; anything that knows more comes before.
enum SpokenMakerRules {
  /// The fields that makers write.
  private static let fields = "snmp|title|realm|server|banner|certificate|dhcp|xml|scope"

  /// A rule a maker, as rules are written.
  static let text = VendorRules.text.split(separator: "\n").flatMap(rules).joined(separator: "\n")

  private static func rules(in line: Substring) -> [String] {
    let parts = line.split(separator: ":", maxSplits: 1)
    let head = parts.first?.split(separator: " ") ?? []
    guard parts.count == 2, head.count == 2, let percent = Int(head[1]), percent >= leastPercent,
      !broad.contains(head[0])
    else { return [] }
    return parts[1].split(separator: ",").compactMap { item in
      let names = item.split(separator: "=").map { trimmed($0) }
      guard let name = names.first, let brand = names.last, name.utf8.count >= leastLength,
        !words.contains(name.lowercased())
      else { return nil }
      return "\(fields) \"\(name)\" : \(head[0]) \(percent / 2), vendor \"\(brand)\""
    }
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text.drop { $0 == " " }
    while text.last == " " { text = text.dropLast() }
    return String(text)
  }

  /// Makers of less certain kinds make too many.
  private static let leastPercent = 55
  /// Shorter names are found by chance.
  private static let leastLength = 4

  /// Kinds whose makers are named for what is inside, too.
  private static let broad: Set<Substring> = ["computer", "phone", "unknown"]

  /// Makers whose names are words.
  private static let words: Set<String> = [
    "abode", "ajax", "ambient", "amino", "anova", "august", "aurora", "awair", "blink by amazon",
    "canary", "canary connect", "corsair", "crow", "dish", "drayton", "easee", "flume", "free sas",
    "freebox", "harman", "hive", "itead", "june life", "juicebox", "jura", "legrand", "loewe",
    "lefun", "mercury", "meridian audio", "mist systems", "moen", "night owl", "nest", "omada",
    "orange", "orbit irrigation", "oura", "owlet", "pace", "piper", "pioneer", "planet technology",
    "promise", "ring", "roland", "savant", "sense labs", "sharp", "shark", "snap one", "swann",
    "thomson", "valve", "wallbox", "wink", "wolf", "yale", "yamaha", "whoop", "unify", "patton",
    "polar electro", "palm", "tesla", "trane", "vodafone", "ascom", "eero", "hitron", "tenda",
    "netgate", "sophos", "citrix", "proxim", "perle", "meater", "turris", "arlo", "buffalo",
  ]
}
