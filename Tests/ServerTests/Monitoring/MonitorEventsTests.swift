import Foundation
import Home
import Monitoring
import Sealing
import Simulation
import Testing

@testable import Server

/// These open sockets on loopback, so they run in a sealed namespace only.
@Suite(.sealed, .serialized, .timeLimit(.minutes(2)))
struct `Live events of monitors` {
  /// The events without ids in what was heard: name and data.
  private static func events(_ heard: String) -> [(name: String, data: String)] {
    heard.matches(of: /event: (monitors|alert)\ndata: ([^\n]*)\n\n/).map {
      (String($0.1), String($0.2))
    }
  }

  private static func take(_ monitors: GeneratedMonitors, down id: String) async throws {
    var monitor = try #require(await monitors.monitor(id)).monitor
    monitor.check = .icmp(host: "silent.example")
    _ = try await monitors.replace(monitor)
    _ = try await monitors.check(id)
  }

  @Test func `follow the home's snapshot, and tell what changes alone`() async throws {
    let monitors = GeneratedMonitors()
    try await TestServer.live(monitoring: monitors) { port in
      let client = try await RawConnection(port: port)
      try await client.listen()
      let begun = await client.hear { !Self.events($0).isEmpty }
      let snapshot = try #require(begun.firstRange(of: "event: snapshot"))
      let overview = try #require(begun.firstRange(of: "event: monitors"))
      #expect(snapshot.lowerBound < overview.lowerBound)
      #expect(Self.events(begun).first?.data.contains(#""anew":true"#) == true)
      try await Self.take(monitors, down: "gateway")
      let heard = await client.hear { text in
        Self.events(text).contains { $0.name == "alert" }
      }
      let told = Self.events(heard)
      let change = try #require(told.first { $0.data.contains(#""id":"gateway""#) })
      #expect(change.data.contains(#""anew":false"#) && !change.data.contains("Our website"))
      let alert = try #require(told.first { $0.name == "alert" })
      #expect(alert.data.contains("Gateway is down"))
      #expect(!heard.contains("id: "), "what has an id is the home's alone")
      await client.close()
    }
  }

  @Test func `begin anew for a client that resumes`() async throws {
    let monitors = GeneratedMonitors()
    try await TestServer.live(monitoring: monitors) { port in
      let one = try await RawConnection(port: port)
      try await one.listen()
      let begun = await one.hear { !Self.events($0).isEmpty }
      let id = try #require(begun.firstMatch(of: /id: (\S+)\n/)).1
      await one.close()
      let two = try await RawConnection(port: port)
      try await two.listen(after: String(id))
      let resumed = await two.hear { !Self.events($0).isEmpty }
      #expect(!resumed.contains("event: snapshot"))
      #expect(Self.events(resumed).first?.data.contains(#""anew":true"#) == true)
      await two.close()
    }
  }

  @Test func `cost nothing while nobody listens`() async throws {
    let monitors = GeneratedMonitors()
    try await TestServer.live(monitoring: monitors) { port in
      try await Self.take(monitors, down: "gateway")
      try await Task.sleep(for: .milliseconds(600))
      let idle = await monitors.snapshotCount
      #expect(idle == 0)
      let client = try await RawConnection(port: port)
      try await client.listen()
      _ = await client.hear { !Self.events($0).isEmpty }
      let listened = await monitors.snapshotCount
      #expect(listened > 0)
      await client.close()
    }
  }

  @Test func `do not come from a server without monitors`() async throws {
    let home = GeneratedHome(devices: 3)
    try await TestServer.live(home) { port in
      let client = try await RawConnection(port: port)
      try await client.listen()
      _ = await client.hear { $0.contains("event: snapshot") }
      _ = try await home.mark("d00000", MarkChange(name: "x"))
      let heard = await client.hear { $0.contains("event: change") }
      #expect(Self.events(heard).isEmpty)
      await client.close()
    }
  }
}
