import Diagnostics
import Networking
import Testing

@testable import homenet

@Suite struct PingPortsTests {
  @Test func `what is remembered is not read where echoes are permitted`() {
    #expect(PingCommand.needsPorts(PingOptions(), canEcho: true) == false)
  }

  @Test func `what is remembered is read where connects take the place of echoes`() {
    #expect(PingCommand.needsPorts(PingOptions(), canEcho: false) == true)
    var options = PingOptions()
    options.method = .udp
    #expect(PingCommand.needsPorts(options, canEcho: false) == false)
  }
}
