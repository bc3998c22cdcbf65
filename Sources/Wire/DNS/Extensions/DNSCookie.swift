/// What ties answers to who asked before: DNS cookies (RFC 7873, section 4).
public struct DNSCookie: Hashable, Sendable {
  /// What the client chose, 8 bytes.
  public var client: [UInt8]
  /// What the server made of it, 8 to 32 bytes; none where it is not known yet.
  public var server: [UInt8]

  /// The EDNS option.
  public static let option: UInt16 = 10

  /// The given cookie.
  public init(client: [UInt8], server: [UInt8] = []) {
    self.client = client
    self.server = server
  }

  /// Reads it from its option; `nil` for every other option, and for what is malformed.
  public init?(_ option: DNSOption) {
    let count = option.value.count
    guard option.code == Self.option, count == 8 || (16...40).contains(count) else { return nil }
    client = Array(option.value.prefix(8))
    server = Array(option.value.dropFirst(8))
  }

  /// The option that says it.
  public var dnsOption: DNSOption { DNSOption(code: Self.option, value: client + server) }
}

extension DNSMessage {
  /// Its cookie; `nil` where it has none.
  public var cookie: DNSCookie? {
    (extensions?.options ?? []).lazy.compactMap { DNSCookie($0) }.first
  }

  /// Which of many servers at one address it is, as the server names itself (NSID; RFC 5001); `nil`
  /// where it doesn't say, at most 255 bytes.
  public var serverIdentifier: [UInt8]? {
    (extensions?.options ?? []).first { $0.code == DNSExtensions.serverIdentifier }
      .map { Array($0.value.prefix(255)) }
  }
}

extension DNSExtensions {
  /// The option that asks for a server's name of itself, and brings it (RFC 5001, section 2.3).
  public static let serverIdentifier: UInt16 = 3
}
