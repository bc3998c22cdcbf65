import Foundation
import Testing

extension NameServerTests {
  /// `homenet dns --trace` down a root, a top-level domain and zones that are not the Internet's.
  @Suite struct DelegationTests {
    private static func trace(_ arguments: String...) throws -> (trace: JSON, status: Int32) {
      var command = Command()
      command.arguments =
        ["dns"] + arguments + ["--trace", "--root", "127.0.53.1", "--format", "json"]
      let ending = try command.run()
      try #require(!ending.output.isEmpty, "\(ending.errors)")
      #expect(try JSONSchema("homenet.dns-1.json").violations(in: ending.output) == [])
      return (try JSON(parsing: ending.output).trace, ending.status)
    }

    @Test func `each step says who knows more`() throws {
      let (trace, status) = try Self.trace("house.test", "MX")
      #expect(status == 0)
      let steps = trace.steps.array
      #expect(steps.map(\.zone.string) == [".", "test.", "house.test."])
      #expect(steps.map(\.finding.string) == ["referral", "referral", "answer"])
      #expect(steps.map(\.address.string) == ["127.0.53.1", "127.0.53.2", "127.0.53.3"])
      #expect(steps.map(\.server.string) == [nil, "ns.test.", "ns.house.test."])
      #expect(steps[1].referral.string == "house.test.")
      #expect(trace.end.string == "answered" && trace.records.array.count == 2)
    }

    @Test func `aliases are followed`() throws {
      let (trace, status) = try Self.trace("far.house.test", "A")
      #expect(status == 0)
      #expect(trace.steps.array.map(\.finding.string).contains("alias"))
      #expect(
        trace.records.array.map(\.data.string) == ["web.unsigned.test.", "192.0.2.90"]
      )
    }

    @Test func `a server without an address along is looked for`() throws {
      let (trace, status) = try Self.trace("glueless.test", "A")
      #expect(status == 0, "\(trace)")
      let sought = trace.steps.array.compactMap(\.looking_for.string)
      #expect(sought.contains("server.unsigned.test."))
      #expect(trace.records.array.map(\.data.string) == ["192.0.2.6"])
    }

    @Test func `a dead server is passed over`() throws {
      for _ in 0..<4 {
        let (trace, status) = try Self.trace("half.test", "A")
        #expect(status == 0)
        #expect(trace.records.array.map(\.data.string) == ["192.0.2.8"])
      }
    }

    @Test func `a delegation to who doesn't know is named`() throws {
      let (trace, status) = try Self.trace("lame.test", "A")
      #expect(status == 1)
      #expect(trace.end.string == "stuck")
      #expect(trace.because.string == "no server of lame.test. answers")
      #expect(trace.steps.array.last?.finding.string == "lame")
      #expect(trace.steps.array.last?.because.string?.contains("REFUSED") == true)
    }

    @Test(arguments: [("nix.house.test", "no_such_name"), ("mail.house.test", "no_data")])
    func `nothing is an answer too`(name: String, finding: String) throws {
      let (trace, status) = try Self.trace(name, "TXT")
      #expect(status == 1)
      #expect(trace.end.string == "answered")
      #expect(trace.steps.array.last?.finding.string == finding)
    }

    @Test func `an address's name is traced, by TCP too`() throws {
      let (trace, status) = try Self.trace("192.0.2.25", "--tcp")
      #expect(status == 0)
      #expect(trace.records.array.map(\.data.string) == ["mail.house.test."])
    }

    @Test func `people see a line a step`() throws {
      let ending = try Command("dns", "house.test", "A", "--trace", "--root", "127.0.53.1").run()
      #expect(ending.status == 0, "\(ending.errors)")
      #expect(ending.output.contains("house.test. is at ns.house.test"))
      #expect(ending.output.contains("A       192.0.2.1"))
    }

    @Test func `no way to the root is this machine's failure`() throws {
      let ending = try Command("dns", "house.test", "A", "--trace").run()
      #expect(ending.status == 3)
      #expect(ending.errors.contains("no route"), "\(ending.errors)")
    }
  }
}
