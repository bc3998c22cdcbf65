internal import FoundationEssentials
public import Wire

/// What a resolv.conf(5) says: the resolvers, and the search list.
public struct ResolverConfiguration: Hashable, Sendable {
  /// The resolvers, in order, each once.
  public var resolvers: [IPAddress]
  /// The domains that short names are looked for in.
  public var search: [String]
  /// How many dots make a name that is asked as it is, before it is looked for in the domains.
  public var dots: Int

  /// The C library asks three; some write more.
  private static let mostResolvers = 8
  private static let mostDomains = 32
  private static let sizeLimit = 64 << 10
  private static let mostDots = 15

  /// A configuration as resolv.conf(5) would give it.
  public init(resolvers: [IPAddress] = [], search: [String] = [], dots: Int = 1) {
    self.resolvers = resolvers
    self.search = search
    self.dots = dots
  }

  /// What the system's own file says.
  public static var system: ResolverConfiguration { .init(path: "/etc/resolv.conf") }

  /// Reads the file; a missing one names no resolver.
  public init(path: String) {
    guard let data = try? Data(contentsOf: URL(filePath: path)) else {
      self.init(resolvers: [])
      return
    }
    self.init(parsing: String(decoding: data.prefix(Self.sizeLimit), as: UTF8.self))
  }

  /// Reads the file's text; of `search` and `domain` the last counts.
  public init(parsing text: String) {
    self.init(resolvers: [])
    for line in text.split(whereSeparator: \.isNewline) {
      let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
      guard let first = words.first, words.count >= 2 else { continue }
      switch first {
      case "nameserver":
        guard let address = IPAddress(words[1]), !resolvers.contains(address),
          resolvers.count < Self.mostResolvers
        else { continue }
        resolvers.append(address)
      case "search", "domain": search = Array(words.dropFirst().prefix(Self.mostDomains))
      case "options":
        // The last counts, at most fifteen.
        for word in words.dropFirst() where word.hasPrefix("ndots:") {
          if let number = UInt(word.dropFirst(6)) { dots = Int(min(number, UInt(Self.mostDots))) }
        }
      default: continue
      }
    }
  }
}
