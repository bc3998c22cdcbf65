import Diagnostics
import Foundation
import Model
import Networking
import Testing

@testable import ServedTools
@testable import Server
@testable import homenet

/// What the tools' parameters become: options of the API and of the commands, labels on the page.
@Suite struct ServedOptionsTests {
  private typealias PingParameters = PingOptions.Parameters
  private typealias TraceParameters = TraceOptions.Parameters
  private typealias PortParameters = PortScan.Options.Parameters
  private typealias CertificateParameters = CertificateDiagnostic.Options.Parameters
  private typealias DNSParameters = DNSOptions.Parameters
  private typealias ASNParameters = ASNDiagnostic.Options.Parameters
  private typealias WhoisParameters = WhoisDiagnostic.Options.Parameters

  private static let tools: [String: [ToolOption]] = [
    "ping": ToolRegistry.pingOptions, "trace": ToolRegistry.traceOptions,
    "ports": ToolRegistry.portsOptions, "cert": ToolRegistry.certOptions,
    "dns": ToolRegistry.dnsOptions, "diagnose": ToolRegistry.diagnoseOptions,
    "whois": ToolRegistry.whoisOptions, "asn": ToolRegistry.asnOptions,
  ]

  /// The API's promise: what changes here changes for its clients.
  private static let promised: [String: [ToolOption]] = [
    "ping": ping, "trace": trace, "ports": ports, "cert": cert, "dns": dns, "diagnose": diagnose,
    "whois": whois, "asn": asn,
  ]

  private static let ping: [ToolOption] = [
    ToolOption("hosts", .hosts(most: 64), isRequired: true),
    ToolOption("count", .integer(1...100), default: .number(10), isProminent: true),
    ToolOption("interval", .seconds(0.2...10), default: .number(1)),
    ToolOption("timeout", .seconds(0.1...10), default: .number(2)),
    ToolOption("size", .integer(0...1472), default: .number(56)),
    ToolOption("method", .choice(["icmp", "tcp", "udp"])),
    ToolOption("port", .integer(1...65_535)),
    ToolOption("ttl", .integer(1...255)),
    ToolOption("fragmentation", .choice(["do", "want", "dont", "probe"])),
  ]

  private static let trace: [ToolOption] = [
    ToolOption("host", .host, isRequired: true),
    ToolOption("rounds", .integer(1...30), default: .number(3), isProminent: true),
    ToolOption("mode", .choice(["udp", "icmp", "tcp"])),
    ToolOption("max_hops", .integer(1...64), default: .number(30)),
    ToolOption("timeout", .seconds(0.1...5), default: .number(1)),
    ToolOption("port", .integer(1...65_535)),
    ToolOption("flows", .choice(["each", "paris", "dublin"]), default: .text("each")),
    ToolOption("mtu", .flag, default: .flag(false)),
    ToolOption("names", .flag, default: .flag(true)),
  ]

  private static let ports: [ToolOption] = [
    ToolOption("hosts", .hosts(most: 64), isRequired: true),
    ToolOption("ports", .text(longest: 2048), default: .text("top1000"), isProminent: true),
    ToolOption("udp", .flag, default: .flag(false)),
    ToolOption("versions", .flag, default: .flag(true)),
    ToolOption("rate", .integer(1...100_000)),
  ]

  private static let startTLS = [
    "smtp", "imap", "pop3", "ftp", "ldap", "postgres", "mysql", "xmpp", "xmpp-server", "sieve",
  ]

  private static let cert: [ToolOption] = [
    ToolOption("host", .host, isRequired: true),
    ToolOption("port", .integer(1...65_535), isProminent: true),
    ToolOption("starttls", .choice(startTLS)),
    ToolOption("server_name", .host),
    ToolOption("min_days", .integer(0...3650)),
    ToolOption("ciphers", .flag, default: .flag(false)),
    ToolOption("timeout", .seconds(0.5...30), default: .number(5)),
  ]

  private static let dns: [ToolOption] = [
    ToolOption("name", .text(longest: 512), isRequired: true),
    ToolOption("types", .text(longest: 255), isProminent: true),
    ToolOption("servers", .hosts(most: 8)),
    ToolOption("transport", .choice(["udp", "tcp", "tls"]), default: .text("udp")),
    ToolOption("timeout", .seconds(0.5...10), default: .number(3)),
    ToolOption("class", .choice(["IN", "CH", "HS"]), default: .text("IN")),
    ToolOption("recursion", .flag, default: .flag(true)),
    ToolOption("dnssec", .flag, default: .flag(false)),
    ToolOption("trace", .flag, default: .flag(false)),
    ToolOption("name_servers", .flag, default: .flag(false)),
    ToolOption("nsid", .flag, default: .flag(false)),
  ]

  private static let diagnose: [ToolOption] = [
    ToolOption("host", .host), ToolOption("port", .integer(1...65_535)),
  ]

  private static let whois: [ToolOption] = [
    ToolOption("subject", .text(longest: 255), isRequired: true)
  ]

  private static let asn: [ToolOption] = [
    ToolOption("subjects", .hosts(most: 64), isRequired: true),
    ToolOption("rpki", .flag, default: .flag(true)),
    ToolOption("prefixes", .flag, default: .flag(false)),
  ]

  @Test(arguments: ["ping", "trace", "ports", "cert", "dns", "diagnose", "whois", "asn"])
  func `the API offers what it promised`(tool: String) {
    #expect(Self.tools[tool] == Self.promised[tool])
  }

  /// A parameter's option in the API, and the name of the command's option.
  struct Row: Sendable, CustomTestStringConvertible {
    var tool: String
    var served: ToolOption
    var command: ToolParameterKind
    var optionName: String?
    var testDescription: String { "\(tool) \(served.name)" }

    init(_ tool: String, _ parameter: ToolParameter<some ServedValue>) {
      self.tool = tool
      served = ToolOption(parameter)
      command = parameter.kind
      optionName = parameter.optionName
    }
  }

  private static let rows: [Row] = [
    Row("ping", PingParameters.count), Row("ping", PingParameters.interval),
    Row("ping", PingParameters.timeout), Row("ping", PingParameters.size),
    Row("ping", PingParameters.ttl), Row("ping", PingParameters.fragmentation),
    Row("trace", TraceParameters.rounds), Row("trace", TraceParameters.mode),
    Row("trace", TraceParameters.maxHops), Row("trace", TraceParameters.timeout),
    Row("trace", TraceParameters.port), Row("trace", TraceParameters.flows),
    Row("trace", TraceParameters.streams), Row("trace", TraceParameters.mtu),
    Row("trace", TraceParameters.firstHop), Row("trace", TraceParameters.names),
    Row("ports", PortParameters.ports), Row("ports", PortParameters.udp),
    Row("ports", PortParameters.versions), Row("ports", PortParameters.rate),
    Row("ports", PortParameters.retries), Row("ports", PortParameters.maxTime),
    Row("cert", CertificateParameters.startTLS), Row("cert", CertificateParameters.serverName),
    Row("cert", CertificateParameters.minimumDays), Row("cert", CertificateParameters.ciphers),
    Row("cert", CertificateParameters.timeout),
    Row("dns", DNSParameters.servers), Row("dns", DNSParameters.timeout),
    Row("dns", DNSParameters.tries), Row("dns", DNSParameters.recordClass),
    Row("dns", DNSParameters.recursion), Row("dns", DNSParameters.dnssec),
    Row("dns", DNSParameters.trace), Row("dns", DNSParameters.nameServers),
    Row("dns", DNSParameters.nsid),
    Row("asn", ASNParameters.rpki), Row("asn", ASNParameters.prefixes),
    Row("whois", WhoisParameters.timeout),
  ]

  /// `SnapshotTests` compares these texts with what the commands print.
  @Test(arguments: rows)
  func `the command has the option that its parameter names`(row: Row) throws {
    let name = try #require(row.optionName)
    let file = "Tests/CommandTests/Snapshots/help-\(row.tool).txt"
    let help = try String(contentsOf: Repository.root.appending(path: file), encoding: .utf8)
    let words = help.split { !$0.isLetter && $0 != "-" }
    #expect(words.contains { $0 == "--\(name)" })
  }

  /// A page may do less than a command, never more.
  @Test(arguments: rows)
  func `the API's range and default lie within the command's range`(row: Row) {
    switch (row.served.kind, row.command) {
    case (.integer(let served), .integer(let command)):
      #expect(command.contains(served.lowerBound) && command.contains(served.upperBound))
      guard case .number(let number) = row.served.defaultValue else { return }
      #expect(Int(exactly: number).map(served.contains) == true)
    case (.seconds(let served), .seconds(let command)):
      #expect(command.contains(served.lowerBound) && command.contains(served.upperBound))
      guard case .number(let number) = row.served.defaultValue else { return }
      #expect(served.contains(number))
    case (.choice(let served), .choice(let command)):
      #expect(Set(command).isSuperset(of: served))
      guard case .text(let word) = row.served.defaultValue else { return }
      #expect(served.contains(word))
    case (.hosts(let served), .hosts(let command)), (.text(let served), .text(let command)):
      #expect(served <= command)
    case (.host, .host), (.flag, .flag): break
    default: Issue.record("\(row.testDescription): the API's kind is not the command's")
    }
  }

  @Test func `values are read as what they are, and defaults where none is given`() throws {
    let ping = ServedTool("ping", ToolRegistry.pingOptions) { _ throws(ToolFailure) in
      throw ToolFailure.refused("not run here")
    }
    let bare = try ping.arguments(from: ["hosts": .text("a")])
    #expect(bare[PingParameters.hosts] == ["a"])
    #expect(bare[PingParameters.count] == 10)
    #expect(bare[PingParameters.interval] == .seconds(1))
    #expect(bare[PingParameters.size] == 56)
    #expect(bare[PingParameters.method] == nil)
    #expect(bare[PingParameters.ttl] == nil)
    let full = try ping.arguments(
      from: [
        "hosts": .texts(["a", "b"]), "count": .number(3), "interval": .number(0.25),
        "method": .text("tcp"), "port": .number(443), "ttl": .number(255),
        "fragmentation": .text("do"),
      ]
    )
    #expect(full[PingParameters.hosts] == ["a", "b"])
    #expect(full[PingParameters.count] == 3)
    #expect(full[PingParameters.interval] == .milliseconds(250))
    #expect(full[PingParameters.method]?.rawValue == "tcp")
    #expect(full[PingParameters.port] == 443)
    #expect(full[PingParameters.ttl] == 255)
    #expect(full[PingParameters.fragmentation]?.rawValue == "do")
    let trace = ServedTool("trace", ToolRegistry.traceOptions) { _ throws(ToolFailure) in
      throw ToolFailure.refused("not run here")
    }
    let quick = try trace.arguments(from: ["host": .text("a"), "names": .flag(false)])
    #expect(quick[TraceParameters.flows] == .each)
    #expect(!quick[TraceParameters.names] && !quick[TraceParameters.mtu])
  }

  @Test func `the ports that are asked by default are those of the command`() throws {
    let ports = try PortList(parsing: PortParameters.ports.defaultValue)
    #expect(Set(ports.ports) == Set(PortList.top1000.ports))
    #expect(Set(ports.udpPorts) == Set(PortList.top1000.udpPorts))
  }

  @Test(arguments: ["en", "de"])
  func `every option and choice has a label on the page`(language: String) throws {
    let scripts = Repository.root.appending(path: "Sources/WebApp/app/js")
    let text = { (path: String) in
      try String(contentsOf: scripts.appending(path: path), encoding: .utf8)
    }
    let words = try text("i18n/\(language)/tools.js")
    let form = try text("tools/form.js")
    let table = try #require(form.firstMatch(of: /export const NAMES = \{([^}]*)\}/))
    let names = table.1.split(separator: ",").compactMap { entry in
      entry.split(separator: ":").first.map { $0.filter { !" '".contains($0) } }
    }
    for option in Self.tools.values.joined() {
      #expect(words.contains("'option.\(option.name)':"), "\(option.name)")
      guard case .choice(let choices) = option.kind else { continue }
      for choice in choices where !names.contains(choice) {
        #expect(words.contains("'choice.\(choice)':"), "\(option.name): \(choice)")
      }
    }
  }
}
