import HTTPTypes
import HummingbirdTesting
import Simulation
import Testing

@testable import Monitoring
@testable import Server

/// What a watch of monitors looks up, and hears of its home's sweeps.
@Suite struct `A watch of monitors` {
  @Test func `looks up the past of a page's monitors alone, once a minute`() async throws {
    let watched = WatchedMonitors(30)
    await watched.watch.load()
    let server = try TestServer.make(monitoring: watched.watch)
    try await server.application.test(.router) { client in
      let path = "/api/v1/monitors?order=id&limit=5"
      let first = try await client.send(.get, path).object()
      let next = try #require(first["next"] as? String)
      #expect(watched.store.takeRead().sorted() == ["00", "01", "02", "03", "04"])
      #expect((first["states"] as? [String: Int])?["unknown"] == 30)
      _ = try await client.send(.get, path)
      #expect(watched.store.takeRead() == [])
      let second = try await client.send(.get, path + "&after=\(next)").object()
      let monitors = try #require(second["monitors"] as? [[String: Any]])
      #expect(monitors.compactMap { $0["id"] as? String } == ["05", "06", "07", "08", "09"])
      #expect(watched.store.takeRead().count == 5)
    }
  }

  @Test func `hears what the home's sweep sends, and when it has ended`() async throws {
    let watched = WatchedMonitors(1)
    await watched.watch.load()
    let following = Task { await watched.watch.followSweeps() }
    defer { following.cancel() }
    for (inFlight, inHome) in [(28, 8), (10, 20), (nil, nil)] as [(Int?, Int?)] {
      await watched.gauge.set(inFlight)
      var heard: Int? = -1
      for turn in 0..<500 where heard != inHome {
        // A change of the home wakes its readers.
        _ = await watched.home.setPaused(turn.isMultiple(of: 2))
        try await Task.sleep(for: .milliseconds(10))
        heard = await watched.watch.machine.budget.inHome
      }
      #expect(heard == inHome)
    }
  }
}
