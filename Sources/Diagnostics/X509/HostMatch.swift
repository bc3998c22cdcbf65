internal import Wire

/// Whether a certificate stands for the host that was asked for (RFC 9525).
public struct HostMatch: Hashable, Sendable {
  /// The host, or the address.
  public var host: String
  /// The name in the certificate that stands for it; `nil` where none does.
  public var name: String?
  /// Why, in words.
  public var because: String

  /// Whether it does.
  public var matches: Bool { name != nil }
}

extension HostMatch {
  /// Compares the names in a certificate with a host.
  ///
  /// - Parameters:
  ///   - host: A name in ASCII, or an address.
  ///   - certificate: Whose names are looked at; its common name isn't, it counts no more.
  /// - Returns: Whether one of them stands for it, and why.
  static func check(_ host: String, against certificate: CertificateFacts) -> HostMatch {
    let kind: CertificateFacts.Name.Kind = IPAddress(host) == nil ? .dns : .ip
    let candidates = certificate.names.filter { $0.kind == kind }
    if let found = candidates.first(where: { stands($0, for: host) }) {
      let isWildcard = found.value.hasPrefix("*.")
      return HostMatch(
        host: host,
        name: found.value,
        because: isWildcard ? "\(found.value) covers \(host)" : "it names \(host)"
      )
    }
    return HostMatch(host: host, name: nil, because: whyNot(host, certificate, candidates))
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

  /// Labels are compared without case; a star stands for exactly one whole label, the first, and
  /// never for all of a top-level domain's names (RFC 9525, section 6.3).
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
  ) -> String {
    if candidates.isEmpty {
      let what = IPAddress(host) == nil ? "host" : "address"
      if certificate.names.isEmpty, let name = CertificateFacts.commonName(certificate.subject) {
        return "it names no \(what); its common name (\(name)) counts no more (RFC 9525)"
      }
      return "it names no \(what)" + (certificate.names.isEmpty ? "" : ", only other names")
    }
    // Those whose star would cover it, were it not a label too deep or too high.
    let near = candidates.first { candidate in
      candidate.value.hasPrefix("*.")
        && (host.lowercased().hasSuffix(candidate.value.dropFirst(1).lowercased())
          || host.lowercased() == candidate.value.dropFirst(2).lowercased())
    }
    if let near {
      return labels(near.value).count < 3
        ? "\(near.value) counts for no host: no star stands for a whole top-level domain's names"
        : "\(near.value) covers one label only, not \(host)"
    }
    let shown = candidates.prefix(4).map(\.value).joined(separator: ", ")
    let more = candidates.count > 4 ? " and \(candidates.count - 4) more" : ""
    return "it is for \(shown)\(more)"
  }
}
