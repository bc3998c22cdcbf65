/// SSDP's fixed values (UPnP Device Architecture 2.0, section 1).
public enum SSDP {
  /// The port that searches and announcements go to.
  public static let port: UInt16 = 1900
  /// `239.255.255.250`.
  public static let ipv4Group = IPv4Address(239, 255, 255, 250)
  /// `ff02::c`.
  public static let ipv6Group = IPv6Address(high: 0xFF02_0000_0000_0000, low: 0xC)
  /// The search target that everybody answers.
  public static let all = "ssdp:all"
  /// The search target that each device answers once.
  public static let rootDevice = "upnp:rootdevice"
}

/// An SSDP message: a search, an announcement or an answer.
public struct SSDPMessage: Hashable, Sendable {
  /// What its first line says it is.
  public enum Kind: Hashable, Sendable {
    /// `M-SEARCH`.
    case search
    /// `NOTIFY`.
    case notify
    /// An answer with its HTTP status.
    case response(status: Int)
  }

  /// What an announcement announces.
  public enum Announcement: Hashable, Sendable {
    /// The device is available (`ssdp:alive`).
    case alive
    /// The device leaves (`ssdp:byebye`).
    case byebye
    /// The device is about to change its address or boot ID (`ssdp:update`).
    case update
  }

  /// A header field.
  public struct Field: Hashable, Sendable {
    /// The name as it was written; names are compared without regard to case.
    public var name: String
    /// The value without white space around it.
    public var value: String

    /// The value must have no line breaks and no white space around it, which is not checked.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// What it is.
  public var kind: Kind
  /// Its header fields in order.
  public var fields: [Field]

  /// Fields are written in this order; of a repeated name, reading returns the first.
  public init(_ kind: Kind, fields: [Field]) {
    self.kind = kind
    self.fields = fields
  }

  /// The first field of that name, in any case.
  public subscript(name: String) -> String? {
    fields.first { $0.name.hasSameLetters(as: name) }?.value
  }

  /// The fields by name in lower case; of a name that occurs again only the first counts.
  public var headers: [String: String] {
    Dictionary(
      fields.map { ($0.name.lowercased(), $0.value) },
      uniquingKeysWith: { first, _ in first }
    )
  }
}

extension SSDPMessage {
  /// What is announced; `nil` in other messages.
  public var announcement: Announcement? {
    guard kind == .notify else { return nil }
    return switch self["NTS"]?.lowercased() {
    case "ssdp:alive": .alive
    case "ssdp:byebye": .byebye
    case "ssdp:update": .update
    default: nil
    }
  }

  /// What it is about: the NT of an announcement, else the ST.
  public var target: String? { self[kind == .notify ? "NT" : "ST"] }

  /// The unique service name.
  public var usn: String? { self["USN"] }

  /// Where the description is.
  public var location: String? { self["LOCATION"] }

  /// What runs there, in its own words.
  public var server: String? { self["SERVER"] }

  /// How many seconds it is good for, from CACHE-CONTROL.
  public var maxAge: Int? {
    guard let text = self["CACHE-CONTROL"] else { return nil }
    for directive in text.split(separator: ",") {
      let parts = directive.split(separator: "=", maxSplits: 1).map { $0.trimmed }
      if parts.count == 2, parts[0].hasSameLetters(as: "max-age") { return Int(parts[1]) }
    }
    return nil
  }

  /// How many seconds answers to a search may take (MX).
  public var maximumWait: Int? { self["MX"].flatMap { Int($0) } }
}

extension StringProtocol {
  /// Whether the texts are equal without regard to ASCII case.
  func hasSameLetters(as other: some StringProtocol) -> Bool {
    utf8.count == other.utf8.count
      && utf8.elementsEqual(other.utf8) { $0.lowercased == $1.lowercased }
  }

  /// The text without spaces and tabs around it.
  fileprivate var trimmed: String {
    let bytes = Array(utf8)
    return String(decoding: bytes[bytes.trimmed(0..<bytes.count)], as: UTF8.self)
  }
}

extension SSDPMessage {
  /// A search for a target: `ssdp:all`, `upnp:rootdevice`, or a device or service type.
  ///
  /// Answers are spread over `maximumWait` seconds, 1–5; `host` is the group and port it goes to.
  public static func search(
    _ target: String = SSDP.all,
    maximumWait: Int = 1,
    host: String = "239.255.255.250:1900"
  ) -> SSDPMessage {
    SSDPMessage(
      .search,
      fields: [
        Field("HOST", host), Field("MAN", "\"ssdp:discover\""), Field("MX", "\(maximumWait)"),
        Field("ST", target),
      ]
    )
  }

  /// An announcement for the group; what a goodbye does not carry is left out of it.
  public static func notify(
    _ announcement: Announcement,
    target: String,
    usn: String,
    location: String? = nil,
    server: String? = nil,
    maxAge: Int = 1800
  ) -> SSDPMessage {
    var fields = [Field("HOST", "239.255.255.250:1900")]
    let subtype =
      switch announcement {
      case .alive: "ssdp:alive"
      case .byebye: "ssdp:byebye"
      case .update: "ssdp:update"
      }
    if announcement == .alive {
      fields.append(Field("CACHE-CONTROL", "max-age=\(maxAge)"))
      if let server { fields.append(Field("SERVER", server)) }
    }
    if announcement != .byebye, let location { fields.append(Field("LOCATION", location)) }
    fields += [Field("NT", target), Field("NTS", subtype), Field("USN", usn)]
    return SSDPMessage(.notify, fields: fields)
  }

  /// The answer to a search.
  public static func answer(
    target: String,
    usn: String,
    location: String? = nil,
    server: String? = nil,
    maxAge: Int = 1800
  ) -> SSDPMessage {
    var fields = [Field("CACHE-CONTROL", "max-age=\(maxAge)"), Field("EXT", "")]
    if let location { fields.append(Field("LOCATION", location)) }
    if let server { fields.append(Field("SERVER", server)) }
    fields += [Field("ST", target), Field("USN", usn)]
    return SSDPMessage(.response(status: 200), fields: fields)
  }
}
