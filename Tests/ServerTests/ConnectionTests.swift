import Foundation
import HomeNet
import NIOCore
import NetLab
import Testing
import Wire

@testable import Server

@Suite struct `The table of connections` {
  private static func limits(all: Int, eachPeer: Int, loopback: Int) -> ConnectionTable.Limits {
    var limits = ConnectionTable.Limits(all: all)
    limits.eachPeer = eachPeer
    limits.loopback = loopback
    return limits
  }

  private let one = IPAddress("192.168.1.9")
  private let other = IPAddress("192.168.1.8")

  @Test(arguments: [(64, 32, 56), (512, 64, 448), (8192, 256, 7168)])
  func `leaves room to other peers`(all: Int, eachPeer: Int, loopback: Int) {
    let limits = ConnectionTable.Limits(all: all)
    #expect(limits.eachPeer == eachPeer && limits.loopback == loopback)
  }

  @Test func `closes what has waited longest of a peer that has too many`() {
    var table = ConnectionTable(Self.limits(all: 100, eachPeer: 3, loopback: 50))
    for id in 1...3 { #expect(table.open(UInt64(id), from: one) == .admitted) }
    // The first is being answered; then it waits again, for less long than the others.
    table.setWaiting(1, false)
    #expect(table.open(4, from: one) == .admittedInstead(of: 2))
    table.setWaiting(1, true)
    #expect(table.open(5, from: one) == .admittedInstead(of: 3))
    #expect(table.open(6, from: one) == .admittedInstead(of: 4))
    #expect(table.open(7, from: one) == .admittedInstead(of: 1))
    #expect(table.open(8, from: other) == .admitted)
    #expect(table.count == 4)
  }

  @Test func `closes none that is being answered`() {
    var table = ConnectionTable(Self.limits(all: 100, eachPeer: 3, loopback: 50))
    for id in 1...3 {
      #expect(table.open(UInt64(id), from: one) == .admitted)
      table.setWaiting(UInt64(id), false)
    }
    #expect(table.open(4, from: one) == .refused)
    #expect(table.open(5, from: other) == .admitted)
    table.close(2)
    #expect(table.open(6, from: one) == .admitted)
    #expect(table.count == 4)
  }

  @Test func `takes a household's IPv6 addresses for one peer, and gives loopback more room`() {
    var table = ConnectionTable(Self.limits(all: 100, eachPeer: 2, loopback: 5))
    #expect(table.open(1, from: IPAddress("2001:db8::1")) == .admitted)
    #expect(table.open(2, from: IPAddress("2001:db8::2")) == .admitted)
    #expect(table.open(3, from: IPAddress("2001:db8::3")) == .admittedInstead(of: 1))
    #expect(table.open(4, from: IPAddress("2001:db8:0:1::1")) == .admitted)
    for id in 5...9 {
      #expect(table.open(UInt64(id), from: .v4(IPv4Address(127, 0, 0, 1))) == .admitted)
    }
    #expect(table.open(10, from: .v4(IPv4Address(127, 0, 0, 1))) == .admittedInstead(of: 5))
  }

  @Test func `is full when all peers together have too many`() {
    var table = ConnectionTable(Self.limits(all: 4, eachPeer: 3, loopback: 3))
    #expect(table.open(1, from: other) == .admitted)
    for id in 2...4 { #expect(table.open(UInt64(id), from: one) == .admitted) }
    let third = IPAddress("192.168.1.7")
    #expect(table.open(5, from: third) == .admittedInstead(of: 2))
    for id in [3, 4, 5] { table.setWaiting(UInt64(id), false) }
    #expect(table.open(6, from: third) == .admittedInstead(of: 1))
    table.setWaiting(6, false)
    #expect(table.open(7, from: other) == .refused)
    #expect(table.count == 4)
  }

  @Test func `stays within its limits whatever comes and goes`() {
    var table = ConnectionTable(Self.limits(all: 40, eachPeer: 8, loopback: 20))
    var generator = SplitMix(seed: 5)
    for id in UInt64(1)...20_000 {
      let address = IPAddress.v4(IPv4Address(192, 168, 1, UInt8(generator.next() % 9)))
      _ = table.open(id, from: address)
      let other = id - min(id, generator.next() % 60)
      switch generator.next() % 3 {
      case 0: table.close(other)
      case 1: table.setWaiting(other, false)
      default: table.setWaiting(other, true)
      }
      #expect(table.count <= 40)
    }
  }

  /// Numbers that are the same in every run.
  private struct SplitMix: RandomNumberGenerator {
    var state: UInt64
    init(seed: UInt64) { state = seed }
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return z ^ (z >> 31)
    }
  }
}

@Suite struct `The deadline of a request` {
  private let start = NIODeadline.uptimeNanoseconds(1_000_000_000)

  @Test func `is one for head and body, from the opening of the connection`() {
    var progress = RequestProgress(limit: .seconds(30), now: start)
    #expect(progress.due == start + .seconds(30) && progress.isWaiting)
    progress.beginRequest(now: start + .seconds(29))
    #expect(progress.due == start + .seconds(30) && progress.isWaiting)
    progress.endRequest()
    #expect(progress.due == nil && !progress.isWaiting)
  }

  @Test func `is none while an answer goes on, and begins anew with the next head`() {
    var progress = RequestProgress(limit: .seconds(30), now: start)
    progress.beginRequest(now: start)
    progress.endRequest()
    progress.endAnswer()
    #expect(progress.due == nil && progress.isWaiting)
    progress.beginRequest(now: start + .seconds(60))
    #expect(progress.due == start + .seconds(90))
  }

  @Test func `holds for a body that is answered before it has come`() {
    var progress = RequestProgress(limit: .seconds(30), now: start)
    progress.beginRequest(now: start)
    progress.endAnswer()
    #expect(progress.due == start + .seconds(30) && progress.isWaiting)
  }
}

/// These open sockets on loopback, so they run in a sealed namespace only.
@Suite(.enabled(if: Sealed.isSealed), .serialized, .timeLimit(.minutes(2)))
struct `Connections that take their time` {
  /// Sends a byte now and then for at most half a minute; whether the server hung up meanwhile.
  private static func drip(_ head: String, _ connection: RawConnection) async -> Bool {
    do {
      try await connection.send(head)
      for _ in 0..<300 {
        try await Task.sleep(for: .milliseconds(100))
        try await connection.send("x")
      }
      return false
    } catch {
      return true
    }
  }

  @Test(arguments: [
    "POST /api/v1/session HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
      + "Content-Length: 60000\r\n\r\n",
    // Answered, and drained.
    "GET /healthz HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000\r\n\r\n",
    "GET /api/v1/devices HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000\r\n\r\n",
    "POST /nowhere HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9000000\r\n\r\n",
    // Never read: the connection is to be closed.
    "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
      + "Content-Length: 60000\r\n\r\n",
    // A head that never ends.
    "GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: ",
  ])
  func `are cut off, whoever reads what they send`(head: String) async throws {
    let file = try TestServer.passwordFile()
    let times = Listener.Times(request: .milliseconds(400))
    try await TestServer.live(password: file, times: times) { port in
      let connection = try await RawConnection(port: port)
      #expect(await Self.drip(head, connection))
    }
  }

  @Test func `are let be while they are answered`() async throws {
    let home = GeneratedHome(devices: 5)
    var limits = EventHub.Limits()
    limits.beat = .milliseconds(100)
    let times = Listener.Times(request: .milliseconds(400))
    try await TestServer.live(home, limits: limits, times: times) { port in
      let stream = try await RawConnection(port: port)
      try await stream.listen()
      _ = await stream.hear { $0.contains("event: snapshot") }
      // One that came later is over by its deadline.
      let slow = try await RawConnection(port: port)
      await slow.closed()
      _ = try await home.mark("mac:02:00:5e:00:00:00", MarkChange(name: "Still Here"))
      let heard = await stream.hear { $0.contains("Still Here") }
      #expect(heard.contains("Still Here"))
    }
  }

  @Test func `keep nobody out, and end no stream`() async throws {
    let home = GeneratedHome(devices: 5)
    try await TestServer.live(home, mostConnections: 64) { port in
      let stream = try await RawConnection(port: port)
      try await stream.listen()
      _ = await stream.hear { $0.contains("event: snapshot") }
      var slow: [RawConnection] = []
      for _ in 0..<200 {
        let connection = try await RawConnection(port: port)
        try? await connection.send(
          "POST /api/v1/session HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            + "Content-Length: 60000\r\n\r\n{"
        )
        slow.append(connection)
      }
      let asking = try await RawConnection(port: port)
      try await asking.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
      let health = await asking.hear { $0.contains("\r\n\r\n") }
      #expect(health.hasPrefix("HTTP/1.1 200 "))
      _ = try await home.mark("mac:02:00:5e:00:00:00", MarkChange(name: "Still Here"))
      let heard = await stream.hear { $0.contains("Still Here") }
      #expect(heard.contains("Still Here"))
      for connection in slow { await connection.close() }
    }
  }
}
