import Model
import Testing
import Wire

@testable import Diagnostics

@Suite struct `An address of one link` {
  @Test(arguments: [
    ("fe80::1", true), ("febf::1", true), ("fe80::1%eth0", false), ("fec0::1", false),
    ("169.254.7.7", false), ("::1", false), ("2001:db8::1", false),
  ])
  func `needs its zone`(text: String, isLacking: Bool) throws {
    #expect(try #require(IPAddress(text)).lacksZone == isLacking)
  }

  @Test(arguments: ["fe80::1", "[fe80::1]"])
  func `is refused without it`(text: String) async {
    let error = await #expect(throws: DiagnosticError.self) {
      try await TargetHost.looking(up: text)
    }
    #expect(error == .usage(Message(.errorLacksZone, ["address": "fe80::1"])))
    #expect(error?.words == "fe80::1 is on every link: say on which, as in fe80::1%eth0")
    let other = #expect(throws: DiagnosticError.self) { try ConnectionTarget(text) }
    #expect(other == error)
  }

  @Test func `is passed over where a host has another`() throws {
    let link = try #require(IPAddress("fe80::1"))
    let zoned = try #require(IPAddress("fe80::1%eth0"))
    let four = IPAddress.v4(IPv4Address(192, 168, 1, 20))
    #expect(try TargetHost.usable([link, four], of: "nas") == four)
    #expect(try TargetHost.usable([zoned, four], of: "nas") == zoned)
    let error = #expect(throws: DiagnosticError.self) {
      try TargetHost.usable([link], of: "nas")
    }
    #expect(
      error?.words
        == "nas: its address fe80::1 is on every link: give it with yours, as in fe80::1%eth0"
    )
  }
}
