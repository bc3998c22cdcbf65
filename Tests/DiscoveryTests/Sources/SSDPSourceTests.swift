import HomeSupport
import Testing
import Wire
@testable import Model
@testable import Discovery

private typealias Driver = SourceDriver<SSDPSource>

private func started() -> Driver {
  var driver = Driver(SSDPSource())
  driver.start()
  return driver
}

private func answer(
  target: String = "upnp:rootdevice",
  usn: String = "uuid:1::upnp:rootdevice",
  location: String = "http://192.168.77.40:1400/xml/device_description.xml",
  server: String = "Linux UPnP/1.0 Sonos/79.1-53290"
) -> [UInt8] {
  SSDPMessage.answer(target: target, usn: usn, location: location, server: server).serialised
}

@Suite("SSDP")
struct SSDPSourceTests {
  @Test func `everything and root devices are searched for, three times in all`() throws {
    var driver = Driver(SSDPSource())
    driver.begin()
    #expect(driver.source.isActive)
    driver.open()
    #expect(!driver.source.isActive)
    var searches: [SSDPMessage] = []
    for _ in 0..<10 {
      for packet in driver.takeSent() where packet.to.address.v4 != nil {
        #expect(packet.to == Endpoint(.v4(SSDP.ipv4Group), port: 1900))
        #expect(packet.from == driver.ticket(port: 0))
        searches.append(try SSDPMessage(parsing: packet.payload))
      }
      driver.advance(.seconds(1))
      #expect(!driver.source.isActive)
    }
    #expect(searches.allSatisfy { $0.kind == .search && $0.maximumWait == 2 })
    #expect(searches.filter { $0.target == "ssdp:all" }.count == 3)
    #expect(searches.filter { $0.target == "upnp:rootdevice" }.count == 3)
  }

  @Test func `IPv6 is searched as well`() {
    var driver = started()
    let group = Endpoint(.v6(SSDP.ipv6Group, zone: "eth0"), port: 1900)
    let packet = driver.takeSent().first { $0.to == group }
    #expect(
      packet.map { String(decoding: $0.payload, as: UTF8.self) }?.contains("HOST: [ff02::c]:1900")
        == true
    )
  }

  @Test func `an answer tells of its sender, once`() {
    var driver = started()
    driver.deliver(answer(), from: .home(40), port: 1900)
    let findings = driver.takeReports()
    #expect(findings.allSatisfy { $0.subject == .home(40) })
    #expect(findings.map(\.fact).contains(.answered(rttMs: nil)))
    guard case .ssdp(let announcement) = findings.last?.fact else {
      Issue.record("nothing announced")
      return
    }
    #expect(announcement.target == "upnp:rootdevice")
    #expect(announcement.server == "Linux UPnP/1.0 Sonos/79.1-53290")
    #expect(announcement.location == "http://192.168.77.40:1400/xml/device_description.xml")
    #expect(announcement.headers["cache-control"] == "max-age=1800")
    driver.deliver(answer(), from: .home(40), port: 1900)
    #expect(driver.takeReports().isEmpty)
    driver.deliver(answer(server: "Linux UPnP/1.0 Sonos/80.0"), from: .home(40), port: 1900)
    #expect(driver.takeReports().count == 1)
  }

  @Test func `announcements are heard, and heard again after a goodbye`() {
    var driver = started()
    let alive = SSDPMessage.notify(.alive, target: "upnp:rootdevice", usn: "uuid:1").serialised
    let bye = SSDPMessage.notify(.byebye, target: "upnp:rootdevice", usn: "uuid:1").serialised
    driver.deliver(alive, from: .home(41), port: 1900, to: 1900)
    #expect(driver.takeReports().count == 2)
    driver.deliver(bye, from: .home(41), port: 1900, to: 1900)
    #expect(driver.takeReports().isEmpty)
    driver.deliver(alive, from: .home(41), port: 1900, to: 1900)
    #expect(driver.takeReports().count == 1)
  }

  @Test func `a goodbye announces nothing, but somebody said it`() {
    var driver = started()
    let bye = SSDPMessage.notify(.byebye, target: "upnp:rootdevice", usn: "uuid:1").serialised
    driver.deliver(bye, from: .home(41), port: 1900, to: 1900)
    #expect(driver.takeReports().map(\.fact) == [.answered(rttMs: nil)])
  }

  @Test func `who searches is there, but not this machine itself`() {
    var driver = started()
    let search = SSDPMessage.search().serialised
    driver.deliver(search, from: .home(2), port: 40_000, to: 1900)
    driver.deliver(search, from: .home(42), port: 40_000, to: 1900)
    #expect(driver.takeReports().map(\.subject) == [.home(42)])
  }

  @Test func `strangers, answers to nobody and refusals are not believed`() {
    var driver = started()
    driver.deliver(answer(), from: .v4(IPv4Address(8, 8, 8, 8)), port: 1900)
    driver.deliver(answer(), from: .home(40), port: 1900, to: 1900)
    let refusal = SSDPMessage(.response(status: 500), fields: []).serialised
    driver.deliver(refusal, from: .home(40), port: 1900)
    driver.deliver([0xFF, 0x00, 0x41], from: .home(40), port: 1900)
    #expect(driver.takeReports().isEmpty)
  }

  @Test func `a sender's announcements are bounded`() {
    var driver = started()
    for number in 0..<1000 {
      driver.deliver(answer(usn: "uuid:\(number)"), from: .home(66), port: 1900)
    }
    #expect(driver.takeReports().count == 1 + 128)
    let long = String(repeating: "x", count: 4000)
    driver.deliver(answer(server: long), from: .home(67), port: 1900)
    guard case .ssdp(let announcement) = driver.takeReports().last?.fact else { return }
    #expect(announcement.server == nil)
    #expect(announcement.headers["server"] == nil)
  }
}
