/// The name of a service instance, taken apart: `Living Room._airplay._tcp.local` (RFC 6763,
/// section 4.1).
public struct DNSServiceName: Hashable, Sendable {
  /// The instance, unescaped, as people see it: `Living Room`.
  public var instance: String
  /// What it offers.
  public var type: DNSServiceType
  /// Where, usually `local`.
  public var domain: DNSName

  /// The given instance.
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
