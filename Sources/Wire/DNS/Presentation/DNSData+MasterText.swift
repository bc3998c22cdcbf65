extension DNSData {
  /// The contents as zone files write them; those of types that are not understood, and what is
  /// malformed, as numbers (RFC 3597, section 5).
  public var masterText: String {
    switch self {
    case .a(let address): address.description
    case .aaaa(let address): address.description
    case .cname(let name), .ptr(let name), .ns(let name), .dname(let name): name.masterText
    case .mx(let exchange): "\(exchange.preference) \(exchange.host.masterText)"
    case .soa(let start):
      ([start.primary.masterText, start.responsible.masterText] + start.numbers.map(String.init))
        .joined(separator: " ")
    case .srv(let location):
      "\(location.priority) \(location.weight) \(location.port) \(location.target.masterText)"
    case .txt(let record):
      record.strings.map(MasterText.quoted).joined(separator: " ")
    case .caa(let authority):
      "\(authority.flags) \(String(decoding: authority.tag, as: UTF8.self)) "
        + MasterText.quoted(authority.value)
    case .tlsa(let association):
      "\(association.usage) \(association.selector) \(association.matching) "
        + MasterText.hexadecimal(association.association)
    case .naptr(let rule):
      "\(rule.order) \(rule.preference) "
        + [rule.flags, rule.services, rule.expression].map(MasterText.quoted).joined(separator: " ")
        + " \(rule.replacement.masterText)"
    case .svcb(let binding), .https(let binding): binding.masterText
    case .nsec(let next, let types):
      ([next.masterText] + types.map(\.description)).joined(separator: " ")
    case .ds(let signer): signer.masterText
    case .rrsig(let signature): signature.masterText
    case .dnskey(let key): key.masterText
    case .nsec3(let denial): denial.masterText
    case .named(let type, let contents): contents.masterText(type)
    case .opt(let options):
      options.map { "\($0.code):\(MasterText.hexadecimal($0.value))" }.joined(separator: " ")
    case .other(let type, let bytes): MasterText.text(of: type, bytes)
    case .malformed(_, let bytes): MasterText.unknown(bytes)
    }
  }
}
