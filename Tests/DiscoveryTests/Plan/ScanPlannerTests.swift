import DemoHome
import HomeSupport
import Testing
import Wire
@testable import Networking
@testable import Discovery
import Simulation

@Suite struct ScanPlannerTests {
  /// `a.b.c.d/n` as an interface's own address.
  static func own(_ text: String) throws -> Interface.IPv4 {
    let parts = text.split(separator: "/")
    let address = try #require(IPv4Address(String(parts[0])))
    return Interface.IPv4(
      address: address,
      prefix: IPv4Prefix(address, length: try #require(Int(parts[1])))
    )
  }

  static let loopback = Interface(
    index: 1,
    name: "lo",
    isBroadcast: false,
    isMulticast: false,
    isLoopback: true,
    ipv4: [
      Interface.IPv4(
        address: IPv4Address(127, 0, 0, 1),
        prefix: IPv4Prefix(IPv4Address(127, 0, 0, 0), length: 8)
      )
    ]
  )

  static func home(_ others: Interface..., resolvers: [String] = []) throws -> NetworkConfiguration
  {
    let ethernet = Interface(index: 2, name: "eth0", ipv4: [try own("192.168.0.7/23")])
    return NetworkConfiguration(
      interfaces: [loopback, ethernet] + others,
      gateways: [Gateway(address: .v4(IPv4Address(192, 168, 0, 1)), interface: 2)],
      resolvers: resolvers.compactMap { IPAddress($0) }
    )
  }

  static func plan(
    _ configuration: NetworkConfiguration,
    networks: [String] = [],
    raw: Bool = false,
    _ adjust: (inout ScanOptions) -> Void = { _ in }
  ) throws -> PlannedScan {
    var options = ScanOptions()
    options.networks = try networks.map { try NetworkSelector(parsing: $0) }
    adjust(&options)
    return try ScanPlanner(configuration: configuration, options: options, canUseRawSockets: raw)
      .plan()
  }

  @Test func `the real prefix is planned, and loopback isn't`() throws {
    let planned = try Self.plan(Self.home())
    let target = try #require(planned.plan.targets.first)
    #expect(planned.plan.targets.count == 1)
    #expect(target.prefix.description == "192.168.0.0/23")
    #expect(target.isOnLink)
    #expect(target.ownAddress == IPv4Address(192, 168, 0, 7))
    #expect(planned.networks.map(\.interface) == ["eth0"])
    #expect(planned.networks[0].gateway == .v4(IPv4Address(192, 168, 0, 1)))
    #expect(planned.plan.timeout == .seconds(15))
  }

  @Test func `two addresses on one subnet are one target, and so is a part beside the whole`()
    throws
  {
    let twice = Interface(
      index: 3,
      name: "eth1",
      ipv4: [try Self.own("10.1.2.3/24"), try Self.own("10.1.2.4/24")]
    )
    let planned = try Self.plan(Self.home(twice))
    #expect(planned.plan.targets.map(\.prefix.description) == ["192.168.0.0/23", "10.1.2.0/24"])
    for order in [["192.168.0.0/23", "192.168.1.0/24"], ["192.168.1.0/24", "192.168.0.0/23"]] {
      let named = try Self.plan(Self.home(), networks: order)
      #expect(named.plan.targets.map(\.prefix.description) == ["192.168.0.0/23"])
    }
  }

  @Test func `nothing beside the part that is named is asked or believed`() throws {
    let address = try #require(IPv6Address("fe80::7"))
    var configuration = try Self.home()
    configuration.interfaces[1].ipv6 = [Interface.IPv6(address: address, prefixLength: 64)]
    let whole = try Self.plan(configuration).plan
    let part = try Self.plan(configuration, networks: ["192.168.0.16/28"]).plan
    let elsewhere = try Self.plan(configuration, networks: ["10.5.0.0/24"]).plan
    #expect(whole.interfaces.map(\.ipv6.count) == [1])
    #expect(part.interfaces.map(\.ipv6.count) == [0])
    #expect(elsewhere.interfaces.map(\.ipv6.count) == [0])
    #expect(part.interfaces.map(\.isMulticast) == [true])
    #expect(elsewhere.interfaces.map(\.isMulticast) == [false])
    let beliefs = { (plan: ScanPlan) in
      ["192.168.0.17", "192.168.1.9", "192.168.0.7", "10.5.0.1", "fe80::9%eth0"]
        .compactMap { IPAddress($0) }.map { plan.isOnLink($0, interface: 2) }
    }
    #expect(beliefs(whole) == [true, true, true, false, true])
    #expect(beliefs(part) == [true, false, true, false, false])
    #expect(beliefs(elsewhere) == [false, false, true, true, false])
  }

  @Test func `on a tunnel that is named nobody is looked for by ARP`() throws {
    let tunnel = Interface(
      index: 3,
      name: "wg0",
      isBroadcast: false,
      isMulticast: false,
      kind: "wireguard",
      ipv4: [try Self.own("10.8.0.2/24")]
    )
    let planned = try Self.plan(Self.home(tunnel), networks: ["wg0"])
    #expect(planned.plan.targets.map(\.isOnLink) == [false])
  }

  @Test(arguments: [
    ("docker0", "bridge"), ("br-0123456789ab", "bridge"), ("veth1a2b3c4", "veth"),
    ("virbr0", "bridge"), ("vmnet8", nil), ("cni0", "bridge"), ("flannel.1", "vxlan"),
    ("podman1", "bridge"), ("lxdbr0", "bridge"), ("vboxnet0", nil),
  ])
  func `what engines made is skipped`(name: String, kind: String?) throws {
    let made = Interface(index: 3, name: name, kind: kind, ipv4: [try Self.own("172.17.0.1/16")])
    let planned = try Self.plan(Self.home(made))
    #expect(planned.plan.interfaces.map(\.name) == ["eth0"])
    let reason = try #require(planned.networks.last?.skipped)
    guard case .madeByEngine = reason else {
      Issue.record("skipped for another reason: \(reason)")
      return
    }
  }

  @Test(arguments: [("br0", "bridge"), ("br-lan", "bridge"), ("eth1", "veth"), ("bond0", "bond")])
  func `a home's own bridge, and a container's eth0, are not`(name: String, kind: String) throws {
    let own = Interface(index: 3, name: name, kind: kind, ipv4: [try Self.own("10.1.2.3/24")])
    #expect(try Self.plan(Self.home(own)).plan.interfaces.map(\.name) == ["eth0", name])
  }

  @Test func `each other interface is skipped for its own reason`() throws {
    let tunnel = Interface(
      index: 3,
      name: "wg0",
      isBroadcast: false,
      kind: "wireguard",
      ipv4: [try Self.own("10.8.0.2/24")]
    )
    let unplugged = Interface(index: 4, name: "eth1", hasCarrier: false)
    let off = Interface(
      index: 5,
      name: "wlan0",
      isUp: false,
      hasCarrier: false,
      ipv4: [try Self.own("192.168.9.2/24")]
    )
    let bare = Interface(index: 6, name: "eth2")
    let wide = Interface(index: 7, name: "eth3", ipv4: [try Self.own("10.0.0.5/8")])
    let open = Interface(index: 8, name: "eth4", ipv4: [try Self.own("203.0.113.5/24")])
    let alone = Interface(index: 9, name: "eth5", ipv4: [try Self.own("10.9.9.9/32")])
    let planned = try Self.plan(Self.home(tunnel, unplugged, off, bare, wide, open, alone))
    #expect(
      planned.networks.map(\.skipped) == [
        nil, .noBroadcast, .notReady(.noCarrier), .notReady(.down), .noAddress, .tooLarge,
        .publicAddresses, .ownAddressOnly,
      ]
    )
    #expect(planned.networks.compactMap(\.skipped).filter(\.isWarning) == [.tooLarge])
  }

  @Test func `self-assigned addresses count only where there is nothing better`() throws {
    let both = Interface(
      index: 3,
      name: "eth1",
      ipv4: [try Self.own("169.254.3.4/16"), try Self.own("10.1.1.1/24")]
    )
    let only = Interface(index: 4, name: "eth2", ipv4: [try Self.own("169.254.5.6/16")])
    let planned = try Self.plan(Self.home(both, only))
    #expect(planned.networks.map(\.skipped) == [nil, .selfAssigned, nil, .notSwept])
    // Nobody sweeps 65,534 addresses unasked; multicast is used all the same, and believed.
    #expect(planned.plan.targets.map(\.interface.name) == ["eth0", "eth1"])
    #expect(planned.plan.interfaces.map(\.name) == ["eth0", "eth1", "eth2"])
    let neighbour = IPAddress.v4(IPv4Address(169, 254, 9, 9))
    #expect(planned.plan.isOnLink(neighbour, interface: 4))
    #expect(!planned.plan.isOnLink(neighbour, interface: 2))
    #expect(planned.plan.timeout == .seconds(15))
    let named = try Self.plan(Self.home(both, only), networks: ["eth2"])
    #expect(named.plan.targets.map(\.prefix.description) == ["169.254.0.0/16"])
  }

  @Test(arguments: [[], ["eth1"]])
  func `an interface with IPv6 alone is scanned by multicast`(networks: [String]) throws {
    let address = try #require(IPv6Address("fe80::7"))
    let six = Interface(
      index: 3,
      name: "eth1",
      ipv6: [Interface.IPv6(address: address, prefixLength: 64)]
    )
    var configuration = try Self.home(six)
    // Even where nothing else is there.
    configuration.interfaces.removeAll { $0.name == "eth0" }
    let planned = try Self.plan(configuration, networks: networks)
    #expect(planned.plan.targets.isEmpty)
    #expect(planned.plan.interfaces == [six])
    #expect(planned.networks.map(\.skipped) == [nil])
    #expect(planned.plan.isOnLink(try #require(IPAddress("fe80::9%eth1")), interface: 3))
    #expect(try Self.plan(configuration).plan.interfaces.map(\.name) == ["eth1"])
    let scan = ScanRun(
      SimulatedTopology(links: [SimulatedLink(interface: six, hosts: [])])
    )
    #expect(scan.duration != nil)
    #expect(Set(scan.run.sent.map(\.purpose)).isSuperset(of: [.echo, .mdns]))
  }

  @Test func `a loopback range is scanned without ARP`() throws {
    let planned = try Self.plan(Self.home(), networks: ["127.77.0.0/24"])
    let target = try #require(planned.plan.targets.first)
    #expect(target.prefix.description == "127.77.0.0/24")
    #expect(target.interface.name == "lo")
    #expect(!target.isOnLink)
    #expect(target.ownAddress == nil)
  }

  @Test func `a remote network goes through the gateway`() throws {
    let planned = try Self.plan(Self.home(), networks: ["10.20.30.0/24"])
    let target = try #require(planned.plan.targets.first)
    #expect(target.interface.name == "eth0")
    #expect(!target.isOnLink)
  }

  @Test func `a range around the own network is cut into direct and remote parts`() throws {
    let planned = try Self.plan(Self.home(), networks: ["192.168.0.0/22"])
    #expect(planned.plan.targets.map(\.prefix.description) == ["192.168.0.0/23", "192.168.2.0/23"])
    #expect(planned.plan.targets.map(\.isOnLink) == [true, false])
  }

  @Test func `networks named twice are scanned once`() throws {
    let planned = try Self.plan(Self.home(), networks: ["eth0", "192.168.0.0/23", "eth0"])
    #expect(planned.plan.targets.count == 1)
  }

  @Test(arguments: [
    ("8.8.8.0/24", ScanPlanError.publicTarget(IPv4Prefix(IPv4Address(8, 8, 8, 0), length: 24))),
    ("10.0.0.0/8", .tooLarge(IPv4Prefix(IPv4Address(10, 0, 0, 0), length: 8))),
    ("224.0.0.0/24", .notDevices(IPv4Prefix(IPv4Address(224, 0, 0, 0), length: 24))),
    ("wlan7", .unknownInterface("wlan7", known: ["lo", "eth0"])),
    ("192.168.1.0/33", .malformedNetwork("192.168.1.0/33")),
    ("192.168.1", .malformedNetwork("192.168.1")),
    ("fd00::/64", .ipv6Range("fd00::/64")),
    ("", .malformedNetwork("")),
    ("a name too long for one", .malformedNetwork("a name too long for one")),
  ])
  func `what can't be asked is a usage error`(text: String, expected: ScanPlanError) throws {
    let error = #expect(throws: ScanPlanError.self) {
      try Self.plan(Self.home(), networks: [text])
    }
    #expect(error == expected)
    #expect(expected.isUsage)
    #expect(!expected.description.contains("\n"))
  }

  @Test func `the Internet is scanned only with leave`() throws {
    let planned = try Self.plan(Self.home(), networks: ["8.8.8.0/24"]) {
      $0.allowsPublicTargets = true
    }
    #expect(planned.plan.targets.map(\.prefix.description) == ["8.8.8.0/24"])
  }

  @Test func `a named interface must be up and have an address`() throws {
    let off = Interface(index: 3, name: "eth1", isUp: false, hasCarrier: false)
    let unplugged = Interface(index: 4, name: "eth2", hasCarrier: false)
    let bare = Interface(index: 5, name: "eth3")
    let configuration = try Self.home(off, unplugged, bare)
    for (name, expected) in [
      ("eth1", ScanPlanError.interfaceDown("eth1", .down)),
      ("eth2", .interfaceDown("eth2", .noCarrier)),
      ("eth3", .noAddress(interface: "eth3")),
    ] {
      let error = #expect(throws: ScanPlanError.self) {
        try Self.plan(configuration, networks: [name])
      }
      #expect(error == expected)
      #expect(!expected.isUsage)
    }
  }

  @Test func `no network is said with the reasons`() throws {
    let off = Interface(index: 2, name: "eth0", isUp: false, hasCarrier: false)
    let configuration = NetworkConfiguration(
      interfaces: [Self.loopback, off],
      gateways: [],
      resolvers: []
    )
    let error = try #require(throws: ScanPlanError.self) { try Self.plan(configuration) }
    #expect(error.description == "no network to scan (eth0: down)")
    #expect(!error.isUsage)
    let remote = #expect(throws: ScanPlanError.self) {
      try Self.plan(configuration, networks: ["10.1.1.0/24"])
    }
    #expect(
      remote == .noRoute(IPv4Prefix(IPv4Address(10, 1, 1, 0), length: 24))
    )
  }

  @Test func `public resolvers never learn about the home unless told so`() throws {
    let resolvers = ["127.0.0.53", "192.168.0.1", "9.9.9.9", "fd00::53", "2620:fe::fe"]
    let configuration = try Self.home(resolvers: resolvers)
    let names = { (planned: PlannedScan) in planned.plan.resolvers.map(\.description) }
    #expect(try names(Self.plan(configuration)) == ["127.0.0.53", "192.168.0.1", "fd00::53"])
    #expect(
      try names(Self.plan(configuration) { $0.allowsPublicResolvers = true }) == resolvers
    )
  }

  @Test func `large networks get the time that they need`() throws {
    let wide = Interface(index: 3, name: "eth1", ipv4: [try Self.own("10.1.0.5/16")])
    let configuration = try Self.home(wide)
    #expect(try Self.plan(configuration).plan.timeout > .seconds(500))
    #expect(try Self.plan(configuration, raw: true).plan.timeout < .seconds(40))
    #expect(
      try Self.plan(configuration) { $0.timeout = .seconds(3) }.plan.timeout == .seconds(3)
    )
  }
}
