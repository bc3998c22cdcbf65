public import Wire

/// What a device asks a DHCP server (RFC 2132).
public struct DHCPRequest: Hashable, Sendable, Codable {
  /// Option 12.
  public var hostname: String?
  /// Option 60.
  public var vendorClass: String?
  /// Option 55, in the order of the request: it is as telling as the values.
  public var parameters: [UInt8]
  /// Option 61 in hexadecimal digits, where it is more than the link address of the request.
  public var clientID: String?

  /// Options that the request lacks are `nil`, or an empty list.
  public init(
    hostname: String? = nil,
    vendorClass: String? = nil,
    parameters: [UInt8] = [],
    clientID: String? = nil
  ) {
    self.hostname = hostname
    self.vendorClass = vendorClass
    self.parameters = parameters
    self.clientID = clientID
  }
}

/// What shows that a DHCP server is there; its address is what the fact is about.
public struct DHCPServer: Hashable, Sendable, Codable {
  /// The link address that its answer came from; `nil` where only a client named the server.
  public var mac: MACAddress?
  /// The router that it tells its clients.
  public var router: IPAddress?

  /// A server that only a client named has neither.
  public init(mac: MACAddress? = nil, router: IPAddress? = nil) {
    self.mac = mac
    self.router = router
  }
}

/// One answer over HTTP.
public struct HTTPAnswer: Hashable, Sendable, Codable {
  /// The port that was asked.
  public var port: UInt16?
  /// Whether over TLS.
  public var isTLS: Bool
  /// The path that was asked; it says what the body means.
  public var path: String?
  /// The status code.
  public var status: Int?
  /// Header fields, names in lower case.
  public var headers: [String: String]
  /// The body, as far as it was kept.
  public var body: String?
  /// The MD5 of the favourite icon, in lower-case hexadecimal.
  public var faviconMD5: String?

  /// Parts that were not read are `nil`; the names of `headers` must be in lower case already.
  public init(
    port: UInt16? = nil,
    isTLS: Bool = false,
    path: String? = nil,
    status: Int? = nil,
    headers: [String: String] = [:],
    body: String? = nil,
    faviconMD5: String? = nil
  ) {
    self.port = port
    self.isTLS = isTLS
    self.path = path
    self.status = status
    self.headers = headers
    self.body = body
    self.faviconMD5 = faviconMD5
  }
}

/// A certificate's names and validity (RFC 5280).
public struct CertificateIdentity: Hashable, Sendable, Codable {
  /// The port that showed it.
  public var port: UInt16?
  /// The subject's distinguished name, as text (RFC 4514).
  public var subject: String?
  /// The issuer's.
  public var issuer: String?
  /// The subject's alternative names.
  public var alternativeNames: [String]
  /// When it becomes valid.
  public var validFrom: Timestamp?
  /// When it expires.
  public var validUntil: Timestamp?

  /// Fields that the certificate lacks are `nil`; its signature is not checked.
  public init(
    port: UInt16? = nil,
    subject: String? = nil,
    issuer: String? = nil,
    alternativeNames: [String] = [],
    validFrom: Timestamp? = nil,
    validUntil: Timestamp? = nil
  ) {
    self.port = port
    self.subject = subject
    self.issuer = issuer
    self.alternativeNames = alternativeNames
    self.validFrom = validFrom
    self.validUntil = validUntil
  }
}

/// How a service greets.
public struct ServiceBanner: Hashable, Sendable, Codable {
  /// The port.
  public var port: UInt16?
  /// What is spoken there: `ssh`, `ftp` or the like.
  public var transport: String
  /// The greeting.
  public var text: String

  /// The text as received; `transport` names the protocol in lower case.
  public init(port: UInt16? = nil, transport: String, text: String) {
    self.port = port
    self.transport = transport
    self.text = text
  }
}

/// The system group of an SNMP agent (RFC 3418).
public struct SNMPIdentity: Hashable, Sendable, Codable {
  /// `sysDescr`.
  public var description: String?
  /// `sysObjectID`, dotted: `1.3.6.1.4.1.11.2.3.9.1`.
  public var objectID: String?
  /// `sysName`.
  public var name: String?

  /// Variables that the agent didn't answer are `nil`.
  public init(description: String? = nil, objectID: String? = nil, name: String? = nil) {
    self.description = description
    self.objectID = objectID
    self.name = name
  }
}

/// What SMB's session set-up says.
public struct SMBIdentity: Hashable, Sendable, Codable {
  /// The operating system.
  public var nativeOS: String?
  /// The LAN manager.
  public var nativeLM: String?

  /// Fields that the server left empty are `nil`.
  public init(nativeOS: String? = nil, nativeLM: String? = nil) {
    self.nativeOS = nativeOS
    self.nativeLM = nativeLM
  }
}

/// A datagram that answers a maker's own discovery protocol.
public struct DatagramAnswer: Hashable, Sendable, Codable {
  /// The port that was asked.
  public var port: UInt16
  /// The answer where it is text, decrypted where the protocol only obfuscates.
  public var text: String?
  /// The answer where it is not.
  public var bytes: [UInt8]

  /// An answer has `text` or `bytes`, not both.
  public init(port: UInt16, text: String? = nil, bytes: [UInt8] = []) {
    self.port = port
    self.text = text
    self.bytes = bytes
  }
}

/// An answer over WS-Discovery.
public struct WSDiscoveryAnswer: Hashable, Sendable, Codable {
  /// What kinds of thing it is.
  public var types: String?
  /// Where and what it is, as URIs.
  public var scopes: [String]
  /// Where it can be talked to, as URLs.
  public var locations: [String]

  /// Types, scopes and locations as the answer has them, entities decoded.
  public init(types: String? = nil, scopes: [String] = [], locations: [String] = []) {
    self.types = types
    self.scopes = scopes
    self.locations = locations
  }
}
