import DemoHome
import Glibc
import Synchronization
import Testing
import Wire
@testable import LinuxNetwork
@testable import Networking

@Suite(.serialized) struct `Shortages` {
  @Test func `few descriptors make probes wait, not fail`() async {
    await #expect(processExitsWith: .success) {
      let lab = try VethPair()
      try lab.addSilentHost()
      let network = try LinuxNetwork(namespace: lab.left)
      _ = await network.traffic()
      let free = try limitDescriptors(free: 10)
      #expect(free >= 10)
      let outcomes = await network.outcomes(
        (1...40).map { .to("10.77.0.50", $0, timeout: .milliseconds(60)) }
      )
      #expect(outcomes.allSatisfy { $0?.kind == "timed out" })
      #expect(await network.traffic().tcpConnections == 40)
    }
  }

  @Test func `no descriptors are no lack of a route`() async {
    await #expect(processExitsWith: .success) {
      _ = try limitDescriptors(free: 0)
      #expect(RoutingTable.hasInternetRoute)
      let loopback = Endpoint(.v4(IPv4Address(127, 0, 0, 1)), port: 80)
      #expect(!RoutingTable.refuses(loopback, with: EMFILE))
    }
  }

  @Test func `no descriptors at all is our own failure, after a while`() async {
    await #expect(processExitsWith: .success) {
      let network = try LinuxNetwork(namespace: try NetworkNamespace.make())
      _ = await network.traffic()
      _ = try limitDescriptors(free: 0)
      let start = SystemClock.now
      let ticket = Ticket(owner: 0, number: 0)
      let options = UDPSocketOptions(family: .v4, interface: 1)
      let machine = ScriptedMachine(
        [.connect(ticket, .to("127.0.0.1", 1)), .open(ticket, .udp(options))],
        limit: 2
      )
      for (at, event) in await network.collect(machine) {
        #expect(at - start >= .milliseconds(600))
        switch event {
        case .probed(_, _, let outcome): #expect(outcome == .localFailure(.noDescriptors))
        case .failed(_, let failure): #expect(failure == .noDescriptors)
        default: Issue.record("\(event)")
        }
      }
      #expect(await network.traffic().tcpConnections == 0)
    }
  }

  @Test func `when notifications are lost the table is told again`() async throws {
    let lab = try VethPair()
    let network = try LinuxNetwork(namespace: lab.left)
    let flood = Flood()
    let index = lab.leftIndex
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        let machine = ScriptedMachine(
          [.watchNeighbours(Ticket(owner: 0, number: 0))],
          reaction: { event in
            guard case .neighbours = event else { return [] }
            // Keeps the reactor from reading, once, which no real machine does.
            for _ in 0..<20_000 where !flood.isOver.load(ordering: .acquiring) { usleep(1000) }
            return []
          },
          limit: 2,
          counted: { if case .neighbours = $0 { true } else { false } }
        )
        for (_, event) in await network.collect(machine) {
          if case .neighbours = event { flood.tables.withLock { $0 += 1 } }
        }
      }
      group.addTask {
        _ = try? lab.left.run { () throws(LocalFailure) in
          var netlink = try NetlinkSocket()
          let address = IPAddress.v4(IPv4Address(10, 77, 0, 9))
          for number in 0..<12_000 {
            try netlink.perform(
              .addNeighbour(
                address,
                mac: MACAddress(rawValue: 0x0200_0000_0000 + UInt64(number)),
                interface: index,
                isPermanent: true
              )
            )
          }
        }
        flood.isOver.store(true, ordering: .releasing)
      }
    }
    #expect(flood.tables.withLock { $0 } == 2)
  }
}

private final class Flood: Sendable {
  let isOver = Atomic<Bool>(false)
  let tables = Lock(0)
}

extension VethPair {
  /// 10.77.0.50: somebody who was there a moment ago and is silent now.
  func addSilentHost() throws {
    let index = leftIndex
    try left.run { () throws(LocalFailure) in
      var netlink = try NetlinkSocket()
      try netlink.perform(
        .addNeighbour(
          .v4(IPv4Address(10, 77, 0, 50)),
          mac: MACAddress(rawValue: 0x0200_0000_0050),
          interface: index,
          isPermanent: true
        )
      )
    }
  }
}

/// Lets this process open so many more descriptors and none beyond; how many it can really open.
private func limitDescriptors(free: Int) throws -> Int {
  var limit = rlimit()
  getrlimit(__rlimit_resource_t(7), &limit)
  // The lowest free number and those after it.
  var opened: [Int32] = []
  while opened.count < free, let next = Optional(dup(0)), next >= 0 { opened.append(next) }
  let top = dup(0)
  if top >= 0 { close(top) }
  for descriptor in opened { close(descriptor) }
  limit.rlim_cur = rlim_t(top)
  setrlimit(__rlimit_resource_t(7), &limit)
  return opened.count
}
