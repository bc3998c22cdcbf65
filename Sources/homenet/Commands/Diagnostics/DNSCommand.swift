import ArgumentParser
import Diagnostics
import FoundationEssentials

/// `homenet dns`.
struct DNSCommand: AsyncParsableCommand, ListensToSignals {
  static let configuration = CommandConfiguration(
    commandName: "dns",
    _superCommandName: Program.name,
    abstract: "Ask name servers, side by side, and show what they say.",
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

  @Argument(
    help: ArgumentHelp(
      "A name or an address; then record types (A, MX, TYPE65, …), a class (CH) and @servers, in any order.",
      valueName: "name"
    )
  )
  var words: [String]

  @Option(help: ArgumentHelp("Ask this server; repeatable.", valueName: "server"))
  var server: [String] = []

  @Flag(help: "Print the records' contents alone.")
  var short = false

  @Flag(
    help: "Ask every name server of the name's zone, for its SOA record where no type is given."
  )
  var nameServers = false

  @Option(
    name: .customLong("class"),
    help: ArgumentHelp("The class: IN, CH or HS (default: IN).", valueName: "class")
  )
  var recordClass: String?

  @Flag(help: "Ask each server for its name of itself (NSID).")
  var nsid = false

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

  @Flag(help: "Validate by DNSSEC, and name the broken link.")
  var dnssec = false

  @Option(
    help: ArgumentHelp(
      "With --dnssec: DS or DNSKEY records to trust in place of the root's keys.",
      valueName: "file"
    ),
    completion: .file()
  )
  var trustAnchor: String?

  @Flag(help: "Follow delegations from the root, and show each step.")
  var trace = false

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

  @Flag(help: "Ask servers for what they know themselves.")
  var noRecursion = false

  @Option(
    help: ArgumentHelp("How long each try may take (default: 3s).", valueName: "duration"),
    transform: parseDuration
  )
  var timeout: Duration = .seconds(3)

  @Option(help: ArgumentHelp("How often to send a datagram that is not answered (default: 2)."))
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

  /// What is neither a server nor an option: the name, and types.
  private var plain: [String] { words.filter { !$0.hasPrefix("@") } }

  private var servers: [String] { words.filter { $0.hasPrefix("@") } + server }

  /// Whether certificates are looked at.
  private var isSecured: Bool {
    tls || https
      || servers.contains { text in
        let text = text.lowercased().drop { $0 == "@" }
        return text.hasPrefix("tls://") || text.hasPrefix("https://")
      }
  }

  /// What has no effect on the servers that were named.
  private var ineffective: String? {
    let given = DNSServerArguments(servers)
    let transport = tcp ? "tcp" : tls ? "tls" : https ? "https" : nil
    if let transport, given.allSayOtherwise(than: transport) {
      return "--\(transport) is for servers that don't say how they are asked: \(servers[0]) does"
    }
    if port != nil, given.allSayWhere {
      return "--port is for servers that don't say their port: \(servers[0]) does"
    }
    if port != nil, given.allByHTTPS(unlessSaid: https) {
      return "--port isn't for HTTPS: say it in the URL, as in @https://SERVER:8443/dns-query"
    }
    if tries != nil, given.noneByDatagram(unlessSaid: transport == nil) {
      return "--tries is for datagrams: a connection isn't tried again"
    }
    return nil
  }

  func run() async throws {
    let trust = try trust()
    let (name, types, givenClass) = Self.split(plain)
    if let recordClass, let givenClass, recordClass.uppercased() != givenClass.uppercased() {
      throw Failure(
        DiagnosticError.usage("--class \(recordClass) and \(givenClass) exclude each other")
      )
    }
    var options = DNSOptions(
      name,
      types: types,
      servers: servers,
      transport: tcp ? .tcp : tls ? .tls : https ? .https : .udp,
      port: port,
      timeout: timeout.roundedMilliseconds / 1000,
      tries: tries ?? 2,
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

  /// Whose certificates to trust; a file that can't be used is an error before anything is sent.
  private func trust() throws -> StreamSecurity.Trust {
    guard let caFile else { return insecure ? .anybody : .system }
    _ = try TrustRoots.load(from: caFile)
    do throws(DiagnosticError) {
      _ = try StreamSecurity(.file(caFile), name: nil)
    } catch {
      throw Failure(error)
    }
    return .file(caFile)
  }

  private func anchors() throws -> String? {
    guard let trustAnchor else { return nil }
    guard let text = try? String(contentsOf: URL(filePath: trustAnchor), encoding: .utf8) else {
      throw Failure(DiagnosticError.usage("can't read \(trustAnchor)"))
    }
    return text
  }

  /// The name, the types and the class: what isn't a type's name is the name, or else the first word; a
  /// class's is one beside a name.
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
