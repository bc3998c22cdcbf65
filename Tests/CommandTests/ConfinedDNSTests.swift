import Diagnostics
import Networking
import Server
import Testing
import Wire

@testable import ServedTools

/// Whom a served `dns` asks, whatever zones name.
@Suite struct ConfinedDNSTests {
  /// Notes who would be asked.
  private final class Recorder: DNSCarrier {
    let asked = Lock<[IPAddress?]>([])

    func carry(
      _ query: DNSQuery,
      to server: DNSServer,
      over transport: DNSTransport,
      within limit: Duration
    ) async -> Result<DNSResponse, DNSFailure> {
      asked.withLock { $0.append(server.endpoint?.address) }
      return .failure(.timedOut)
    }
  }

  @Test(arguments: [
    ("127.0.0.1", false), ("169.254.169.254", false), ("192.168.1.7", false), ("::1", false),
    ("::ffff:192.168.1.7", false), ("127.0.0.53", true), ("192.168.1.1", true),
    ("192.0.2.53", true),
  ])
  func `only servers that may be asked are`(text: String, mayBeAsked: Bool) async throws {
    let own = try #require(IPAddress("192.168.1.7"))
    let resolver = try #require(IPAddress("127.0.0.53"))
    let address = try #require(IPAddress(text))
    let recorder = Recorder()
    let carrier = ConfinedDNSCarrier(
      policy: TargetPolicy(own: [own]),
      resolvers: [resolver],
      carrier: recorder
    )
    let question = DNSQuestion(try #require(DNSName("a.example.")), .a)
    let result = await carrier.carry(
      DNSQuery(question, id: 7),
      to: DNSServer(name: text, Endpoint(address, port: 53), .udp),
      over: .udp,
      within: .seconds(1)
    )
    #expect(recorder.asked.withLock(\.self) == (mayBeAsked ? [address] : []))
    guard case .failure(.local(.refusedByPolicy)) = result else {
      #expect(mayBeAsked)
      return
    }
    #expect(!mayBeAsked)
  }
}
