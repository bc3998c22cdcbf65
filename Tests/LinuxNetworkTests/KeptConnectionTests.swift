import DemoHome
import Glibc
import Testing
import Wire
@testable import LinuxNetwork
@testable import Networking

private let ticket = Ticket(owner: 3, number: 1)

@Suite struct `Kept connections` {
  /// A network and a server on the loopback of a namespace of their own, the kernel's buffers of so
  /// many bytes.
  private func make(
    buffer: Int? = nil,
    _ serve: @escaping @Sendable (StreamServer.Accepted) -> Void
  ) throws -> (LinuxNetwork, StreamServer) {
    let namespace = try NetworkNamespace.make()
    if let buffer {
      try namespace.setParameter("tcp_wmem", to: "4096 \(buffer) \(buffer)")
      try namespace.setParameter("tcp_rmem", to: "4096 \(buffer) \(buffer)")
    }
    let server = try namespace.serve(serve)
    return (try LinuxNetwork(namespace: namespace), server)
  }

  @Test func `what is written comes back, and is counted once a message`() async throws {
    let (network, server) = try make { $0.echo() }
    let machine = ScriptedMachine(
      [.connect(ticket, .kept(server.port))],
      reaction: { event in
        switch event {
        case .probed:
          [.write(ticket, [1, 2], purpose: .http), .write(ticket, [3], purpose: .http)]
        default: []
        }
      },
      isLast: { if case .received(_, let bytes) = $0 { bytes.last == 3 } else { false } }
    )
    let heard = Heard(ticket, await network.collect(machine).map(\.event))
    #expect(heard.bytes == [1, 2, 3])
    #expect(heard.end == nil)
    let ledger = await network.traffic()
    let counts = ledger.counts[.v4(IPv4Address(127, 0, 0, 1))]
    #expect(counts?[.http]?.messages == 2)
    #expect(counts?[.banner]?.connections == 1)
    #expect(counts?[.banner]?.messages == 0)
    #expect(ledger.tcpConnections == 1)
    #expect(ledger.packetsSent == 0)
  }

  @Test func `a drip is heard piece by piece`() async throws {
    let (network, server) = try make { connection in
      for byte in 1...4 as ClosedRange<UInt8> {
        connection.send([byte])
        // The next one once this is heard, however slow the machine is.
        if connection.receive().isEmpty { return }
      }
    }
    let heard = await network.hear(server.port) { event in
      guard case .received(let ticket, _) = event else { return [] }
      return [.write(ticket, [0], purpose: .banner)]
    }
    #expect(heard.bytes == [1, 2, 3, 4])
    #expect(heard.pieces == [1, 1, 1, 1])
    #expect(heard.end == .ended)
    #expect(heard.strays == 0)
  }

  @Test func `a peer that speaks and leaves at once is heard to the end`() async throws {
    let message = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let (network, server) = try make { $0.send(message) }
    let heard = await network.hear(server.port)
    #expect(heard.bytes == message)
    #expect(heard.pieces.allSatisfy { $0 > 0 && $0 <= 16 * 1024 })
    #expect(heard.end == .ended)
  }

  @Test func `a peer that closes its half is heard to the end`() async throws {
    let (network, server) = try make { connection in
      connection.send([1, 2, 3])
      connection.shutDown()
      connection.waitForEnd()
    }
    let heard = await network.hear(server.port)
    #expect(heard.bytes == [1, 2, 3])
    #expect(heard.end == .ended)
  }

  @Test func `a reset is no orderly end`() async throws {
    let (network, server) = try make { connection in
      connection.send([9])
      usleep(50_000)
      connection.resetOnClose()
    }
    let heard = await network.hear(server.port)
    #expect(heard.bytes == [9])
    #expect(heard.end == .reset)
    #expect(heard.strays == 0)
  }

  @Test func `writing to somebody who is gone is a reset, after what was said`() async throws {
    let (network, server) = try make { connection in
      connection.send([7])
      connection.resetOnClose()
    }
    // The reset may come before the connection is seen, before it is written to, and between.
    for delay in [0, 0, 0, 0, 50, 100, 200, 1000, 10_000] as [UInt32] {
      let heard = await network.hear(server.port) { event in
        guard case .probed = event else { return [] }
        usleep(delay)
        return (0..<3).map { _ in .write(ticket, [1], purpose: .banner) }
      }
      #expect(heard.outcome == "open")
      #expect(heard.bytes == [7])
      #expect(heard.end == .reset)
      #expect(heard.strays == 0)
    }
  }

  @Test func `who sends without end is cut off at a mebibyte`() async throws {
    let (network, server) = try make { connection in
      while connection.send([UInt8](repeating: 5, count: 1 << 16)) {}
    }
    let heard = await network.hear(server.port)
    #expect(heard.bytes.count == 1 << 20)
    #expect(heard.end == .exhausted)
    #expect(heard.strays == 0)
  }

  @Test func `a mebibyte exactly is heard to its end`() async throws {
    let (network, server) = try make { $0.send([UInt8](repeating: 5, count: 1 << 20)) }
    let heard = await network.hear(server.port)
    #expect(heard.bytes.count == 1 << 20)
    #expect(heard.end == .ended)
  }

  @Test func `a message larger than the kernel's buffers is sent as room comes`() async throws {
    let (network, server) = try make(buffer: 16384) { connection in
      var count = 0
      while count < 200_000 {
        let bytes = connection.receive(10_000)
        if bytes.isEmpty { return }
        count += bytes.count
      }
      connection.send([42])
    }
    let heard = await network.hear(server.port) { event in
      guard case .probed = event else { return [] }
      // One after another: later ones queue behind those that wait.
      return (0..<4).map { _ in
        .write(ticket, [UInt8](repeating: 1, count: 50_000), purpose: .http)
      }
    }
    #expect(heard.bytes == [42])
    #expect(heard.end == .ended)
  }

  @Test func `who does not listen is not written to without bounds`() async throws {
    let (network, server) = try make { _ in usleep(20_000_000) }
    let heard = await network.hear(server.port) { event in
      guard case .probed = event else { return [] }
      return (0..<200).map { _ in
        .write(ticket, [UInt8](repeating: 1, count: 100_000), purpose: .http)
      }
    }
    #expect(heard.end == .exhausted)
    #expect(heard.strays == 0)
    let counts = await network.traffic().counts[.v4(IPv4Address(127, 0, 0, 1))]
    #expect((counts?[.http]?.messages).map { $0 > 2 && $0 < 200 } == true)
  }

  @Test func `its time is limited`() async throws {
    let (network, server) = try make { $0.waitForEnd() }
    let start = SystemClock.now
    var probe = Probe.kept(server.port, .milliseconds(300))
    // The connect's own limit ends with the connect.
    probe.timeout = .milliseconds(150)
    let heard = await network.hear(probe)
    #expect(heard.end == .exhausted)
    #expect(SystemClock.now - start >= .milliseconds(300))
    #expect(SystemClock.now - start < .seconds(15))
    #expect(heard.strays == 0)
  }

  @Test func `writing before it is open and after its end does nothing`() async throws {
    let (network, server) = try make { connection in
      connection.send([1])
      connection.shutDown()
      connection.send(connection.receive())
    }
    let late = Ticket(owner: 3, number: 2)
    let write = NetworkRequest.write(ticket, [8], purpose: .http)
    let machine = ScriptedMachine(
      [write, .connect(ticket, .kept(server.port)), write],
      reaction: { event in
        guard case .closed = event else { return [] }
        let end = NetworkRequest.wake(
          Ticket(owner: 4, number: 0),
          at: SystemClock.now + .milliseconds(200)
        )
        return [write, .write(late, [8], purpose: .http), .cancel(ticket), end]
      },
      isLast: { if case .woke = $0 { true } else { false } }
    )
    let heard = Heard(ticket, await network.collect(machine).map(\.event))
    #expect(heard.bytes == [1])
    #expect(heard.end == .ended)
    #expect(heard.strays == 0)
    let counts = await network.traffic().counts[.v4(IPv4Address(127, 0, 0, 1))]
    #expect(counts?[.http] == nil)
  }

  @Test func `writing while the connect is under way does nothing`() async throws {
    let lab = try VethPair()
    try lab.addSilentHost()
    let network = try LinuxNetwork(namespace: lab.left)
    var probe = Probe.to("10.77.0.50", 80, timeout: .milliseconds(100), purpose: .banner)
    probe.keepsOpen = .seconds(5)
    let machine = ScriptedMachine(
      [
        .connect(ticket, probe),
        .wake(Ticket(owner: 4, number: 0), at: SystemClock.now + .milliseconds(30)),
      ],
      reaction: { event in
        guard case .woke = event else { return [] }
        return [.write(ticket, [8], purpose: .http)]
      },
      isLast: { if case .probed = $0 { true } else { false } }
    )
    let heard = Heard(ticket, await network.collect(machine).map(\.event))
    #expect(heard.outcome == "timed out")
    let counts = await network.traffic().counts[.v4(IPv4Address(10, 77, 0, 50))]
    #expect(counts?[.banner]?.connections == 1)
    #expect(counts?[.http] == nil)
  }

  @Test func `nobody there is refused as ever`() async throws {
    let (network, _) = try make { _ in }
    var printing = Probe.kept(9100)
    printing.isInteractive = true
    let outcomes = await network.outcomes([.kept(1), printing])
    #expect(outcomes[0]?.kind == "refused")
    #expect(outcomes[1]?.kind.hasPrefix("local failure: refusedByPolicy") == true)
  }

  @Test func `one that meets itself is refused`() async throws {
    let namespace = try NetworkNamespace.make()
    try namespace.setParameter("ip_local_port_range", to: "40000 40009")
    let network = try LinuxNetwork(namespace: namespace)
    let probes = (0..<300).map { Probe.kept(40_000 + UInt16($0 % 10)) }
    #expect(Set(await network.outcomes(probes).map { $0?.kind }) == ["refused"])
  }
}
