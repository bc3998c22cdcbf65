import DemoHome
import HomeSupport
import Model
import Networking
import Simulation
import Testing
import Wire

/// Scans of simulated homes with everything that speaks in them.
@Suite("Services in a whole home")
struct HomeServicesTests {
  private static func scan(
    _ home: SimulatedHome = .standard,
    impairment: Impairment = .none,
    seed: UInt64 = 1,
    responders: ((SimulatedDevice) -> [any Responder])? = nil
  ) -> ScanRun {
    let topology = SimulatedTopology(home: home, impairment: impairment) { device in
      responders?(device) ?? device.responders(in: home)
    }
    return ScanRun(topology, seed: seed)
  }

  /// The standard home, scanned once for all who only look at it.
  private static let standard = scan()

  /// The services of an address, each as it was told last.
  private static func services(_ run: ScanRun, _ address: IPv4Address) -> Set<ServiceInstance> {
    var latest: [String: ServiceInstance] = [:]
    for case .service(let service) in run.facts(address) {
      latest["\(service.name).\(service.type)"] = service
    }
    return Set(latest.values)
  }

  /// What the devices offer that can be found, as it should be told.
  private static func offered(_ device: SimulatedDevice) -> Set<ServiceInstance> {
    guard let host = device.mdnsHost else { return [] }
    return Set(
      device.services.compactMap { service in
        guard service.host == nil || service.host == host else { return nil }
        var service = service
        let isModel = service.type == "_device-info._tcp"
        service.host = isModel ? nil : host
        service.port = isModel ? nil : service.port ?? 9
        return service
      }
    )
  }

  @Test func `every service of every device is found, at its device`() {
    let home = SimulatedHome.standard
    let run = Self.standard
    for device in home.devices {
      #expect(
        Self.services(run, device.address) == Self.offered(device),
        "\(device.label)"
      )
    }
  }

  @Test func `a service that never resolves belongs to nobody`() {
    let run = Self.standard
    let waiting = run.observations.filter {
      if case .service = $0.observation.fact { $0.observation.subject == nil } else { false }
    }
    #expect(waiting.count == 1)
  }

  @Test func `names come from all four ways`() {
    let home = SimulatedHome.standard
    let run = Self.standard
    for device in home.devices {
      let facts = run.facts(device.address)
      if let host = device.mdnsHost { #expect(facts.contains(.name(host)), "\(device.label)") }
      if let name = device.dnsName { #expect(facts.contains(.name(name)), "\(device.label)") }
      for announcement in device.ssdp {
        #expect(
          facts.contains {
            if case .ssdp(let told) = $0 { told.usn == announcement.usn } else { false }
          },
          "\(device.label)"
        )
      }
      if let netbios = device.netbios {
        #expect(facts.contains(.name(netbios.names[0].uppercased())), "\(device.label)")
      }
    }
  }

  @Test func `knowledge is told once`() {
    let run = Self.standard
    var seen: Set<Observation> = []
    for (_, observation) in run.observations {
      var observation = observation
      observation.time = Timestamp(milliseconds: 0)
      if case .answered = observation.fact { continue }
      #expect(seen.insert(observation).inserted, "\(observation.fact)")
    }
  }

  @Test(arguments: [
    MDNSResponder.Conformance.multicastOnly, .ignoresLegacy, .firstQuestionOnly,
  ])
  func `ill-mannered responders are found without their announcements`(
    conformance: MDNSResponder.Conformance
  ) {
    let home = SimulatedHome.standard
    let run = Self.scan(home) { device in
      MDNSResponder(device, conformance: conformance).map { [Mute($0)] } ?? []
    }
    for device in home.devices where device.mdnsHost != nil {
      let found = Self.services(run, device.address)
      let offered = Self.offered(device)
      let lacking = offered.subtracting(found).map { "\($0.name).\($0.type)" }
      #expect(lacking == [], "\(device.label)")
    }
  }

  @Test(arguments: 1...2)
  func `a lossy network hides no service`(seed: UInt64) {
    let home = SimulatedHome.standard
    let impairment = Impairment(loss: 0.02, delay: .zero ... .milliseconds(10))
    let run = Self.scan(home, impairment: impairment, seed: seed)
    var missing = 0
    for device in home.devices {
      missing += Self.offered(device).subtracting(Self.services(run, device.address)).count
    }
    #expect(missing == 0)
  }

  @Test func `little is sent for it`() {
    let run = Self.standard
    let multicast = run.run.sent.filter {
      $0.purpose == .mdns && $0.target.address.scope == .multicast
    }
    #expect(multicast.count <= 60)
    #expect(run.run.sent.filter { $0.purpose == .ssdp }.count <= 12)
    #expect(run.run.sent.filter { $0.purpose == .reverseDNS }.count <= 40)
    #expect(run.run.sent.filter { $0.purpose == .netbios }.count <= 60)
  }
}

/// A responder that says nothing unasked.
private struct Mute: Responder {
  let inner: any Responder

  init(_ inner: any Responder) { self.inner = inner }

  var port: UInt16 { inner.port }
  var groups: [IPAddress] { inner.groups }
  func announcements() -> [Response] { [] }
  func responses(to datagram: Datagram) -> [Response] { inner.responses(to: datagram) }
}
