import DemoHome
import HomeSupport
import Testing
import Wire
@testable import Networking
@testable import Discovery
@testable import Model
import Simulation

/// What few devices offer, each by a host of its own: mail, MQTT over TLS, RTSP's other port.
@Suite struct ServerPortScanTests {
  private static let greetings: [UInt16: String] = [
    25: "220 mail.home ESMTP Postfix\r\n", 587: "220 mail.home ESMTP Postfix\r\n",
    110: "+OK Dovecot ready.\r\n", 143: "* OK Dovecot ready.\r\n",
  ]
  private static let certified: [UInt16] = [465, 993, 995, 8883]

  private static func service(_ port: UInt16) -> any ListenerService {
    if let greeting = greetings[port] { return GreetingService(Array(greeting.utf8)) }
    if port == 8554 { return AnsweringService.rtsp(server: "go2rtc/1.9", realm: "cameras") }
    return TLSService(
      wrapping: GreetingService(),
      certificate: ServedCertificate("mail.home", organisation: nil, issuer: nil)
    )
  }

  private static let ports = greetings.keys.sorted() + certified + [8554]

  /// A host for each port, and one that has all.
  private static let scan: ScanRun = {
    var topology = SimulatedTopology.plain(
      IPv4Prefix(IPv4Address(192, 168, 7, 0), length: 24),
      hosts: ports.count + 1
    )
    for (number, port) in ports.enumerated() {
      let listener = SimulatedDevice.Listener(port: port, service: service(port))
      topology.links[0].hosts[number].device.listeners = [listener]
      topology.links[0].hosts[ports.count].device.listeners.append(listener)
    }
    return ScanRun(topology)
  }()

  private func facts(of host: Int) -> [Fact] {
    let hosts = Self.scan.found.sorted()
    return Self.scan.facts(hosts[host])
  }

  private func says(_ facts: [Fact], at port: UInt16) -> Bool {
    facts.contains { fact in
      switch fact {
      case .banner(let banner): banner.port == port && !banner.text.isEmpty
      case .certificate(let shown): shown.port == port
      default: false
      }
    }
  }

  @Test(arguments: Array(ports.enumerated()))
  func `a host that has one of them is asked what it says there`(number: Int, port: UInt16) {
    let facts = facts(of: number)
    #expect(facts.contains(.port(port, .tcp, .open)))
    #expect(says(facts, at: port), "\(facts)")
  }

  @Test func `one that has all is asked at all, within its connections`() {
    let facts = facts(of: Self.ports.count)
    #expect(Self.ports.filter { !says(facts, at: $0) } == [])
    for (address, purposes) in Self.scan.run.traffic.counts {
      let connections = purposes.values.reduce(0) { $0 + $1.connections }
      #expect(connections <= ConnectionBudget.perHost, "\(address)")
    }
  }
}
