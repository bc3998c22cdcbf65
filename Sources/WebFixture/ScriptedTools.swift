import Diagnostics
import Model
import ServedTools
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
    [
      tool("ping", ToolRegistry.pingOptions, Self.ping),
      tool("trace", ToolRegistry.traceOptions, Self.trace),
      tool("ports", ToolRegistry.portsOptions, Self.ports),
      tool("cert", ToolRegistry.certOptions, Self.certificate),
      tool("dns", ToolRegistry.dnsOptions, Self.names),
      tool("diagnose", ToolRegistry.diagnoseOptions, Self.diagnose),
      tool("asn", ToolRegistry.asnOptions, Self.systems),
      tool("whois", ToolRegistry.whoisOptions, Self.whois),
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
