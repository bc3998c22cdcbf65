import DemoHome
import HomeSupport
import Model
import Networking
import Simulation
import Testing
import Wire

/// Devices that accept connections at many ports and never say a word, and a few that do.
@Suite struct `A scan of silent services` {
  private static func scan(_ count: Int) -> ScanRun {
    var topology = SimulatedTopology.plain(
      IPv4Prefix(IPv4Address(192, 168, 7, 0), length: 24),
      hosts: count
    )
    for number in 0..<count {
      let page = HTTPService(["/": .page(title: "Talks")])
      topology.links[0].hosts[number].device.listeners = [80, 443, 445, 22, 8080, 8009].map {
        port in
        number % 5 == 0 && port == 80
          ? SimulatedDevice.Listener(port: port, service: page)
          : SimulatedDevice.Listener(port: port)
      }
    }
    return ScanRun(topology)
  }

  @Test(arguments: [(10, 3.5), (30, 8), (60, 12)])
  func `hears everybody who talks, in time`(count: Int, seconds: Double) throws {
    let scan = Self.scan(count)
    let heard = scan.observations.filter { _, observation in
      if case .http = observation.fact { true } else { false }
    }
    #expect(heard.count == count / 5)
    let probes: Set<Purpose> = [.ports, .http, .banner, .smb]
    let last = try #require(scan.run.sent.last { probes.contains($0.purpose) })
    #expect(last.time - scan.began <= .seconds(seconds))
    #expect(scan.run.traffic.peakSockets <= 30)
    #expect(try #require(scan.duration) <= .seconds(15))
  }
}
