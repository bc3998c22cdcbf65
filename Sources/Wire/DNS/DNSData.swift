/// The type and contents of a resource record.
public enum DNSData: Hashable, Sendable {
  /// An IPv4 address.
  case a(IPv4Address)
  /// An IPv6 address.
  case aaaa(IPv6Address)
  /// The canonical name of an alias.
  case cname(DNSName)
  /// Another name.
  case ptr(DNSName)
  /// A name server.
  case ns(DNSName)
  /// What everything below the name is an alias of.
  case dname(DNSName)
  /// A host that takes mail.
  case mx(MXRecord)
  /// Where a zone begins.
  case soa(SOARecord)
  /// Where a service is.
  case srv(DNSServiceLocation)
  /// Text; attributes in DNS-SD.
  case txt(TXTRecord)
  /// Which authorities may issue certificates.
  case caa(CAARecord)
  /// Which certificate a server shows.
  case tlsa(TLSARecord)
  /// How a name is rewritten.
  case naptr(NAPTRRecord)
  /// How a service is reached.
  case svcb(ServiceBinding)
  /// How a web server is reached.
  case https(ServiceBinding)
  /// The next name, in multicast DNS the name itself, and the types that the name has, ascending.
  case nsec(DNSName, [DNSType])
  /// A key of the child zone that the parent vouches for.
  case ds(DelegationSigner)
  /// A signature of the records of a type.
  case rrsig(DNSSignature)
  /// A zone's public key.
  case dnskey(DNSKey)
  /// The next hashed name, and the types that the name has.
  case nsec3(NSEC3Record)
  /// Names between numbers: a type of its own each, such as RP and AFSDB.
  case named(DNSType, NamedContents)
  /// EDNS options.
  case opt([DNSOption])
  /// A type that is not understood here.
  case other(DNSType, [UInt8])
  /// Contents that are not what the type demands; the rest of the message is not lost for them.
  case malformed(DNSType, [UInt8])

  /// The record type.
  public var type: DNSType {
    switch self {
    case .a: .a
    case .aaaa: .aaaa
    case .cname: .cname
    case .ptr: .ptr
    case .ns: .ns
    case .dname: .dname
    case .mx: .mx
    case .soa: .soa
    case .srv: .srv
    case .txt: .txt
    case .caa: .caa
    case .tlsa: .tlsa
    case .naptr: .naptr
    case .svcb: .svcb
    case .https: .https
    case .nsec: .nsec
    case .ds: .ds
    case .rrsig: .rrsig
    case .dnskey: .dnskey
    case .nsec3: .nsec3
    case .opt: .opt
    case .named(let type, _), .other(let type, _), .malformed(let type, _): type
    }
  }
}

/// Where a service is (RFC 2782).
public struct DNSServiceLocation: Hashable, Sendable {
  /// Lower is asked first.
  public var priority: UInt16
  /// The share among equal priorities.
  public var weight: UInt16
  /// The port.
  public var port: UInt16
  /// The host.
  public var target: DNSName

  /// Priority and weight are 0 by default: no preference.
  public init(priority: UInt16 = 0, weight: UInt16 = 0, port: UInt16, target: DNSName) {
    self.priority = priority
    self.weight = weight
    self.port = port
    self.target = target
  }
}

/// An option of an OPT record (RFC 6891, section 6.1.2).
public struct DNSOption: Hashable, Sendable {
  /// Which option.
  public var code: UInt16
  /// What it holds, at most 65,535 bytes.
  public var value: [UInt8]

  /// The value isn't checked against the code's own format.
  public init(code: UInt16, value: [UInt8]) {
    self.code = code
    self.value = value
  }
}

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
    case .mx: return try .mx(MXRecord(&cursor, in: bytes))
    case .soa: return try .soa(SOARecord(&cursor, in: bytes))
    case .srv:
      let priority = try cursor.uint16(bytes)
      let weight = try cursor.uint16(bytes)
      let port = try cursor.uint16(bytes)
      let target = try DNSName(&cursor, in: bytes)
      return .srv(.init(priority: priority, weight: weight, port: port, target: target))
    case .txt: return try .txt(TXTRecord(&cursor, in: bytes))
    case .caa: return try .caa(CAARecord(&cursor, in: bytes))
    case .tlsa: return try .tlsa(TLSARecord(&cursor, in: bytes))
    case .naptr: return try .naptr(NAPTRRecord(&cursor, in: bytes))
    case .svcb: return try .svcb(ServiceBinding(&cursor, in: bytes))
    case .https: return try .https(ServiceBinding(&cursor, in: bytes))
    case .nsec:
      let next = try DNSName(&cursor, in: bytes)
      return try .nsec(next, cursor.typeBitMap(bytes))
    case .opt:
      var options: [DNSOption] = []
      while !cursor.isAtEnd {
        let code = try cursor.uint16(bytes)
        try options.append(DNSOption(code: code, value: cursor.vector16(bytes)))
      }
      return .opt(options)
    case .ds: return try .ds(DelegationSigner(&cursor, in: bytes))
    case .rrsig: return try .rrsig(DNSSignature(&cursor, in: bytes))
    case .dnskey: return try .dnskey(DNSKey(&cursor, in: bytes))
    case .nsec3: return try .nsec3(NSEC3Record(&cursor, in: bytes))
    default:
      guard let layout = NamedContents.layout(of: type) else { return nil }
      return try .named(type, NamedContents(layout, &cursor, in: bytes))
    }
  }
}
