import DemoHome
import HomeSupport
import Testing
import Wire
@testable import Networking
@testable import Model
@testable import Discovery
@testable import Probing
import Simulation

/// A home where more than half of the devices mean harm.
@Suite struct `A scan of a hostile home` {
  /// Somebody at a port that no scan asks, whom redirects name.
  private static let victim = Endpoint(
    .v4(IPv4Address(192, 168, 77, 250)),
    port: 4327
  )

  /// The standard home, the hostile one moved behind it, and those who send scanners elsewhere.
  private static let home: SimulatedHome = {
    var hostile = SimulatedHome.hostile.devices.filter { !$0.isRouter }
    let places = [
      "http://\(victim.address):\(victim.port)/", "http://203.0.113.9/", "https://home.test/",
      "//\(victim.address):\(victim.port)/x",
    ]
    hostile += places.map { place in
      SimulatedDevice(
        label: "redirect to \(place)",
        mac: MACAddress(rawValue: 0),
        address: victim.address.v4 ?? .init(rawValue: 0),
        listeners: [80, 8080].map {
          .init(port: $0, service: HTTPService(missing: .redirect(to: place)))
        }
      )
    }
    for number in hostile.indices {
      hostile[number].address = IPv4Address(192, 168, 77, UInt8(190 + number))
      hostile[number].mac = MACAddress(rawValue: 0xC44F_3301_0000 + UInt64(number))
    }
    let target = SimulatedDevice(
      label: "victim",
      mac: MACAddress(rawValue: 0xC44F_3302_0000),
      address: IPv4Address(192, 168, 77, 250),
      listeners: [.init(port: victim.port, service: HTTPService(["/": .page(title: "Victim")]))]
    )
    return SimulatedHome(devices: SimulatedHome.standard.devices + hostile + [target])
  }()

  private static let told = ToldScan(home)
  private let told = Self.told

  @Test func `ends by itself, having kept little`() throws {
    #expect(try #require(told.scan.duration) <= .seconds(15))
    let observations = told.scan.observations.map(\.observation)
    var sizes: [IPAddress: (count: Int, bytes: Int)] = [:]
    for observation in observations {
      guard let subject = observation.subject else { continue }
      sizes[subject, default: (0, 0)].count += 1
      sizes[subject, default: (0, 0)].bytes += observation.fact.size
    }
    for (subject, size) in sizes {
      #expect(size.count <= 120, "\(subject)")
      #expect(size.bytes <= ProbeQueue.mostBytes, "\(subject)")
    }
    #expect(told.updates.count <= 50)
  }

  @Test func `asks nobody more than any other`() {
    #expect(told.overasked == [])
    #expect(told.scan.run.traffic.peakSockets <= 30)
  }

  @Test func `sends nothing off the network, to printing ports or where redirects lead`() throws {
    for packet in told.scan.run.sent {
      #expect(packet.target.port != Self.victim.port && packet.target.port != 515, "\(packet)")
      #expect(!(9100...9107).contains(packet.target.port), "\(packet)")
      if let v4 = packet.target.address.v4 {
        #expect(
          told.home.prefix.contains(v4) || packet.target.address.scope != .global,
          "\(packet)"
        )
      }
    }
    #expect(told.scan.run.counters.printedBytes == 0)
    #expect(told.scan.run.counters.connections[.init("victim", Self.victim.port)] == nil)
  }

  @Test func `shows no name that acts on a terminal or a reader`() throws {
    for device in try #require(told.updates.last).devices.values {
      let verdict = device.verdict
      for text in [verdict.name, verdict.vendor, verdict.model, verdict.os, device.hostname] {
        guard let text else { continue }
        let hazards = text.unicodeScalars.filter { TerminalHazard($0) != nil }
        #expect(hazards.isEmpty, "\(device.ip): \(text.debugDescription)")
        #expect(text.count <= 128, "\(device.ip): \(text.count) characters")
      }
    }
  }

  @Test func `still knows the neighbours`() {
    let neighbours = SimulatedHome.standard.devices
    let wrong = neighbours.filter { device in
      let verdict = told.last(device)?.verdict
      let quiet = ToldScan.standard.last(device)?.verdict
      return verdict?.category != device.category || verdict?.vendor != quiet?.vendor
        || verdict?.name != quiet?.name
    }
    #expect(wrong.count * 20 <= neighbours.count, "\(wrong.map(\.label))")
  }
}
