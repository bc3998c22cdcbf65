import HomeSupport
import Testing
import Wire
@testable import Networking
@testable import Discovery
@testable import Model
@testable import Probing

@Suite("Asking everybody at once")
struct BroadcastInquiryTests {
  private static let kasa = KasaCipher.encrypt(
    #"{"system":{"get_sysinfo":{"sw_ver":"1.0","model":"HS100(EU)","alias":"Lamp","deviceId":"8006"}}}"#
      .utf8
  )

  private func started(
    _ plan: ScanPlan = .test,
    rows: [BroadcastProtocol] = BroadcastProtocols.all
  ) -> SourceDriver<BroadcastInquirySource> {
    var driver = SourceDriver(BroadcastInquirySource(rows: rows), plan: plan)
    driver.start()
    return driver
  }

  @Test func `every row has a name of its own that the ledger takes, and prints nothing`() {
    let rows = BroadcastProtocols.all
    #expect(Set(rows.map(\.name)).count == rows.count)
    for row in rows {
      let purpose = Purpose.broadcast(row.name)
      #expect(Purpose(rawValue: purpose.rawValue) == purpose)
      #expect(!SendingPolicy.isPrinting(port: row.port))
    }
    #expect(Purpose(rawValue: "broadcast.") == nil && Purpose(rawValue: "broadcast.A b") == nil)
  }

  @Test func `each protocol is asked once and once more, spread out, within two seconds`() {
    var driver = started()
    #expect(driver.source.isActive)
    driver.advance(.milliseconds(300))
    #expect(!driver.source.isActive)
    driver.advance(.seconds(20))
    var counts: [Endpoint: [String: Int]] = [:]
    for request in driver.requests {
      guard case .send(_, let target, let payload, .broadcast(let name)) = request else { continue }
      #expect(payload.count <= 1024)
      counts[target, default: [:]][name, default: 0] += 1
    }
    let all = counts.values.flatMap(\.values)
    #expect(all.allSatisfy { $0 == 2 } && all.count == BroadcastProtocols.all.count)
    for target in counts.keys {
      #expect(target.address == .home(255) || target.address.scope == .multicast)
    }
  }

  @Test func `an answer becomes the facts of a host's own answer`() {
    var driver = started()
    driver.deliver(Self.kasa, from: .home(50), port: 9999)
    let facts = driver.takeReports().map(\.fact)
    #expect(facts == [.answered(rttMs: nil)] + KasaProbe.facts(in: Self.kasa))
    driver.deliver(Self.kasa, from: .home(50), port: 9999)
    #expect(driver.takeReports().isEmpty)
  }

  @Test func `strangers, this machine, the excluded and rubbish are not believed`() {
    var plan = ScanPlan.test
    plan.excluded = Exclusion([.v4(IPv4Prefix(IPv4Address(192, 168, 77, 99), length: 32))])
    var driver = started(plan)
    for sender in [IPAddress.v4(IPv4Address(8, 8, 8, 8)), .home(2), .home(99), .v4(.broadcast)] {
      driver.deliver(Self.kasa, from: sender, port: 9999)
    }
    // From another port than the one that was asked.
    driver.deliver(Self.kasa, from: .home(50), port: 1234)
    let ports = Set(BroadcastProtocols.all.map(\.port))
    for bytes in HostileReplies.all {
      for port in ports { driver.deliver(bytes, from: .home(66), port: port) }
    }
    #expect(driver.takeReports().isEmpty)
  }

  @Test func `what one sender, and all together, can make us say is bounded`() {
    var plan = ScanPlan.test
    let wide = IPv4Prefix(IPv4Address(192, 168, 0, 0), length: 16)
    plan.targets[0].prefix = wide
    var driver = started(plan)
    for number in 0..<1000 {
      driver.deliver(
        KasaCipher.encrypt(#"{"sw_ver":"1","alias":"\#(number)"}"#.utf8),
        from: .home(66),
        port: 9999
      )
    }
    #expect(driver.takeReports().count <= 25)
    for number in 0..<5000 {
      let sender = IPv4Address(192, 168, UInt8(number / 250), UInt8(number % 250 + 1))
      driver.deliver(Self.kasa, from: .v4(sender), port: 9999)
    }
    let senders = Set(driver.takeReports().map(\.subject))
    #expect(senders.count <= 1024)
  }

  @Test func `nobody is asked where only some hosts are wanted, or on loopback`() {
    var single = ScanPlan.test
    single.targets[0].prefix = IPv4Prefix(IPv4Address(192, 168, 77, 40), length: 32)
    var loopback = ScanPlan.test
    loopback.interfaces[0].isLoopback = true
    var pointToPoint = ScanPlan.test
    pointToPoint.interfaces[0].isBroadcast = false
    for plan in [single, loopback, pointToPoint] {
      #expect(started(plan).sockets.isEmpty)
    }
  }

  @Test func `answers to a fixed port are heard, to this machine and to the group`() {
    let driver = started()
    for row in BroadcastProtocols.all {
      guard case .to(let port) = row.answer else { continue }
      let groups = driver.sockets.values.filter { $0.port == port }.map(\.groups)
      // On Linux a socket with one group is bound to the group, and hears nothing else.
      #expect(groups.contains { $0.isEmpty }, "\(row.name)")
      guard case .group(let group) = row.destination else { continue }
      #expect(groups.contains { $0 == [group] }, "\(row.name)")
      #expect(groups.count == 2, "\(row.name)")
    }
  }

  @Test func `of several subnets the one that is scanned is asked`() {
    var plan = ScanPlan.test
    let skipped = IPv4Prefix(IPv4Address(203, 0, 113, 0), length: 24)
    plan.interfaces[0].ipv4.insert(
      Interface.IPv4(address: IPv4Address(203, 0, 113, 9), prefix: skipped),
      at: 0
    )
    var driver = started(plan)
    driver.advance(.seconds(5))
    var targets: Set<IPAddress> = []
    for request in driver.requests {
      if case .send(_, let target, _, _) = request { targets.insert(target.address) }
    }
    #expect(targets.contains(.home(255)))
    #expect(!targets.contains(.v4(skipped.last)))
  }

  @Test func `who listens only, or discovers only, asks nobody`() {
    var listening = ScanPlan.test
    listening.listensOnly = true
    var discovering = ScanPlan.test
    discovering.discoverOnly = true
    var later = ScanPlan.test
    later.asksEverybody = false
    for plan in [listening, discovering, later] {
      #expect(!standardSources(for: plan, seed: 1).contains { $0 is BroadcastInquirySource })
    }
    #expect(standardSources(for: .test, seed: 1).contains { $0 is BroadcastInquirySource })
  }

  @Test func `a host that has answered is not asked the same alone`() {
    var driver = SourceDriver(ProbingSource(probes: [KasaProbe(), TapoProbe()]))
    driver.start()
    driver.learn(.answered(.home(40), interface: 2))
    let answer = KasaProbe.facts(in: Self.kasa)
    driver.learn(.learnt(answer[0], about: .home(40)))
    driver.learn(.learnt(.port(9999, .tcp, .open), about: .home(40)))
    driver.learn(.learnt(.name("Kasa-plug"), about: .home(40)))
    #expect(driver.takeExchanges().map(\.probe.target.port) == [20002])
  }
}
