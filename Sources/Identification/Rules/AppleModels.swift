import Model

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
    Family(prefix: "PowerMac", category: .computer, name: "Power Mac", os: "Mac OS X"),
    Family(prefix: "PowerBook", category: .computer, name: "PowerBook", os: "Mac OS X"),
    Family(prefix: "iBook", category: .computer, name: "iBook", os: "Mac OS X"),
    Family(prefix: "AirPort", category: .network, name: "AirPort"),
    // Netatalk and samba borrow these for the icon they give in the Finder.
    Family(prefix: "TimeCapsule", category: .router, name: "Time Capsule", weight: 0.6),
    Family(prefix: "RackMac", category: .server, name: "Xserve", weight: 0.5),
    Family(prefix: "Xserve", category: .server, name: "Xserve", weight: 0.5),
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
    guard (4...8).contains(text.utf8.count), text.hasSuffix("AP"), let first = text.first,
      "BDJKMNPVX".contains(first)
    else { return false }
    return text.dropFirst().first?.isNumber == true
  }

  /// What the identifier or the board means; `nil` where it is not Apple's.
  ///
  /// `isClaim` where other systems are known to claim one that is not theirs.
  static func meaning(of text: String, isClaim: Bool) -> Meaning? {
    // `MacBookPro18,3@ECOLOR=…` says the colour of the case too.
    var identifier =
      text.utf8.contains(UInt8(ascii: "@")) ? String(text.prefix { $0 != "@" }) : text
    if isBoard(identifier) {
      guard let known = AppleModelNames.identifierOfBoard[identifier.lowercased()] else {
        return boardFamily(identifier)
      }
      identifier = known
    }
    // No Xserve said so without its number: file servers do.
    if ["Xserve", "RackMac", "MacSamba"].contains(identifier) { return .kind(.storage, 0.5) }
    guard
      isIdentifier(identifier) || AppleModelNames.byIdentifier[identifier] != nil,
      let family = families.first(where: { identifier.hasPrefix($0.prefix) })
    else { return nil }
    let name = AppleModelNames.byIdentifier[identifier] ?? "\(family.name) (\(identifier))"
    let weight = isClaim ? min(family.weight, 0.85) : family.weight
    return .kind(family.category, weight, vendor: "Apple", model: name, os: family.os)
  }

  /// What a board newer than the table is: iPhones have a D, tablets and Macs share the J, and
  /// watches, phones of old and headsets the N.
  private static func boardFamily(_ board: String) -> Meaning {
    switch board.first {
    case "D", "V": .kind(.phone, 0.8, vendor: "Apple", os: "iOS")
    case "B": .kind(.speaker, 0.8, vendor: "Apple", model: "HomePod", os: "audioOS")
    default: .only(vendor: "Apple", weight: 0.8)
    }
  }
}
