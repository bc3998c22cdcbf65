import Diagnostics
import Model
import Testing

/// Networks and ranges among the hosts that a tool is asked about.
@Suite struct TargetBlocksTests {
  @Test func `networks and ranges stand for their addresses, in the order asked for`() throws {
    let hosts = ["nas", "10.0.0.0/30", "fd00::1", "10.0.1.9-10", "1.2.3.4-dsl.example"]
    #expect(
      try TargetHost.expanding(hosts, atMost: 4) == [
        "nas", "10.0.0.1", "10.0.0.2", "fd00::1", "10.0.1.9", "10.0.1.10", "1.2.3.4-dsl.example",
      ]
    )
  }

  @Test(arguments: [
    (["10.0.0.0/16"], "10.0.0.0/16 holds 65534 addresses, and at most 256 can be asked"),
    (["fd00::/64"], "fd00::/64 holds far too many addresses"),
    (["10.0.0.0/24", "10.0.1.0-9"], "may hold 256 addresses together; 10.0.1.0-9 has 10 more"),
    (["10.0.0.0/33"], "'10.0.0.0/33' is no network such as"),
    (["10.0.0.9-1"], "its last address is below its first"),
  ])
  func `too much and nonsense are mistakes of usage`(hosts: [String], words: String) {
    let error = #expect(throws: DiagnosticError.self) {
      try TargetHost.expanding(hosts, atMost: 256)
    }
    guard case .usage(let text) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(text.text.contains(words), "\(text)")
  }
}
