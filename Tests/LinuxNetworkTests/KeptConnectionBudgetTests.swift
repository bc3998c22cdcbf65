import DemoHome
import Glibc
import Testing
@testable import LinuxNetwork
@testable import Networking

@Suite struct `Kept connections in the budget` {
  @Test func `forty take turns in thirty places`() async throws {
    let namespace = try NetworkNamespace.make()
    let server = try namespace.serve { connection in
      connection.send([1])
      usleep(100_000)
    }
    let network = try LinuxNetwork(namespace: namespace, inFlight: 30)
    let machine = ScriptedMachine(
      (1...40).map { .connect(Ticket(owner: 3, number: $0), .kept(server.port)) },
      limit: 40,
      counted: { if case .closed = $0 { true } else { false } }
    )
    let events = await network.collect(machine).map(\.event)
    for number in 1...40 as ClosedRange<UInt32> {
      let heard = Heard(Ticket(owner: 3, number: number), events)
      #expect(heard.bytes == [1])
      #expect(heard.end == .ended)
      #expect(heard.strays == 0)
    }
    #expect(server.all == 40)
    #expect(server.most <= 30)
    #expect(await network.traffic().peakSockets == 30)
  }

  @Test func `hanging up says nothing more and makes room`() async throws {
    let namespace = try NetworkNamespace.make()
    let server = try namespace.serve { connection in
      while connection.send([UInt8](repeating: 5, count: 1 << 16)) {}
    }
    let network = try LinuxNetwork(namespace: namespace, inFlight: 1)
    let (first, other) = (Ticket(owner: 3, number: 1), Ticket(owner: 3, number: 2))
    let machine = ScriptedMachine(
      [.connect(first, .kept(server.port)), .connect(other, .to("127.0.0.1", 1))],
      // Several pieces of the same turn are on their way by then.
      reaction: { if case .received(first, _) = $0 { [.cancel(first)] } else { [] } },
      isLast: { if case .probed(other, _, _) = $0 { true } else { false } }
    )
    let events = await network.collect(machine).map(\.event)
    let heard = Heard(first, events)
    #expect(heard.pieces.count == 1)
    #expect(heard.end == nil)
    #expect(Heard(other, events).outcome == "refused")
  }

  @Test func `a ticket serves again after its connection was hung up`() async throws {
    let namespace = try NetworkNamespace.make()
    let server = try namespace.serve { connection in
      connection.send([1])
      connection.waitForEnd()
    }
    let network = try LinuxNetwork(namespace: namespace)
    let ticket = Ticket(owner: 3, number: 1)
    let machine = ScriptedMachine(
      [.connect(ticket, .kept(server.port))],
      reaction: { event in
        guard case .received = event else { return [] }
        return [.cancel(ticket), .connect(ticket, .kept(server.port))]
      },
      limit: 5,
      counted: { if case .received = $0 { true } else { false } }
    )
    let events = await network.collect(machine).map(\.event)
    #expect(events.filter { if case .received = $0 { true } else { false } }.count == 5)
  }

  @Test func `a fast sender leaves the others their turn`() async throws {
    let namespace = try NetworkNamespace.make()
    let flood = try namespace.serve { while $0.send([UInt8](repeating: 5, count: 1 << 16)) {} }
    let echo = try namespace.serve { $0.echo() }
    let network = try LinuxNetwork(namespace: namespace)
    let floods = (10..<20).map { Ticket(owner: 3, number: $0) }
    let asking = Ticket(owner: 3, number: 1)
    var requests = floods.map { NetworkRequest.connect($0, .kept(flood.port)) }
    requests.append(.connect(asking, .kept(echo.port)))
    let machine = ScriptedMachine(
      requests,
      reaction: { event in
        if case .probed(asking, _, _) = event { return [.write(asking, [1], purpose: .banner)] }
        return []
      },
      isLast: { if case .received(asking, _) = $0 { true } else { false } }
    )
    let events = await network.collect(machine).map(\.event)
    #expect(Heard(asking, events).bytes == [1])
  }
}

// Counts the sockets of the whole process: each in a process of its own.
@Suite(.serialized) struct `Kept connections and descriptors` {
  @Test func `none is left of a hundred connections, however they end`() async {
    await #expect(processExitsWith: .success) {
      let namespace = try NetworkNamespace.make()
      let server = try namespace.serve { connection in
        switch connection.receive(1).first {
        case 0: connection.send([1])
        case 1: connection.resetOnClose()
        case 2: while connection.send([UInt8](repeating: 5, count: 1 << 16)) {}
        default: connection.waitForEnd()
        }
      }
      let network = try LinuxNetwork(namespace: namespace)
      _ = await network.traffic()
      let before = openSockets()
      let tickets = (0..<100).map { Ticket(owner: 3, number: $0) }
      let machine = ScriptedMachine(
        tickets.map { ticket in
          let isSilent = ticket.number % 4 == 3
          return .connect(ticket, .kept(server.port, isSilent ? .milliseconds(200) : .seconds(20)))
        },
        reaction: { event in
          guard case .probed(let ticket, _, _) = event else { return [] }
          return [.write(ticket, [UInt8(ticket.number % 4)], purpose: .banner)]
        },
        limit: 100,
        counted: { if case .closed = $0 { true } else { false } }
      )
      let events = await network.collect(machine).map(\.event)
      let ends = tickets.map { Heard($0, events).end }
      let expected: [ConnectionEnd] = [.ended, .reset, .exhausted, .exhausted]
      // Not inside the macro, where the closure may be taken for the one above.
      let wanted = tickets.map { expected[Int($0.number % 4)] }
      #expect(ends == wanted)
      for _ in 0..<4000 where openSockets() > before { try await Task.sleep(for: .milliseconds(5)) }
      #expect(openSockets() == before)
    }
  }

  @Test func `a machine that ends closes its connections at once`() async {
    await #expect(processExitsWith: .success) {
      let namespace = try NetworkNamespace.make()
      let server = try namespace.run { () throws(LocalFailure) in
        try TestServer(SocketType.stream)
      }
      let network = try LinuxNetwork(namespace: namespace)
      _ = await network.traffic()
      let before = openSockets()
      let machine = ScriptedMachine(
        (1...20).map {
          .connect(Ticket(owner: 3, number: $0), .kept(server.port, .seconds(60)))
        },
        limit: 20
      )
      _ = await network.collect(machine)
      _ = await network.traffic()
      #expect(openSockets() == before)
      #expect(await network.traffic().peakSockets == 20)
    }
  }
}
