import ArgumentParser
import Diagnostics
import FoundationEssentials

struct DNSCommand: AsyncParsableCommand, SignalHandling {
  static let configuration = CommandConfiguration(
    commandName: "dns",
    _superCommandName: Program.name,
    abstract: "Query name servers and compare their answers.",
    discussion: """
      Asks the system's resolvers, or those named by @SERVER: an address, a name, or \
      tcp://SERVER, tls://SERVER, https://SERVER/dns-query, with a port where it isn't the usual \
      one. An address is asked for its name. Names under .local are asked of this link. Without \
      @SERVER a short name is looked for in /etc/resolv.conf's search domains; a final dot says that \
      it is whole. AXFR brings a whole zone.

      Exit codes: 0 there are records, and every server answers; 1 there is no such name or record, \
      a server gives no answer, or signatures are wrong; 2 usage; 3 this machine's own failure: no resolver configured, \
      no network.
      """
  )

  private typealias Parameters = DNSOptions.Parameters

  @Argument(help: ArgumentHelp(Parameters.name))
  var words: [String]

  @Option(name: NameSpecification(Parameters.servers), help: ArgumentHelp(Parameters.servers))
  var server: [String] = []

  @Flag(help: "Print only the records' contents.")
  var short = false

  @Flag(Parameters.nameServers)
  var nameServers: Bool

  @Option(Parameters.recordClass)
  var recordClass: String?

  @Flag(Parameters.nsid)
  var nsid: Bool

  @Flag(help: "Send a DNS cookie.")
  var cookie = false

  @Option(
    help: ArgumentHelp(
      "Ask for answers that are meant for that network (ECS).",
      valueName: "network"
    )
  )
  var subnet: String?

  @Flag(help: "Ask by TCP.")
  var tcp = false

  @Flag(help: "Ask by TLS.")
  var tls = false

  @Flag(help: "Ask by HTTPS.")
  var https = false

  @Option(name: [.short, .long], help: "The servers' port, where it isn't the usual one.")
  var port: UInt16?

  @Flag(Parameters.dnssec)
  var dnssec: Bool

  @Option(
    help: ArgumentHelp(
      "With --dnssec: DS or DNSKEY records to trust in place of the root's keys.",
      valueName: "file"
    ),
    completion: .file()
  )
  var trustAnchor: String?

  @Flag(Parameters.trace)
  var trace: Bool

  @Option(
    help: ArgumentHelp("With --trace: a root's server; repeatable.", valueName: "address")
  )
  var root: [String] = []

  @Option(
    help: ArgumentHelp("Certificates (PEM) to trust in place of the system's.", valueName: "file"),
    completion: .file()
  )
  var caFile: String?

  @Flag(help: "With TLS or HTTPS, accept any certificate.")
  var insecure = false

  @Flag(turningOff: Parameters.recursion)
  var noRecursion: Bool

  @Option(Parameters.timeout)
  var timeout: Duration

  @Option(Parameters.tries)
  var tries: Int?

  @Option(help: "text, json or csv.")
  var format: DiagnosticSession.Format = .text

  func validate() throws {
    if [tcp, tls, https].count(where: \.self) > 1 {
      throw ValidationError("--tcp, --tls and --https exclude each other")
    }
    if !root.isEmpty, !trace { throw ValidationError("--root needs --trace") }
    if trustAnchor != nil, !dnssec { throw ValidationError("--trust-anchor needs --dnssec") }
    if caFile != nil, insecure {
      throw ValidationError("--ca-file and --insecure exclude each other")
    }
    if caFile != nil || insecure, !isSecured {
      throw ValidationError(
        "\(caFile != nil ? "--ca-file" : "--insecure") is for --tls, --https, and servers such as "
          + "@tls://SERVER"
      )
    }
    if short, format != .text { throw ValidationError("--short is for text") }
    if trace, format == .csv {
      throw ValidationError("--format csv is for what servers answer, not for --trace")
    }
    if port == 0 { throw ValidationError("a port is between 1 and 65535") }
    if let mistake = ineffective { throw ValidationError(mistake) }
    if plain.isEmpty { throw ValidationError("give a name or an address") }
  }

  /// The words without `@`: the name, types and class.
  private var plain: [String] { words.filter { !$0.hasPrefix("@") } }

  private var servers: [String] { words.filter { $0.hasPrefix("@") } + server }

  private var isSecured: Bool {
    tls || https
      || servers.contains { text in
        let text = text.lowercased().drop { $0 == "@" }
        return text.hasPrefix("tls://") || text.hasPrefix("https://")
      }
  }

  /// The error for an option that has no effect on the given servers.
  private var ineffective: String? {
    let given = DNSServerArguments(servers)
    let transport = tcp ? "tcp" : tls ? "tls" : https ? "https" : nil
    if let transport, given.allSpecifyTransport(otherThan: transport) {
      return "--\(transport) is for servers that don't say how they are asked: \(servers[0]) does"
    }
    if port != nil, given.allSpecifyPort {
      return "--port is for servers that don't say their port: \(servers[0]) does"
    }
    if port != nil, given.allUseHTTPS(byDefault: https) {
      return "--port isn't for HTTPS: say it in the URL, as in @https://SERVER:8443/dns-query"
    }
    if tries != nil, given.noneUsesUDP(byDefault: transport == nil) {
      return "--tries is for datagrams: a connection isn't tried again"
    }
    return nil
  }

  func run() async throws {
    let trust = try trust()
    let (name, types, givenClass) = Self.split(plain)
    if let recordClass, let givenClass, recordClass.uppercased() != givenClass.uppercased() {
      throw DiagnosticError.usage("--class \(recordClass) and \(givenClass) exclude each other")
    }
    var options = DNSOptions(
      name,
      types: types,
      servers: servers,
      transport: tcp ? .tcp : tls ? .tls : https ? .https : Parameters.transport.defaultValue,
      port: port,
      timeout: timeout.roundedMilliseconds / 1000,
      tries: tries ?? Parameters.tries.defaultValue,
      wantsRecursion: !noRecursion,
      wantsSecurity: dnssec,
      trustAnchors: try anchors(),
      wantsTrace: trace,
      roots: root
    )
    options.recordClass = recordClass ?? givenClass
    options.wantsZoneServers = nameServers
    options.wantsIdentifier = nsid
    options.wantsCookie = cookie
    options.subnet = subnet
    let tool = DNSDiagnostic(options, carrier: SystemDNSCarrier(trust: trust))
    let text = DNSText(style: Style(isColoured: StandardStream.output.wantsColour))
    let isShort = short
    try await DiagnosticSession(format: format).run(tool) { report in
      guard isShort else { return text.lines(report.report) }
      for line in text.errors(report.report) { StandardStream.error.writeLine(line) }
      return text.short(report.report)
    }
  }

  /// The trusted roots; an unusable file is an error before anything is sent.
  private func trust() throws -> StreamSecurity.Trust {
    guard let caFile else { return insecure ? .anybody : .system }
    _ = try TrustRoots.load(from: caFile)
    _ = try StreamSecurity(.file(caFile), name: nil)
    return .file(caFile)
  }

  private func anchors() throws -> String? {
    guard let trustAnchor else { return nil }
    guard let text = try? String(contentsOf: URL(filePath: trustAnchor), encoding: .utf8) else {
      throw DiagnosticError.usage("can't read \(trustAnchor)")
    }
    return text
  }

  /// Splits the words: the first that is no type is the name (or else the first word); a class counts as
  /// one only next to a name.
  static func split(
    _ words: [String]
  ) -> (name: String, types: [String], recordClass: String?) {
    var types = words
    var recordClass: String?
    let others = words.indices.filter { !DNSOptions.isType(words[$0]) }
    if others.count == 2, let index = others.last(where: { DNSOptions.isClass(words[$0]) }) {
      recordClass = types.remove(at: index)
    }
    let index = types.firstIndex { !DNSOptions.isType($0) } ?? 0
    let name = types.remove(at: index)
    return (name, types, recordClass)
  }
}

/// The transport and port that `@SERVER` arguments specify themselves, for which options have no effect.
struct DNSServerArguments {
  private struct Server {
    /// `udp`, `tcp`, `tls` or `https`; `nil` if not given.
    var scheme: String?
    var hasPort: Bool
  }

  private let servers: [Server]

  init(_ words: [String]) {
    servers = words.map(Self.read)
  }

  /// Whether all specify a transport, and none that one.
  func allSpecifyTransport(otherThan transport: String) -> Bool {
    !servers.isEmpty && servers.allSatisfy { $0.scheme != nil && $0.scheme != transport }
  }

  var allSpecifyPort: Bool { !servers.isEmpty && servers.allSatisfy(\.hasPort) }

  /// Whether all are asked over HTTPS; `standard` for those without a scheme.
  func allUseHTTPS(byDefault standard: Bool) -> Bool {
    !servers.isEmpty && servers.allSatisfy { $0.scheme.map { $0 == "https" } ?? standard }
  }

  /// Whether none is asked over UDP; `!standard` for those without a scheme, and the system's own.
  func noneUsesUDP(byDefault standard: Bool) -> Bool {
    guard !servers.isEmpty else { return !standard }
    return servers.allSatisfy { $0.scheme.map { $0 != "udp" } ?? !standard }
  }

  private static func read(_ word: String) -> Server {
    var rest = word.drop { $0 == "@" }
    var scheme: String?
    if let range = rest.firstRange(of: "://") {
      scheme = rest[..<range.lowerBound].lowercased()
      rest = rest[range.upperBound...]
    }
    // Cuts off the certificate's name (`#name`) and a URL's path.
    rest = rest.prefix { $0 != "#" && $0 != "/" }
    // After the bracket of an IPv6 address, or after the only colon.
    let colons = rest.count { $0 == ":" }
    let hasPort = rest.hasPrefix("[") ? rest.contains("]:") : colons == 1
    return Server(scheme: scheme, hasPort: hasPort)
  }
}
