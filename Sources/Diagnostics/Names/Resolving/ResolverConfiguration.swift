internal import FoundationEssentials
public import Wire

/// The contents of resolv.conf(5): resolvers and search list.
public struct ResolverConfiguration: Hashable, Sendable {
  /// The resolvers, in order, each once.
  public var resolvers: [IPAddress]
  /// The search domains.
  public var search: [String]
  /// `ndots`.
  public var dots: Int

  /// The C library uses three.
  private static let mostResolvers = 8
  private static let mostDomains = 32
  private static let sizeLimit = 64 << 10
  private static let mostDots = 15

  /// By default without resolvers.
  public init(resolvers: [IPAddress] = [], search: [String] = [], dots: Int = 1) {
    self.resolvers = resolvers
    self.search = search
    self.dots = dots
  }

  /// `/etc/resolv.conf`.
  public static var system: ResolverConfiguration { .init(path: "/etc/resolv.conf") }

  /// Reads a file; a missing one gives no resolvers.
  public init(path: String) {
    guard let data = try? Data(contentsOf: URL(filePath: path)) else {
      self.init(resolvers: [])
      return
    }
    self.init(parsing: String(decoding: data.prefix(Self.sizeLimit), as: UTF8.self))
  }

  /// Parses the text; of `search` and `domain` the last counts.
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

/// Expands a short name by the search list of resolv.conf(5).
struct DNSSearch: Hashable, Sendable {
  var domains: [String]
  /// `ndots`: a name with that many dots is tried unchanged first.
  var dots: Int

  init(_ configuration: ResolverConfiguration) {
    domains = configuration.search
    dots = configuration.dots
  }

  /// The names to try in order until one exists.
  ///
  /// Multicast names, addresses and names with a final dot are not expanded.
  func candidates(_ subject: DNSSubject) -> [DNSSubject] {
    let text = subject.text
    guard subject.address == nil, !subject.isMulticastName, subject.name.reverseAddress == nil,
      !text.hasSuffix(".")
    else { return [subject] }
    let inside = domains.compactMap { domain -> DNSSubject? in
      guard let domain = DNSName(domain), domain != .root,
        let name = subject.name.inside(domain), !name.isInside(.local)
      else { return nil }
      var candidate = subject
      candidate.name = name
      return candidate
    }
    var seen: Set<DNSName> = [subject.name]
    let others = inside.filter { seen.insert($0.name).inserted }
    return subject.name.labelCount > dots ? [subject] + others : others + [subject]
  }
}
