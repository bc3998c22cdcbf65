/// What a rule's first condition matches.
enum RuleField: Hashable, Sendable {
  /// Patterns in evidence fields; the bits are ``EvidenceField/Kind/bit``.
  case text(UInt32)
  /// Keys of TXT attributes.
  case attribute
  /// Keys of a device's statements about itself.
  case statement
  /// Header fields of SSDP announcements.
  case ssdp
  /// Open TCP ports.
  case ports
  /// The first words of the MAC's vendor, a maker of devices.
  case maker
  /// The same, for makers of modules.
  case module
  /// Words of a name; the first match of each of the three lists counts.
  case product, kind, brand
  /// A suffix of a name.
  case ending
  /// A whole name, where `?` is a letter or a digit.
  case standard
  /// A prefix of Apple's identifiers.
  case appleFamily
  /// Apple's identifiers and boards.
  case appleModel

  /// Parses field names; `isNamed` if the texts are also makers named in texts.
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

  /// Texts by makers, names, and both.
  private static let groups: [String: UInt32] = [
    "said": said, "any": said | called, "called": called,
  ]
  private static let called = bits([.host, .name])
  private static let said = bits([
    .txt, .server, .header, .xml, .json, .title, .realm, .body, .certificate, .banner, .snmp,
    .dhcp, .udp, .smb, .scope,
  ])

  /// The fields that can name a maker.
  static let named = bits([
    .snmp, .title, .realm, .server, .banner, .certificate, .dhcp, .xml, .scope,
  ])
}
