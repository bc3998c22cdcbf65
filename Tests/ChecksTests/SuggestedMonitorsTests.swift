import Model
import Monitoring
import Testing
import Wire

@testable import Checks

@Suite struct `Suggested monitors` {
  private static func host(_ last: UInt8) -> IPAddress { .v4(IPv4Address(192, 168, 1, last)) }
  private static let router = InventoryDevice.made("Router", at: host(1), .router, isGateway: true)

  private func suggestions(
    _ devices: [InventoryDevice],
    existing: [Monitor] = []
  ) -> [Monitor] {
    SuggestedMonitors.suggestions(devices, gateways: [Self.host(1)], existing: existing)
  }

  @Test func `are the Internet, the router, storage, servers and printers`() {
    let devices = [
      InventoryDevice.made("Printer", at: Self.host(4), .printer, ports: [9100, 515, 631]),
      .made("Pi", at: Self.host(3), .server, ports: [22, 8123]),
      .made("NAS", at: Self.host(2), .storage, ports: [22, 443, 445]),
      Self.router, .made("Phone", at: Self.host(9), .phone, ports: [62_078]),
    ]
    let found = suggestions(devices)
    #expect(found.map(\.name) == ["Internet", "Router", "NAS", "Pi", "Printer"])
    #expect(
      found.map(\.check) == [
        .internet(targets: []), .icmp(host: "192.168.1.1"), .tcp(host: "192.168.1.2", port: 445),
        .tcp(host: "192.168.1.3", port: 8123), .tcp(host: "192.168.1.4", port: 631),
      ]
    )
    #expect(found.allSatisfy { $0.source == .suggested && $0.id.isEmpty })
  }

  @Test func `depend on the router's monitor where they are behind it`() {
    let nas = InventoryDevice.made("NAS", at: Self.host(2), .storage, ports: [445])
    let router = Monitor(id: "r", name: "Router", check: .icmp(host: "192.168.1.1"))
    let found = suggestions([nas, Self.router], existing: [router])
    #expect(found.map(\.name) == ["Internet", "NAS"])
    #expect(found.map(\.parents) == [["r"], []])
    // A suggestion that nobody took watches nothing yet.
    #expect(suggestions([nas, Self.router]).flatMap(\.parents) == [])
  }

  @Test func `never ask a printer's raw ports`() {
    let printer = InventoryDevice.made("P", at: Self.host(4), .printer, ports: [515, 9100])
    #expect(suggestions([printer]).last?.check == .icmp(host: "192.168.1.4"))
  }

  @Test func `leave out what is watched, away or hidden`() {
    var hidden = InventoryDevice.made("Hidden", at: Self.host(5), .storage)
    hidden.marks.isHidden = true
    let nas = InventoryDevice.made("NAS", at: Self.host(2), .storage, ports: [445])
    let devices = [
      nas, hidden, .made("Away", at: Self.host(6), .storage, presence: .away), Self.router,
    ]
    let existing = [
      Monitor(id: "a", name: "a", check: .http(HTTPCheck(url: "http://NAS:5000/"))),
      Monitor(id: "b", name: "b", check: .internet(targets: ["example.com"])),
    ]
    #expect(suggestions(devices, existing: existing).map(\.name) == ["Router"])
    let byPresence = [Monitor(id: "c", name: "c", check: .presence(device: nas.id))]
    #expect(suggestions(devices, existing: byPresence).map(\.name) == ["Internet", "Router"])
  }

  @Test func `are few`() {
    let many = (UInt8(10)..<60).map { InventoryDevice.made("N\($0)", at: Self.host($0), .storage) }
    #expect(suggestions(many).count == SuggestedMonitors.most)
  }
}
