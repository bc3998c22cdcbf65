/// Where a rule's first condition looks.
enum RuleField: Hashable, Sendable {
  /// In texts that the device said, for patterns; a bit for each of ``EvidenceField/Kind``.
  case text(UInt32)
  /// Among the keys of a service's attributes.
  case attribute
  /// Among the keys of anything that the device states of itself.
  case statement
  /// Among the header fields of SSDP announcements.
  case ssdp
  /// Among the open TCP ports.
  case ports
  /// At the beginning of the registered name of the interface's maker.
  case maker
  /// The same, of makers of modules.
  case module
  /// Among the words of a name; in each of the three lists the first that fits speaks.
  case product, kind, brand
  /// At the end of a name, as letters.
  case ending
  /// A whole name, where `?` is a letter or a digit.
  case standard
  /// At the beginning of Apple's identifiers.
  case appleFamily
  /// Apple's identifiers and boards.
  case appleModel

  /// The fields of a condition, and whether the texts are makers that are named, too.
  static func fields(
    of names: [String]
  ) throws(RuleError.Reason) -> (field: RuleField, isNamed: Bool) {
    if names == ["maker", "named"] { return (.maker, true) }
    if names == ["named"] { return (.text(named), true) }
    if let name = names.first, let field = byName[name] {
      guard names.count == 1 else { throw .mixedFields }
      return (field, false)
    }
    var bits: UInt32 = 0
    for name in names {
      if let group = groups[name] {
        bits |= group
      } else if let field = EvidenceField.Kind.named[name] {
        bits |= field.bit
      } else if byName[name] != nil || name == "named" {
        throw .mixedFields
      } else {
        throw .unknownField(name)
      }
    }
    return (.text(bits), false)
  }

  private static let byName: [String: RuleField] = [
    "attribute": .attribute, "statement": .statement, "ssdp": .ssdp, "ports": .ports,
    "maker": .maker, "module": .module, "product": .product, "kind": .kind, "brand": .brand,
    "ending": .ending, "default": .standard, "apple-family": .appleFamily,
    "apple-model": .appleModel,
  ]

  private static func bits(_ fields: [EvidenceField.Kind]) -> UInt32 {
    fields.reduce(0) { $0 | $1.bit }
  }

  /// What makers say, and what anybody says.
  private static let groups: [String: UInt32] = [
    "said": said, "any": said | called, "called": called,
  ]
  private static let called = bits([.host, .name])
  private static let said = bits([
    .txt, .server, .header, .xml, .json, .title, .realm, .body, .certificate, .banner, .snmp,
    .dhcp, .udp, .smb, .scope,
  ])

  /// Where makers' names are looked for.
  static let named = bits([
    .snmp, .title, .realm, .server, .banner, .certificate, .dhcp, .xml, .scope,
  ])
}
