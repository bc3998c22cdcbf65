import Foundation
import Testing

extension NameServerTests {
  /// What `homenet dns` asks beside plain questions, of named and unbound, and beside dig.
  @Suite struct DNSModesTests {
    private static func ask(_ arguments: String...) throws -> (report: JSON, status: Int32) {
      var command = Command()
      command.arguments = ["dns"] + arguments + ["--format", "json"]
      let ending = try command.run()
      try #require(!ending.output.isEmpty, "\(ending.errors)")
      #expect(try JSONSchema("homenet.dns-1.json").violations(in: ending.output) == [])
      return (try JSON(parsing: ending.output), ending.status)
    }

    private static func answer(_ report: JSON) throws -> JSON {
      try #require(report.servers.array.first?.answers.array.first)
    }

    @Test(arguments: [
      ("www.house.test", "A"), ("house.test", "MX"), ("house.test", "TXT"), ("nix.house.test", "A"),
      ("big.house.test", "TXT"),
    ])
    func `short is what dig's short is`(name: String, type: String) throws {
      let ending = try Command("dns", name, type, "@127.0.53.3", "--short").run()
      let dig = try NameServerLab.lines("dig", ["+short", "+nosplit", "@127.0.53.3", name, type])
      #expect(ending.lines.filter { !$0.isEmpty }.sorted() == dig.sorted())
      #expect(ending.status == (dig.isEmpty ? 1 : 0) && ending.errors.isEmpty)
    }

    @Test func `short says each record once, and errors apart`() throws {
      let ending = try Command(
        "dns",
        "web.house.test",
        "A",
        "@127.0.53.3",
        "@127.0.53.5",
        "@127.0.53.4",
        "--short"
      ).run()
      #expect(ending.lines.filter { !$0.isEmpty }.sorted() == ["192.0.2.80", "192.0.2.81"])
      #expect(ending.errors.contains("127.0.53.4, A: no server listens there"), "\(ending.errors)")
      #expect(ending.status == 1)
      let json = try Command("dns", "a.test", "@127.0.53.3", "--short", "--format", "json").run()
      #expect(json.status == 2)
    }

    @Test func `the class CH says what a server is`() throws {
      // Asked once: named answers three such questions a second.
      let dig = try ["127.0.53.3", "127.0.53.5"].flatMap { server in
        try NameServerLab.lines("dig", ["+short", "@\(server)", "version.bind", "CH", "TXT"])
      }
      .filter { !$0.hasPrefix(";") }
      for words in [["version.bind", "CH", "TXT"], ["version.bind", "--class", "ch"]] {
        var command = Command()
        command.arguments = ["dns"] + words + ["@127.0.53.3", "@127.0.53.5", "--short"]
        let ending = try command.run()
        #expect(ending.status == 0, "\(ending.errors)")
        #expect(ending.lines.filter { !$0.isEmpty } == dig)
      }
      let (report, _) = try Self.ask("version.bind", "CH", "@127.0.53.3")
      #expect(report.class.string == "CH" && report.types.array.map(\.string) == ["TXT"])
    }

    @Test func `every server of a zone is asked for its version`() throws {
      let (report, status) = try Self.ask("drift.test", "@127.0.53.5", "--name-servers")
      #expect(status == 1)
      #expect(report.zone.string == "drift.test.")
      #expect(
        report.servers.array.map(\.server.string) == [
          "ns1.drift.test 127.0.53.3", "ns2.drift.test 127.0.53.7", "ns3.drift.test 127.0.53.4",
        ]
      )
      #expect(report.unknown_servers.array.map(\.string) == ["gone.unsigned.test."])
      let outcomes = report.servers.array.map { $0.answers.array.first?.outcome.string }
      #expect(outcomes == ["records", "records", "port_closed"])
      #expect(report.differences.array.first?.groups.array.count == 2)
      // A name within the zone leads to it.
      let ending = try Command("dns", "sub.drift.test", "@127.0.53.5", "--name-servers").run()
      #expect(
        ending.output.contains(
          "SOA differs: ns1.drift.test 127.0.53.3 has serial 2026112201;"
            + " ns2.drift.test 127.0.53.7 has serial 2026112199"
        ),
        "\(ending.output)"
      )
      #expect(ending.output.contains("gone.unsigned.test: no resolver says its address"))
      let (same, sameStatus) = try Self.ask("house.test", "MX", "@127.0.53.5", "--name-servers")
      #expect(sameStatus == 0)
      #expect(try Self.answer(same).records.array.count == 2)
    }

    @Test func `a server names itself, and gives a cookie`() throws {
      let (report, status) = try Self.ask("house.test", "A", "@127.0.53.3", "--nsid", "--cookie")
      #expect(status == 0)
      let answer = try Self.answer(report)
      #expect(answer.nsid.text.string == "lab-one" && answer.nsid.hex.string == "6c61622d6f6e65")
      #expect(answer.cookie.client.string?.count == 16)
      #expect((answer.cookie.server.string?.count ?? 0) >= 16)
      let (plain, _) = try Self.ask("house.test", "A", "@127.0.53.3")
      #expect(try Self.answer(plain).nsid.string == nil && Self.answer(plain).cookie.string == nil)
      let ending = try Command("dns", "house.test", "A", "@127.0.53.3", "--nsid", "--cookie").run()
      #expect(ending.output.contains("NSID lab-one, cookie returned"), "\(ending.output)")
    }

    @Test func `an answer says for which network it is`() throws {
      let (report, status) = try Self.ask(
        "house.test",
        "A",
        "@127.0.53.3",
        "--subnet",
        "192.0.2.77/24"
      )
      #expect(status == 0)
      let answer = try Self.answer(report)
      #expect(answer.subnet.network.string == "192.0.2.0/24")
      #expect(answer.subnet.scope_length.number == 0)
    }

    @Test(arguments: ["house.test", "unsigned.test", "drift.test"])
    func `a whole zone is what dig has of it`(zone: String) throws {
      let ending = try Command("dns", zone, "AXFR", "@127.0.53.3", "--short").run()
      #expect(ending.status == 0, "\(ending.errors)")
      let words = { (line: String) in
        line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      }
      let ours = ending.lines.filter { !$0.isEmpty }.map(words)
      let dig = try NameServerLab.lines(
        "dig",
        ["+noall", "+answer", "+nosplit", "@127.0.53.3", zone, "AXFR"]
      )
      .filter { !$0.hasPrefix(";") }.map(words)
      // dig shows the SOA record at the end, too.
      #expect(Set(ours) == Set(dig) && ours.count == dig.count - 1)
    }

    @Test func `a zone that isn't given is a server's refusal`() throws {
      let (report, status) = try Self.ask("house.test", "AXFR", "@127.0.53.5")
      #expect(status == 1)
      let answer = try Self.answer(report)
      #expect(answer.outcome.string == "error" && answer.transport.string == "tcp", "\(answer)")
      let tls = try Command("dns", "house.test", "AXFR", "@tls://127.0.53.3", "--insecure").run()
      #expect(tls.status == 0 && tls.lines.count > 300)
    }

    @Test(arguments: [
      ["a.test", "AXFR", "A"], ["a.test", "AXFR", "--dnssec"], ["a.test", "--class", "XY"],
      ["a.test", "--name-servers", "--trace"], ["a.test", "CH", "--dnssec"],
      ["a.test", "--subnet", "x"], ["a.test", "--name-servers", "--tls"], ["a.test", "IXFR"],
    ])
    func `what can't go together is one clear line`(arguments: [String]) throws {
      var command = Command()
      command.arguments = ["dns"] + arguments + ["@127.0.53.3"]
      let ending = try command.run()
      #expect(ending.status == 2, "\(ending.output)")
      #expect(ending.errors.split(separator: "\n").count == 1)
    }
  }
}
