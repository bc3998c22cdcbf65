import Model
import Networking
import Testing

@testable import Diagnostics

/// What is wrong with options: messages with a code and values, that say what is allowed.
@Suite struct OptionMistakeTests {
  @Test func `those of ping name the range`() {
    #expect(PingOptions().mistake == nil)
    let none = PingOptions(count: 0).mistake
    #expect(none == Message(.errorCountLeast, ["least": "1"]))
    #expect(none?.text == "a count is 1 at least")
    let quick = PingOptions(interval: .milliseconds(1)).mistake
    #expect(quick?.text == "an interval is 10ms at least, and a day at most")
    let large = PingOptions(size: 1 << 20).mistake
    #expect(large?.code == "error.size_range")
    #expect(Set(large?.values.keys.map(\.self) ?? []) == ["least", "most"])
    #expect(PingOptions(method: .icmp, port: 7).mistake == Message(.errorEchoPort))
  }

  @Test func `those of trace name the range`() {
    #expect(TraceOptions().mistake == nil)
    #expect(TraceOptions(maxHops: 0).mistake?.text == "a route has 1 to 255 hops")
    #expect(TraceOptions(rounds: 0).mistake == Message(.errorRoundsLeast))
    let together = TraceOptions(mode: .tcp, flows: .paris).mistake
    #expect(together?.code == "error.connect_flows")
  }

  @Test func `those of names say which rule is broken`() throws {
    let error = #expect(throws: DiagnosticError.self) { try ServerName(given: "a..b") }
    let message = try #require(error?.message)
    #expect(message.values["reason"] == .message(Message(.errorLabelEmpty)))
    #expect(message.text == "'a..b' can't be a host's name: a label is empty")
    #expect(throws: DiagnosticError.usage(Message(.errorNoHostAndPort, ["text": "a:b:c"]))) {
      try HostAndPort("a:b:c", port: 443)
    }
  }

  @Test func `those of trust anchors have the line and the reason`() throws {
    let long = "example. DNSKEY 257 3 13 !"
    let error = #expect(throws: TrustAnchors.ParsingError.self) {
      try TrustAnchors(parsing: "\n\(long)")
    }
    #expect(error?.line == 2)
    #expect(error?.reason == Message(.errorAnchorContents, ["type": "DNSKEY"]))
    var options = DNSOptions("example.test")
    options.trustAnchors = long
    let usage = #expect(throws: DiagnosticError.self) { try options.anchors }
    #expect(usage?.words == "trust anchors, line 1: not the contents of a DNSKEY record")
  }

  @Test func `those of ports name the range`() {
    var options = PortScan.Options()
    options.mostMissRate = 2
    #expect(throws: DiagnosticError.usage(Message(.errorMissRate))) { try options.check() }
  }
}
