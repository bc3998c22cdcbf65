import HomeSupport
import Testing
import Wire
@testable import Networking
@testable import Model
@testable import Discovery

@Suite("What multicast DNS asks")
struct MDNSAskingTests {
  @Test func `the first questions prefer unicast, from a port of their own, in few short packets`()
    throws
  {
    var driver = startedMDNS()
    let sent = driver.takeSent().filter { $0.to.address.v4 != nil }
    #expect((4...6).contains(sent.count))
    #expect(Set(sent.map(\.from)) == [try #require(driver.ticket(port: 0))])
    #expect(sent.allSatisfy { $0.to == Endpoint(.v4(MulticastDNS.ipv4Group), port: 5353) })
    let questions = try sent.flatMap { try message($0.payload).questions }
    #expect(questions.allSatisfy { $0.wantsUnicast && $0.type == .ptr })
    #expect(questions.first?.name == DNSServiceType.metaQuery)
    #expect(questions.count == KnownServiceTypes.all.count + 1)
    #expect(Set(questions.map(\.name)).count == questions.count)
    #expect(sent.allSatisfy { $0.payload.count <= 320 })
    #expect(try sent.allSatisfy { try message($0.payload).id != 0 })
  }

  @Test func `IPv6 is asked as well, with the interface as zone`() {
    var driver = startedMDNS()
    let targets = Set(driver.takeSent().map(\.to))
    #expect(
      targets.contains(Endpoint(.v6(MulticastDNS.ipv6Group, zone: "eth0"), port: 5353))
    )
  }

  @Test func `every known type is well formed, and asked once`() {
    #expect(KnownServiceTypes.all.count >= 60)
    #expect(Set(KnownServiceTypes.all).count == KnownServiceTypes.all.count)
    for type in [
      "_airplay._tcp", "_googlecast._tcp", "_sonos._tcp", "_spotify-connect._tcp", "_hap._tcp",
      "_matter._tcp", "_meshcop._udp", "_ipp._tcp", "_smb._tcp", "_ssh._tcp", "_raop._tcp",
      "_home-assistant._tcp", "_workstation._tcp", "_device-info._tcp",
    ] {
      #expect(KnownServiceTypes.all.contains { $0.description == type }, "\(type)")
    }
  }

  @Test func `everything is asked again at once, after one, two and four seconds, from port 5353`()
    throws
  {
    var driver = startedMDNS()
    driver.dropSent()
    var times: [Int] = []
    for second in 0..<16 {
      driver.advance(.seconds(1))
      let sent = driver.takeSent().filter { $0.to.address.v4 != nil }
      guard !sent.isEmpty else { continue }
      times.append(second + 1)
      #expect(Set(sent.map(\.from)) == [try #require(driver.ticket(port: 5353))])
      for packet in sent {
        let query = try message(packet.payload)
        #expect(query.id == 0)
        #expect(query.questions.allSatisfy { !$0.wantsUnicast })
      }
    }
    #expect(times == [1, 2, 4, 8, 16])
  }

  @Test func `repeated queries don't prolong the scan`() {
    var driver = startedMDNS()
    #expect(!driver.source.isActive)
    driver.advance(.seconds(3))
    #expect(!driver.source.isActive)
  }

  @Test func `it is active until its sockets are open and the first questions sent`() {
    var driver = MDNSDriver(MDNSSource(generator: SplitMix64(seed: 1)))
    driver.begin()
    #expect(driver.source.isActive)
    driver.open { _ in true }
    #expect(!driver.source.isActive)
    #expect(driver.takeSent().isEmpty)
  }

  @Test func `where port 5353 can't be shared, all is asked from the other port`() throws {
    var driver = startedMDNS { $0.port == 5353 }
    #expect(!driver.takeSent().isEmpty)
    driver.advance(.seconds(1))
    let sent = driver.takeSent().filter { $0.to.address.v4 != nil }
    #expect(Set(sent.map(\.from)) == [try #require(driver.ticket(port: 0))])
    #expect(try message(try #require(sent.first).payload).questions[0].wantsUnicast)
  }

  @Test func `what is known is not asked to be told again`() throws {
    var driver = startedMDNS()
    driver.hear(records(ttl: 4500))
    driver.dropSent()
    driver.advance(.seconds(1))
    let known = try driver.takeSent().flatMap { try message($0.payload).answers }
    let pointers = known.filter { $0.name == name("_airplay._tcp.local") }
    #expect(pointers.contains { $0.data == .ptr(name("Living Room._airplay._tcp.local")) })
    #expect(pointers.allSatisfy { $0.ttl >= 2250 && !$0.cacheFlush })
  }

  @Test func `a type learnt through the meta-query is browsed at once, by unicast answer`() throws {
    var driver = startedMDNS()
    driver.dropSent()
    driver.hear([DNSRecord(DNSServiceType.metaQuery, .ptr(name("_frobnicate._tcp.local")))])
    #expect(driver.source.isActive)
    driver.advance(.milliseconds(50))
    #expect(!driver.source.isActive)
    let questions = try driver.takeSent().flatMap { try message($0.payload).questions }
    #expect(questions.map(\.name) == [name("_frobnicate._tcp.local")])
    // And with all the others from then on.
    driver.advance(.seconds(1))
    let repeated = try driver.takeSent().flatMap { try message($0.payload).questions }
    #expect(repeated.contains { $0.name == name("_frobnicate._tcp.local") })
  }

  @Test func `a host that answers others and is silent here is asked for its name directly`() throws
  {
    var driver = startedMDNS()
    driver.dropSent()
    driver.learn(.answered(.home(30), interface: 2))
    driver.learn(.answered(.home(31), interface: 2))
    #expect(driver.source.isActive)
    driver.hear(
      records(host: "Heard.local", address: IPv4Address(192, 168, 77, 31)),
      from: .home(31)
    )
    driver.advance(.milliseconds(600))
    #expect(!driver.source.isActive)
    let direct = driver.takeSent().filter { $0.to.address.scope != .multicast }
    #expect(direct.map(\.to) == [Endpoint(.home(30), port: 5353)])
    let query = try message(try #require(direct.first).payload)
    #expect(query.questions.first?.name == name("30.77.168.192.in-addr.arpa"))
    driver.deliver(
      DNSMessage(
        id: query.id,
        flags: .authoritativeAnswer,
        answers: [DNSRecord(name("30.77.168.192.in-addr.arpa"), .ptr(name("Quiet.local")))]
      ).serialised,
      from: .home(30),
      port: 5353
    )
    #expect(
      driver.takeReports().contains { $0.subject == .home(30) && $0.fact == .name("Quiet.local") }
    )
  }

  @Test func `nothing is sent to excluded hosts or to this machine itself`() {
    var plan = ScanPlan.test
    plan.excluded = Exclusion([.v4(IPv4Prefix(IPv4Address(192, 168, 77, 30), length: 32))])
    var driver = MDNSDriver(MDNSSource(generator: SplitMix64(seed: 1)), plan: plan)
    driver.start()
    driver.learn(.answered(.home(30), interface: 2))
    driver.learn(.answered(.home(2), interface: 2))
    driver.advance(.seconds(2))
    #expect(driver.takeSent().allSatisfy { $0.to.address.scope == .multicast })
  }
}
