import LinuxNetwork
import Networking
import Testing
import Wire
@testable import Diagnostics

@Suite struct `A target to connect to` {
  @Test(arguments: [
    ("a.test", "a.test", [UInt16(443), 80]), ("a.test:22", "a.test", [22]),
    ("http://a.test/x?y", "a.test", [80]), ("https://a.test", "a.test", [443]),
    ("HTTPS://a.test:8443/", "a.test", [8443]), ("[fe80::1%eth0]:80", "fe80::1%eth0", [80]),
    ("fd00::1", "fd00::1", [443, 80]),
  ])
  func `is a host, a host with its port, or a URL`(
    text: String,
    host: String,
    ports: [UInt16]
  ) throws {
    let target = try ConnectionTarget(text)
    #expect(target.host == host)
    #expect(target.ports == ports)
  }

  @Test func `is to speak TLS where the URL says so, or the port`() throws {
    #expect(try ConnectionTarget("https://nas.test:5001").speaksTLS(5001))
    #expect(try !ConnectionTarget("http://nas.test:443").speaksTLS(443))
    #expect(try ConnectionTarget("nas.test").speaksTLS(443))
    #expect(try !ConnectionTarget("nas.test:5001").speaksTLS(5001))
  }

  @Test(arguments: ["", "http://", "a b", "ftp://a.test", "a.test/x", "a:0", ":80", "a:b"])
  func `is nothing else`(text: String) {
    #expect(throws: DiagnosticError.self) { try ConnectionTarget(text) }
  }

  @Test(arguments: [
    ("127.0.0.1", ConnectionReach.itself), ("192.168.1.7", .itself), ("192.168.1.9", .near),
    ("fe80::9%eth0", .near), ("192.168.2.9", .beyond), ("9.9.9.9", .beyond),
  ])
  func `is itself, near or beyond`(address: String, reach: ConnectionReach) throws {
    let address = try #require(IPAddress(address))
    #expect(ConnectionReach(address, Situation().configuration) == reach)
  }
}
