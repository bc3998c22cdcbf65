import Testing
import Wire

@testable import Networking

@Suite struct `A shared traffic ledger` {
  private static func device(_ number: UInt8) -> IPAddress {
    .v4(IPv4Address(192, 168, 1, number))
  }

  @Test func `counts packets, connections, messages and their bytes`() {
    let ledger = SharedTrafficLedger()
    ledger.sentPacket(to: Self.device(1), for: .dns, bytes: 40)
    ledger.connected(to: Self.device(1), for: .tls)
    ledger.wrote(to: Self.device(1), for: .tls, bytes: 300)
    ledger.wrote(to: Self.device(1), for: .tls, bytes: 20)
    var count = TrafficLedger.Count()
    (count.packets, count.bytes) = (1000, 24_000)
    ledger.add(count, to: Self.device(2), for: .ports)
    let current = ledger.current
    #expect(current.counts[Self.device(1)]?[.dns]?.bytes == 40)
    #expect(current.counts[Self.device(1)]?[.tls]?.messages == 2)
    #expect(current.counts[Self.device(1)]?[.tls]?.bytes == 320)
    #expect(current.counts[Self.device(2)]?[.ports] == count)
    #expect(current.packetsSent == 1001 && current.tcpConnections == 1)
    var merged = TrafficLedger()
    merged.merge(current)
    merged.merge(current)
    #expect(merged.counts[Self.device(1)]?[.tls]?.bytes == 640)
  }

  @Test func `drops addresses on the Internet first when there are too many`() {
    let ledger = SharedTrafficLedger(mostAddresses: 16)
    for number in 1...8 { ledger.connected(to: Self.device(UInt8(number)), for: .tls) }
    for number in 1...200 {
      let address = IPAddress.v4(IPv4Address(198, 51, 100, UInt8(number)))
      for _ in 0..<10 { ledger.sentPacket(to: address, for: .dns, bytes: 40) }
    }
    let current = ledger.current
    #expect(current.counts.count <= 16)
    for number in 1...8 {
      #expect(current.counts[Self.device(UInt8(number))]?[.tls]?.connections == 1)
    }
    #expect(current.packetsSent == 2000 && current.tcpConnections == 8)
  }

  @Test func `keeps those devices to which most was sent`() {
    let ledger = SharedTrafficLedger(mostAddresses: 8)
    for number in 1...8 {
      for _ in 0..<(10 - number) { ledger.connected(to: Self.device(UInt8(number)), for: .ports) }
    }
    ledger.connected(to: Self.device(100), for: .ports)
    let kept = Set(ledger.current.counts.keys)
    #expect(kept == Set((1...6).map { Self.device($0) }))
  }
}
