/// The fixed values of Web Services Dynamic Discovery (April 2005, as ONVIF and Windows speak it).
public enum WSDiscovery {
  /// The port that probes go to.
  public static let port: UInt16 = 3702
  /// `239.255.255.250`, SSDP's group too.
  public static let ipv4Group = IPv4Address(239, 255, 255, 250)
  /// `ff02::c` (WS-Discovery 1.1, section 2.4).
  public static let ipv6Group = IPv6Address(high: 0xFF02_0000_0000_0000, low: 0xC)
  /// The type of cameras and recorders.
  public static let camera = "dn:NetworkVideoTransmitter"
  /// The type of devices that describe themselves: computers, printers.
  public static let device = "wsdp:Device"

  static let actions = "http://schemas.xmlsoap.org/ws/2005/04/discovery/"
  static let everybody = "urn:schemas-xmlsoap-org:ws:2005:04:discovery"

  /// Namespaces of types with the prefix that they are known by.
  static let namespaces = [
    (prefix: "dn", uri: "http://www.onvif.org/ver10/network/wsdl"),
    (prefix: "tds", uri: "http://www.onvif.org/ver10/device/wsdl"),
    (prefix: "wsdp", uri: "http://schemas.xmlsoap.org/ws/2006/02/devprof"),
    (prefix: "pub", uri: "http://schemas.microsoft.com/windows/pub/2005/07"),
    (prefix: "wprt", uri: "http://schemas.microsoft.com/windows/2006/08/wdp/print"),
    (prefix: "wscn", uri: "http://schemas.microsoft.com/windows/2006/08/wdp/scan"),
  ]
}

/// A message of Web Services Dynamic Discovery: a SOAP envelope in a datagram.
///
/// Only what discovery needs is read: names, not the tree they stand in; no entities but the
/// predefined ones, no recursion, bounded numbers of everything.
public struct WSDiscoveryMessage: Hashable, Sendable {
  /// What the message does; the raw value ends its action.
  public enum Kind: String, Hashable, Sendable {
    /// Who is there?
    case probe = "Probe"
    /// The answer to it.
    case probeMatches = "ProbeMatches"
    /// An announcement.
    case hello = "Hello"
    /// A goodbye.
    case bye = "Bye"
  }

  /// One thing that was probed for, or found.
  public struct Match: Hashable, Sendable {
    /// The endpoint's lasting name, mostly `urn:uuid:…`.
    public var endpoint: String?
    /// What kinds of thing it is, known prefixes as ``WSDiscovery`` has them.
    public var types: [String]
    /// Where and what it is, as URIs.
    public var scopes: [String]
    /// Where it can be talked to, as URLs.
    public var locations: [String]

    /// What a probe doesn't ask for, or an answer doesn't say, is `nil` or empty.
    public init(
      endpoint: String? = nil,
      types: [String] = [],
      scopes: [String] = [],
      locations: [String] = []
    ) {
      self.endpoint = endpoint
      self.types = types
      self.scopes = scopes
      self.locations = locations
    }
  }

  /// What the message does.
  public var kind: Kind
  /// Its name, `urn:uuid:…`.
  public var id: String
  /// The name of the message that it answers.
  public var relatesTo: String?
  /// What is probed for, or found.
  public var matches: [Match]

  /// The longest message that is read, in bytes.
  public static let longestMessage = 32 << 10
  static let mostMatches = 16
  static let mostWords = 64
  static let longestWord = 512

  /// The id is a URI, unique to this message (WS-Addressing's MessageID); texts are escaped when
  /// written.
  public init(_ kind: Kind, id: String, relatesTo: String? = nil, matches: [Match] = []) {
    self.kind = kind
    self.id = id
    self.relatesTo = relatesTo
    self.matches = matches
  }

  /// Asks for things of a type, or for everything.
  public static func probe(_ type: String?, id: String) -> WSDiscoveryMessage {
    WSDiscoveryMessage(.probe, id: id, matches: [Match(types: type.map { [$0] } ?? [])])
  }
}

extension WSDiscoveryMessage: WireFormat {
  /// Appends the message.
  public func write(to bytes: inout [UInt8]) {
    var text = """
      <?xml version="1.0" encoding="utf-8"?>\
      <s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"\
       xmlns:a="http://schemas.xmlsoap.org/ws/2004/08/addressing"\
       xmlns:d="http://schemas.xmlsoap.org/ws/2005/04/discovery"
      """
    for (prefix, uri) in WSDiscovery.namespaces
    where matches.contains(where: { $0.types.contains { $0.hasPrefix(prefix + ":") } }) {
      text += " xmlns:\(prefix)=\"\(uri)\""
    }
    text += "><s:Header><a:Action>\(WSDiscovery.actions)\(kind.rawValue)</a:Action>"
    text += "<a:MessageID>\(Self.escaped(id))</a:MessageID>"
    if let relatesTo { text += "<a:RelatesTo>\(Self.escaped(relatesTo))</a:RelatesTo>" }
    let to =
      kind == .probeMatches
      ? "http://schemas.xmlsoap.org/ws/2004/08/addressing/role/anonymous" : WSDiscovery.everybody
    text += "<a:To>\(to)</a:To></s:Header><s:Body>"
    if kind == .probeMatches { text += "<d:ProbeMatches>" }
    let name = kind == .probeMatches ? "ProbeMatch" : kind.rawValue
    for match in matches {
      text += "<d:\(name)>\(match.markup)</d:\(name)>"
    }
    if kind == .probeMatches { text += "</d:ProbeMatches>" }
    text += "</s:Body></s:Envelope>"
    bytes.append(contentsOf: text.utf8)
  }

  static func escaped(_ text: String) -> String {
    var result = ""
    for character in text.unicodeScalars {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }
}

extension WSDiscoveryMessage.Match {
  fileprivate var markup: String {
    var text = ""
    if let endpoint {
      text += "<a:EndpointReference><a:Address>\(WSDiscoveryMessage.escaped(endpoint))"
      text += "</a:Address></a:EndpointReference>"
    }
    for (name, words) in [("Types", types), ("Scopes", scopes), ("XAddrs", locations)]
    where !words.isEmpty {
      let list = words.map(WSDiscoveryMessage.escaped).joined(separator: " ")
      text += "<d:\(name)>\(list)</d:\(name)>"
    }
    return text
  }
}
