import DemoHome
import HomeSupport
import Testing
@testable import Model
@testable import Probing
import Simulation

/// Descriptions that nobody announced.
@Suite struct UnannouncedDescriptionTests {
  private func asked(_ host: ProbedHost) -> [String] {
    UnannouncedDescriptionProbe().questions(for: host)
      .compactMap { question in question.request.map { "\(question.port)\($0.path)" } }
  }

  @Test func `hosts that look like UPnP are asked where descriptions usually are`() {
    #expect(asked(.test("Signify B.V.", ports: [80])) == ["80/description.xml"])
    #expect(asked(.test(ports: [53, 80, 5000]) { $0.isGateway = true }) == ["5000/rootDesc.xml"])
    let talkative = ProbedHost.test(ports: [80, 8080]) { evidence in
      evidence.http = [
        HTTPAnswer(
          port: 8080,
          path: "/",
          status: 404,
          headers: ["server": "Linux/5.4 UPnP/1.1 MiniUPnPd/2.3"]
        )
      ]
    }
    #expect(asked(talkative) == ["8080/rootDesc.xml", "8080/description.xml"])
  }

  @Test func `others aren't, nor those that announce where it is`() {
    #expect(asked(.test("Synology", ports: [80, 5000])) == [])
    #expect(asked(.test("Apple", ports: [5000, 7000])) == [])
    let announcing = ProbedHost.test("Signify B.V.", ports: [80]) { evidence in
      evidence.ssdp = [
        SSDPAnnouncement(
          target: "upnp:rootdevice",
          usn: "uuid:1",
          location: "http://192.168.77.40:80/description.xml"
        )
      ]
    }
    #expect(asked(announcing) == [])
  }

  @Test func `a page that is no description counts for nothing`() {
    let host = ProbedHost.test("Signify B.V.", ports: [80])
    #expect(host.facts("80/description.xml", "<html>not here</html>") == [])
    let text = "<root><device><deviceType>urn:x</deviceType></device></root>"
    #expect(
      host.facts("80/description.xml", text)
        == [.description(location: "http://192.168.77.40:80/description.xml", text: text)]
    )
  }

  @Test func `a bridge and a router whose multicast is lost still show theirs`() {
    var home = SimulatedHome.standard
    for index in home.devices.indices {
      home.devices[index].ssdp = []
      guard home.devices[index].isRouter else { continue }
      let page =
        "<root><device><deviceType>urn:schemas-upnp-org:device:InternetGatewayDevice:1"
        + "</deviceType></device></root>"
      home.devices[index].listeners.append(
        SimulatedDevice.Listener(
          port: 5000,
          service: HTTPService(["/rootDesc.xml": .xml(page)])
        )
      )
    }
    let scan = ScanRun(SimulatedTopology(home: home) { $0.responders(in: home) })
    let locations = scan.observations.compactMap { _, observation in
      if case .description(let location, _) = observation.fact { location } else { nil }
    }
    #expect(locations.contains { $0.hasSuffix(":80/description.xml") })
    #expect(locations.contains { $0.hasSuffix(":5000/rootDesc.xml") })
  }
}
