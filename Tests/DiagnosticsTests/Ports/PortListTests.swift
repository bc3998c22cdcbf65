import Testing

@testable import Diagnostics

struct `A list of ports` {
  @Test func `is read from numbers, ranges and names`() throws {
    #expect(
      Set(try PortList(parsing: "22,80,8000-8003").ports) == [22, 80, 8000, 8001, 8002, 8003]
    )
    #expect(try PortList(parsing: "1-65535").ports.count == 65_535)
    #expect(try PortList(parsing: "-").ports.count == 65_535)
    #expect(try PortList(parsing: "65530-").ports.count == 6)
    #expect(try PortList(parsing: "top100").ports.count == 100)
    #expect(try PortList(parsing: "top1000").ports.count == 1000)
    #expect(try PortList(parsing: "top100,22,22,64999").ports.count == 101)
  }

  @Test func `has each port once, the likeliest first`() throws {
    let all = try PortList(parsing: "1-65535").ports
    #expect(Set(all).count == all.count && all[..<3] == [80, 443, 22])
    #expect(PortList.top1000.ports == Array(all[..<1000]))
  }

  @Test(arguments: [
    "", ",", "0", "65536", "22,", "a", "22-21", "1-2-3", "--", "0-5", "+5", "99999999999999999999",
    "top10", " 22", "٢",
  ])
  func `is refused where it makes no sense`(text: String) {
    #expect(throws: DiagnosticError.self) { try PortList(parsing: text) }
  }
}
