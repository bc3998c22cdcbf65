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
  case mx(MailExchange)
  /// Where a zone begins.
  case soa(StartOfAuthority)
  /// Where a service is.
  case srv(DNSServiceLocation)
  /// Text; attributes in DNS-SD.
  case txt(TXTRecord)
  /// Who may issue certificates.
  case caa(CertificationAuthority)
  /// Which certificate a server shows.
  case tlsa(CertificateAssociation)
  /// How a name is rewritten.
  case naptr(NamingAuthority)
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
  case nsec3(HashedDenial)
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

  /// The given place.
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

  /// The given option.
  public init(code: UInt16, value: [UInt8]) {
    self.code = code
    self.value = value
  }
}
