import Diagnostics
import Discovery
import Foundation
import Model
import Networking
import Sealing
import Testing
@testable import homenet

/// What commands print with `--format json` where they have no report: an object that says why.
@Suite struct ErrorReportTests {
  private static let tools = ["ping", "asn"]

  @Test(
    arguments: [
      (["ping", "x", "--format", "json"], "ping"), (["ping", "--format=json", "x"], "ping"),
      (["asn", "--format", "json", "--frobnicate"], "asn"),
      (["ping", "--format", "text", "x", "--format", "json"], "ping"),
      (["ping", "--format", "json", "x", "--format=text"], nil), (["ping", "x"], nil),
      (["ping", "json", "--format"], nil), (["ping", "--", "--format", "json"], nil),
      (["ping", "--format", "xml"], nil), (["scan", "--format", "json"], nil), ([], nil),
      (["--format", "json"], nil),
    ] as [([String], String?)]
  )
  func `arguments say whether a tool's JSON was asked for`(arguments: [String], tool: String?) {
    #expect(ErrorReport.tool(in: arguments, of: Self.tools) == tool)
  }

  @Test(arguments: [
    (DiagnosticError.usage("no"), "usage", 2),
    (.unknownHost("x", because: "no"), "unknown_host", 1),
    (.noAnswer("no"), "no_answer", 1), (.interrupted("no"), "interrupted", 1),
    (.local(.noDescriptors, during: "no"), "own_failure", 3), (.unable("no"), "own_failure", 3),
  ])
  func `each failure has its kind, its words and its exit code`(
    error: DiagnosticError,
    kind: String,
    status: Int
  ) throws {
    let text = try JSONText.encode(ErrorReport(Failure(error), of: "ping"))
    #expect(try JSONSchema("homenet.error-1.json").violations(in: text) == [])
    let json = try JSON(parsing: text)
    #expect(json.kind.string == kind)
    #expect(json.exit_code.number == Double(status))
    #expect(json.detail.string == error.words)
  }

  @Test func `a failure is a code with values beside its words`() throws {
    let error = DiagnosticError.unknownHost("nobody.example", because: Message(.errorNoSuchHost))
    let text = try JSONText.encode(ErrorReport(Failure(error), of: "ping"))
    #expect(try JSONSchema("homenet.error-1.json").violations(in: text) == [])
    let json = try JSON(parsing: text)
    #expect(json.detail.string == "nobody.example: no such host")
    #expect(json.code.string == "error.host" && json.values.host.string == "nobody.example")
    #expect(json.values.reason.code.string == "error.no_such_host")
    let plain = try JSON(parsing: JSONText.encode(ErrorReport(Failure("no", .usage), of: nil)))
    #expect(plain.code == .null && plain.detail.string == "no")
  }

  @Test(arguments: [["scna"], ["help", "scna"]])
  func `an unknown command is an error of no tool`(arguments: [String]) throws {
    var command = Command()
    command.arguments = arguments + ["--format", "json"]
    let ending = try command.run()
    #expect(ending.status == 2)
    #expect(try JSONSchema("homenet.error-1.json").violations(in: ending.output) == [])
    let json = try JSON(parsing: ending.output)
    #expect(json.tool == .null && json.kind.string == "usage")
    #expect(json.detail.string == "no such command 'scna'; did you mean 'scan'?")
  }

  @Test(
    .sealed,
    arguments: [
      // Nothing leads out of here, to a resolver neither.
      (["ping", "nobody.invalid"], "own_failure", 3),
      (["ping", "a.invalid", "b.invalid"], "own_failure", 3),
      (["trace", "nobody.invalid"], "own_failure", 3),
      (["ports", "nobody.invalid", "-p", "9"], "own_failure", 3),
      (["cert", "nobody.invalid"], "own_failure", 3),
      (["cert", "203.0.113.9"], "own_failure", 3), (["whois", "house.test.zz"], "own_failure", 3),
      (["dns", "a.test", "--trace", "--root", "9.9.9.9"], "own_failure", 3),
      (["dns", "a.test", "@192.0.2.1", "--trace"], "usage", 2),
      (["cert", "127.0.0.1", "--ca-file", "/nonexistent"], "usage", 2),
      (["asn", "example.org"], "usage", 2), (["asn", "-"], "usage", 2),
      (["diagnose", "ftp://a.test"], "usage", 2), (["whois", "x", "--frobnicate"], "usage", 2),
      (["ping"], "usage", 2), (["ping", "127.0.0.1", "-c", "0"], "usage", 2),
      (["ping", "10.0.0.0/8"], "usage", 2), (["ports", "fd00::/64"], "usage", 2),
      (["scan", "10.0.0.0/8"], "usage", 2),
      // Nothing but loopback is here.
      (["scan"], "own_failure", 3), (["scan", "--network", "nosuch0"], "usage", 2),
      (["scan", "--replay", "/nonexistent"], "usage", 2), (["explain"], "usage", 2),
      (["explain", "192.168.77.1"], "own_failure", 3), (["identify", "/nonexistent"], "usage", 2),
      (["devices", "--frobnicate"], "usage", 2), (["doctor", "--frobnicate"], "usage", 2),
    ]
  )
  func `standard output has an object, standard error the words`(
    arguments: [String],
    kind: String,
    status: Int
  ) throws {
    var command = Command()
    command.arguments = arguments + ["--format", "json"]
    command.environment = ["XDG_CACHE_HOME": "/nonexistent"]
    let ending = try command.run()
    #expect(Int(ending.status) == status, "\(ending)")
    #expect(ending.lines.count == 1)
    #expect(try JSONSchema("homenet.error-1.json").violations(in: ending.output) == [])
    let json = try JSON(parsing: ending.output)
    #expect(json.tool.string == arguments[0])
    #expect(json.kind.string == kind)
    #expect(json.exit_code.number == Double(status))
    let detail = try #require(json.detail.string)
    #expect(ending.errors.hasSuffix("homenet: \(detail)\n"), "\(ending.errors)")
    command.arguments = arguments
    let text = try command.run()
    #expect(text.output == "" && text.status == ending.status && text.errors == ending.errors)
  }
}
