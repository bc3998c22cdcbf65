import Diagnostics
import Model
import Server

/// Tools that ask nobody: each host's name says what becomes of it.
///
/// `silent…` never answers, `lossy…` loses packets, `refused…` and `127.…` may not be asked,
/// `nobody…` is not known, `hurried…` has no time left, `filtered…` drops UDP, `bogus…` has a broken
/// DNSSEC chain, `unsigned…` has none; every other host answers.
struct ScriptedTools: Sendable {
  /// The time between two steps of a tool.
  let pace: Duration

  /// What a tool tells, step by step; its result is the report.
  typealias Script =
    @Sendable (ToolArguments, _ tell: @escaping @Sendable (JSON) async -> Void)
    async throws(ToolFailure)
    -> JSON

  /// Every tool, in the page's order.
  var all: [ServedTool] {
    let hosts = ToolOption("hosts", .hosts(most: 64), isRequired: true)
    let host = ToolOption("host", .host, isRequired: true)
    let port = ToolOption("port", .integer(1...65_535))
    return [
      tool(
        "ping",
        [
          hosts, ToolOption("count", .integer(1...100), default: .number(10), isProminent: true),
          ToolOption("interval", .seconds(0.2...10), default: .number(1)),
          ToolOption("timeout", .seconds(0.1...10), default: .number(2)),
          ToolOption("size", .integer(0...1472), default: .number(56)),
          ToolOption("method", .choice(["icmp", "tcp", "udp"])), port,
          ToolOption("ttl", .integer(1...255)),
          ToolOption("fragmentation", .choice(["do", "want", "dont", "probe"])),
        ],
        Self.ping
      ),
      tool(
        "trace",
        [
          host, ToolOption("rounds", .integer(1...30), default: .number(3), isProminent: true),
          ToolOption("mode", .choice(["udp", "icmp", "tcp"])),
          ToolOption("max_hops", .integer(1...64), default: .number(30)),
          ToolOption("timeout", .seconds(0.1...5), default: .number(1)), port,
          ToolOption("flows", .choice(["each", "paris", "dublin"]), default: .text("each")),
          ToolOption("mtu", .flag, default: .flag(false)),
          ToolOption("names", .flag, default: .flag(true)),
        ],
        Self.trace
      ),
      tool(
        "ports",
        [
          hosts,
          ToolOption("ports", .text(longest: 2048), default: .text("top1000"), isProminent: true),
          ToolOption("udp", .flag, default: .flag(false)),
          ToolOption("versions", .flag, default: .flag(true)),
          ToolOption("rate", .integer(1...100_000)),
        ],
        Self.ports
      ),
      tool(
        "cert",
        [
          host, ToolOption("port", .integer(1...65_535), isProminent: true),
          ToolOption(
            "starttls",
            .choice([
              "smtp", "imap", "pop3", "ftp", "ldap", "postgres", "mysql", "xmpp", "xmpp-server",
              "sieve",
            ])
          ),
          ToolOption("server_name", .host), ToolOption("min_days", .integer(0...3650)),
          ToolOption("ciphers", .flag, default: .flag(false)),
          ToolOption("timeout", .seconds(0.5...30), default: .number(5)),
        ],
        Self.certificate
      ),
      tool(
        "dns",
        [
          ToolOption("name", .text(longest: 512), isRequired: true),
          ToolOption("types", .text(longest: 255), isProminent: true),
          ToolOption("servers", .hosts(most: 8)),
          ToolOption("transport", .choice(["udp", "tcp", "tls"]), default: .text("udp")),
          ToolOption("timeout", .seconds(0.5...10), default: .number(3)),
          ToolOption("recursion", .flag, default: .flag(true)),
          ToolOption("dnssec", .flag, default: .flag(false)),
          ToolOption("trace", .flag, default: .flag(false)),
          ToolOption("name_servers", .flag, default: .flag(false)),
          ToolOption("nsid", .flag, default: .flag(false)),
          ToolOption("class", .choice(["IN", "CH", "HS"]), default: .text("IN")),
        ],
        Self.names
      ),
      tool("diagnose", [ToolOption("host", .host), port], Self.diagnose),
      tool(
        "asn",
        [
          ToolOption("subjects", .hosts(most: 64), isRequired: true),
          ToolOption("rpki", .flag, default: .flag(true)),
          ToolOption("prefixes", .flag, default: .flag(false)),
        ],
        Self.systems
      ),
      tool("whois", [ToolOption("subject", .text(longest: 255), isRequired: true)], Self.whois),
      // One that the page knows nothing of.
      tool("oracle", [ToolOption("question", .text(longest: 80), isRequired: true)]) { asked, _ in
        Self.report(
          "homenet.oracle/1",
          [
            "answer": 42, "question": JSON(asked.text("question")), "sure": true,
            "sources": ["a", "b"],
          ]
        )
      },
    ]
  }

  private func tool(
    _ name: String,
    _ options: [ToolOption],
    _ script: @escaping Script
  ) -> ServedTool {
    let pace = pace
    return ServedTool(name, options) { asked throws(ToolFailure) in
      { onProgress throws(ToolFailure) in
        try await script(asked) { step in
          try? await Task.sleep(for: pace)
          // What was cancelled tells no more.
          if !Task.isCancelled { onProgress(step) }
        }
      }
    }
  }

  /// A report with what all have.
  static func report(_ schema: String, _ members: [String: JSON]) -> JSON {
    .object([
      "schema": .text(schema), "started": "2026-03-04T12:00:00.000Z", "duration_ms": 2034.5,
      "interrupted": false,
    ])
    .merging(members)
  }

  /// Refuses the hosts that the program would refuse.
  static func check(_ host: String) throws(ToolFailure) {
    if host.hasPrefix("refused") || host.hasPrefix("127.") {
      throw .refused(Message(.errorThisMachine, ["address": host]))
    }
    if host.hasPrefix("nobody") {
      throw .unknownHost(
        Message(.errorHost, ["host": .text(host), "reason": .message(Message(.errorNoSuchHost))])
      )
    }
  }

  /// An address that looks like one.
  static func address(of host: String) -> JSON {
    .text(host.allSatisfy { $0.isNumber || $0 == "." } ? host : "192.168.1.77")
  }
}

/// A JSON value, written as a literal: the output of a scripted tool.
enum JSON: Sendable, Encodable, ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  case null
  case flag(Bool)
  case integer(Int)
  case number(Double)
  case text(String)
  case list([JSON])
  case object([String: JSON])
  /// What the program writes itself.
  case encoded(any Encodable & Sendable)

  init(stringLiteral value: String) { self = .text(value) }
  init(integerLiteral value: Int) { self = .integer(value) }
  init(floatLiteral value: Double) { self = .number(value) }
  init(booleanLiteral value: Bool) { self = .flag(value) }
  init(nilLiteral: ()) { self = .null }
  init(arrayLiteral elements: JSON...) { self = .list(elements) }
  init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(Dictionary(elements) { _, last in last })
  }

  /// The text, or `null`.
  init(_ text: String?) { self = text.map(JSON.text) ?? .null }

  /// The object with the other's members.
  func merging(_ other: [String: JSON]) -> JSON {
    guard case .object(let members) = self else { return self }
    return .object(members.merging(other) { _, new in new })
  }

  private struct MemberName: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .object(let members):
      var json = encoder.container(keyedBy: MemberName.self)
      for (name, value) in members { try json.encode(value, forKey: MemberName(stringValue: name)) }
    case .list(let values):
      var json = encoder.unkeyedContainer()
      for value in values { try json.encode(value) }
    case .encoded(let value): try value.encode(to: encoder)
    case .null, .flag, .integer, .number, .text:
      var json = encoder.singleValueContainer()
      switch self {
      case .flag(let flag): try json.encode(flag)
      case .integer(let number): try json.encode(number)
      case .number(let number): try json.encode(number)
      case .text(let text): try json.encode(text)
      case .null, .list, .object, .encoded: try json.encodeNil()
      }
    }
  }
}
