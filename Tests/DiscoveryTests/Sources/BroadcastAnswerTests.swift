import HomeSupport
import Testing
@testable import Model
@testable import Probing
@testable import Wire

/// What comes back from those who are asked at once; the answers are made up after the documents that
/// `docs/probing.md` names.
@Suite struct `Answers to broadcasts` {
  /// By the row's name: an answer, and the name that is read from it.
  private static let answers: [(row: String, answer: [UInt8], name: String?)] = [
    (
      "twinkly", TwinklyDiscovery(address: .any, name: "Twinkly_33AAFF").serialised,
      "Twinkly_33AAFF"
    ),
    ("govee", Array(#"{"msg":{"cmd":"scan","data":{"sku":"H618A","device":"1F:80"}}}"#.utf8), nil),
    (
      "motion_blinds",
      Array(#"{"msgType":"GetDeviceListAck","mac":"f4","deviceType":"02000002"}"#.utf8), nil
    ),
    ("elk", Array("M1XEP".utf8) + [0, 0x40, 0x9D, 0x12, 0x34, 0x56], nil),
    ("loxone", Array("LoxLIVE: Home 192.168.77.9:80 504F94A00001 12.0.2.24".utf8), nil),
    ("roomba", Array(#"{"ver":"3","hostname":"Roomba-31","robotname":"Rosie"}"#.utf8), "Rosie"),
    ("heatmiser", Array(#"{"ip":"192.168.77.9","device_id":"NeoHub"}"#.utf8), nil),
    (
      "screenlogic", [2, 0, 0, 0, 192, 168, 77, 9, 80, 0, 5, 2] + Array("Pentair: 01".utf8) + [0],
      nil
    ),
    (
      "sma",
      Array("SMA".utf8) + [0, 0, 4, 2, 0xA0, 0, 0, 0, 1, 0, 2, 0, 0, 0, 1, 0, 4, 0, 0x10, 0, 1], nil
    ),
    ("eiscp", EISCPMessage(text: "!1ECNTX-NR609/60128/DX/0009B0123456").serialised, nil),
    ("sddp", Array("SDDP/1.0 200 OK\r\nManufacturer: \"Acme\"\r\nModel: \"X\"\r\n\r\n".utf8), nil),
    ("pjlink", Array("%2ACKN=00:11:22:33:44:55\r".utf8), nil),
    ("steam", SteamDiscovery(type: 1, client: 3, hostName: "den", system: 16).serialised, "den"),
    (
      "dahua",
      DahuaDiscovery(
        text: Array(#"{"params":{"deviceInfo":{"DeviceType":"IPC","SerialNo":"6J"}}}"#.utf8)
      ).serialised, nil
    ),
    (
      "hikvision",
      Array("<?xml version='1.0'?><ProbeMatch><DeviceType>1</DeviceType></ProbeMatch>".utf8), nil
    ),
    (
      "xiongmai",
      XiongmaiDiscovery(
        message: 1531,
        text: Array(#"{"NetWork.NetCommon":{"HostName":"Yard","SN":"1"}}"#.utf8) + [0x0A, 0]
      ).serialised, "Yard"
    ),
    ("asus", ASUSDiscovery(model: "RT-AX88U", firmware: "3.0.0.4").serialised, nil),
    ("canon_bjnp", Array("BJNP".utf8) + [0x81, 1] + Array(repeating: 0, count: 26), nil),
    ("epson", Array("EPSONq".utf8) + Array(repeating: 0, count: 20), nil),
    (
      "knx",
      KNXSearchResponse(individualAddress: 1, serial: [], mac: .broadcast, name: "Hall").serialised,
      "Hall"
    ),
    ("bacnet", BACnetIAm(instance: 1, vendor: 8).serialised, nil),
    ("crestron", CrestronDiscovery(name: "CP3-ATTIC", version: "CP3").serialised, "CP3-ATTIC"),
    ("art_net", ArtPollReply(maker: 1, shortName: "Node", longName: "Node").serialised, "Node"),
    ("ethernet_ip", CIPIdentity(vendor: 1, kind: 14, serial: 7, name: "1769").serialised, nil),
    ("lantronix", [0, 0, 0, 0xF7] + Array(repeating: 0x31, count: 26), nil),
  ]

  /// Rows whose answers are those to single hosts, which the tests of probes read.
  private static let ofProbes: Set<String> = [
    "kasa", "tapo", "lifx", "wiz", "yeelight", "miio", "lumi", "magic_home", "broadlink", "edimax",
    "microchip", "coap", "coap_ipv6", "gree", "keba", "midea_6445", "midea_20086", "hdhomerun",
    "squeezebox", "plex_server", "plex_player", "jellyfin", "emby", "xbox", "playstation_987",
    "playstation_9302", "ubiquiti", "mikrotik", "snmp",
  ]

  @Test func `are known of every protocol`() {
    let tested = Set(Self.answers.map(\.row)).union(Self.ofProbes)
    #expect(Set(BroadcastProtocols.all.map(\.name)) == tested)
  }

  @Test(arguments: answers.indices)
  func `are read by their own row, and by no other of that port`(index: Int) throws {
    let (name, answer, called) = Self.answers[index]
    let row = try #require(BroadcastProtocols.all.first { $0.name == name })
    let facts = row.read(answer)
    guard case .datagram(let datagram) = facts.first else {
      Issue.record("\(name): \(facts)")
      return
    }
    #expect(datagram.port == (name == "govee" ? 4002 : row.port))
    let names = facts.compactMap { if case .name(let name) = $0 { name } else { nil } }
    #expect(names == [called].compactMap { $0 })
    for other in BroadcastProtocols.all where other.name != name && other.port == row.port {
      #expect(other.read(answer).isEmpty, "\(other.name)")
    }
  }

  @Test func `with no serial number identify no device`() {
    for serial in [0, UInt32.max] {
      let answer = CIPIdentity(vendor: 1234, kind: 14, serial: serial, name: "1769").serialised
      #expect(BroadcastAnswers.ethernetIP(answer).count == 1)
    }
    let answer = CIPIdentity(vendor: 1234, kind: 14, serial: 0x60A1_B2C3, name: "1769").serialised
    #expect(
      BroadcastAnswers.ethernetIP(answer).last == .identity(.serial, "ODVA 1234 60a1b2c3")
    )
  }

  @Test func `that are cut short, or nothing but noise, say nothing or little`() {
    for row in BroadcastProtocols.all {
      for bytes in HostileReplies.all {
        let facts = row.read(bytes)
        #expect(facts.reduce(0) { $0 + $1.size } <= 10_000, "\(row.name)")
      }
      guard let answer = Self.answers.first(where: { $0.row == row.name })?.answer else { continue }
      for length in 0..<answer.count { _ = row.read(Array(answer.prefix(length))) }
    }
  }
}
