import DemoHome
import HomeSupport
import Testing
import Wire
@testable import Networking
@testable import Discovery
@testable import Model
import Simulation

/// The steps that a scan tells for its log.
@Suite struct ScanStepTests {
  private static func steps(_ topology: SimulatedTopology, isTold: Bool = true) -> [ScanStep] {
    let scan = ScanRun(topology) { $0.tellsSteps = isTold }
    return scan.run.outputs.compactMap { _, output in
      if case .step(let step) = output { step } else { nil }
    }
  }

  private static let standard = steps(.fullHome())

  private func line(_ step: ScanStep) -> String {
    "\(step.message) " + step.values.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
  }

  @Test func `a scan says what was asked of whom and what came`() {
    let lines = Self.standard.map(line)
    #expect(lines.first == "scan began source=system addresses=253")
    #expect(lines.last == "scan over source=system")
    let router = "192.168.77.1"
    #expect(lines.contains("asked source=tcp to=\(router):80 by=tcp purpose=ports"))
    #expect(lines.contains { $0.hasPrefix("answered source=tcp of=\(router):80 rtt_ms=") })
    #expect(lines.contains { $0.hasPrefix("refused source=tcp of=\(router):") })
    #expect(lines.contains { $0.hasPrefix("no answer source=tcp of=") })
    #expect(lines.contains { $0.hasPrefix("asked source=mdns to=224.0.0.251:5353 by=udp") })
    #expect(lines.contains { $0.hasPrefix("asked the kernel to resolve source=neighbours") })
    #expect(lines.contains { $0 == "question source=http to=\(router):80 what=http GET /" })
    #expect(lines.contains { $0.hasPrefix("learnt source=mdns about=") })
    #expect(lines.contains { $0.hasPrefix("found ") && $0.hasSuffix(" address=\(router)") })
    #expect(Self.standard.contains { $0.isProbing } && Self.standard.contains { !$0.isProbing })
    #expect(Self.standard.count < ScanStep.most / 2)
  }

  @Test func `nothing is told unless it is wanted`() {
    #expect(Self.steps(.fullHome(), isTold: false).isEmpty)
  }

  @Test func `steps of less weight than is wanted are not made, but for the begin`() {
    struct Failing: DiscoverySource {
      let source = Source.icmp
      var isActive = true
      mutating func start(_ context: inout SourceContext) {
        context.ask("what", of: Endpoint(.home(9), port: 1))
        #expect(context.questions.isEmpty == (context.plan.leastStepLevel > .debug))
        context.report(.notPermitted, interface: 7)
        isActive = false
      }
      mutating func handle(_ event: NetworkEvent, _ context: inout SourceContext) {}
    }
    for (level, messages) in [
      (ScanStep.Level.warning, ["scan began", "source failed"]),
      (.info, ["scan began", "source failed", "scan over"]),
      (.debug, ["scan began", "question", "source failed", "scan over"]),
    ] {
      let scan = ScanRun(.fullHome(), sources: [Failing()]) {
        $0.tellsSteps = true
        $0.leastStepLevel = level
      }
      let steps = scan.run.outputs.compactMap { _, output in
        if case .step(let step) = output { step.message } else { nil }
      }
      // What is known of this machine itself is learnt, too.
      #expect(steps.filter { $0 != "learnt" } == messages, "\(level)")
    }
  }

  @Test func `a scan of one host names it as it begins`() {
    let step = ScanStep(.system, .began(addresses: 1, host: .home(9)))
    #expect(line(step) == "scan began source=system addresses=1 host=\(IPAddress.home(9))")
  }

  @Test func `a source that fails says why`() {
    let step = ScanStep(.mdns, .failed(interface: "eth0", .addressUnavailable))
    #expect(step.level == .warning)
    #expect(
      line(step)
        == "source failed source=mdns error=no free local address or port interface=eth0"
    )
  }

  @Test func `what devices say is cut`() {
    let long = String(repeating: "x", count: 10_000)
    let step = ScanStep(.mdns, .learnt(.name(long), about: .home(9)))
    #expect(step.values.allSatisfy { $0.value.count <= 201 })
  }

  @Test func `there is an end to the steps`() throws {
    struct Endless: DiscoverySource {
      let source = Source.icmp
      var left = ScanStep.most * 2
      var isActive: Bool { left > 0 }
      mutating func start(_ context: inout SourceContext) { wake(&context) }
      mutating func handle(_ event: NetworkEvent, _ context: inout SourceContext) {
        wake(&context)
      }
      private mutating func wake(_ context: inout SourceContext) {
        for _ in 0..<min(left, 1000) {
          context.ask("what", of: Endpoint(.home(9), port: 1))
        }
        left -= 1000
        guard left > 0 else { return }
        context.request(.wake(context.ticket(1), at: context.now + .milliseconds(1)))
      }
    }
    let scan = ScanRun(.fullHome(), sources: [Endless()]) { $0.tellsSteps = true }
    let steps = scan.run.outputs.compactMap { _, output in
      if case .step(let step) = output { step } else { nil }
    }
    #expect(steps.count == ScanStep.most + 2)
    #expect(steps[ScanStep.most].event == .cut && steps.last?.event == .finished)
  }
}
