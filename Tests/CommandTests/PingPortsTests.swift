import Diagnostics
import Net
import Testing

@testable import homenet

@Suite struct PingPortsTests {
  private static func capabilities(
    datagram: Capabilities.Finding,
    raw: Capabilities.Finding
  ) -> Capabilities {
    Capabilities(
      neighbourTable: .works,
      icmpDatagram: datagram,
      icmpRaw: raw,
      packetSocket: .works,
      multicast: .works,
      interface: .works,
      resolver: .works
    )
  }

  private static let fails = Capabilities.Finding.fails(.notPermitted)

  @Test(arguments: [
    (Capabilities.Finding.works, Capabilities.Finding.fails(.notPermitted)),
    (.fails(.notPermitted), .works), (.works, .works),
  ])
  func `what is remembered is not read where echoes are permitted`(
    datagram: Capabilities.Finding,
    raw: Capabilities.Finding
  ) {
    let capabilities = Self.capabilities(datagram: datagram, raw: raw)
    #expect(PingCommand.needsPorts(PingOptions(), capabilities) == false)
  }

  @Test func `what is remembered is read where connects take the place of echoes`() {
    let none = Self.capabilities(datagram: Self.fails, raw: Self.fails)
    #expect(PingCommand.needsPorts(PingOptions(), none) == true)
    var options = PingOptions()
    options.method = .udp
    #expect(PingCommand.needsPorts(options, none) == false)
  }
}
