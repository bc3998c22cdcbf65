import DemoHome
import Glibc
import Testing
import Wire
@testable import LinuxNetwork
@testable import Networking

/// The engines against real kernels, in namespaces.
@Suite(.serialized) struct `A port sweeper` {
  private static func open(_ ports: [UInt16], in namespace: NetworkNamespace) throws -> [TestServer]
  {
    try namespace.run { () throws(LocalFailure) -> [TestServer] in
      var servers: [TestServer] = []
      for port in ports {
        servers.append(
          try TestServer(SocketType.stream, on: .v4(IPv4Address(10, 77, 0, 2)), port: port)
        )
      }
      return servers
    }
  }

  private static let method: [PortSweeper.Method] = [.connect, .halfOpen]

  @Test(arguments: method, [1, 2])
  func `finds the open ports of a neighbour, and takes the others for closed`(
    method: PortSweeper.Method,
    lanes: Int
  ) async throws {
    let lab = try VethPair()
    let servers = try Self.open([22, 80, 8080, 60_000, 65_535], in: lab.right)
    let sweeper = PortSweeper(
      [PortSweep.Target(.v4(lab.rightAddress), ports: Array(1...65_535))],
      method: method,
      in: lab.left,
      lanes: lanes
    )
    let host = try #require(try await sweeper.run().first)
    #expect(Set(host.found) == [22, 80, 8080, 60_000, 65_535])
    #expect(host.ports.count == 65_535 - 9, "raw printing ports are spared")
    let closed: PortReason = method == .connect ? .refused : .reset
    let odd = host.reasons.filter { $0 != closed && $0 != .accepted }
    #expect(odd.isEmpty)
    #expect(host.hasAnswered && host.absence == nil && host.failure == nil)
    #expect(sweeper.standing.progress == 1)
    withExtendedLifetime(servers) {}
  }

  @Test(arguments: method)
  func `counts what it sends to each host in the ledger`(method: PortSweeper.Method) async throws {
    let lab = try VethPair()
    let servers = try Self.open([22, 80], in: lab.right)
    let ledger = SharedTrafficLedger()
    let sweeper = PortSweeper(
      [PortSweep.Target(.v4(lab.rightAddress), ports: Array(1...500))],
      method: method,
      in: lab.left,
      ledger: ledger
    )
    let host = try #require(try await sweeper.run().first)
    let tries = host.tries.reduce(0) { $0 + Int($1) }
    let current = ledger.current
    #expect(Set(current.counts.keys) == [.v4(lab.rightAddress)])
    let count = try #require(current.counts[.v4(lab.rightAddress)]?[.ports])
    // Ports that answered are asked again now and then, to measure losses.
    #expect(tries >= 500)
    #expect((tries...2 * tries).contains(count.packets + count.connections))
    switch method {
    case .connect: #expect(count.packets == 0 && count.bytes == 0)
    case .halfOpen: #expect(count.connections == 0 && count.bytes == 24 * count.packets)
    }
    withExtendedLifetime(servers) {}
  }

  @Test(arguments: method)
  func `counts nothing where no route leads`(method: PortSweeper.Method) async throws {
    let lab = try VethPair()
    let ledger = SharedTrafficLedger()
    let sweeper = PortSweeper(
      [PortSweep.Target(.v4(IPv4Address(10, 99, 0, 1)), ports: Array(1...50))],
      method: method,
      in: lab.left,
      ledger: ledger
    )
    _ = try await sweeper.run()
    #expect(ledger.current == TrafficLedger())
  }

  @Test(arguments: method)
  func `asks the loopback over IPv6`(method: PortSweeper.Method) async throws {
    let namespace = try NetworkNamespace.make()
    let server = try namespace.run { () throws(LocalFailure) in
      try TestServer(SocketType.stream, on: .v6(.loopback, zone: nil), port: 4444)
    }
    let sweeper = PortSweeper(
      [PortSweep.Target(.v6(.loopback, zone: nil), ports: Array(4000...5000))],
      method: method,
      in: namespace
    )
    let host = try #require(try await sweeper.run().first)
    #expect(host.found == [4444])
    #expect(host.reasons.allSatisfy { $0?.isAnswer == true })
    withExtendedLifetime(server) {}
  }

  @Test(arguments: method)
  func `knows that nobody is there`(method: PortSweeper.Method) async throws {
    let lab = try VethPair()
    let sweeper = PortSweeper(
      [PortSweep.Target(.v4(IPv4Address(10, 77, 0, 99)), ports: Array(1...500))],
      method: method,
      in: lab.left
    )
    let host = try #require(try await sweeper.run().first)
    #expect(host.absence == .hostUnreachable && host.reasons.allSatisfy { $0 == .hostUnreachable })
  }

  @Test(arguments: method)
  func `tells the lack of a route from silence`(method: PortSweeper.Method) async throws {
    let lab = try VethPair()
    let sweeper = PortSweeper(
      [PortSweep.Target(.v4(IPv4Address(10, 99, 0, 1)), ports: Array(1...500))],
      method: method,
      in: lab.left
    )
    let host = try #require(try await sweeper.run().first)
    #expect(host.failure != nil && host.found.isEmpty)
    #expect(host.expectedMissRate == nil)
  }

  @Test(arguments: method)
  func `ends soon when it is cancelled, with what it knows`(method: PortSweeper.Method) async throws
  {
    let lab = try VethPair()
    let servers = try Self.open([80], in: lab.right)
    var options = PortSweep.Options()
    options.rate = 200
    let sweeper = PortSweeper(
      [PortSweep.Target(.v4(lab.rightAddress), ports: [80] + Array(1000...9000))],
      options,
      method: method,
      in: lab.left
    )
    let clock = ContinuousClock()
    let work = Task { try await sweeper.run() }
    for _ in 0..<2000 where sweeper.standing.found.first?.isEmpty != false {
      try await Task.sleep(for: .milliseconds(5))
    }
    let before = clock.now
    work.cancel()
    let host = try #require(try await work.value.first)
    #expect(clock.now - before < .seconds(10), "not the forty that it takes")
    #expect(host.found == [80])
    #expect((host.expectedMissRate ?? 0) > 0.5)
    withExtendedLifetime(servers) {}
  }

  @Test func `leaves no socket open`() async throws {
    let lab = try VethPair()
    let before = openSockets()
    for method in Self.method {
      let sweeper = PortSweeper(
        [PortSweep.Target(.v4(lab.rightAddress), ports: Array(1...6000))],
        method: method,
        in: lab.left
      )
      _ = try await sweeper.run()
    }
    #expect(openSockets() <= before)
  }
}
