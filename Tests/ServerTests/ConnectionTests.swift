import DemoHome
import Foundation
import Home
import Model
import NIOCore
import Sealing
import Testing
import Wire
@testable import Server
import Simulation

@Suite struct `The table of connections` {
  private static func limits(
    all: Int,
    eachPeer: Int,
    eachNetwork: Int? = nil,
    loopback: Int
  ) -> ConnectionTable.Limits {
    var limits = ConnectionTable.Limits(all: all)
    limits.eachPeer = eachPeer
    limits.eachNetwork = eachNetwork ?? all
    limits.loopback = loopback
    return limits
  }

  private let one = IPAddress("192.168.1.9")
  private let other = IPAddress("192.168.1.8")

  @Test(arguments: [(64, 32, 56, 56), (512, 64, 256, 448), (8192, 256, 1024, 7168)])
  func `leaves room to other peers`(all: Int, eachPeer: Int, eachNetwork: Int, loopback: Int) {
    let limits = ConnectionTable.Limits(all: all)
    #expect(limits.eachPeer == eachPeer && limits.loopback == loopback)
    #expect(limits.eachNetwork == eachNetwork)
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

  @Test(arguments: ["2001:db8::", "fd00::", "fe80::"])
  func `limits each IPv6 device, and all addresses of a /64 together`(prefix: String) {
    var table = ConnectionTable(Self.limits(all: 100, eachPeer: 2, eachNetwork: 5, loopback: 50))
    let (device, greedy) = (IPAddress(prefix + "1"), IPAddress(prefix + "2"))
    #expect(table.open(1, from: device) == .admitted)
    #expect(table.open(2, from: greedy) == .admitted)
    #expect(table.open(3, from: greedy) == .admitted)
    // What one has too many of costs the others of its network nothing.
    #expect(table.open(4, from: greedy) == .admittedInstead(of: 2))
    #expect(table.open(5, from: IPAddress(prefix + "3")) == .admitted)
    #expect(table.open(6, from: IPAddress(prefix + "4")) == .admitted)
    // One of those of the device that has most.
    #expect(table.open(7, from: IPAddress(prefix + "5")) == .admittedInstead(of: 3))
    #expect(table.count == 5)
    #expect(table.open(8, from: IPAddress("2001:db8:0:1::1")) == .admitted)
    #expect(table.open(9, from: one) == .admitted)
    // Those that are being answered stay.
    for id in [1, 4, 5, 6, 7] { table.setWaiting(UInt64(id), false) }
    #expect(table.open(10, from: IPAddress(prefix + "6")) == .refused)
    table.close(1)
    #expect(table.open(11, from: IPAddress(prefix + "6")) == .admitted)
  }

  @Test(arguments: ["127.0.0.1", "::1"])
  func `gives loopback more room`(address: String) {
    var table = ConnectionTable(Self.limits(all: 100, eachPeer: 2, eachNetwork: 3, loopback: 5))
    for id in 1...5 { #expect(table.open(UInt64(id), from: IPAddress(address)) == .admitted) }
    #expect(table.open(6, from: IPAddress(address)) == .admittedInstead(of: 1))
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

  /// Counts connections naively, and says whether an admission is the right one.
  private struct Model {
    let limits: ConnectionTable.Limits
    var connections: [UInt64: (peer: IPAddress, isWaiting: Bool)] = [:]

    private func count(_ matches: (IPAddress) -> Bool) -> Int {
      connections.values.count { matches($0.peer) }
    }

    /// Opens one; says what is wrong with the answer.
    mutating func open(
      _ id: UInt64,
      from peer: IPAddress,
      _ admission: ConnectionTable.Admission
    ) -> String? {
      let isOfNetwork = { (other: IPAddress) in
        other.peerNetwork != nil && other.peerNetwork == peer.peerNetwork
      }
      // The first limit that is reached says among whom room is made.
      let rivals: [UInt64]?
      if count({ $0 == peer }) >= (peer.scope == .loopback ? limits.loopback : limits.eachPeer) {
        rivals = connections.keys.filter { connections[$0]?.peer == peer }
      } else if count(isOfNetwork) >= limits.eachNetwork {
        rivals = connections.filter { isOfNetwork($0.value.peer) }.map(\.key)
      } else if connections.count >= limits.all {
        rivals = Array(connections.keys)
      } else {
        rivals = nil
      }
      let canMakeRoom = rivals.map { $0.contains { connections[$0]?.isWaiting == true } }
      switch (admission, canMakeRoom) {
      case (.admitted, nil): break
      case (.refused, false): return nil
      case (.admittedInstead(let other), true):
        guard rivals?.contains(other) == true, connections[other]?.isWaiting == true else {
          return "\(other) is none that could be closed"
        }
        connections[other] = nil
      default: return "\(admission), where room can be made: \(canMakeRoom as Any)"
      }
      connections[id] = (peer, true)
      return nil
    }
  }

  @Test(arguments: UInt64(1)...4)
  func `keeps to its limits whatever comes and goes, and makes room where it can`(seed: UInt64) {
    let limits = Self.limits(all: 40, eachPeer: 8, eachNetwork: 14, loopback: 20)
    var table = ConnectionTable(limits)
    var model = Model(limits: limits)
    var generator = SplitMix(seed: seed)
    let peers = ["192.168.1.1", "192.168.1.2", "fd00::1", "fd00::2", "fd00::3", "fe80::1", "::1"]
      .compactMap { IPAddress($0) }
    var admissions: Set<String> = []
    for id in UInt64(1)...20_000 {
      let peer = peers[Int(generator.next() % UInt64(peers.count))]
      let admission = table.open(id, from: peer)
      admissions.insert("\(admission)".prefix { $0 != "(" }.description)
      let mistake = model.open(id, from: peer, admission)
      #expect(mistake == nil, "\(id)")
      let other = id - min(id, generator.next() % 60)
      // Phases in which most are answered, and phases in which most wait.
      switch generator.next() % 8 {
      case 0:
        table.close(other)
        model.connections[other] = nil
      case 1..<(id % 1000 < 500 ? 7 : 3):
        table.setWaiting(other, false)
        model.connections[other]?.isWaiting = false
      default:
        table.setWaiting(other, true)
        model.connections[other]?.isWaiting = true
      }
      #expect(table.count == model.connections.count)
      guard mistake == nil, table.count == model.connections.count else { return }
    }
    #expect(admissions == ["admitted", "admittedInstead", "refused"])
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

@Suite struct `What a client takes of an answer` {
  private let start = NIODeadline.uptimeNanoseconds(1_000_000_000)
  private static let most = ResponseProgress.leastTaken

  @Test func `has no deadline while nothing waits for it`() {
    var progress = ResponseProgress(interval: .seconds(60))
    #expect(progress.due == nil)
    #expect(progress.isTooSlow(waiting: 1 << 20, now: .distantFuture) == false)
    progress.stop(waiting: 1 << 20, now: start)
    #expect(progress.due == start + .seconds(60))
    progress.goOn()
    #expect(progress.due == nil)
    #expect(progress.isTooSlow(waiting: 1 << 20, now: .distantFuture) == false)
  }

  @Test func `is too little where it takes less than 32 KiB in a minute`() {
    var progress = ResponseProgress(interval: .seconds(60))
    progress.stop(waiting: 10 * Self.most, now: start)
    let early = progress.isTooSlow(waiting: 10 * Self.most, now: start + .seconds(59))
    let enough = progress.isTooSlow(waiting: 9 * Self.most, now: start + .seconds(60))
    #expect(!early && !enough && progress.due == start + .seconds(120))
    #expect(progress.isTooSlow(waiting: 8 * Self.most + 1, now: start + .seconds(120)) == true)
  }
}

/// These open sockets on loopback, so they run in a sealed namespace only.
@Suite(.sealed, .serialized, .timeLimit(.minutes(2)))
struct `Connections that take their time` {
  /// Asks for much more than all buffers on the way hold.
  private static let many = String(
    repeating: "GET /api/v1/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n",
    count: 100
  )

  @Test func `are cut off where they read nothing of their answers`() async throws {
    let times = Listener.Times(answer: .milliseconds(400))
    try await TestServer.live(times: times) { port in
      let deaf = try await RawConnection(port: port, isReading: false)
      try await deaf.send(Self.many)
      let reading = try await RawConnection(port: port)
      try await reading.listen()
      // The one that is read stays.
      let isCut = await eventually(within: .seconds(40)) {
        try TestServer.sockets(at: port, state: "01").count == 1
      }
      #expect(isCut)
      let heard = await reading.hear { $0.contains("event: snapshot") }
      #expect(heard.contains("event: snapshot"))
      await deaf.close()
    }
  }

  @Test func `keep nobody out where they read nothing of their answers`() async throws {
    try await TestServer.live(mostConnections: 64) { port in
      var deaf: [RawConnection] = []
      for _ in 0..<56 {
        let connection = try await RawConnection(port: port, isReading: false)
        try await connection.send(Self.many)
        deaf.append(connection)
      }
      let areBlocked = await eventually(within: .seconds(40)) {
        try TestServer.blockedSockets(at: port) == 56
      }
      let queues = try TestServer.sockets(at: port, state: "01")
      #expect(areBlocked, "\(queues)")
      let isServed = await eventually {
        let asking = try await RawConnection(port: port)
        try await asking.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        return await asking.hear { $0.contains("\r\n\r\n") }.hasPrefix("HTTP/1.1 200 ")
      }
      #expect(isServed)
      for connection in deaf { await connection.close() }
    }
  }

  @Test func `are refused where all others are being answered`() async throws {
    let home = GeneratedHome(devices: 5)
    try await TestServer.live(home, mostConnections: 64) { port in
      var streams: [RawConnection] = []
      for _ in 0..<56 {
        let stream = try await RawConnection(port: port)
        try await stream.listen()
        _ = await stream.hear { $0.contains("event: snapshot") }
        streams.append(stream)
      }
      let late = try await RawConnection(port: port)
      try? await late.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
      let answer = await late.hear { $0.contains("\r\n\r\n") }
      #expect(answer == "")
      _ = try await home.mark("d00000", MarkChange(name: "Still Here"))
      for stream in streams {
        let heard = await stream.hear { $0.contains("Still Here") }
        #expect(heard.contains("Still Here"))
      }
      await streams[0].close()
      let isServed = await eventually {
        let asking = try await RawConnection(port: port)
        try await asking.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        return await asking.hear { $0.contains("\r\n\r\n") }.hasPrefix("HTTP/1.1 200 ")
      }
      #expect(isServed)
    }
  }

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
    limits.heartbeat = .milliseconds(100)
    let times = Listener.Times(request: .milliseconds(400))
    try await TestServer.live(home, limits: limits, times: times) { port in
      var stream = try await RawConnection(port: port)
      var begun = ""
      // One whose head was late, since this process was stalled, is cut off: then another.
      for _ in 0..<20 where !begun.contains("event: snapshot") {
        await stream.close()
        stream = try await RawConnection(port: port)
        try? await stream.listen()
        begun = await stream.hear { $0.contains("event: snapshot") }
      }
      // One that came later is over by its deadline.
      let slow = try await RawConnection(port: port)
      await slow.closed()
      _ = try await home.mark("d00000", MarkChange(name: "Still Here"))
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
      _ = try await home.mark("d00000", MarkChange(name: "Still Here"))
      let heard = await stream.hear { $0.contains("Still Here") }
      #expect(heard.contains("Still Here"))
      for connection in slow { await connection.close() }
    }
  }
}
