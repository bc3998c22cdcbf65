import Testing
import Wire
@testable import Discovery
@testable import Model

@Suite struct `Anonymous evidence` {
  private let udn = "2f402f80-da50-11e1-9b23-001788a1b2c3"

  private var bridge: Evidence {
    var evidence = Evidence()
    evidence.ip = IPAddress("192.168.1.20")
    evidence.mac = MACAddress("00:17:88:a1:b2:c3")
    evidence.hostname = "brunhilde-bridge.fritz.box"
    evidence.dhcp = DHCPRequest(hostname: "brunhilde-bridge", vendorClass: "udhcp 1.19.4")
    evidence.netbios = NetBIOSIdentity(names: ["BRUNHILDE"], group: "WALHALLA")
    evidence.services = [
      ServiceInstance(
        type: "_hue._tcp",
        name: "Brunhilde\u{2019}s Bridge - A1B2C3",
        host: "001788a1b2c3.local",
        port: 443,
        txt: [
          "bridgeid": .text("001788fffea1b2c3"), "modelid": .text("BSB002"),
          "deviceid": .text("00:17:88:A1:B2:C3"), "sn": .text("SN4711X0815"),
          "fn": .text("Brunhilde"), "md": .text("Hue of Brunhilde"), "fw": .text("1.2.3"),
        ]
      )
    ]
    let description = """
      <root><friendlyName>Brunhilde (192.168.1.20)</friendlyName><modelName>Hue bridge</modelName>
      <manufacturer>Signify</manufacturer><serialNumber>SN4711X0815</serialNumber>
      <UDN>uuid:\(udn)</UDN><presentationURL>http://192.168.1.20/</presentationURL>
      <modelDescription>of SN4711X0815</modelDescription></root>
      """
    evidence.ssdp = [
      SSDPAnnouncement(
        target: "uuid:\(udn)",
        usn: "uuid:\(udn)::upnp:rootdevice",
        server: "Hue/1.0 UPnP/1.0 IpBridge/1.56.0",
        location: "http://192.168.1.20:80/\(udn).xml",
        headers: ["hue-bridgeid": "001788FFFEA1B2C3", "server": "Hue/1.0 at brunhilde-bridge"],
        description: description
      )
    ]
    evidence.http = [
      HTTPAnswer(
        port: 80,
        path: "/user/001788a1b2c3",
        headers: ["server": "nginx", "set-cookie": "id=SN4711X0815", "x-host": "brunhilde"],
        body:
          "<html><title>Brunhilde's bridge</title><script>var mac='001788A1B2C3'</script></html>"
      ),
      HTTPAnswer(
        port: 443,
        path: "/api/config",
        body: #"{"name":"Brunhilde","modelid":"BSB002","mac":"00:17:88:a1:b2:c3","swversion":"19"}"#
      ),
    ]
    evidence.tls = [
      CertificateIdentity(
        port: 443,
        subject: "CN=001788fffea1b2c3,O=Philips Hue,C=NL",
        issuer: "CN=root-bridge",
        alternativeNames: ["brunhilde-bridge.fritz.box"]
      )
    ]
    evidence.banners = [
      ServiceBanner(port: 22, transport: "ssh", text: "SSH-2.0-dropbear_2017.75"),
      ServiceBanner(port: 25, transport: "smtp", text: "220 mail.walhalla.example"),
      ServiceBanner(port: 21, transport: "ftp", text: "220 BRUNHILDE FTP"),
    ]
    evidence.snmp = SNMPIdentity(
      description: "Linux brunhilde-bridge 4.14.0 #1",
      objectID: "1.3.6.1.4.1.8072.3.2.10",
      name: "brunhilde-bridge"
    )
    evidence.udp = [
      DatagramAnswer(
        port: 9999,
        text: #"{"model":"HS110","deviceId":"80060F","alias":"Walhalla"}"#
      ),
      DatagramAnswer(port: 56700, bytes: [0x00, 0x17, 0x88, 0xA1, 0xB2, 0xC3]),
    ]
    evidence.wsDiscovery = WSDiscoveryAnswer(
      types: "dn:NetworkVideoTransmitter",
      scopes: [
        "onvif://www.onvif.org/name/Brunhilde", "onvif://www.onvif.org/hardware/DS-2CD",
        "onvif://www.onvif.org/location/Walhalla",
      ]
    )
    return evidence
  }

  private func line(_ evidence: Evidence, among home: [Evidence]? = nil) throws -> String {
    let anonymiser = Anonymiser(home ?? [evidence])
    return try EvidenceRecord(id: "device-1", evidence: anonymiser.anonymised(evidence)).line()
  }

  @Test(arguments: [
    "brunhilde", "walhalla", "a1b2c3", "a1:b2:c3", "sn4711", "2f402f80", "192.168.1.20",
    "161,178,195", "80060f", "fritz.box",
  ])
  func `holds no name, serial, identifier or half of a MAC`(secret: String) throws {
    let text = try line(bridge).lowercased()
    #expect(!text.contains(secret))
    #expect(!text.replacing(":", with: "").contains(secret.replacing(":", with: "")))
  }

  @Test func `holds no DHCP client id, and neither does evidence with names`() throws {
    var evidence = bridge
    evidence.dhcp?.clientID = "ff3c4d5e7f00020000"
    #expect(Anonymiser([evidence]).anonymised(evidence).dhcp?.clientID == nil)
    let text = try EvidenceRecord(id: "device-1", evidence: evidence).line()
    #expect(text.contains("udhcp 1.19.4") && !text.contains("3c4d5e7f"))
  }

  @Test(arguments: [
    "00:17:88:", "_hue._tcp", "BSB002", "Hue bridge", "Signify", "IpBridge/1.56.0",
    "dropbear_2017.75", "HS110", "O=Philips Hue", "hardware/DS-2CD", "udhcp 1.19.4", "nginx",
    "Linux 4.14.0", "1.3.6.1.4.1.8072.3.2.10",
  ])
  func `still says what it is`(fact: String) throws {
    #expect(try line(bridge).contains(fact))
  }

  @Test func `replaces a MAC by the same other one wherever it stands`() throws {
    var other = Evidence()
    other.mac = MACAddress("00:17:88:00:00:09")
    let anonymiser = Anonymiser([other, bridge])
    let first = anonymiser.anonymised(bridge).mac
    #expect(first != bridge.mac)
    #expect(first == anonymiser.anonymised(bridge).mac)
    #expect(first != anonymiser.anonymised(other).mac)
  }

  @Test func `takes a short name for one only where it is a word`() throws {
    var printer = Evidence()
    printer.hostname = "office.lan"
    printer.services = [
      ServiceInstance(
        type: "_ipp._tcp",
        name: "OfficeJet Pro",
        txt: ["ty": .text("OfficeJet Pro"), "md": .text("Jet of Office")]
      )
    ]
    let text = try line(printer)
    #expect(text.contains("OfficeJet Pro"))
    #expect(!text.contains("Jet of"))
  }

  @Test func `knows the names of the whole home`() throws {
    var neighbour = Evidence()
    neighbour.ssdp = [
      SSDPAnnouncement(target: "upnp:rootdevice", usn: "", server: "Shared by Brunhilde")
    ]
    #expect(try line(neighbour).contains("Brunhilde"))
    #expect(try !line(neighbour, among: [bridge, neighbour]).contains("Brunhilde"))
  }

  @Test func `on file reads back as it was, and is cut where a line would be too long`() throws {
    var evidence = bridge
    evidence.services[0].txt["raw"] = .bytes([0xFF, 0x00])
    evidence.services[0].txt["flag"] = .present
    evidence.netbios?.group = nil
    let line = try EvidenceRecord(id: "x", evidence: evidence).line()
    let read = try EvidenceRecord(parsing: Array(line.utf8), number: 1)
    #expect(read.id == "x")
    #expect(read.evidence == evidence)
    evidence.http = (0..<60).map { number in
      HTTPAnswer(port: 80, path: "/\(number)", body: String(repeating: "x", count: 32 << 10))
    }
    let long = try EvidenceRecord(id: "x", evidence: evidence).line()
    #expect(long.utf8.count <= EvidenceRecord.lineLimit)
    #expect(try EvidenceRecord(parsing: Array(long.utf8), number: 1).evidence.http.count == 60)
  }

  @Test func `has no name of a network, and what tells the link and the build`() throws {
    var evidence = Evidence()
    evidence.http = [
      HTTPAnswer(
        port: 8443,
        path: "/setup/eureka_info?params=name,wifi",
        status: 200,
        body: """
          {"name":"Den","net":{"ethernet_connected":false},"device_info":{"model_name":"Nest Mini"},
          "build_info":{"cast_build_revision":"1.68.38"},"wifi":{"bssid":"0a:5b:2c:11:22:33",
          "signal_level":-54,"noise_level":-95,"ssid":"Villa Walhalla"},"ssid":"Villa Walhalla"}
          """
      ),
      HTTPAnswer(
        port: 80,
        path: "/rpc/Wifi.GetStatus",
        status: 200,
        body: #"{"sta_ip":"192.168.1.7","ssid":"Villa Walhalla","rssi":-61}"#
      ),
      // A page that has it elsewhere.
      HTTPAnswer(port: 80, path: "/", status: 200, body: "<title>Villa Walhalla 5 GHz</title>"),
      HTTPAnswer(port: 80, path: "/x", status: 200, body: "<a><SSID>Walhalla-Guest</SSID></a>"),
    ]
    let kept = Anonymiser([evidence]).anonymised(evidence)
    let bodies = kept.http.compactMap(\.body).joined()
    #expect(!bodies.lowercased().contains("walhalla"), "\(bodies)")
    #expect(!bodies.contains("0a:5b"))
    #expect(bodies.contains(#""ethernet_connected":"false""#))
    #expect(bodies.contains(#""rssi":"-61""#))
    #expect(bodies.contains("1.68.38"))
  }
}
