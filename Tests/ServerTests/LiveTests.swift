import DemoHome
import Foundation
import Home
import NIOCore
import ServiceLifecycle
import Synchronization
import Sealing
import Testing
import Wire
@testable import Server
import Simulation

/// These open sockets on loopback, so they run in a sealed namespace only.
@Suite(.sealed, .serialized, .timeLimit(.minutes(2)))
struct `Live events` {
  private static let first = "d00000"

  /// The events in what was heard: name and data.
  private static func events(_ heard: String) -> [(id: String, name: String, data: String)] {
    heard.matches(of: /id: (\S+)\nevent: (\w+)\ndata: ([^\n]*)\n\n/).map {
      (String($0.1), String($0.2), String($0.3))
    }
  }

  private static func rename(_ home: GeneratedHome, _ name: String) async throws {
    _ = try await home.mark(first, MarkChange(name: name))
  }

  @Test func `begin with a snapshot, and go on with what changed alone`() async throws {
    let home = GeneratedHome(devices: 5)
    try await TestServer.live(home) { port in
      let client = try await RawConnection(port: port)
      try await client.listen()
      var heard = await client.hear { $0.contains("event: snapshot") && $0.hasSuffix("\n\n\r\n") }
      #expect(heard.hasPrefix("HTTP/1.1 200 OK\r\n"))
      #expect(heard.contains("text/event-stream"))
      try await Self.rename(home, "Way Out")
      heard = await client.hear { Self.events($0).contains { $0.name == "change" } }
      let change = try #require(Self.events(heard).last)
      #expect(
        change.data
          == #"{"devices":[{"id":"\#(Self.first)","name":"Way Out","user_name":"Way Out"}],"#
          + #""removed":[],"status":{}}"#
      )
      await home.update([], removed: [Self.first])
      heard = await client.hear { Self.events($0).contains { $0.name == "change" } }
      let gone = try #require(Self.events(heard).last)
      #expect(gone.data.contains(#""removed":["\#(Self.first)"]"#))
      #expect(gone.data.contains(#""status":{"devices":{"#))
    }
  }

  @Test func `resume where they were, and start anew for an id of another run`() async throws {
    let home = GeneratedHome(devices: 5)
    try await TestServer.live(home) { port in
      let one = try await RawConnection(port: port)
      try await one.listen()
      // A closure inside a macro may take the name of one outside, and be called in its place.
      let begun = await one.hear { !Self.events($0).isEmpty }
      let id = try #require(Self.events(begun).first?.id)
      await one.close()
      for name in ["A", "B"] {
        try await Self.rename(home, name)
        try await Task.sleep(for: .milliseconds(300))
      }
      let two = try await RawConnection(port: port)
      try await two.listen(after: id)
      let missed = Self.events(
        await two.hear { text in
          Self.events(text).contains { $0.data.contains(#""name":"B""#) }
        }
      )
      // One or two: what changes within a quarter of a second is told together.
      #expect(Set(missed.map(\.name)) == ["change"])
      #expect(missed.last?.data.contains(#""name":"B""#) == true)
      let three = try await RawConnection(port: port)
      try await three.listen(after: "other-1")
      let anew = Self.events(await three.hear { !Self.events($0).isEmpty })
      #expect(anew.first?.name == "snapshot")
    }
  }

  @Test func `resume over a restart of the server where nothing was missed, else begin anew`()
    async throws
  {
    let home = GeneratedHome(devices: 5)
    let id = try await TestServer.live(home) { port in
      let client = try await RawConnection(port: port)
      try await client.listen()
      return Self.events(await client.hear { !Self.events($0).isEmpty }).first?.id
    }
    try await TestServer.live(home) { port in
      let client = try await RawConnection(port: port)
      try await client.listen(after: id)
      _ = await client.hear { $0.contains(": beat") }
      try await Self.rename(home, "A")
      let heard = Self.events(await client.hear { $0.contains(#""name":"A""#) })
      #expect(heard.map(\.name) == ["change"])
    }
    try await TestServer.live(home) { port in
      let client = try await RawConnection(port: port)
      try await client.listen(after: id)
      let heard = Self.events(await client.hear { !Self.events($0).isEmpty })
      #expect(heard.first?.name == "snapshot")
      #expect(heard.first?.data.contains(#""name":"A""#) == true)
    }
  }

  @Test func `begin anew for who comes back when nobody had listened for long`() async throws {
    var limits = EventHub.Limits()
    limits.heartbeat = .milliseconds(50)
    limits.retention = .milliseconds(100)
    let home = GeneratedHome(devices: 5)
    try await TestServer.live(home, limits: limits) { port in
      let one = try await RawConnection(port: port)
      try await one.listen()
      let id = Self.events(await one.hear { !Self.events($0).isEmpty }).last?.id ?? ""
      await one.close()
      #expect(await eventually(within: .seconds(30)) { try await Self.clients(port) == 0 })
      try await Self.rename(home, "A")
      var two = try await RawConnection(port: port)
      var anew: [(id: String, name: String, data: String)] = []
      // A heartbeat that comes late has dropped nothing yet: then once more.
      for _ in 0..<10 where anew.first?.name != "snapshot" {
        await two.close()
        #expect(await eventually { try await Self.clients(port) == 0 })
        try await Task.sleep(for: .milliseconds(400))
        two = try await RawConnection(port: port)
        try await two.listen(after: id)
        anew = Self.events(await two.hear { !Self.events($0).isEmpty })
      }
      #expect(anew.first?.name == "snapshot")
      #expect(anew.first?.data.contains(#""name":"A""#) == true)
      try await Self.rename(home, "B")
      let heard = Self.events(await two.hear { $0.contains(#""name":"B""#) })
      #expect(heard.last?.name == "change")
    }
  }

  @Test func `are at most four a second, whatever happens`() async throws {
    let home = GeneratedHome(devices: 5)
    try await TestServer.live(home) { port in
      let client = try await RawConnection(port: port)
      try await client.listen()
      _ = await client.hear { $0.contains("event: snapshot") }
      let changes = Task {
        for index in 0..<400 {
          try await Self.rename(home, "N\(index)")
          try await Task.sleep(for: .milliseconds(5))
        }
      }
      let start = ContinuousClock.now
      let heard = await client.hear { $0.contains(#""name":"N399""#) }
      let seconds = (ContinuousClock.now - start) / .seconds(1)
      try await changes.value
      let count = Self.events(heard).count
      // Two seconds where nothing else wants the cores.
      #expect(count >= 4 && Double(count) <= 4 * seconds + 8)
      #expect(heard.contains(#""name":"N399""#))
    }
  }

  @Test func `are for nobody who names two hosts`() async throws {
    try await TestServer.live { port in
      let client = try await RawConnection(port: port)
      try await client.send(
        "GET /healthz HTTP/1.1\r\nHost: localhost\r\nHost: example.org\r\n\r\n"
      )
      let heard = await client.hear { $0.contains("\r\n\r\n") }
      #expect(heard.hasPrefix("HTTP/1.1 400 "))
    }
  }

  @Test func `beat while nothing happens`() async throws {
    var limits = EventHub.Limits()
    limits.heartbeat = .milliseconds(100)
    try await TestServer.live(limits: limits) { port in
      let client = try await RawConnection(port: port)
      try await client.listen()
      let heard = await client.hear { $0.matches(of: /: beat\n\n/).count == 3 }
      #expect(heard.matches(of: /: beat\n\n/).count >= 3)
    }
  }

  @Test(arguments: ["password", "revoked", "replaced"])
  func `end when the password or the token is another, or revoked`(change: String) async throws {
    var limits = EventHub.Limits()
    limits.heartbeat = .milliseconds(200)
    let file = try TestServer.passwordFile()
    let token = try file.makeToken(named: "panel")
    try await TestServer.live(password: file, limits: limits) { port in
      let client = try await RawConnection(port: port)
      var credential = "Authorization: Bearer \(token)"
      if change == "password" {
        let login = try await RawConnection(port: port)
        let body = #"{"password":"\#(TestServer.password)"}"#
        try await login.send(
          "POST /api/v1/session HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
        )
        let answer = await login.hear { $0.contains("\r\n\r\n") }
        let cookie = try #require(answer.firstMatch(of: /homenet=[0-9a-f]{64}/))
        credential = "Cookie: \(cookie.0)"
      }
      try await client.send(
        "GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\n\(credential)\r\n\r\n"
      )
      let heard = await client.hear { $0.contains(": beat") }
      #expect(heard.contains(": beat"))
      switch change {
      case "revoked": #expect(try file.removeToken(named: "panel"))
      case "replaced": _ = try file.makeToken(named: "panel")
      default:
        try file.keep(PasswordHash("another one", cost: (rounds: 16, blockSize: 8, parallelism: 1)))
      }
      let start = ContinuousClock.now
      await client.closed()
      #expect(ContinuousClock.now - start < .seconds(20))
    }
  }

  @Test func `give a slow client a fresh snapshot, and cost bounded bytes meanwhile`() async throws
  {
    var limits = EventHub.Limits()
    limits.eventInterval = .milliseconds(5)
    limits.ringEvents = 8
    limits.snapshotAge = .zero
    let home = GeneratedHome(devices: 2000)
    try await TestServer.live(home, limits: limits) { port in
      // Once somebody has been served, the next is served at once.
      let quick = try await RawConnection(port: port)
      try await quick.listen()
      _ = await quick.hear { $0.hasSuffix("\n\n\r\n") }
      await quick.close()
      let slow = try await RawConnection(port: port, isReading: false)
      try await slow.listen()
      // The first snapshot is larger than the sockets' buffers: the server waits inside it.
      let waits = await eventually { try TestServer.blockedSockets(at: port) == 1 }
      #expect(waits)
      try await Task.sleep(for: .milliseconds(300))
      for index in 0..<100 {
        try await Self.rename(home, "N\(index)")
        try await Task.sleep(for: .milliseconds(8))
      }
      try await slow.resume()
      let heard = await slow.hear {
        String($0.suffix(4000)).contains(#""name":"N99""#)
      }
      let snapshots = heard.components(separatedBy: "event: snapshot").count - 1
      let changes = heard.components(separatedBy: "event: change").count - 1
      #expect(snapshots == 2)
      #expect(changes <= 8)
    }
  }

  @Test func `let a client go that takes nothing for too long`() async throws {
    var limits = EventHub.Limits()
    limits.heartbeat = .milliseconds(100)
    limits.writeTimeout = .milliseconds(300)
    try await TestServer.live(GeneratedHome(devices: 2000), limits: limits) { port in
      // Once somebody has been served, the next is served at once.
      let quick = try await RawConnection(port: port)
      try await quick.listen()
      _ = await quick.hear { $0.hasSuffix("\n\n\r\n") }
      await quick.close()
      #expect(await eventually(within: .seconds(30)) { try await Self.clients(port) == 0 })
      let slow = try await RawConnection(port: port, isReading: false)
      try await slow.listen()
      // Its socket stays with what it doesn't take, closed by the server (FIN-WAIT-1).
      let isLetGo = await eventually {
        guard try await Self.clients(port) == 0 else { return false }
        return try TestServer.sockets(at: port, state: "04").contains {
          !$0.hasPrefix("00000000:")
        }
      }
      #expect(isLetGo)
      await slow.close()
    }
  }

  @Test func `leave no socket behind when a thousand clients come and go`() async throws {
    try await TestServer.live { port in
      for round in 0..<10 {
        var clients: [RawConnection] = []
        for _ in 0..<100 {
          let client = try await RawConnection(port: port)
          try await client.listen()
          clients.append(client)
        }
        #expect(await eventually { try await Self.clients(port) == 100 }, "round \(round)")
        for client in clients { await client.close() }
        #expect(await eventually { try await Self.clients(port) == 0 }, "round \(round)")
      }
      #expect(await eventually { try TestServer.sockets(at: port, state: "08").isEmpty })
      #expect(try TestServer.sockets(at: port, state: "01").isEmpty)
    }
  }

  @Test func `end soon when the server does`() async throws {
    let ended = try await TestServer.live { port in
      for _ in 0..<50 {
        let client = try await RawConnection(port: port)
        try await client.listen()
      }
      // One that takes nothing, one in the middle of a request, one that says nothing.
      let slow = try await RawConnection(port: port, isReading: false)
      try await slow.listen()
      let half = try await RawConnection(port: port)
      try await half.send(
        "PATCH /api/v1/devices/x HTTP/1.1\r\nHost: localhost\r\n"
          + "Content-Type: application/json\r\nContent-Length: 50\r\n\r\n{"
      )
      _ = try await RawConnection(port: port)
      #expect(await eventually { try await Self.clients(port) == 51 })
      return ContinuousClock.now
    }
    // None of them would end by itself before the half minute that a request may take.
    #expect(ContinuousClock.now - ended < .seconds(15))
  }

  /// As many clients as the server says listen.
  private static func clients(_ port: Int) async throws -> Int {
    let connection = try await RawConnection(port: port)
    try await connection.send(
      "GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    )
    let heard = await connection.hear()
    return heard.firstMatch(of: /homenet_event_clients (\d+)/).flatMap { Int($0.1) } ?? -1
  }
}

@Suite(.sealed, .timeLimit(.minutes(1)))
struct `A server that can't listen` {
  private func failure(at endpoint: Endpoint) async -> ServerError? {
    do {
      let server = try TestServer.make(listen: [endpoint])
      try await ServiceGroup(
        configuration: ServiceGroupConfiguration(services: [server], logger: TestServer.quiet)
      ).run()
      return nil
    } catch {
      return error as? ServerError
    }
  }

  @Test func `says that the port is taken, and what to do`() async throws {
    try await TestServer.live { port in
      let endpoint = Endpoint(TestServer.loopback.address, port: UInt16(port))
      let error = await failure(at: endpoint)
      #expect(error == .portTaken(endpoint))
      #expect(error?.description.contains("--listen 127.0.0.1:8481") == true)
    }
  }

  @Test func `says that the system has no IPv6`() throws {
    let endpoint = try #require(Endpoint(listening: "[::1]:8480"))
    let errors: [any Error] = [
      SocketAddressError.unsupported,
      IOError(errnoCode: EAFNOSUPPORT, reason: "socket"),
    ]
    for error in errors {
      #expect(
        ServerError(error, at: endpoint).description
          == "can't listen at [::1]:8480: this system has no IPv6; name another address by --listen"
      )
    }
  }

  @Test func `says that an address is not its own`() async throws {
    let file = try TestServer.passwordFile()
    let endpoint = Endpoint(.v4(IPv4Address(192, 0, 2, 1)), port: 8480)
    let server = try TestServer.make(listen: [endpoint], password: file)
    await #expect(throws: ServerError.noSuchAddress(endpoint)) { try await server.run() }
  }
}
