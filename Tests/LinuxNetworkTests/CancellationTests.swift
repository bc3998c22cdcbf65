import DemoHome
import Glibc
import Testing
@testable import LinuxNetwork
@testable import Networking

// Counts sockets and threads of the whole process: each in a process of its own.
@Suite(.serialized) struct `Cancellation` {
  @Test func `cancelling the reader closes every socket at once`() async {
    await #expect(processExitsWith: .success) {
      let lab = try VethPair()
      let network = try LinuxNetwork(namespace: lab.left)
      let left = lab.leftIndex
      try lab.addSilentHost()
      let before = openSockets()
      var requests: [NetworkRequest] = (1...100).map { number in
        .connect(
          Ticket(owner: 0, number: number),
          .to("10.77.0.50", UInt16(number), timeout: .seconds(60))
        )
      }
      requests.append(
        .open(Ticket(owner: 1, number: 0), .udp(UDPSocketOptions(family: .v4, interface: left)))
      )
      requests.append(.watchNeighbours(Ticket(owner: 1, number: 1)))
      let machine = ScriptedMachine(requests)
      let task = Task {
        var count = 0
        for await _ in network.run(machine) { count += 1 }
        return count
      }
      // The jobs are carried out in order, so once this answers the sockets are open.
      var open = 0
      for _ in 0..<4000 where open < before + 31 {
        try await Task.sleep(for: .milliseconds(5))
        open = openSockets()
      }
      #expect(open >= before + 31)
      task.cancel()
      _ = await task.value
      _ = await network.traffic()
      #expect(openSockets() == before)
    }
  }

  @Test func `a stream that nobody reads any more ends its machine`() async {
    await #expect(processExitsWith: .success) {
      let network = try LinuxNetwork(namespace: try NetworkNamespace.make())
      let before = openSockets()
      do {
        let machine = ScriptedMachine([
          .open(Ticket(owner: 1, number: 0), .udp(UDPSocketOptions(family: .v4, interface: 1)))
        ])
        for await _ in network.run(machine) { break }
      }
      _ = await network.traffic()
      #expect(openSockets() == before)
    }
  }

  @Test func `the thread ends with its network`() async {
    await #expect(processExitsWith: .success) {
      do {
        let network = try LinuxNetwork()
        _ = await network.traffic()
        #expect(threads(named: "homenet reactor") == 1)
      }
      for _ in 0..<4000 where threads(named: "homenet reactor") > 0 {
        try await Task.sleep(for: .milliseconds(5))
      }
      #expect(threads(named: "homenet reactor") == 0)
    }
  }
}

@Suite struct `Giving up` {
  @Test func `a cancelled probe is not heard of and makes room`() async throws {
    let lab = try VethPair()
    try lab.addSilentHost()
    let network = try LinuxNetwork(namespace: lab.left, inFlight: 1)
    let (silent, other) = (Ticket(owner: 0, number: 1), Ticket(owner: 0, number: 2))
    var requests: [NetworkRequest] = (1...20).map { port in
      .connect(silent, .to("10.77.0.50", port, timeout: .seconds(30)))
    }
    // Behind one that would take half a minute.
    requests.append(.connect(other, .to("10.77.0.2", 1)))
    requests.append(.wake(Ticket(owner: 0, number: 3), at: SystemClock.now + .milliseconds(30)))
    let machine = ScriptedMachine(
      requests,
      reaction: { if case .woke = $0 { [.cancel(silent)] } else { [] } },
      isLast: { if case .probed = $0 { true } else { false } }
    )
    let events = await network.collect(machine).map(\.event)
    guard case .probed(other, _, .refused)? = events.last else {
      Issue.record("\(events)")
      return
    }
    #expect(await network.traffic().peakSockets == 1)
  }

  @Test func `a machine that ends leaves the budget to the others`() async throws {
    let lab = try VethPair()
    try lab.addSilentHost()
    let network = try LinuxNetwork(namespace: lab.left, inFlight: 3)
    let hog = ScriptedMachine(
      (1...50).map { port in
        .connect(
          Ticket(owner: 0, number: UInt32(port)),
          .to("10.77.0.50", UInt16(port), timeout: .seconds(30))
        )
      },
      patience: .milliseconds(20)
    )
    #expect(await network.collect(hog).isEmpty)
    let start = SystemClock.now
    #expect(await network.outcomes([.to("10.77.0.2", 1)]).map { $0?.kind } == ["refused"])
    #expect(SystemClock.now - start < .seconds(20), "not the thirty of those before")
  }
}
