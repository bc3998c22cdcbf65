import HomeSupport
import Testing
import Wire
@testable import Networking
@testable import Discovery
@testable import Model

@Suite("Broadcasts")
struct BroadcastSourceTests {
  private static let json =
    #"{"ip":"192.168.77.50","gwId":"bf00112233445566778899","active":2,"version":"3.1"}"#

  private func started() -> SourceDriver<BroadcastSource> {
    var driver = SourceDriver(BroadcastSource())
    driver.start()
    return driver
  }

  private func tuya(_ json: String = json) -> [UInt8] {
    TuyaBroadcast(command: 0, payload: Array(json.utf8)).serialised
  }

  @Test func `nothing is ever sent, and the scan doesn't wait for it`() {
    var driver = started()
    #expect(driver.sockets.values.map(\.port).sorted() == [5678, 6666, 6667])
    #expect(!driver.source.isActive)
    driver.deliver(tuya(), from: .home(50), port: 6666, to: 6666)
    driver.advance(.seconds(10))
    #expect(driver.takeSent().isEmpty)
  }

  @Test func `Tuya's devices say who they are`() {
    var driver = started()
    driver.deliver(tuya(), from: .home(50), port: 40_000, to: 6666)
    let findings = driver.takeReports()
    #expect(
      findings.map(\.fact) == [
        .answered(rttMs: nil), .datagram(DatagramAnswer(port: 6666, text: Self.json)),
        .identity(.serial, "Tuya bf00112233445566778899"),
      ]
    )
    #expect(findings.allSatisfy { $0.subject == .home(50) })
    driver.deliver(Array(Self.json.utf8), from: .home(51), port: 40_000, to: 6667)
    #expect(driver.takeReports().count == 3)
  }

  @Test func `MikroTik's devices say their names`() {
    var driver = started()
    let announcement = MikroTikNeighbour(fields: [
      .init(5, Array("Attic".utf8)), .init(8, Array("MikroTik".utf8)),
      .init(12, Array("RB9999".utf8)),
    ]).serialised
    driver.deliver(announcement, from: .home(60), port: 5678, to: 5678)
    #expect(
      driver.takeReports().map(\.fact) == [
        .answered(rttMs: nil), .datagram(DatagramAnswer(port: 5678, bytes: announcement)),
        .name("Attic"),
      ]
    )
    // What asks for announcements is none.
    driver.deliver([0, 0, 0, 0], from: .home(61), port: 5678, to: 5678)
    #expect(driver.takeReports().isEmpty)
  }

  @Test func `strangers, this machine and rubbish are not heard`() {
    var driver = started()
    driver.deliver(tuya(), from: .v4(IPv4Address(8, 8, 8, 8)), port: 6666, to: 6666)
    driver.deliver(tuya(), from: .home(2), port: 6666, to: 6666)
    for bytes in HostileReplies.all {
      for port in [UInt16(5678), 6666, 6667] {
        driver.deliver(bytes, from: .home(66), port: 6666, to: port)
      }
    }
    #expect(driver.takeReports().isEmpty)
  }

  @Test func `what a sender can make us say is bounded`() {
    var driver = started()
    for number in 0..<100 {
      let json = #"{"gwId":"bf0011223344\#(number)"}"#
      driver.deliver(tuya(json), from: .home(66), port: 6666, to: 6666)
    }
    #expect(driver.takeReports().count == 1 + 2 * 4)
  }
}
