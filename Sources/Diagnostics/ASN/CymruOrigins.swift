import Model
public import Wire

/// Team Cymru's IP-to-ASN mapping over DNS TXT records.
public struct CymruOrigins: OriginLookup {
  private let texts: any TextLookup
  private let zone: String

  /// `texts` resolves TXT records in `zone`.
  public init(texts: any TextLookup, zone: String = "asn.cymru.com") {
    self.texts = texts
    self.zone = zone
  }

  /// The most specific announcement.
  public func origin(of address: IPAddress) async throws(DiagnosticError) -> ASOrigin? {
    guard SpecialUse.words(address) == nil else { return nil }
    let all = try await texts.texts(of: Self.name(of: address, zone))
    let origins = all.prefix(32).compactMap(Self.origin)
    guard !origins.isEmpty || all.isEmpty else { throw Self.unreadable }
    return origins.max { Self.length($0) < Self.length($1) }
  }

  /// What is said of the system.
  public func holder(of system: UInt32) async throws(DiagnosticError) -> ASHolder? {
    guard SpecialUse.words(.system(system)) == nil else { return nil }
    let all = try await texts.texts(of: "AS\(system).\(zone)")
    let holder = all.prefix(8).compactMap(Self.holder).first
    guard holder != nil || all.isEmpty else { throw Self.unreadable }
    return holder
  }

  /// Unreadable texts are an error; no texts mean "not announced".
  private static let unreadable = DiagnosticError.noAnswer(Message(.asnUnreadable))

  /// The octets or nibbles backwards.
  static func name(of address: IPAddress, _ zone: String) -> String {
    switch address {
    case .v4(let address):
      return address.bytes.reversed().map(String.init).joined(separator: ".") + ".origin.\(zone)"
    case .v6(let address, _):
      let nibbles = address.bytes.reversed().flatMap { [$0 & 15, $0 >> 4] }
      return nibbles.map { String($0, radix: 16) }.joined(separator: ".") + ".origin6.\(zone)"
    }
  }

  private static func length(_ origin: ASOrigin) -> Int {
    origin.prefix.split(separator: "/").last.flatMap { Int($0) } ?? 0
  }

  /// `64496 64497 | 192.0.2.0/24 | US | arin | 2001-09-28`.
  static func origin(_ text: String) -> ASOrigin? {
    let parts = parts(text)
    guard parts.count >= 2, let prefix = IPPrefix(parts[1]) else { return nil }
    let systems = parts[0].split(separator: " ").prefix(16).compactMap { UInt32($0) }
    guard !systems.isEmpty else { return nil }
    return ASOrigin(
      systems: systems,
      prefix: prefix.description,
      country: known(parts, 2),
      registry: known(parts, 3),
      allocated: known(parts, 4)
    )
  }

  /// `64496 | US | arin | 2001-09-28 | EXAMPLE-AS - Example Networks, US`.
  static func holder(_ text: String) -> ASHolder? {
    let parts = parts(text)
    guard let first = parts.first, let number = UInt32(first) else { return nil }
    var holder = ASHolder(system: number)
    holder.country = known(parts, 1)
    holder.registry = known(parts, 2)
    holder.allocated = known(parts, 3)
    holder.name = known(parts, 4)
    if let name = holder.name, let country = holder.country, name.hasSuffix(", \(country)") {
      holder.name = String(name.dropLast(country.count + 2))
    }
    return holder
  }

  private static func parts(_ text: String) -> [String] {
    text.prefix(512).split(separator: "|", omittingEmptySubsequences: false).map { part in
      var part = part
      while part.first == " " { part.removeFirst() }
      while part.last == " " { part.removeLast() }
      return String(part)
    }
  }

  private static func known(_ parts: [String], _ index: Int) -> String? {
    guard parts.indices.contains(index), !parts[index].isEmpty else { return nil }
    return parts[index]
  }
}

extension DNSClient: TextLookup {
  /// The texts of a name, aliases followed by the resolver; none where there is no such name.
  ///
  /// - Throws: That no resolver answers, or that this machine can't ask.
  public func texts(of name: String) async throws(DiagnosticError) -> [String] {
    guard let domain = DNSName(name) else { throw .usage(Message(.errorNoName, ["text": name])) }
    let reply = try await resolve(DNSQuestion(domain, .txt))
    return reply.records.wanted.compactMap { record in
      guard case .txt(let text) = record.data else { return nil }
      return String(decoding: text.strings.joined(), as: UTF8.self)
    }
  }
}

extension CymruOrigins {
  /// Asks by the system's resolvers.
  package static var system: CymruOrigins { CymruOrigins(texts: DNSClient.system()) }
}
