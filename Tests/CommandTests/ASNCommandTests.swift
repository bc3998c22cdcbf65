import Foundation
import Sealing
import Testing

/// `homenet asn`, and the systems that `homenet trace` prints, asked of a resolver by dnsmasq.
@Suite(.sealed)
struct ASNCommandTests {
  /// 9.8.7.6 is the server's here, in a namespace that nothing leaves.
  private static let setup = """
    . '\(Repository.root.appending(path: "Tests/Lab/broken_home.sh").path)'
    within far ip addr add 9.8.7.6/32 dev lo
    within provider ip route add 9.8.7.6 via 10.9.1.2
    names --log-queries --log-facility="${HOMENET_LOG:-/dev/null}" --local=/./ \
      --txt-record='6.7.8.9.origin.asn.cymru.com,100 | 9.8.0.0/16 | NL | ripencc | 2001-09-28' \
      --txt-record='AS100.asn.cymru.com,100 | NL | ripencc | 2001-09-28 | HOUSE-AS - House'

    """

  private func run(_ arguments: String..., log: String = "", input: String = "") throws -> JSON {
    var command = Command()
    command.arguments = arguments + ["--format", "json"]
    command.setup = Self.setup + "exec <<<'\(input)'"
    command.environment = ["HOMENET_LOG": log]
    let ending = try command.run()
    #expect(ending.errors == "")
    let schema = try JSONSchema("homenet.\(arguments[0])-1.json")
    #expect(try schema.violations(in: ending.output) == [])
    return try JSON(parsing: ending.output)
  }

  @Test func `subjects are read from standard input, and private ones asked of nobody`() throws {
    let scratch = try ScratchFolder()
    let log = scratch.path + "/queries"
    let found = try run("asn", "-", "--no-rpki", log: log, input: "9.8.7.6\n\n192.168.1.1\nAS100\n")
    #expect(found.results.array.count == 3)
    #expect(found.results.array[0].asn.number == 100)
    #expect(found.results.array[0].prefix.string == "9.8.0.0/16")
    #expect(found.results.array[0].holder.string == "HOUSE-AS - House")
    #expect(found.results.array[1].special_use.string == "private use (RFC 1918)")
    #expect(found.results.array[2].holder.string == "HOUSE-AS - House")
    let queries = try String(contentsOfFile: log, encoding: .utf8)
    #expect(queries.contains("6.7.8.9.origin.asn.cymru.com"))
    #expect(!queries.contains("168.192"))
  }

  @Test func `a trace says whose its hops are`() throws {
    let scratch = try ScratchFolder()
    let log = scratch.path + "/queries"
    let found = try run("trace", "9.8.7.6", log: log)
    let nodes = found.hops.array.map { $0.nodes.array.first ?? .null }
    #expect(nodes.map(\.address.string) == ["192.168.1.1", "10.9.0.2", "9.8.7.6"])
    #expect(nodes.map(\.asn) == [.null, .null, .number(100)])
    let queries = try String(contentsOfFile: log, encoding: .utf8)
    #expect(!queries.contains("2.0.9.10.origin"))
  }
}
