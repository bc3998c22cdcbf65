extension DNSData {
  /// Reads a record's contents; names in them may point anywhere before in the message.
  init(
    _ type: DNSType,
    _ recordClass: DNSClass = .internet,
    _ cursor: ByteCursor,
    in bytes: RawSpan
  ) {
    do throws(WireError) {
      var inside = cursor
      guard let data = try Self.understood(type, recordClass, &inside, in: bytes) else {
        self = .other(type, [UInt8](copying: bytes, cursor.offset..<cursor.end))
        return
      }
      guard inside.isAtEnd else { throw WireError(.invalid("data length"), at: inside.offset) }
      self = data
    } catch {
      self = .malformed(type, [UInt8](copying: bytes, cursor.offset..<cursor.end))
    }
  }

  private static func understood(
    _ type: DNSType,
    _ recordClass: DNSClass,
    _ cursor: inout ByteCursor,
    in bytes: RawSpan
  ) throws(WireError) -> DNSData? {
    switch type {
    case .a where recordClass == .chaos:
      return try .named(.a, NamedContents(NamedContents.chaosAddress, &cursor, in: bytes))
    case .a: return try .a(cursor.ipv4Address(bytes))
    case .aaaa: return try .aaaa(cursor.ipv6Address(bytes))
    case .cname: return try .cname(DNSName(&cursor, in: bytes))
    case .ptr: return try .ptr(DNSName(&cursor, in: bytes))
    case .ns: return try .ns(DNSName(&cursor, in: bytes))
    case .dname: return try .dname(DNSName(&cursor, in: bytes))
    case .mx: return try .mx(MailExchange(&cursor, in: bytes))
    case .soa: return try .soa(StartOfAuthority(&cursor, in: bytes))
    case .srv:
      let priority = try cursor.uint16(bytes)
      let weight = try cursor.uint16(bytes)
      let port = try cursor.uint16(bytes)
      let target = try DNSName(&cursor, in: bytes)
      return .srv(.init(priority: priority, weight: weight, port: port, target: target))
    case .txt: return try .txt(TXTRecord(&cursor, in: bytes))
    case .caa: return try .caa(CertificationAuthority(&cursor, in: bytes))
    case .tlsa: return try .tlsa(CertificateAssociation(&cursor, in: bytes))
    case .naptr: return try .naptr(NamingAuthority(&cursor, in: bytes))
    case .svcb: return try .svcb(ServiceBinding(&cursor, in: bytes))
    case .https: return try .https(ServiceBinding(&cursor, in: bytes))
    case .nsec:
      let next = try DNSName(&cursor, in: bytes)
      return try .nsec(next, cursor.typeBitMap(bytes))
    case .opt:
      var options: [DNSOption] = []
      while !cursor.isAtEnd {
        let code = try cursor.uint16(bytes)
        let length = try Int(cursor.uint16(bytes))
        try options.append(DNSOption(code: code, value: cursor.bytes(bytes, count: length)))
      }
      return .opt(options)
    case .ds: return try .ds(DelegationSigner(&cursor, in: bytes))
    case .rrsig: return try .rrsig(DNSSignature(&cursor, in: bytes))
    case .dnskey: return try .dnskey(DNSKey(&cursor, in: bytes))
    case .nsec3: return try .nsec3(HashedDenial(&cursor, in: bytes))
    default:
      guard let layout = NamedContents.layout(of: type) else { return nil }
      return try .named(type, NamedContents(layout, &cursor, in: bytes))
    }
  }
}
