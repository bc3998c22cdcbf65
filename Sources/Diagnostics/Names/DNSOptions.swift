import Model
public import Wire

/// What `dns` is asked.
public struct DNSOptions: Codable, Hashable, Sendable {
  /// A name, in any script, or an address whose name is wanted.
  public var name: String
  /// Record types by mnemonic or number; none for those that are usual for the name.
  public var types: [String]
  /// Servers, as `DNSServer.named` takes them; none for the system's.
  public var servers: [String]
  /// How servers are asked that don't say.
  public var transport: DNSTransport
  /// Where servers listen that don't say; `nil` for the transport's own.
  public var port: UInt16?
  /// How long each try may take, in seconds.
  public var timeout: Double
  /// How often an unanswered datagram is sent.
  public var tries: Int
  /// Whether servers are to ask others.
  public var wantsRecursion: Bool
  /// Whether signatures are wanted, and judged.
  public var wantsSecurity: Bool

  /// What is trusted, as DS or DNSKEY records of a zone file; `nil` for the root's keys.
  public var trustAnchors: String?
  /// Whether delegations are followed from the root, in place of asking resolvers.
  public var wantsTrace: Bool
  /// The addresses of the root's servers; none for the Internet's.
  public var roots: [String]
  /// The class, by mnemonic or `CLASS` and a number; `nil` for the Internet's.
  public var recordClass: String?
  /// Whether every name server of the name's zone is asked, in place of resolvers.
  public var wantsZoneServers = Parameters.nameServers.defaultValue
  /// Whether servers are asked for their names of themselves (NSID).
  public var wantsIdentifier = Parameters.nsid.defaultValue
  /// Whether a cookie is sent.
  public var wantsCookie = false
  /// For whose network answers are wanted, in CIDR notation; `nil` to leave that to the servers.
  public var subnet: String?

  /// More servers than that at once compare nothing.
  public static let mostServers = 16
  private static let mostTypes = 64

  /// Options with the defaults of `homenet dns`.
  public init(
    _ name: String,
    types: [String] = [],
    servers: [String] = [],
    transport: DNSTransport = Parameters.transport.defaultValue,
    port: UInt16? = nil,
    timeout: Double = Parameters.timeout.defaultValue / .seconds(1),
    tries: Int = Parameters.tries.defaultValue,
    wantsRecursion: Bool = Parameters.recursion.defaultValue,
    wantsSecurity: Bool = Parameters.dnssec.defaultValue,
    trustAnchors: String? = nil,
    wantsTrace: Bool = Parameters.trace.defaultValue,
    roots: [String] = []
  ) {
    self.name = name
    self.types = types
    self.servers = servers
    self.transport = transport
    self.port = port
    self.timeout = timeout
    self.tries = tries
    self.wantsRecursion = wantsRecursion
    self.wantsSecurity = wantsSecurity
    self.trustAnchors = trustAnchors
    self.wantsTrace = wantsTrace
    self.roots = roots
  }

  /// How servers are asked.
  var queryOptions: DNSQueryOptions {
    get throws(DiagnosticError) {
      var queryOptions = DNSQueryOptions(
        wantsRecursion: wantsRecursion,
        wantsSecurity: wantsSecurity
      )
      queryOptions.wantsIdentifier = wantsIdentifier
      // Only a host that sees the query knows it (RFC 7873, section 4.1).
      if wantsCookie {
        queryOptions.cookie = DNSCookie(client: (0..<8).map { _ in .random(in: .min ... .max) })
      }
      if let subnet {
        guard let network = ClientSubnet(subnet) else {
          throw .usage(Message(.errorNoSubnet, ["text": subnet]))
        }
        queryOptions.subnet = network
      }
      return queryOptions
    }
  }

  /// The class that is asked for.
  var questionClass: DNSClass {
    get throws(DiagnosticError) {
      guard let recordClass else { return .internet }
      guard let known = DNSClass(named: recordClass) else {
        throw .usage(Message(.errorNoClass, ["text": recordClass]))
      }
      return known
    }
  }

  /// How long each try may take.
  var limit: Duration {
    get throws(DiagnosticError) {
      guard timeout > 0, Parameters.timeout.contains(timeout) else {
        throw .usage(Message(.errorTimeoutRange))
      }
      guard Parameters.tries.contains(tries) else {
        throw .usage(Message(.errorTriesRange, Parameters.tries.bounds))
      }
      return .milliseconds(Int64((timeout * 1000).rounded(.up)))
    }
  }

  /// Where chains of trust begin.
  var anchors: TrustAnchors {
    get throws(DiagnosticError) {
      guard let trustAnchors else { return .iana }
      do throws(TrustAnchors.ParsingError) {
        return try TrustAnchors(parsing: trustAnchors)
      } catch {
        throw .usage(
          Message(
            .errorAnchors,
            ["line": .text("\(error.line)"), "reason": .message(error.reason)]
          )
        )
      }
    }
  }

  /// Where a walk begins.
  var hints: RootHints {
    get throws(DiagnosticError) {
      guard roots.count <= Self.mostServers else {
        throw .usage(Message(.errorServerCount, ["most": "\(Self.mostServers)"]))
      }
      var addresses: [IPAddress] = []
      for text in roots {
        guard let address = IPAddress(text) else {
          throw .usage(Message(.errorNoIPAddress, ["text": text]))
        }
        addresses.append(address)
      }
      return addresses.isEmpty ? .internet : RootHints(addresses: addresses)
    }
  }

  /// The types that are asked for, each once.
  func recordTypes(of subject: DNSSubject) throws(DiagnosticError) -> [DNSType] {
    var all: [DNSType] = []
    for text in types {
      guard let type = DNSType(named: text) else {
        throw .usage(Message(.errorNoRecordType, ["text": text]))
      }
      guard type != .opt, !(249...251).contains(type.rawValue) else {
        throw .usage(Message(.errorTypeNotAsked, ["type": "\(type)"]))
      }
      if !all.contains(type) { all.append(type) }
    }
    guard all.count <= Self.mostTypes else {
      throw .usage(Message(.errorTypeCount, ["most": "\(Self.mostTypes)"]))
    }
    guard !all.contains(.axfr) || all.count == 1 else {
      throw .usage(Message(.errorTransferAlone))
    }
    if !all.isEmpty { return all }
    if wantsZoneServers { return [.soa] }
    return try questionClass == .chaos ? [.txt] : subject.usualTypes
  }
}

extension DNSOptions {
  /// Whether a word is a record type's mnemonic, or `TYPE` and a number; a number alone isn't.
  public static func isType(_ word: String) -> Bool {
    DNSType(named: word) != nil && Int(word) == nil
  }

  /// Whether a word is a class's mnemonic, or `CLASS` and a number; `ANY` is a type.
  public static func isClass(_ word: String) -> Bool {
    DNSClass(named: word) != nil && !isType(word)
  }

  /// Whether all records of a zone are asked for, which takes a connection.
  var wantsTransfer: Bool { types.contains { DNSType(named: $0) == .axfr } }
}

/// What is asked about: a name, or an address whose name is wanted.
public struct DNSSubject: Hashable, Sendable {
  /// As it was asked for.
  public var text: String
  /// The name on the wire.
  public var name: DNSName
  /// The address, where it is one.
  public var address: IPAddress?

  /// Parses a name or an address.
  ///
  /// - Throws: That it is neither.
  public init(_ text: String) throws(DiagnosticError) {
    self.text = text
    let plain =
      text.hasPrefix("[") && text.hasSuffix("]") ? String(text.dropFirst().dropLast()) : text
    if let address = IPAddress(plain) {
      self.address = address
      name = DNSName(reverseOf: address)
    } else {
      name = try InternationalName.name(text)
    }
  }

  /// The name in its own script, where it has one.
  public var international: String? { InternationalName.text(name) }

  /// Whether those on this link answer, by multicast (RFC 6762, sections 3 and 4).
  public var isMulticastName: Bool {
    name.isInside(.local) || name.reverseScope == .linkLocal
  }

  /// What is usually wanted.
  var usualTypes: [DNSType] {
    if address != nil || name.reverseAddress != nil { return [.ptr] }
    // A service type's instances.
    if DNSServiceType(name) != nil { return [.ptr] }
    return [.a, .aaaa]
  }
}

extension DNSOptions {
  /// The parameters of `dns`.
  public enum Parameters {
    /// The name or address; the command takes types, a class and servers beside it.
    public static let name = ToolParameter<String>(
      "name",
      .text(longest: 512),
      default: "",
      isRequired: true,
      spelling: .argument,
      valueName: "name",
      help:
        "A name or an address; then record types (A, MX, TYPE65, …), a class (CH) and @servers, "
        + "in any order."
    )
    /// The record types, separated by spaces or commas; without them those that are usual.
    public static let types = ToolParameter<String?>(
      "types",
      .text(longest: 255),
      default: nil,
      spelling: .absent,
      isProminent: true
    )
    /// The servers; without them the system's.
    public static let servers = ToolParameter<[String]>(
      "servers",
      .hosts(most: 8),
      default: [],
      spelling: .named("server"),
      valueName: "server",
      help: "Ask this server; repeatable."
    )
    /// The transport; in the API one of those to which a server can be confined.
    public static let transport = ToolParameter<DNSTransport>(
      "transport",
      .choice([DNSTransport.udp, .tcp, .tls].map(\.rawValue)),
      default: .udp,
      spelling: .absent
    )
    /// The time limit of each try.
    public static let timeout = ToolParameter<Duration>(
      "timeout",
      .seconds(0...600),
      default: .seconds(3),
      valueName: "duration",
      help: "How long each try may take (default: {default}).",
      served: .seconds(0.5...10)
    )
    /// The number of times that an unanswered datagram is sent.
    public static let tries = ToolParameter<Int>(
      "tries",
      .integer(1...10),
      default: 2,
      help: "How often to send a datagram that is not answered (default: {default})."
    )
    /// The class; the command takes others by number.
    public static let recordClass = ToolParameter<String>(
      "class",
      .choice(["IN", "CH", "HS"]),
      default: "IN",
      valueName: "class",
      help: "The class: IN, CH or HS (default: {default})."
    )
    /// Whether servers ask others.
    public static let recursion = ToolParameter<Bool>(
      "recursion",
      .flag,
      default: true,
      spelling: .negated,
      help: "Ask servers for what they know themselves."
    )
    /// Whether signatures are validated.
    public static let dnssec = ToolParameter<Bool>(
      "dnssec",
      .flag,
      default: false,
      help: "Validate by DNSSEC, and name the broken link."
    )
    /// Whether delegations are followed from the root.
    public static let trace = ToolParameter<Bool>(
      "trace",
      .flag,
      default: false,
      help: "Follow delegations from the root, and show each step."
    )
    /// Whether every name server of the zone is asked.
    public static let nameServers = ToolParameter<Bool>(
      "name_servers",
      .flag,
      default: false,
      help:
        "Ask every name server of the name's zone, for its SOA record where no type is given."
    )
    /// Whether servers are asked for their names of themselves.
    public static let nsid = ToolParameter<Bool>(
      "nsid",
      .flag,
      default: false,
      help: "Ask each server for its name of itself (NSID)."
    )
  }
}
