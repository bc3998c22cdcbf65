import Testing

/// `homenet dns` asking the link by multicast, of daemons that nobody here wrote.
@Suite(.timeLimit(.minutes(3)))
struct LinkNamesTests {
  @Test func `a name of the link is asked of everybody on it`() async throws {
    let home = try await RealHome.scanned()
    let document = try #require(home.names["bookshelf.local"])
    let server = try #require(document.servers.first)
    #expect(server.transport == "multicast")
    let answer = try #require(server.answers.first)
    #expect(answer.outcome == "records" && answer.sender == home.resident("avahi")?.address)
    #expect(answer.records.map(\.data) == [home.resident("avahi")?.address])
  }

  @Test func `all who have a service answer`() async throws {
    let home = try await RealHome.scanned()
    let document = try #require(home.names["_ipp._tcp.local"])
    let answer = try #require(document.servers.first?.answers.first)
    // Some send along what will be asked for next.
    let instances = answer.records.filter { $0.type == "PTR" }.map(\.data)
    #expect(instances.contains(#"Hallway\032Printer._ipp._tcp.local."#), "\(answer)")
  }

  @Test func `nobody's name is silence`() async throws {
    let home = try await RealHome.scanned()
    let answer = try #require(home.names["nobody.local"]?.servers.first?.answers.first)
    #expect(answer.outcome == "timeout")
  }
}
