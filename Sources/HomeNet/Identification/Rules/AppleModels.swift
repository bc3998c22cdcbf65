/// Apple's model identifiers: a family, a generation and a variant, like `AppleTV14,1`.
enum AppleModels {
  /// A family of identifiers.
  struct Family: Sendable {
    var prefix: String
    var category: Category
    var name: String
    var os: String?
    /// How much it weighs; less where others borrow it.
    var weight = 0.95
  }

  /// The families; a longer prefix goes before its beginning.
  static let families: [Family] = [
    Family(prefix: "AppleTV", category: .tvMedia, name: "Apple TV", os: "tvOS"),
    Family(prefix: "AudioAccessory", category: .speaker, name: "HomePod", os: "audioOS"),
    Family(prefix: "iPhone", category: .phone, name: "iPhone", os: "iOS"),
    Family(prefix: "iPad", category: .tablet, name: "iPad", os: "iPadOS"),
    Family(prefix: "iPod", category: .phone, name: "iPod touch", os: "iOS"),
    Family(prefix: "Watch", category: .wearable, name: "Apple Watch", os: "watchOS"),
    Family(prefix: "RealityDevice", category: .wearable, name: "Apple Vision Pro", os: "visionOS"),
    Family(prefix: "MacBookPro", category: .computer, name: "MacBook Pro", os: "macOS"),
    Family(prefix: "MacBookAir", category: .computer, name: "MacBook Air", os: "macOS"),
    Family(prefix: "MacBook", category: .computer, name: "MacBook", os: "macOS"),
    Family(prefix: "Macmini", category: .computer, name: "Mac mini", os: "macOS"),
    Family(prefix: "MacPro", category: .computer, name: "Mac Pro", os: "macOS"),
    Family(prefix: "iMacPro", category: .computer, name: "iMac Pro", os: "macOS"),
    Family(prefix: "iMac", category: .computer, name: "iMac", os: "macOS"),
    Family(prefix: "VirtualMac", category: .computer, name: "virtual Mac", os: "macOS"),
    Family(prefix: "Mac", category: .computer, name: "Mac", os: "macOS"),
    Family(prefix: "AirPort", category: .network, name: "AirPort"),
    Family(prefix: "TimeCapsule", category: .storage, name: "Time Capsule", weight: 0.5),
    // Netatalk and samba borrow these for the icon they give in the Finder.
    Family(prefix: "RackMac", category: .storage, name: "Xserve", weight: 0.5),
    Family(prefix: "Xserve", category: .storage, name: "Xserve", weight: 0.5),
  ]

  /// Marketing names of identifiers; the rest get their family's name and the identifier.
  static let names: [String: String] = [
    "AppleTV2,1": "Apple TV (2nd generation)", "AppleTV3,1": "Apple TV (3rd generation)",
    "AppleTV3,2": "Apple TV (3rd generation)", "AppleTV5,3": "Apple TV HD",
    "AppleTV6,2": "Apple TV 4K", "AppleTV11,1": "Apple TV 4K (2nd generation)",
    "AppleTV14,1": "Apple TV 4K (3rd generation)",
    "AudioAccessory1,1": "HomePod", "AudioAccessory1,2": "HomePod",
    "AudioAccessory5,1": "HomePod mini", "AudioAccessorySingle5,1": "HomePod mini",
    "AudioAccessory6,1": "HomePod (2nd generation)",
    "Mac13,1": "Mac Studio (M1 Max)", "Mac13,2": "Mac Studio (M1 Ultra)",
    "Mac14,2": "MacBook Air (M2)", "Mac14,3": "Mac mini (M2)", "Mac14,7": "MacBook Pro (M2)",
    "Mac14,12": "Mac mini (M2 Pro)", "Mac14,15": "MacBook Air (15-inch, M2)",
    "Mac15,12": "MacBook Air (13-inch, M3)", "Mac15,13": "MacBook Air (15-inch, M3)",
    "Mac16,10": "Mac mini (M4)", "Mac16,11": "Mac mini (M4 Pro)", "Macmini9,1": "Mac mini (M1)",
    "MacBookAir10,1": "MacBook Air (M1)", "MacBookPro17,1": "MacBook Pro (13-inch, M1)",
    "MacBookPro18,1": "MacBook Pro (16-inch, 2021)",
    "MacBookPro18,2": "MacBook Pro (16-inch, 2021)",
    "MacBookPro18,3": "MacBook Pro (14-inch, 2021)",
    "MacBookPro18,4": "MacBook Pro (14-inch, 2021)",
    "iMac21,1": "iMac (24-inch, M1)", "iMac21,2": "iMac (24-inch, M1)",
    "AirPort4,107": "AirPort Express", "AirPort10,115": "AirPort Express (2nd generation)",
    "AirPort5,117": "AirPort Extreme", "AirPort7,120": "AirPort Extreme (6th generation)",
    "iPhone14,5": "iPhone 13", "iPhone14,7": "iPhone 14", "iPhone15,2": "iPhone 14 Pro",
    "iPhone15,4": "iPhone 15", "iPhone16,1": "iPhone 15 Pro", "iPhone17,3": "iPhone 16",
    "iPhone17,1": "iPhone 16 Pro",
  ]

  /// Whether the text has the form of an identifier: letters, digits, a comma, digits.
  static func isIdentifier(_ text: String) -> Bool {
    guard text.utf8.contains(UInt8(ascii: ",")) else { return false }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, let first = parts.first, let last = parts.last else { return false }
    let variant = last.prefix { $0 != "@" }
    return first.first?.isLetter == true && first.last?.isNumber == true && !variant.isEmpty
      && variant.allSatisfy(\.isNumber)
  }

  /// Whether the text has the form of the name of a board: `J105aAP`.
  static func isBoard(_ text: String) -> Bool {
    guard text.hasSuffix("AP"), (5...8).contains(text.utf8.count), let first = text.first,
      "DJKMNPX".contains(first)
    else { return false }
    return text.dropFirst().prefix(2).allSatisfy(\.isNumber)
  }

  /// What the identifier means; `nil` where it is not Apple's.
  ///
  /// `isClaim` where other systems are known to claim one that is not theirs.
  static func meaning(of text: String, isClaim: Bool) -> Meaning? {
    // `MacBookPro18,3@ECOLOR=…` says the colour of the case too.
    let identifier = String(text.prefix { $0 != "@" })
    guard isIdentifier(identifier) || identifier == "Xserve" || identifier == "RackMac",
      let family = families.first(where: { identifier.hasPrefix($0.prefix) })
    else { return nil }
    let name = names[identifier] ?? "\(family.name) (\(identifier))"
    let weight = isClaim ? min(family.weight, 0.85) : family.weight
    return .kind(family.category, weight, vendor: "Apple", model: name, os: family.os)
  }
}
