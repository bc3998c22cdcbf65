import DemoHome
import Glibc
import Testing
import Wire
@testable import LinuxNetwork
@testable import Networking

@Suite struct `Connects` {
  @Test func `the outcomes stay apart`() async throws {
    let lab = try VethPair()
    let server = try lab.right.run { () throws(LocalFailure) in
      try TestServer(SocketType.stream, on: .v4(IPv4Address(10, 77, 0, 2)))
    }
    try lab.addSilentHost()
    try lab.left.run { () throws(LocalFailure) in
      var netlink = try NetlinkSocket()
      try netlink.perform(.unreachableRoute(to: IPv4Address(10, 88, 0, 0), prefixLength: 16))
    }
    let network = try LinuxNetwork(namespace: lab.left)
    let outcomes = await network.outcomes([
      .to("10.77.0.2", server.port),
      .to("10.77.0.2", 1),
      .to("10.77.0.50", 80, timeout: .milliseconds(100)),
      .to("10.88.0.1", 80),
      .to("10.99.0.1", 80),
      .to("10.77.0.2", 9100),
      .to("8.8.8.8", 80),
    ])
    #expect(
      outcomes.map { $0?.kind.prefix { $0 != "(" } } == [
        "open", "refused", "timed out", "unreachable: host", "unreachable: noRoute",
        "local failure: refusedByPolicy", "local failure: refusedByPolicy",
      ]
    )
    let trips = outcomes.compactMap { $0?.roundTrip }
    #expect(trips.count == 2)
    #expect(trips.allSatisfy { $0 > .zero && $0 < .seconds(5) })
    let ledger = await network.traffic()
    #expect(ledger.tcpConnections == 5)
    #expect(ledger.counts[.v4(IPv4Address(8, 8, 8, 8))] == nil)
  }

  @Test func `a filter's refusal is none of the host's to whoever asks for the way`() async throws {
    let lab = try VethPair()
    let rule = "tcp dport 83 reject with icmpx port-unreachable"
    let chain = "chain c { type filter hook input priority 0; \(rule); }"
    let status = try lab.right.run { () throws(LocalFailure) in
      system("echo 'table inet t { \(chain); }' | nft -f -")
    }
    #expect(status == 0, "nft is needed")
    let network = try LinuxNetwork(namespace: lab.left)
    let ask = { (port: UInt16, purpose: Purpose) in
      var probe = Probe.to("10.77.0.2", port)
      probe.purpose = purpose
      return probe
    }
    let outcomes = await network.outcomes([ask(83, .path), ask(84, .path)])
    let kinds = outcomes.map { $0?.kind.prefix { $0 != "(" } }
    #expect(kinds == ["unreachable: prohibited", "refused"])
    let sought = await network.outcomes([Probe.to("10.77.0.2", 83)])
    #expect(sought.first??.kind.hasPrefix("refused") == true)
  }

  @Test func `a closed IPv6 port of the loopback is refused`() async throws {
    let network = try LinuxNetwork(namespace: try NetworkNamespace.make())
    let outcomes = await network.outcomes([.to("::1", 7)])
    #expect(outcomes.map { $0?.kind } == ["refused"])
  }

  @Test func `every port of the loopback is refused, also those that are our own`() async throws {
    let namespace = try NetworkNamespace.make()
    // So few local ports that the kernel often chooses the one that is asked.
    try namespace.setParameter("ip_local_port_range", to: "40000 40009")
    let network = try LinuxNetwork(namespace: namespace)
    let probes = (0..<500).map { Probe.to("127.0.0.1", 40_000 + UInt16($0 % 10)) }
    let kinds = Set(await network.outcomes(probes).map { $0?.kind })
    #expect(kinds == ["refused"])
  }

  @Test func `two thousand connects stay within the budget`() async throws {
    let namespace = try NetworkNamespace.make()
    let server = try namespace.run { () throws(LocalFailure) in
      try TestServer(SocketType.stream, on: .v4(.any))
    }
    let network = try LinuxNetwork(namespace: namespace, inFlight: 30)
    let probes = (0..<2000).map { number in
      Probe.to("127.0.\(number / 250).\(number % 250 + 1)", number % 2 == 0 ? server.port : 1)
    }
    let outcomes = await network.outcomes(probes)
    let kinds = Dictionary(grouping: outcomes) { $0?.kind ?? "none" }.mapValues(\.count)
    #expect(kinds == ["open": 1000, "refused": 1000])
    let ledger = await network.traffic()
    #expect(ledger.peakSockets <= 30)
    #expect(ledger.peakSockets > 0)
    #expect(ledger.tcpConnections == 2000)
  }
}

extension NetworkNamespace {
  /// Sets one of the namespace's own parameters of IPv4 and TCP (ip-sysctl).
  func setParameter(_ name: String, to value: String) throws {
    try run { () throws(LocalFailure) in
      let file = try FileDescriptor(opening: "/proc/sys/net/ipv4/\(name)", O_WRONLY)
      _ = Glibc.write(file.rawValue, value, value.utf8.count)
    }
  }
}

extension NetlinkRequest {
  /// A route that answers *host unreachable*.
  static func unreachableRoute(to network: IPv4Address, prefixLength: UInt8) -> NetlinkRequest {
    // rtmsg: family, lengths, TOS, table main, protocol static, scope universe, RTN_UNREACHABLE.
    var request = NetlinkRequest(
      type: 24,
      flags: 0x600,
      header: [2, prefixLength, 0, 0, 254, 4, 0, 7, 0, 0, 0, 0]
    )
    request.add(1, network.bytes)
    return request
  }
}
