public import Wire

/// What is asked about: a name, or an address whose name is wanted.
public struct DNSSubject: Hashable, Sendable {
  /// As it was asked for.
  public var text: String
  /// The name on the wire.
  public var name: DNSName
  /// The address, where it is one.
  public var address: IPAddress?

  /// Parses a name or an address.
  ///
  /// - Throws: That it is neither.
  public init(_ text: String) throws(DiagnosticError) {
    self.text = text
    let plain =
      text.hasPrefix("[") && text.hasSuffix("]") ? String(text.dropFirst().dropLast()) : text
    if let address = IPAddress(plain) {
      self.address = address
      name = DNSName(reverseOf: address)
    } else {
      name = try InternationalName.name(text)
    }
  }

  /// The name in its own script, where it has one.
  public var international: String? { InternationalName.text(name) }

  /// Whether those on this link answer, by multicast (RFC 6762, sections 3 and 4).
  public var isOfLink: Bool {
    name.isInside(.local) || name.reverseScope == .linkLocal
  }

  /// What is usually wanted.
  var usualTypes: [DNSType] {
    if address != nil || name.reverseAddress != nil { return [.ptr] }
    // A service type's instances.
    if DNSServiceType(name) != nil { return [.ptr] }
    return [.a, .aaaa]
  }
}
