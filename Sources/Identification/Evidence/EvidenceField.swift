import Model

/// One piece of evidence that rules are matched against.
///
/// With a key its text is `key=value`, so that a rule can match either or both.
struct EvidenceField {
  var kind: Kind
  /// The key as received; may be empty.
  var name: String
  /// The key in lower case without separators: `modelname` for `model-name`; may be empty.
  var key: String
  var value: String
  var source: Source

  init(_ kind: Kind, _ value: String, key: String = "", from source: Source? = nil) {
    self.kind = kind
    self.source = source ?? kind.source
    name = key
    self.key = EvidenceField.folded(key)
    self.value = value
    // An owner's name for it is less reliable than the maker's data.
    if kind == .json || kind == .xml, Self.ownedKeys.mayContain(self.key),
      Self.owned.contains(self.key)
    {
      self.kind = .name
    }
  }

  /// The text that rules match.
  var text: String { name.isEmpty ? value : name + "=" + value }

  /// Folded keys of names given by the owner.
  private static let owned: Set<String> = [
    "alias", "roomname", "zonename", "friendlydevicename", "userdevicename",
  ]
  private static let ownedKeys = KeyFilter(owned)

  /// In bytes.
  private static let keyLimit = 64

  /// Makes `Model-Name`, `model_name` and `modelName` one key.
  static func folded(_ key: String) -> String {
    let bytes = key.utf8.span
    let count = min(bytes.count, keyLimit)
    var isFolded = count == bytes.count
    for index in 0..<count where isFolded {
      let kind = ASCIIKind(bytes[index])
      isFolded = kind == .small || kind == .digit
    }
    if isFolded { return key }
    var letters: [UInt8] = []
    letters.append(addingCapacity: count) { letters in
      for index in 0..<count {
        switch ASCIIKind(bytes[index]) {
        case .capital: letters.append(bytes[index] | 0x20)
        case .small, .digit: letters.append(bytes[index])
        case .other: break
        }
      }
    }
    return String(decoding: letters, as: UTF8.self)
  }

  /// The fields that rules can name, by the names of the cases.
  enum Kind: Int, CaseIterable {
    /// Host names, of DNS, DHCP, NetBIOS and mDNS.
    case host
    /// The names of service instances.
    case name
    /// Service types.
    case service
    /// TXT attributes.
    case txt
    /// SSDP targets.
    case announces
    /// SSDP and HTTP server lines.
    case server
    /// Other header fields, of SSDP and HTTP.
    case header
    /// Elements of UPnP descriptions and other XML over HTTP.
    case xml
    /// Members of JSON objects, over HTTP or UDP.
    case json
    /// Titles of web pages.
    case title
    /// Realms of HTTP authentication.
    case realm
    /// Paths that were answered, with their port: `8060/query/device-info`.
    case path
    /// Bodies that are neither XML nor JSON, their beginning.
    case body
    /// The MD5 of favourite icons.
    case icon
    /// Names in certificates.
    case certificate
    /// Greetings, with their protocol: `ftp 220 …`.
    case banner
    /// SNMP's sysDescr.
    case snmp
    /// SNMP's sysObjectID below the enterprises: `11.2.3.9.1`.
    case oid
    /// DHCP vendor classes.
    case dhcp
    /// DHCP parameter lists: `1,3,6,15`.
    case parameters
    /// Legible parts of answers over UDP, with their port: `10001 UVC G4 Pro`.
    case udp
    /// SMB's operating system and LAN manager.
    case smb
    /// WS-Discovery types and scopes.
    case scope
    /// The maker of the network interface.
    case mac
    /// This machine's own system, by key.
    case system

    /// Whether it holds a device's statements about itself, by key.
    var holdsStatements: Bool {
      switch self {
      case .xml, .json, .dhcp, .txt, .system: true
      default: false
      }
    }

    /// Its bit in a set of fields.
    var bit: UInt32 { 1 << UInt32(rawValue) }

    /// By the names in rules.
    static let named = Dictionary(uniqueKeysWithValues: allCases.map { ("\($0)", $0) })

    /// The template of reasons from it.
    var template: EvidenceTemplate {
      switch self {
      case .host: .hostName
      case .name: .serviceName
      case .service: .offers
      case .txt: .txt
      case .announces: .announces
      case .server: .serverLine
      case .header: .header
      case .xml: .description
      case .json: .answer
      case .title: .title
      case .realm: .realm
      case .path: .path
      case .body: .page
      case .icon: .icon
      case .certificate: .certificate
      case .banner: .greeting
      case .snmp: .snmp
      case .oid: .enterprise
      case .dhcp: .dhcpClass
      case .parameters: .dhcpParameters
      case .udp: .udp
      case .smb: .smb
      case .scope: .scope
      case .mac: .mac
      case .system: .system
      }
    }

    /// The source, unless the field names another.
    var source: Source {
      switch self {
      case .host: .dns
      case .name, .service, .txt: .mdns
      case .announces: .ssdp
      case .server, .header, .xml, .json, .title, .realm, .path, .body, .icon: .http
      case .certificate: .tls
      case .banner: .banner
      case .snmp, .oid: .snmp
      case .dhcp, .parameters: .dhcp
      case .udp: .udp
      case .smb: .smb
      case .scope: .wsDiscovery
      case .mac: .neighbours
      case .system: .system
      }
    }
  }
}

/// A quick test that rejects most keys that are not in a set, without hashing them.
///
/// Descriptions have hundreds of keys, few of which matter.
struct KeyFilter: Sendable {
  /// For each key length, a bit set of first letters.
  private var firsts = [UInt64](repeating: 0, count: 65)

  init(_ keys: some Sequence<String>) {
    for key in keys { insert(key) }
  }

  mutating func insert(_ key: String) { firsts[min(key.utf8.count, 64)] |= Self.bit(of: key) }

  /// False if the key is certainly not in the set.
  func mayContain(_ key: String) -> Bool {
    firsts[min(key.utf8.count, 64)] & Self.bit(of: key) != 0
  }

  private static func bit(of key: String) -> UInt64 {
    let bytes = key.utf8.span
    return 1 << UInt64((bytes.isEmpty ? 0 : bytes[0]) & 63)
  }
}
