import HomeSupport
import Testing
import Wire
@testable import Networking
@testable import Discovery

@Suite("Where there is no multicast, hosts are asked one by one")
struct WithoutMulticastTests {
  /// `127.77.0.0/24` on loopback.
  private static var plan: ScanPlan {
    let own = IPv4Address(127, 0, 0, 1)
    let interface = Interface(
      index: 1,
      name: "lo",
      isBroadcast: false,
      isMulticast: false,
      isLoopback: true,
      ipv4: [Interface.IPv4(address: own, prefix: IPv4Prefix(own, length: 8))]
    )
    let prefix = IPv4Prefix(IPv4Address(127, 77, 0, 0), length: 24)
    return ScanPlan(
      targets: [.init(prefix: prefix, interface: interface, ownAddress: nil, isOnLink: true)],
      interfaces: [interface]
    )
  }

  private let host = IPAddress.v4(IPv4Address(127, 77, 0, 20))

  private func datagram(_ payload: [UInt8], port: UInt16) -> Datagram {
    Datagram(
      source: Endpoint(host, port: port),
      interface: 1,
      payload: payload,
      receivedAt: MonotonicTime(nanoseconds: 0)
    )
  }

  @Test func `a host that answers is asked for all types, and its services are found`() throws {
    var driver = MDNSDriver(MDNSSource(generator: SplitMix64(seed: 1)), plan: Self.plan)
    driver.start()
    #expect(driver.sockets.values.allSatisfy { $0.groups.isEmpty && $0.port == 0 })
    #expect(driver.takeSent().isEmpty)
    driver.learn(.answered(host, interface: 1))
    #expect(driver.source.isActive)
    driver.advance(.milliseconds(100))
    #expect(!driver.source.isActive)
    let sent = driver.takeSent()
    #expect(sent.allSatisfy { $0.to == Endpoint(host, port: 5353) })
    let questions = try sent.flatMap { try message($0.payload).questions }
    #expect(questions.count == KnownServiceTypes.all.count + 2)

    let ticket = try #require(driver.ticket(port: 0))
    let all = records(address: IPv4Address(127, 77, 0, 20))
    driver.handle(.datagram(ticket, datagram(answer([all[0]]), port: 5353)))
    driver.advance(.milliseconds(100))
    #expect(driver.takeSent().allSatisfy { $0.to == Endpoint(host, port: 5353) })
    driver.handle(.datagram(ticket, datagram(answer(Array(all.dropFirst())), port: 5353)))
    #expect(driver.takeServices().map(\.subject) == [host])
  }

  @Test func `SSDP searches each host`() throws {
    var driver = SourceDriver(SSDPSource(), plan: Self.plan)
    driver.start()
    #expect(driver.takeSent().isEmpty)
    driver.learn(.answered(host, interface: 1))
    driver.learn(.answered(host, interface: 1))
    let sent = driver.takeSent()
    #expect(sent.map(\.to) == Array(repeating: Endpoint(host, port: 1900), count: 2))
    let ticket = try #require(driver.ticket(port: 0))
    let answer = SSDPMessage.answer(target: "upnp:rootdevice", usn: "uuid:1").serialised
    driver.handle(.datagram(ticket, datagram(answer, port: 1900)))
    #expect(driver.takeReports().map(\.subject) == [host, host])
  }
}
