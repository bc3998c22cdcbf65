import Sealing
import Testing

/// `homenet whois` of what no registry has: in a sealed namespace nobody could be asked.
@Suite(.sealed)
struct WhoisCommandTests {
  @Test func `several subjects are an object a line, in the order asked for`() throws {
    let ending = try Command(
      "whois",
      "10.0.0.0/8",
      "192.168.1.10-20",
      "nas.local",
      "--format",
      "json"
    ).run()
    #expect(ending.status == 0, "\(ending.errors)")
    let schema = try JSONSchema("homenet.whois-1.json")
    for line in ending.lines { #expect(try schema.violations(in: line) == []) }
    let found = try ending.lines.map { try JSON(parsing: $0) }
    #expect(found.map(\.subject.string) == ["10.0.0.0/8", "192.168.1.10-20", "nas.local"])
    #expect(found.map(\.kind.string) == ["network", "network", "domain"])
    #expect(found[1].special_use.string == "private use (RFC 1918)")
  }

  @Test func `one that can't be asked about keeps nobody from the others`() throws {
    var command = Command("whois", "10.0.0.0/8", "house.test.zz", "10.0.0.1", "--format", "json")
    command.environment = ["XDG_CACHE_HOME": "/nonexistent"]
    let ending = try command.run()
    #expect(ending.status == 3)
    let found = try ending.lines.map { try JSON(parsing: $0) }
    #expect(
      found.map(\.schema.string) == ["homenet.whois/1", "homenet.error/1", "homenet.whois/1"]
    )
  }

  @Test func `people see which network a range is`() throws {
    let ending = try Command("whois", "192.168.1.10-20", "10.1.2.3").run()
    #expect(ending.status == 0, "\(ending.errors)")
    #expect(
      ending.output == """
        192.168.1.10-20
        Network       192.168.1.0/27
        Special use   private use (RFC 1918)
        Asked         no server: no registry has it

        10.1.2.3
        Special use   private use (RFC 1918)
        Asked         no server: no registry has it

        """
    )
  }

  @Test func `what is mistyped is told before anybody is asked`() throws {
    let ending = try Command("whois", "10.0.0.1", "10.0.0.0/33").run()
    #expect(ending.status == 2)
    #expect(ending.output == "")
    #expect(ending.errors.contains("'10.0.0.0/33' is no network such as"))
  }
}
