import HomeSupport
import Testing
import Wire
@testable import Networking
@testable import Discovery
@testable import Model

private typealias Driver = SourceDriver<NetBIOSSource>

private func started() -> Driver {
  var driver = Driver(NetBIOSSource(generator: SplitMix64(seed: 1)))
  driver.start()
  return driver
}

extension Driver {
  /// Lets a reply to an exchange come in from where it was sent, or from elsewhere.
  fileprivate mutating func reply(
    _ payload: [UInt8],
    to exchange: (ticket: Ticket, probe: Probe, payload: [UInt8]),
    from sender: Endpoint? = nil
  ) {
    let datagram = Datagram(
      source: sender ?? exchange.probe.target,
      interface: 2,
      payload: payload,
      receivedAt: now
    )
    handle(.datagram(exchange.ticket, datagram))
  }
}

@Suite("NetBIOS")
struct NetBIOSSourceTests {
  private let entries = [
    NetBIOSStatusResponse.Entry(NetBIOSName("DESKTOP-1", suffix: 0x20)),
    NetBIOSStatusResponse.Entry(NetBIOSName("DESKTOP-1", suffix: 0x00)),
    NetBIOSStatusResponse.Entry(NetBIOSName("ANNA", suffix: 0x03)),
    NetBIOSStatusResponse.Entry(NetBIOSName("WORKGROUP", suffix: 0x00), isGroup: true),
    NetBIOSStatusResponse.Entry(
      NetBIOSName("\u{1}\u{2}__MSBROWSE__\u{2}", suffix: 1),
      isGroup: true
    ),
  ]

  private func status(_ id: UInt16, mac: MACAddress? = nil) -> [UInt8] {
    NetBIOSStatusResponse(id: id, entries: entries, mac: mac).serialised
  }

  @Test func `a host that answers is asked once, and its names are told`() throws {
    var driver = started()
    driver.learn(.answered(.home(60), interface: 2))
    driver.learn(.answered(.home(60), interface: 2))
    let exchanges = driver.takeExchanges()
    #expect(exchanges.map(\.probe.target) == [Endpoint(.home(60), port: 137)])
    #expect(driver.source.isActive)
    let exchange = try #require(exchanges.first)
    let request = try NetBIOSStatusRequest(parsing: exchange.payload)
    let mac = try #require(MACAddress("c4:5a:b1:00:00:01"))
    driver.reply(status(request.id, mac: mac), to: exchange)
    driver.handle(.probed(exchange.ticket, exchange.probe.target, .open(rtt: .milliseconds(1))))
    #expect(!driver.source.isActive)
    #expect(
      driver.takeReports().map(\.fact) == [
        .answered(rttMs: nil),
        .netbios(NetBIOSIdentity(names: ["DESKTOP-1"], group: "WORKGROUP", mac: mac)),
        .name("DESKTOP-1"),
      ]
    )
  }

  @Test func `silence is asked once more, refusal is not`() throws {
    var driver = started()
    driver.learn(.answered(.home(60), interface: 2))
    for round in 0..<2 {
      let exchange = try #require(driver.takeExchanges().first, "round \(round)")
      driver.handle(.probed(exchange.ticket, exchange.probe.target, .timedOut))
    }
    #expect(driver.takeExchanges().isEmpty)
    #expect(!driver.source.isActive)
    driver.learn(.answered(.home(61), interface: 2))
    let exchange = try #require(driver.takeExchanges().first)
    driver.handle(.probed(exchange.ticket, exchange.probe.target, .refused(rtt: .zero)))
    #expect(driver.takeExchanges().isEmpty)
    #expect(driver.takeReports().isEmpty)
  }

  @Test func `a failure of our own is no silence`() throws {
    var driver = started()
    driver.learn(.answered(.home(60), interface: 2))
    let exchange = try #require(driver.takeExchanges().first)
    driver.handle(.probed(exchange.ticket, exchange.probe.target, .localFailure(.noBuffers)))
    #expect(driver.takeExchanges().count == 1)
  }

  @Test func `answers with another number or from elsewhere are not believed`() throws {
    var driver = started()
    driver.learn(.answered(.home(60), interface: 2))
    let exchange = try #require(driver.takeExchanges().first)
    let id = try NetBIOSStatusRequest(parsing: exchange.payload).id
    driver.reply(status(id &+ 1), to: exchange)
    driver.reply(status(id), to: exchange, from: Endpoint(.home(66), port: 137))
    driver.reply([1, 2, 3], to: exchange)
    #expect(driver.takeReports().isEmpty)
  }

  @Test func `nobody is asked who is excluded, this machine or IPv6`() {
    var plan = ScanPlan.test
    plan.excluded = Exclusion([.v4(IPv4Prefix(IPv4Address(192, 168, 77, 60), length: 32))])
    var driver = Driver(NetBIOSSource(generator: SplitMix64(seed: 1)), plan: plan)
    driver.start()
    driver.learn(.answered(.home(60), interface: 2))
    driver.learn(.answered(.home(2), interface: 2))
    driver.learn(.answered(.v6(.loopback, zone: nil), interface: 2))
    #expect(driver.takeExchanges().isEmpty)
  }
}
