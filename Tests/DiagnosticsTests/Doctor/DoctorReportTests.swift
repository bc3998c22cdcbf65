import DemoHome
@testable import Diagnostics
import Discovery
@testable import LinuxNetwork
@testable import Networking
import Simulation
import Testing
@testable import Wire

@Suite struct DiagnosisTests {
  static let everything = Capabilities(
    neighbourTable: .works,
    icmpDatagram: .works,
    icmpRaw: .works,
    packetSocket: .works,
    multicast: .works,
    interface: .works,
    resolver: .works
  )

  static let router = IPAddress.v4(IPv4Address(192, 168, 1, 1))

  static func machine(kind: String? = nil, resolvers: [IPAddress] = [router])
    -> NetworkConfiguration
  {
    let own = Interface.IPv4(
      address: IPv4Address(192, 168, 1, 7),
      prefix: IPv4Prefix(IPv4Address(192, 168, 1, 0), length: 24)
    )
    return NetworkConfiguration(
      interfaces: [Interface(index: 2, name: "eth0", kind: kind, ipv4: [own])],
      gateways: [Gateway(address: router, interface: 2)],
      resolvers: resolvers
    )
  }

  static func diagnose(
    _ configuration: NetworkConfiguration = machine(),
    _ capabilities: Capabilities = everything,
    outcome: ProbeOutcome? = .open(rtt: .milliseconds(1)),
    vendors: DoctorReport.Registry = registry(),
    isContainer: Bool = false
  ) -> DoctorReport {
    let planned = Result { () throws(ScanPlanError) in
      try ScanPlanner(configuration: configuration, options: ScanOptions()).plan()
    }
    return DoctorReport(
      configuration: configuration,
      planned: planned,
      capabilities: capabilities,
      resolvers: outcome.map { [ResolverProbe.Output(resolver: router, outcome: $0)] } ?? [],
      vendors: vendors,
      isContainer: isContainer
    )
  }

  static func registry(isOld: Bool = false, problems: [String] = []) -> DoctorReport.Registry {
    DoctorReport.Registry(
      inUse: "a registry",
      problems: problems,
      isOld: isOld,
      advice: "get another"
    )
  }

  @Test func `an old registry of makers, and one that can't be read, are said and do no harm`()
    throws
  {
    for registry in [Self.registry(isOld: true), Self.registry(problems: ["broken"])] {
      let diagnosis = Self.diagnose(vendors: registry)
      let check = try #require(diagnosis.checks.first { $0.capability == .vendors })
      #expect(diagnosis.isHealthy)
      #expect(!check.works)
      #expect(check.fix == "get another")
    }
  }

  @Test func `where everything works nothing is to be mended`() {
    let diagnosis = Self.diagnose()
    #expect(diagnosis.isHealthy)
    #expect(diagnosis.checks.map(\.capability) == DoctorReport.Capability.allCases)
    #expect(diagnosis.checks.allSatisfy { $0.works && $0.fix == nil })
    #expect(diagnosis.container == nil)
  }

  @Test func `an ordinary user is healthy, and told what raw sockets are for`() throws {
    var capabilities = Self.everything
    capabilities.icmpRaw = .fails(.notPermitted)
    capabilities.packetSocket = .fails(.notPermitted)
    let diagnosis = Self.diagnose(Self.machine(), capabilities)
    #expect(diagnosis.isHealthy)
    let raw = try #require(diagnosis.checks.first { $0.capability == .raw })
    #expect(!raw.works)
    #expect(raw.fix?.contains("setcap cap_net_raw") == true)
    let dhcp = try #require(diagnosis.checks.first { $0.capability == .dhcp })
    #expect(!dhcp.works && dhcp.isOptional)
    #expect(dhcp.because.hasPrefix("not permitted: needs CAP_NET_RAW"))
  }

  @Test func `without ping_group_range the fix names it, unless raw sockets do`() throws {
    var capabilities = Self.everything
    capabilities.icmpDatagram = .fails(.notPermitted)
    #expect(Self.diagnose(Self.machine(), capabilities).checks[4].works)
    capabilities.icmpRaw = .fails(.notPermitted)
    let check = Self.diagnose(Self.machine(), capabilities).checks[4]
    #expect(!check.works)
    #expect(check.fix?.contains("ping_group_range") == true)
  }

  @Test func `without the neighbour table, or an interface, it is not healthy`() {
    var capabilities = Self.everything
    capabilities.neighbourTable = .fails(.notPermitted)
    #expect(!Self.diagnose(Self.machine(), capabilities).isHealthy)
    let bare = NetworkConfiguration(interfaces: [], gateways: [], resolvers: [])
    let diagnosis = Self.diagnose(bare, outcome: nil)
    #expect(!diagnosis.isHealthy)
    #expect(diagnosis.checks[0].because.hasPrefix("no network"))
  }

  @Test func `a resolver is silent, missing or on the Internet`() {
    let silent = Self.diagnose(outcome: .timedOut).checks[3]
    #expect(!silent.works)
    #expect(silent.because == "no answer from 192.168.1.1")
    let missing = Self.diagnose(Self.machine(resolvers: []), outcome: nil).checks[3]
    #expect(missing.because == "the system names none")
    let global = Self.machine(resolvers: [.v4(IPv4Address(9, 9, 9, 9))])
    let outside = Self.diagnose(global, outcome: nil).checks[3]
    #expect(outside.because.contains("9.9.9.9, outside private networks"))
    #expect(outside.fix?.contains("--public-resolvers") == true)
  }

  @Test func `a container on a bridged network is recognised, one on the host's is not`() {
    #expect(Self.diagnose(Self.machine(kind: "veth"), isContainer: true).container != nil)
    #expect(Self.diagnose(Self.machine(), isContainer: true).container == nil)
    #expect(Self.diagnose(Self.machine(kind: "veth"), isContainer: false).container == nil)
  }

  @Test func `each resolver is asked once, and silence has an end`() {
    let interface = Self.machine().interfaces[0]
    let network = SimulatedNetwork(
      SimulatedTopology(links: [SimulatedLink(interface: interface, hosts: [])])
    )
    let run = network.runToEnd(ResolverProbe([Self.router]))
    #expect(run.outputs.map(\.output.resolver) == [Self.router])
    #expect(run.finishedAt != nil)
    #expect(network.runToEnd(ResolverProbe([])).finishedAt != nil)
  }
}
