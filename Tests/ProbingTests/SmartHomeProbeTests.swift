import Testing
@testable import Wire
@testable import Model
@testable import Probing

@Suite("Probes of lights, plugs and sensors") struct SmartHomeProbeTests {
  private static let kasa = #"""
    {"system":{"get_sysinfo":{"sw_ver":"1.0.6 Build 180627","hw_ver":"2.0","model":"HS105(US)",\#
    "deviceId":"8006B2F3A1C4D5E6F708192A3B4C5D6E7F8091A2","alias":" Christmas tree ",\#
    "latitude":48.208174,"longitude": -16.37,"latitude_i":482081,"err_code":0}}}
    """#

  @Test func `Kasa plugs are asked where TP-Link made them`() {
    let probe = KasaProbe()
    #expect(probe.datagrams(.test("Apple")).isEmpty)
    #expect(probe.datagrams(.test(ports: [9999])).map(\.port) == [9999])
    let asked = probe.datagrams(.test("TP-Link")).first?.payload ?? []
    let text = String(decoding: KasaCipher.decrypt(asked), as: UTF8.self)
    #expect(text == #"{"system":{"get_sysinfo":{}}}"#)
  }

  @Test func `A Kasa plug tells its name and who it is, and where it stands is dropped`() throws {
    let reply = KasaCipher.encrypt(Self.kasa.utf8)
    let facts = KasaProbe().facts(reply, host: .test("TP-Link"), port: 9999)
    #expect(facts.count == 3)
    guard case .datagram(let answer) = facts.first else {
      Issue.record("no answer")
      return
    }
    let text = try #require(answer.text)
    #expect(answer.port == 9999 && text.contains(#""model":"HS105(US)""#))
    #expect(text.contains(#""latitude":0,"longitude": 0,"latitude_i":0,"err_code":0"#))
    #expect(facts.dropFirst().first == .name("Christmas tree"))
    #expect(
      facts.last == .identity(.serial, "TP-Link 8006B2F3A1C4D5E6F708192A3B4C5D6E7F8091A2")
    )
  }

  @Test func `A Tapo plug's answer is its JSON`() {
    let json = #"{"result":{"device_id":"0a1b2c3d4e5f","device_model":"P100"},"error_code":0}"#
    let probe = TapoProbe()
    #expect(probe.datagrams(.test("TP-Link")).map(\.payload) == [TapoDiscovery().serialised])
    let reply = TapoDiscovery(serial: 9, text: Array(json.utf8)).serialised
    #expect(
      probe.facts(reply, host: .test("TP-Link"), port: 20002) == [
        .datagram(DatagramAnswer(port: 20002, text: json)),
        .identity(.serial, "TP-Link 0a1b2c3d4e5f"),
      ]
    )
  }

  @Test func `LIFX lights tell product and name`() {
    let probe = LIFXProbe()
    let host = ProbedHost.test("LIFI LABS Management")
    #expect(probe.datagrams(host).map(\.topic) == ["lifx version", "lifx label"])
    #expect(probe.datagrams(.test { $0.hostname = "LIFX Bulb" }).count == 2)
    let version = LIFXMessage(
      type: LIFXMessage.stateVersion,
      source: 0x484E_4554,
      payload: [1, 0, 0, 0, 27, 0, 0, 0, 0, 0, 0, 0]
    ).serialised
    #expect(
      probe.facts(version, host: host, port: 56700)
        == [.datagram(DatagramAnswer(port: 56700, bytes: version))]
    )
    var label = LIFXMessage(
      type: LIFXMessage.stateLabel,
      source: 0x484E_4554,
      payload: Array("Küche".utf8) + Array(repeating: 0, count: 26)
    )
    #expect(probe.facts(label.serialised, host: host, port: 56700) == [.name("Küche")])
    label.source = 1
    #expect(probe.facts(label.serialised, host: host, port: 56700).isEmpty)
  }

  @Test func `WiZ lights are asked for their configuration`() {
    let probe = WiZProbe()
    #expect(probe.datagrams(.test("Wiznet")).isEmpty)
    #expect(probe.datagrams(.test { $0.hostname = "wiz_1a2b3c.lan" }).count == 1)
    let json = #"{"method":"getSystemConfig","result":{"moduleName":"ESP01_SHRGB_03"}}"#
    #expect(
      probe.facts(Array(json.utf8), host: .test("WiZ"), port: 38899)
        == [.datagram(DatagramAnswer(port: 38899, text: json))]
    )
    #expect(probe.facts(Array("{}".utf8), host: .test("WiZ"), port: 38899).isEmpty)
  }

  @Test func `Yeelight lights answer as SSDP does`() {
    let text =
      "HTTP/1.1 200 OK\r\nLocation: yeelight://192.168.77.40:55443\r\nmodel: color\r\nname: Bed\r\n"
    #expect(
      YeelightProbe().facts(Array(text.utf8), host: .test(ports: [55443]), port: 1982)
        == [.datagram(DatagramAnswer(port: 1982, text: text)), .name("Bed")]
    )
    let other = Array("HTTP/1.1 200 OK\r\nLocation: http://192.168.77.1/\r\n".utf8)
    #expect(YeelightProbe().facts(other, host: .test("Yeelink"), port: 1982).isEmpty)
  }

  @Test func `What may be a Xiaomi device's secret is not kept`() {
    var reply = MiIOHello(device: 0x0301_0203, stamp: 77).serialised
    reply.replaceSubrange(16..., with: Array("secretsecretsecr".utf8))
    let facts = MiIOProbe().facts(reply, host: .test("Xiaomi"), port: 54321)
    #expect(
      facts == [
        .datagram(DatagramAnswer(port: 54321, bytes: Array(reply[..<16]))),
        .identity(.serial, "Xiaomi 03010203"),
      ]
    )
  }

  @Test func `Gree's answer is laid open`() {
    // Hidden by OpenSSL's AES-128-ECB.
    let pack = "x+e8MqplNfVx3tX+TH9i6kUzmglyp30l+qrVUZsHrwI/Af7+2Odkq5PEXKRgAcBc"
    let reply = Array(#"{"t":"pack","i":1,"uid":0,"cid":"","pack" : "\#(pack)"}"#.utf8)
    #expect(
      GreeProbe().facts(reply, host: .test("Gree"), port: 7000) == [
        .datagram(DatagramAnswer(port: 7000, text: #"{"t":"dev","brand":"gree","name":"Den"}"#)),
        .name("Den"),
      ]
    )
    for pack in ["", "x", "AAAA", "x+e8MqplNfVx3tX+TH9i6g=="] {
      let reply = Array(#"{"pack":"\#(pack)"}"#.utf8)
      #expect(GreeProbe().facts(reply, host: .test("Gree"), port: 7000).isEmpty)
    }
  }

  @Test func `Gree's later answer is laid open`() {
    // Hidden by OpenSSL's AES-128-GCM.
    let pack =
      "JtoKliwtrZWlpNCVOSARFZVj7tcb0xajMFRkDerahOTTdG5N10M5OI3w9aCGCJffjfuyCITofrMT4JbII6+A1+2Qyk7g"
      + "fwk5dZR2EayhdZgEoOTVHoy7hoK7tZptvK8eFq+2oChWDqTDGSfh0Qvsoz/uHnpJj7cgLseHEa1Qy49usnE8T0XOMLvw"
      + "thhpDP33nfyiSVCJ17X5pXWgg8Q8dXyskGV9zkrLpYaCJzwiM5lsBer208JqP+Nk0uZH6FdO"
    let tag = "0Vof4okd9KOtWame+JIQ4g=="
    let reply = Array(
      #"{"t":"pack","i":1,"uid":0,"cid":"","pack":"\#(pack)","tag":"\#(tag)"}"#.utf8
    )
    let json =
      #"{"t":"dev","cid":"f4911e000001","bc":"gree","brand":"gree","catalog":"gree","#
      + #""mac":"f4911e000001","mid":"10001","model":"gree","name":"Den","series":"gree","#
      + #""vender":"1","ver":"V2.0.0","lock":0}"#
    #expect(
      GreeProbe().facts(reply, host: .test("Gree"), port: 7000) == [
        .datagram(DatagramAnswer(port: 7000, text: json)), .name("Den"),
      ]
    )
  }

  @Test func `Plugs and controllers tell what their makers print`() {
    let module = Array("192.168.77.40,ACCF23000102,AK001-ZJ2104".utf8)
    #expect(MagicHomeProbe().facts(module, host: .test("Zengge"), port: 48899).count == 1)
    #expect(
      MagicHomeProbe().facts(Array("+ok\r\n".utf8), host: .test("Zengge"), port: 48899).isEmpty
    )
    var plug = [0x74, 0xDA, 0x38, 1, 2, 3] + Array("EDIMAX".utf8)
    plug += [UInt8](repeating: 0, count: 32) + Array("Lamp".utf8)
    plug += [UInt8](repeating: 0, count: 80)
    let facts = EdimaxProbe().facts(plug, host: .test("Edimax"), port: 20560)
    #expect(facts == [.datagram(DatagramAnswer(port: 20560, bytes: plug)), .name("Lamp")])
    let hello = BroadlinkHello(product: 0x2737, mac: .broadcast, name: "Remote").serialised
    #expect(
      BroadlinkProbe().facts(hello, host: .test("Broadlink"), port: 80).last == .name("Remote")
    )
    let shower = Array("MY450-1 \r\n00-1E-C0-01-02-03\r\nBath".utf8)
    #expect(MicrochipProbe().facts(shower, host: .test("Microchip"), port: 30303).count == 1)
    let gateway = Array(#"{"cmd":"iam","port":"9898","sid":"0f","model":"gateway"}"#.utf8)
    #expect(LumiProbe().facts(gateway, host: .test("Lumi United"), port: 4321).count == 1)
  }

  @Test func `Tuners and music servers tell who they are`() {
    let tuner = HDHomeRunMessage(type: 3, fields: [.init(tag: 2, value: [0x10, 0xA1, 0xB2, 0xC3])])
      .serialised
    #expect(
      HDHomeRunProbe().facts(tuner, host: .test("Silicondust"), port: 65001).last
        == .identity(.serial, "Silicondust 10A1B2C3")
    )
    let music = SqueezeboxDiscovery(
      isAnswer: true,
      fields: [.init("NAME", Array("Attic".utf8))]
    ).serialised
    #expect(
      SqueezeboxProbe().facts(music, host: .test(ports: [3483]), port: 3483).last == .name("Attic")
    )
  }
}
