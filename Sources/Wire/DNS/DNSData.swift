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
  /// Where a service is.
  case srv(DNSServiceLocation)
  /// Text; attributes in DNS-SD.
  case txt(TXTRecord)
  /// The next name, in multicast DNS the name itself, and the types that the name has, ascending.
  case nsec(DNSName, [DNSType])
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
    case .srv: .srv
    case .txt: .txt
    case .nsec: .nsec
    case .opt: .opt
    case .other(let type, _), .malformed(let type, _): type
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
