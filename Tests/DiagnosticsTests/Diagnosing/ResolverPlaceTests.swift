import Model
import Networking
import Testing
import Wire
@testable import Diagnostics

/// Whom a diagnosis without a host asks for names.
@Suite struct `A resolver with a global address` {
  /// A machine that never gets as far as to its network.
  private struct NoNetwork: Network {
    func configuration() async throws(LocalFailure) -> NetworkConfiguration {
      NetworkConfiguration(interfaces: [], gateways: [], resolvers: [])
    }

    func run<Machine: NetworkMachine>(_ machine: Machine) -> AsyncStream<Machine.Output> {
      AsyncStream { $0.finish() }
    }

    func traffic() async -> TrafficLedger { TrafficLedger() }
  }

  private func step(
    _ resolver: String
  ) async throws -> (step: ConnectionStep?, asked: [DNSQuestion]) {
    let own = try #require(IPv6Address("2a00:5::7"))
    var interface = Interface(index: 2, name: "eth0")
    interface.ipv6 = [.init(address: own, prefixLength: 64)]
    let carrier = FakeCarrier(FakeCarrier.answer(code: 3))
    let runner = ConnectionStepRunner(
      environment: ConnectionEnvironment(
        network: NoNetwork(),
        questions: carrier,
        roots: TrustRoots([], owner: .text("nobody"))
      ),
      configuration: NetworkConfiguration(
        interfaces: [interface],
        gateways: [],
        resolvers: [try #require(IPAddress(resolver))]
      ),
      end: .now + .seconds(5)
    )
    return (await runner.resolver(for: nil), carrier.queries.flatMap(\.message.questions))
  }

  @Test func `is asked where it is on this machine's network`() async throws {
    let (step, asked) = try await step("2a00:5::1")
    #expect(step?.state == .ok)
    #expect(asked.count == 2)
  }

  @Test(arguments: ["2620:fe::9", "2606:4700::1"])
  func `is not asked where it is on the Internet`(resolver: String) async throws {
    let (step, asked) = try await step(resolver)
    #expect(step?.state == .skipped)
    #expect(asked == [])
  }
}
