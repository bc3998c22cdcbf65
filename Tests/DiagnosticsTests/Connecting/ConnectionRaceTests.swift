import Synchronization
import Testing
import Wire

@testable import Diagnostics

/// Which of a host's addresses is connected to.
@Suite struct ConnectionRaceTests {
  private static let v6 = IPAddress.v6(.loopback, zone: nil)
  private static let v4 = IPAddress.v4(IPv4Address(127, 0, 0, 1))
  private static let other = IPAddress.v4(IPv4Address(127, 0, 0, 2))

  /// Streams on which some addresses end at once, and others never.
  private struct Streams: StreamNetwork {
    var ends: [IPAddress: StreamEnd]

    func carry<Exchange: StreamProtocol>(
      _ exchange: Exchange,
      to endpoint: Endpoint,
      within limit: Duration
    ) async -> (exchange: Exchange, end: StreamEnd) {
      if let end = ends[endpoint.address] { return (exchange, end) }
      // Only who is cancelled goes on.
      try? await Task.sleep(for: .seconds(3600))
      return (exchange, .interrupted)
    }
  }

  private func race(
    _ addresses: [IPAddress],
    _ ends: [IPAddress: StreamEnd],
    after delay: Duration
  ) async -> [ConnectionRace.Attempt] {
    let race = ConnectionRace(streams: Streams(ends: ends), limit: .seconds(1), delay: delay)
    return await race.run(addresses, port: 443)
  }

  @Test func `where the first answers, no other is tried`() async {
    let found = await race([Self.v6, Self.v4], [Self.v6: .done], after: .seconds(3600))
    #expect(found == [.init(address: Self.v6, end: .done)])
  }

  @Test func `where one fails, the next is tried at once`() async {
    let found = await race(
      [Self.v6, Self.v4, Self.other],
      [Self.v6: .unreachable, Self.v4: .done],
      after: .seconds(3600)
    )
    #expect(
      found == [
        .init(address: Self.v6, end: .unreachable), .init(address: Self.v4, end: .done),
      ]
    )
    #expect(CertificateReport.AddressAttempt(found[0]).isConnected == false)
    #expect(CertificateReport.AddressAttempt(found[0]).because == "the host can't be reached")
  }

  @Test func `where one is silent, the next is tried beside it`() async {
    let found = await race([Self.v6, Self.v4], [Self.v4: .done], after: .milliseconds(1))
    #expect(found == [.init(address: Self.v6), .init(address: Self.v4, end: .done)])
    #expect(CertificateReport.AddressAttempt(found[0]).isConnected == nil)
  }

  @Test func `where none answers, all have an end`() async {
    let found = await race(
      [Self.v6, Self.v4],
      [Self.v6: .local(.noRoute), Self.v4: .refused],
      after: .seconds(3600)
    )
    #expect(found.map(\.end) == [.local(.noRoute), .refused])
  }
}
