import Networking
import Testing
import Wire
@testable import Diagnostics
@testable import homenet

/// What a terminal shows of a running trace.
@Suite struct TraceScreenTests {
  private let text = TraceText(style: Style(isColoured: false))

  private func hop(_ number: Int, method: PathMethod = .udp) -> TraceProgress {
    var node = TraceNode(address: .v4(IPv4Address(10, 0, UInt8(number), 1)))
    node.name = "router\(number)"
    node.sent = 2
    node.received = 2
    node.roundTrips = RoundTrips([.milliseconds(3), .milliseconds(2)])
    let hop = TraceHop(number: number, nodes: [node], sent: 2, received: 2)
    return TraceProgress(hop: hop, isEnd: false, isBeyond: false, method: method)
  }

  private func screen(takesKeys: Bool = true) -> TraceScreen {
    var screen = TraceScreen()
    screen.title = "The way to target:"
    screen.takesKeys = takesKeys
    screen.take(hop(1))
    screen.take(hop(2))
    return screen
  }

  private func lines(_ screen: TraceScreen, rows: Int = 24) -> [String] {
    screen.lines(text, columns: 100, rows: rows)
  }

  @Test func `has the last round trip, and a line that says the keys`() {
    let lines = lines(screen())
    #expect(
      lines == [
        "The way to target:",
        "HOP  ADDRESS   NAME     LOSS  SENT  LAST  BEST  AVG   WORST  JITTER",
        "1    10.0.1.1  router1  0 %   2     2.00  2.00  2.50  3.00   1.00",
        "2    10.0.2.1  router2  0 %   2     2.00  2.00  2.50  3.00   1.00",
        "Keys: q quit, p pause, r reset, n names, h help",
      ]
    )
    #expect(self.lines(screen(takesKeys: false)).count == 4)
    #expect(self.lines(screen(), rows: 4).count == 4)
    #expect(self.lines(screen(), rows: 4).last?.hasPrefix("Keys: ") == true)
  }

  @Test func `does what keys ask`() {
    var screen = screen()
    #expect(screen.press("q") == .quit)
    #expect(screen.press("p") == .pause(true))
    #expect(lines(screen).last?.hasPrefix("Paused. Keys: ") == true)
    #expect(screen.press(" ") == .pause(false))
    #expect(screen.press(" ") == .none, "nothing to go on with")
    _ = screen.press("p")
    #expect(screen.press("p") == .pause(false))
    #expect(screen.press("n") == .none)
    #expect(!lines(screen).contains { $0.contains("router1") })
    _ = screen.press("n")
    #expect(lines(screen).contains { $0.contains("router1") })
    for key in ["h", "?"] as [Character] {
      _ = screen.press(key)
      #expect(lines(screen).contains { $0.hasPrefix("r ") } == (key == "h"))
    }
    #expect(screen.press("x") == .none)
    #expect(screen.press("r") == .reset)
    #expect(!lines(screen).contains { $0.contains("10.0.1.1") })
  }

  @Test func `begins anew with another method`() {
    var screen = screen()
    screen.take(hop(1, method: .icmp))
    #expect(lines(screen).first == "The way to target: (echoes)")
    #expect(!lines(screen).contains { $0.contains("10.0.2.1") })
  }
}
