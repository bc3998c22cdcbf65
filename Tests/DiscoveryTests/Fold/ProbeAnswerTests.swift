import Discovery
import HomeSupport
import Model
import Testing

@Suite struct `Answers to probes` {
  private let page = HTTPAnswer(port: 80, path: "/", status: 200, body: "<title>NAS</title>")

  @Test func `become evidence of every kind`() throws {
    let device = try #require(
      fold([
        saw("192.168.1.2", .http(page), from: .http),
        saw("192.168.1.2", .certificate(CertificateIdentity(port: 443, subject: "CN=nas"))),
        saw("192.168.1.2", .banner(ServiceBanner(port: 22, transport: "ssh", text: "SSH-2.0-x"))),
        saw("192.168.1.2", .snmp(SNMPIdentity(description: "Linux nas"))),
        saw("192.168.1.2", .smb(SMBIdentity(nativeOS: "Windows 6.1"))),
        saw("192.168.1.2", .datagram(DatagramAnswer(port: 9999, text: "{}"))),
        saw("192.168.1.2", .wsDiscovery(WSDiscoveryAnswer(types: "wsdp:Device"))),
      ]).first
    )
    #expect(device.state == .present)
    #expect(device.evidence.http == [page])
    #expect(device.evidence.tls.map(\.subject) == ["CN=nas"])
    #expect(device.evidence.banners.map(\.text) == ["SSH-2.0-x"])
    #expect(device.evidence.snmp?.description == "Linux nas")
    #expect(device.evidence.smb?.nativeOS == "Windows 6.1")
    #expect(device.evidence.udp.map(\.port) == [9999])
    #expect(device.evidence.wsDiscovery?.types == "wsdp:Device")
  }

  @Test func `to one question count as the latest says, to several questions all count`() throws {
    var later = page
    later.status = 503
    var other = page
    other.path = "/setup"
    let device = try #require(
      fold([
        saw("192.168.1.2", .http(later), from: .http, at: 3000),
        saw("192.168.1.2", .http(other), from: .http, at: 1000),
        saw("192.168.1.2", .http(page), from: .http, at: 2000),
        saw("192.168.1.2", .datagram(DatagramAnswer(port: 5, text: #"{"method":"getPilot"}"#))),
        saw("192.168.1.2", .datagram(DatagramAnswer(port: 5, text: #"{"method":"getModel"}"#))),
        saw("192.168.1.2", .datagram(DatagramAnswer(port: 5, bytes: [1, 2, 3]))),
      ]).first
    )
    #expect(device.evidence.http == [later, other])
    #expect(device.evidence.udp.count == 3)
  }

  @Test func `put a description into one announcement of its location`() throws {
    let location = "http://192.168.1.2:1400/xml/device_description.xml"
    func announcement(_ target: String) -> Fact {
      .ssdp(SSDPAnnouncement(target: target, usn: "uuid:1::\(target)", location: location))
    }
    let device = try #require(
      fold([
        saw("192.168.1.2", announcement("a:service:1"), from: .ssdp),
        saw("192.168.1.2", announcement("upnp:rootdevice"), from: .ssdp),
        saw("192.168.1.2", announcement("z:service:1"), from: .ssdp),
        saw("192.168.1.2", .description(location: location, text: "<root/>"), from: .ssdp),
        saw("192.168.1.2", .description(location: "http://other", text: "<o/>"), from: .ssdp),
      ]).first
    )
    let described = device.evidence.ssdp.filter { $0.description != nil }
    #expect(described.map(\.target) == ["upnp:rootdevice", ""])
    #expect(described.map(\.description) == ["<root/>", "<o/>"])
    #expect(device.evidence.ssdp.count == 4)
  }

  @Test func `of one device's addresses are put together`() throws {
    let devices = fold([
      saw("192.168.1.2", .linkAddress(mac("d0:81:7a:d9:af:37"))),
      saw("fe80::2%eth0", .linkAddress(mac("d0:81:7a:d9:af:37"))),
      saw("192.168.1.2", .http(page), from: .http),
      saw("fe80::2%eth0", .banner(ServiceBanner(port: 22, transport: "ssh", text: "SSH-2.0-x"))),
    ])
    let device = try #require(devices.first)
    #expect(devices.count == 1)
    #expect(device.evidence.http.count == 1)
    #expect(device.evidence.banners.count == 1)
  }

  @Test(arguments: 0..<50)
  func `are bounded, and which are kept does not depend on their order`(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    var flood = (0..<300).flatMap { number in
      let path = HTTPAnswer(port: 80, path: "/\(number % 90)", status: number)
      let text = String(repeating: "x", count: number % 5)
      return [
        saw("192.168.1.2", .http(path), from: .http, at: Int64(number % 7)),
        saw("192.168.1.2", .identity(.serial, "Maker 77\(number)1234"), from: .http),
        saw("192.168.1.2", .description(location: "http://\(number % 90)", text: text)),
        saw("192.168.1.2", .roundTrips([Double(number % 3), 1]), from: .icmp),
        saw("192.168.1.2", .snmp(SNMPIdentity(name: "n\(number % 9)")), from: .snmp),
      ]
    }
    let expected = fold(flood)
    flood.shuffle(using: &random)
    #expect(fold(flood) == expected)
    #expect(expected.first?.evidence.http.count == 64)
    #expect(expected.first?.evidence.ssdp.count == 64)
  }
}
