import Testing

/// A line of a recording, as far as these tests look at it.
struct OverheardLine: Decodable, Sendable {
  struct Fact: Decodable, Sendable {
    struct Request: Decodable, Sendable {
      var hostname: String?
      var parameters: [UInt8]
    }

    struct Server: Decodable, Sendable {}

    var dhcp: Request?
    var dhcp_server: Server?
  }

  var source: String?
  var subject: String?
  var fact: Fact?
}

/// DHCP between busybox's client and dnsmasq, heard by a third.
@Suite(.timeLimit(.minutes(3)))
struct OverheardTests {
  @Test func `a client that asks for its address says its name`() async throws {
    let home = try await RealHome.scanned()
    let guest = try #require(home.resident("udhcpc"))
    let requests = home.overheard.filter { $0.fact?.dhcp != nil }
    let request = try #require(requests.first)
    #expect(requests.allSatisfy { $0.subject == guest.address && $0.source == "dhcp" })
    #expect(request.fact?.dhcp?.hostname == "guest-tablet")
    #expect(request.fact?.dhcp?.parameters.starts(with: [1, 3, 6]) == true)
  }

  @Test func `the server that it chooses is heard`() async throws {
    let home = try await RealHome.scanned()
    let servers = Set(home.overheard.filter { $0.fact?.dhcp_server != nil }.map(\.subject))
    #expect(servers == ["10.77.0.1"])
  }

  @Test func `without the capability nothing is heard`() async throws {
    let home = try await RealHome.scanned()
    #expect(!home.scan.devices.isEmpty)
    #expect(home.evidence.allSatisfy { $0.dhcp == nil })
  }
}
