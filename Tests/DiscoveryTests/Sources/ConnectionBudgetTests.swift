import DemoHome
import HomeSupport
import Testing
import Wire
@testable import Networking
@testable import Discovery
@testable import Model
import Simulation

/// How many TCP connections a scan opens, and for what.
@Suite struct ConnectionBudgetTests {
  private func host(_ number: Int) -> IPAddress {
    .v4(IPv4Address(rawValue: 0xC0A8_0700 + UInt32(number)))
  }

  /// A budget that knows so many hosts, each of which was asked so many ports.
  private func budget(hosts count: Int, ports: Int = 0) -> ConnectionBudget {
    var budget = ConnectionBudget()
    for number in 0..<count { budget.note(host(number)) }
    for number in 0..<count {
      for _ in 0..<ports { budget.spend(on: host(number), purpose: .ports) }
    }
    return budget
  }

  @Test func `a home of up to fifty devices shares 1,100, a larger one 22 a device`() {
    #expect(budget(hosts: 1).limit == 1100 && budget(hosts: 50).limit == 1100)
    #expect(budget(hosts: 100).limit == 2200)
    // One device is never asked more than it may be.
    #expect(budget(hosts: 1, ports: 35).permits(host(0), for: .question))
    #expect(!budget(hosts: 1, ports: 36).permits(host(0), for: .question))
  }

  @Test func `further ports leave what each device needs, found or not`() {
    var budget = budget(hosts: 24)
    var further = 0
    while budget.permits(host(further % 24), for: .furtherPort) {
      budget.spend(on: host(further % 24), purpose: .ports)
      further += 1
    }
    #expect(further > 24 * 22)
    // The other twenty-six still get their first ports, and all of them three questions.
    for number in 0..<50 {
      budget.note(host(number))
      for _ in 0..<(number < 24 ? 0 : ConnectionBudget.keptPorts) {
        #expect(budget.permits(host(number), for: .firstPort))
        budget.spend(on: host(number), purpose: .ports)
      }
      for _ in 0..<ConnectionBudget.keptQuestions {
        #expect(budget.permits(host(number), for: .question))
        budget.spend(on: host(number), purpose: .http)
      }
      #expect(!budget.permits(host(number), for: .question))
    }
  }

  @Test func `what was asked for and not counted yet is taken into account`() {
    let budget = budget(hosts: 50, ports: 21)
    #expect(budget.permits(host(0), for: .firstPort, pending: (inAll: 49, toHost: 0)))
    #expect(!budget.permits(host(0), for: .firstPort, pending: (inAll: 50, toHost: 0)))
    #expect(!budget.permits(host(0), for: .firstPort, pending: (inAll: 15, toHost: 15)))
  }

  @Test func `where nobody has answered nothing is counted`() {
    var budget = budget(hosts: 50, ports: 22)
    budget.spend(on: host(60), purpose: .ports)
    #expect(budget.permits(host(60), for: .furtherPort))
    #expect(!budget.permits(host(1), for: .firstPort))
  }

  @Test(arguments: [(10, 1100), (30, 1100), (50, 1100), (100, 2200)])
  func `the costliest home, which refuses every port, stays within`(hosts: Int, most: Int) throws {
    let prefix = try #require(IPv4Prefix("192.168.7.0/24"))
    let scan = ScanRun(.plain(prefix, hosts: hosts))
    let traffic = scan.run.traffic
    #expect(traffic.tcpConnections <= most)
    let each = traffic.counts.values.map { $0.values.reduce(0) { $0 + $1.connections } }
    #expect(each.allSatisfy { $0 <= ConnectionBudget.perHost })
    // Shared among all: nobody goes without for the sake of another.
    let asked = each.filter { $0 > 0 }
    #expect(asked.count == hosts && asked.allSatisfy { $0 >= ScanPorts.first.count })
    if hosts <= 10 { #expect(asked.allSatisfy { $0 == ConnectionBudget.perHost }) }
    if hosts >= 30 { #expect(traffic.tcpConnections > most * 2 / 3) }
  }

  @Test(arguments: [50, 100])
  func `a large home of all kinds stays within`(hosts: Int) throws {
    var home = SimulatedHome.everything
    var devices = Array(home.devices.prefix(hosts))
    var used = Set(devices.map(\.address)).union([home.scannerAddress])
    for number in devices.count..<hosts {
      var twin = home.devices[1 + number % (home.devices.count - 1)]
      let free = (10...250).lazy.map { IPv4Address(rawValue: home.prefix.base.rawValue + $0) }
      twin.address = try #require(free.first { !used.contains($0) })
      twin.mac = MACAddress(rawValue: twin.mac.rawValue ^ UInt64(number) << 8)
      used.insert(twin.address)
      devices.append(twin)
    }
    home.devices = devices
    let scan = ScanRun(SimulatedTopology(home: home) { $0.responders(in: home) })
    #expect(scan.found.count == hosts)
    #expect(scan.run.traffic.tcpConnections <= max(1100, 22 * hosts))
  }

  @Test func `hosts that have not said what they are come first`() {
    var driver = SourceDriver(TCPSweep())
    driver.begin()
    let told = IPAddress.home(9)
    driver.learn(.learnt(.snmp(SNMPIdentity(description: "a switch")), about: told))
    for last in UInt8(9)...15 { driver.learn(.answered(.home(last), interface: 2)) }
    var order: [(host: IPAddress, port: UInt16)] = []
    var next = 0
    while next < driver.requests.count {
      if case .connect(let ticket, let probe) = driver.requests[next] {
        order.append((probe.target.address, probe.target.port))
        driver.handle(.probed(ticket, probe.target, .refused(rtt: .milliseconds(1))))
      }
      next += 1
    }
    let further = order.filter { ScanPorts.rest.contains($0.port) }.map(\.host)
    #expect(further.count { $0 == told } == further.count { $0 == .home(10) })
    // Six others fill the window until they are nearly done.
    let first = further.firstIndex(of: told) ?? 0
    #expect(first > further.count / 2, "\(first) of \(further.count)")
  }

  @Test func `a host says what it is by its own words, or by those of its services`() {
    var stated = IdentifiedHosts()
    stated.learn(.port(80, .tcp, .open), about: .home(9))
    stated.learn(
      .service(ServiceInstance(type: "_ssh._tcp", name: "x", host: "x.local", port: 22)),
      about: nil
    )
    stated.learn(.hostAddress(host: "x.local", address: .home(9)), about: nil)
    #expect(stated.addresses == [])
    let service = ServiceInstance(
      type: "_airplay._tcp",
      name: "x",
      host: "X.local",
      port: 7000,
      txt: ["model": .text("AppleTV6,2")]
    )
    stated.learn(.service(service), about: nil)
    stated.learn(.description(location: "http://192.168.77.10/", text: "<root>"), about: .home(10))
    #expect(stated.addresses == [.home(9), .home(10)])
  }
}
