import DemoHome
import HomeSupport
@testable import Networking
import Simulation
import Testing
import Wire

struct KeptConnectionTests {
  private let address = IPv4Address(192, 168, 77, 9)

  /// Sends so many bytes on accepting, then closes.
  private struct Pour: ListenerService {
    let count: Int

    func accept() -> any ServedConnection { StreamExchange(count: count) }

    struct StreamExchange: ServedConnection {
      let count: Int

      mutating func begin() -> ServedStep { .close(saying: KeptConnectionTests.pattern(count)) }

      mutating func take(_ bytes: [UInt8]) -> ServedStep { .wait }
    }
  }

  /// A byte a second, for ever.
  private struct Drip: ListenerService {
    func accept() -> any ServedConnection { StreamExchange() }

    struct StreamExchange: ServedConnection {
      mutating func begin() -> ServedStep { resume() }

      mutating func take(_ bytes: [UInt8]) -> ServedStep { .wait }

      mutating func resume() -> ServedStep {
        ServedStep(sending: [0x2E], next: .resume(after: .seconds(1)))
      }
    }
  }

  private static func pattern(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
  }

  private func run(
    _ services: [any ListenerService],
    _ calls: [Caller.Call],
    behaviour: SimulatedDevice.Behaviour = .ordinary,
    impairment: Impairment = .none,
    budget: Int = 30
  ) -> SimulatedRun<Caller.Heard> {
    let listeners = services.enumerated().map { index, service in
      SimulatedDevice.Listener(port: UInt16(1000 + index), service: service)
    }
    let device = SimulatedDevice(
      label: "server",
      mac: MACAddress(rawValue: 0x0200_0000_0009),
      address: address,
      behaviour: behaviour,
      listeners: listeners
    )
    var topology = SimulatedTopology(
      home: SimulatedHome(devices: [device]),
      impairment: impairment
    )
    topology.budget = budget
    return SimulatedNetwork(topology).runToEnd(Caller(address, calls))
  }

  @Test func `a greeting comes, an answer follows, the ledger and the device count`() {
    let echo = AnsweringService(greeting: Array("hello\n".utf8)) { .close(saying: $0) }
    let run = run([echo], [Caller.Call(1000, saying: "echo\n")])
    #expect(run.text(0) == "hello\necho\n")
    #expect(run.end(0)?.reason == .ended)
    let purposes = run.traffic.counts[.v4(address)]
    #expect(purposes?[.http]?.messages == 1)
    #expect(purposes?[.banner]?.connections == 1)
    #expect(run.counters.connections[DeviceCounters.Port("server", 1000)] == 1)
    #expect(run.counters.bytes[DeviceCounters.Port("server", 1000)] == 5)
  }

  @Test func `bytes come whole and in order, in pieces of a segment, whatever is lost`() {
    let impairment = Impairment(loss: 0.2, delay: .milliseconds(1) ... .milliseconds(9))
    let run = run([Pour(count: 100_000)], [Caller.Call(1000)], impairment: impairment)
    #expect(run.bytes(0) == Self.pattern(100_000))
    #expect(run.end(0)?.reason == .ended)
    let sizes = run.outputs.compactMap { (_, heard) -> Int? in
      if case .received(_, let bytes) = heard { bytes.count } else { nil }
    }
    #expect(sizes.max() == 1460 && sizes.count == 69)
  }

  @Test func `a mebibyte is enough, and so is the time allowed`() throws {
    let run = run([Pour(count: 3 << 20), Drip()], [Caller.Call(1000), Caller.Call(1001)])
    #expect(run.bytes(0).count == 1 << 20)
    #expect(run.end(0)?.reason == .exhausted)
    let drip = try #require(run.end(1))
    #expect(drip.reason == .exhausted)
    #expect(drip.after >= .seconds(5) && drip.after < .milliseconds(5010))
    #expect((5...6).contains(run.bytes(1).count))
  }

  @Test func `a kept connection keeps its place in the budget till its end`() {
    let calls = [Caller.Call(1000, enough: 2), Caller.Call(1000, keepsOpen: .seconds(2))]
    let run = run([Drip()], calls + [Caller.Call(1000, keepsOpen: nil)], budget: 1)
    #expect(run.traffic.peakSockets == 1)
    #expect(run.bytes(0).count == 2 && run.end(0) == nil)
    #expect(run.end(1)?.reason == .exhausted)
    #expect(run.outputs.last?.output == .probed(2, isOpen: true))
  }

  @Test func `slow devices answer late, stealthy ones never, a broken connection is told`() throws {
    let service = AnsweringService { _ in ServedStep(sending: [1], next: .reset) }
    let calls = [Caller.Call(1000, saying: "?")]
    let slow = try #require(run([service], calls, behaviour: .slow(.milliseconds(700))).end(0))
    #expect(slow.reason == .reset)
    #expect(slow.after > .milliseconds(700) && slow.after < .milliseconds(710))
    let stealthy = run([service], calls, behaviour: .stealthy)
    #expect(stealthy.outputs.map(\.output) == [.probed(0, isOpen: false)])
  }
}
