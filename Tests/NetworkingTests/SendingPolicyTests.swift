import Testing
import Wire
@testable import Networking

@Suite struct `Sending policy` {
  private let policy = SendingPolicy()

  private func refuses(_ address: String, _ port: UInt16, _ kind: SendingPolicy.Kind) -> Bool {
    guard let address = IPAddress(address) else { return false }
    return policy.rejection(Endpoint(address, port: port), kind) != nil
  }

  @Test(arguments: ["192.168.1.9", "127.0.0.1", "169.254.3.4", "fd00::1", "fe80::1%lo"])
  func `printing ports are refused everywhere`(address: String) {
    for port in [UInt16(515), 9100, 9103, 9107] {
      #expect(refuses(address, port, .exchange))
      #expect(refuses(address, port, .datagram))
    }
    for port in [UInt16(514), 516, 9099, 9108, 631] { #expect(!refuses(address, port, .exchange)) }
  }

  @Test(arguments: [
    "8.8.8.8", "1.1.1.1", "2001:4860:4860::8888", "172.32.0.1", "0.0.0.0", "240.0.0.1",
  ])
  func `public and impossible addresses are refused`(address: String) {
    #expect(refuses(address, 80, .exchange))
    #expect(refuses(address, 80, .datagram))
  }

  @Test func `public addresses are allowed on request, nobody's are not`() throws {
    let policy = SendingPolicy(allowPublic: true)
    #expect(policy.rejection(try #require(IPAddress("8.8.8.8")), .exchange) == nil)
    #expect(policy.rejection(try #require(IPAddress("0.0.0.0")), .exchange) != nil)
    #expect(policy.rejection(try #require(IPAddress("255.255.255.255")), .exchange) != nil)
  }

  @Test func `public resolvers are asked on request, and nothing else of theirs`() throws {
    let policy = SendingPolicy(allowPublicResolvers: true)
    let resolver = try #require(IPAddress("9.9.9.9"))
    #expect(policy.rejection(Endpoint(resolver, port: 53), .exchange) == nil)
    #expect(policy.rejection(Endpoint(resolver, port: 53), .datagram) != nil)
    #expect(policy.rejection(Endpoint(resolver, port: 80), .exchange) != nil)
    #expect(refuses("9.9.9.9", 53, .exchange))
  }

  @Test(arguments: ["224.0.0.251", "255.255.255.255", "ff02::fb"])
  func `groups get datagrams only`(address: String) {
    #expect(!refuses(address, 5353, .datagram))
    #expect(refuses(address, 5353, .exchange))
  }

  @Test func `a frame to a printing port is refused`() {
    var frame = [UInt8](repeating: 0, count: 54)
    frame[12] = 0x08
    frame[14] = 0x45
    frame[23] = 6
    frame[36] = UInt8(9100 >> 8)
    frame[37] = UInt8(9100 & 255)
    let target = IPAddress.v4(IPv4Address(192, 168, 0, 1))
    #expect(policy.rejection(frame: frame, target: target) != nil)
    frame[36] = 0
    frame[37] = 80
    #expect(policy.rejection(frame: frame, target: target) == nil)
    #expect(policy.rejection(frame: Array(frame.prefix(20)), target: target) == nil)
  }
}
