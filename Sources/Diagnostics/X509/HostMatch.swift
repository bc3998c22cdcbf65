public import Model
internal import Wire

/// Whether a certificate matches a host name or address (RFC 9525).
public struct HostMatch: Hashable, Sendable {
  /// The host, or the address.
  public var host: String
  /// The matching name in the certificate, if any.
  public var name: String?
  /// Why.
  public var reason: Message

  /// The reason in English.
  public var because: String { reason.text }

  /// Whether a name matches.
  public var matches: Bool { name != nil }
}

extension HostMatch {
  /// Compares a certificate's alternative names, not its common name, with an ASCII name or address.
  static func check(_ host: String, against certificate: CertificateFacts) -> HostMatch {
    let kind: CertificateFacts.Name.Kind = IPAddress(host) == nil ? .dns : .ip
    let candidates = certificate.names.filter { $0.kind == kind }
    if let found = candidates.first(where: { stands($0, for: host) }) {
      let isWildcard = found.value.hasPrefix("*.")
      return HostMatch(
        host: host,
        name: found.value,
        reason: isWildcard
          ? Message(.certMatchWildcard, ["name": found.value, "host": host])
          : Message(.certMatchNamed, ["host": host])
      )
    }
    return HostMatch(host: host, name: nil, reason: whyNot(host, certificate, candidates))
  }

  private static func stands(_ name: CertificateFacts.Name, for host: String) -> Bool {
    switch name.kind {
    case .ip: unzoned(host) != nil && IPAddress(name.value) == unzoned(host)
    case .dns: matches(name.value, host)
    case .email, .uri: false
    }
  }

  /// An address without its zone, which no certificate can name.
  private static func unzoned(_ host: String) -> IPAddress? {
    switch IPAddress(host) {
    case .v6(let address, _)?: .v6(address, zone: nil)
    case let address: address
    }
  }

  /// Case-insensitive; a wildcard matches exactly the first label, and never directly below a
  /// top-level domain (RFC 9525, section 6.3).
  private static func matches(_ pattern: String, _ host: String) -> Bool {
    let pattern = labels(pattern)
    let host = labels(host)
    guard pattern.count == host.count, !host.contains("") else { return false }
    guard pattern.first == "*" else { return pattern == host }
    return pattern.count >= 3 && pattern.dropFirst() == host.dropFirst()
  }

  private static func labels(_ name: String) -> [String] {
    var text = name.lowercased()[...]
    if text.hasSuffix(".") { text = text.dropLast() }
    return text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
  }

  private static func whyNot(
    _ host: String,
    _ certificate: CertificateFacts,
    _ candidates: [CertificateFacts.Name]
  ) -> Message {
    if candidates.isEmpty {
      let isName = IPAddress(host) == nil
      if certificate.names.isEmpty, let name = CertificateFacts.commonName(certificate.subject) {
        return Message(isName ? .certMatchCommonName : .certMatchCommonNameAlone, ["name": name])
      }
      return certificate.names.isEmpty
        ? isName ? Message(.certMatchNoHost) : Message(.certMatchNoAddress)
        : isName ? Message(.certMatchOtherThanHosts) : Message(.certMatchOtherThanAddresses)
    }
    // A wildcard that misses the host by one label.
    let near = candidates.first { candidate in
      candidate.value.hasPrefix("*.")
        && (host.lowercased().hasSuffix(candidate.value.dropFirst(1).lowercased())
          || host.lowercased() == candidate.value.dropFirst(2).lowercased())
    }
    if let near {
      return labels(near.value).count < 3
        ? Message(.certMatchStarTooWide, ["name": near.value])
        : Message(.certMatchStarOneLabel, ["name": near.value, "host": host])
    }
    let values: [String: Message.Value] = [
      "names": .texts(candidates.prefix(4).map(\.value)), "count": .count(candidates.count - 4),
    ]
    return Message(candidates.count > 4 ? .certMatchMoreOthers : .certMatchOthers, values)
  }
}
