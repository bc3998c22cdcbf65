/// A service type of DNS-SD: `_airplay._tcp` (RFC 6763, section 7).
public struct DNSServiceType: Hashable, Sendable {
  /// The service's name without its underscore, in lower case: `airplay`.
  public let service: String
  /// Whether it runs over TCP; everything else is `_udp`.
  public let isTCP: Bool

  /// The name that is asked for the types themselves (RFC 6763, section 9).
  public static let metaQuery = DNSName(
    wire: ["_services", "_dns-sd", "_udp", "local"].flatMap { label in
      [UInt8(label.utf8.count)] + Array(label.utf8)
    }
  )

  /// The type in a name that is one (`_airplay._tcp.local`), as the meta-query's answers hold, or
  /// that asks for a subtype of one (`_printer._sub._http._tcp.local`); `nil` for other names.
  public init?(_ name: DNSName) {
    var labels = name.labels[...]
    if labels.count > 2, labels[1].map(\.lowercased) == Array("_sub".utf8) {
      labels = labels.dropFirst(2)
    }
    guard labels.count >= 3, name != Self.metaQuery else { return nil }
    self.init(service: labels.removeFirst(), transport: labels.removeFirst())
  }

  init?(service: [UInt8], transport: [UInt8]) {
    // RFC 6335 allows letters, digits and hyphens; devices use more, but none of these.
    let name = service.dropFirst()
    guard service.first == UInt8(ascii: "_"), !name.isEmpty,
      name.allSatisfy({ (0x21...0x7E).contains($0) && $0 != 0x2E && $0 != 0x5C })
    else { return nil }
    switch transport.map(\.lowercased) {
    case Array("_tcp".utf8): isTCP = true
    case Array("_udp".utf8): isTCP = false
    default: return nil
    }
    self.service = String(decoding: name.map(\.lowercased), as: UTF8.self)
  }

  /// The type's name in a domain, which is asked for its instances.
  public func name(in domain: DNSName = .local) -> DNSName {
    let labels = [Array("_\(service)".utf8), Array((isTCP ? "_tcp" : "_udp").utf8)]
    // Only an absurdly long domain leaves no room.
    return DNSName(labels: labels)?.inside(domain) ?? domain
  }
}

extension DNSServiceType: LosslessStringConvertible {
  /// Parses `_airplay._tcp`, in any case, with or without a final dot.
  public init?(_ description: String) {
    guard let labels = DNSName(description)?.labels, labels.count == 2 else { return nil }
    self.init(service: labels[0], transport: labels[1])
  }

  /// `_airplay._tcp`.
  public var description: String { "_\(service)._\(isTCP ? "tcp" : "udp")" }
}

/// The name of a service instance, taken apart: `Living Room._airplay._tcp.local` (RFC 6763,
/// section 4.1).
public struct DNSServiceName: Hashable, Sendable {
  /// The instance, unescaped, as people see it: `Living Room`.
  public var instance: String
  /// What it offers.
  public var type: DNSServiceType
  /// Where, usually `local`.
  public var domain: DNSName

  /// The instance's name is unescaped text, by default in `local`.
  public init(_ instance: String, _ type: DNSServiceType, domain: DNSName = .local) {
    self.instance = instance
    self.type = type
    self.domain = domain
  }

  /// The instance that a name is of; `nil` for other names, service types among them.
  ///
  /// Bytes of its label that are no UTF-8 are replaced.
  public init?(_ name: DNSName) {
    let labels = name.labels
    guard labels.count >= 4, name != DNSServiceType.metaQuery, let first = labels.first,
      let type = DNSServiceType(service: labels[1], transport: labels[2])
    else { return nil }
    instance = String(decoding: first, as: UTF8.self)
    self.type = type
    domain = name.parent.parent.parent
  }

  /// The name on the wire; `nil` if the instance is empty or longer than 63 bytes of UTF-8.
  public var name: DNSName? {
    DNSName(labels: [Array(instance.utf8)])?.inside(type.name(in: domain))
  }
}

extension DNSServiceName: CustomStringConvertible {
  /// `Living Room._airplay._tcp.local`, not escaped: for people.
  public var description: String { "\(instance).\(type).\(domain)" }
}
