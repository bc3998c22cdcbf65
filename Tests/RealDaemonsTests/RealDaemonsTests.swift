import Testing

/// The scan against daemons that nobody here wrote, each in a network namespace of its own.
@Suite(.timeLimit(.minutes(3)))
struct RealDaemonsTests {
  @Test(arguments: RealDaemon.all)
  func `a daemon is found, named and matched to its host`(expected: RealDaemon) async throws {
    let home = try await RealHome.scanned()
    let resident = try #require(home.resident(expected.daemon), "the lab has no such daemon")
    if let problem = resident.problem {
      // A daemon that needs more users than a user namespace has is no fault of ours.
      #expect(resident.excused, "\(problem)")
      print("not met: \(problem)")
      return
    }
    let devices = home.devices(at: resident.address)
    #expect(devices.count == 1, "one device for one address")
    let device = try #require(devices.first)
    #expect(device.ip == resident.address)
    #expect(device.mac == resident.mac)
    #expect(device.state == "present")
    #expect(device.discoveredBy.contains("neighbours") || device.discoveredBy.contains("arp"))
    #expect(device.name == expected.name)
    if let kind = expected.kind { #expect(device.category == kind) }
    if let model = expected.model { #expect(device.model == model) }
    if let os = expected.os { #expect(device.os == os) }
    if let source = expected.source {
      #expect(device.discoveredBy.contains(source))
    }
    if let service = expected.service {
      #expect(device.services.contains(service))
    }
    if let answer = expected.answer {
      let answers = home.evidence(of: expected.daemon)?.udp ?? []
      let holds = answers.contains {
        $0.port == answer.port && ($0.text ?? $0.hex ?? "").contains(answer.holds)
      }
      #expect(holds, "\(answers)")
    }
    if let port = expected.port {
      #expect(device.ports.contains { $0.port == port })
    }
  }

  @Test func `nothing is found that is not there`() async throws {
    let home = try await RealHome.scanned()
    let known = home.facts.residents.compactMap(\.address) + [home.facts.scanner.address]
    for device in home.scan.devices {
      #expect(known.contains(device.ip ?? ""), "a phantom: \(device)")
    }
    #expect(Set(home.scan.devices.map(\.ip)).count == home.scan.devices.count)
  }

  @Test func `the scanner and the gateway are known as such`() async throws {
    let home = try await RealHome.scanned()
    let own = home.scan.devices.filter(\.isSelf)
    #expect(own.map(\.ip) == [home.facts.scanner.address])
    let gateways = home.scan.devices.filter(\.gateway)
    #expect(gateways.map(\.ip) == [home.resident("dnsmasq")?.address])
    #expect(gateways.first?.category == "router")
  }

  @Test func `the vendors are those of the registered blocks`() async throws {
    let home = try await RealHome.scanned()
    #expect(home.device(of: "mosquitto")?.vendor?.contains("Raspberry") == true)
    #expect(home.device(of: "nmbd")?.vendor?.contains("Synology") == true)
  }

  @Test func `the scan keeps within its budget`() async throws {
    let home = try await RealHome.scanned()
    let counters = home.scan.counters
    #expect(counters.tcpConnections <= 36 * (home.facts.residents.count + 1) + 20)
    #expect(counters.peakSockets <= 30)
    #expect(counters.updates <= 50)
    #expect(counters.packetsSent > 0)
  }
}
