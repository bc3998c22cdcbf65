import HomeSupport
import Testing
@testable import Model
@testable import Probing
@testable import Wire

/// Bytes in hexadecimal; spaces don't count.
private func bytes(_ text: String) -> [UInt8] {
  Hex.decode(text.utf8.filter { $0 != 0x20 }) ?? []
}

/// What comes back from those who are asked at once; the answers are captured ones, or made up, after the
/// texts that `docs/probing.md` names.
@Suite struct `Answers to broadcasts` {
  /// By the row's name: an answer, and the name that is read from it.
  private static let answers: [(row: String, answer: [UInt8], name: String?)] = [
    (
      "twinkly", TwinklyDiscovery(address: .any, name: "Twinkly_33AAFF").serialised,
      "Twinkly_33AAFF"
    ),
    (
      // Sealed by OpenSSL's AES-128-GCM under the MD5 of the phrase in every app.
      "tuya",
      bytes(
        "00006699 0000 0000001b 00000013 000000ab 0102030405060708090a0b0c"
          + "0202ece734a3541f7ea708285f221e17ff30e5cee4ff3317978ef1373861add760c29c4a423ea4e8"
          + "931a675b5d7f637866b0aa39f77244b1e857710c198bc2c380d1dae215292d6ccedeabf924595356"
          + "0d37af571f8ffdbb216da507b5b19132c4d718e0f1110be93355cd004ddd917b1441c9818eec08d6"
          + "58453c3460180705748afc6d30fbca2f5198bbf03640f3eda30cf56da74e6ac27d54dc3e9e6d48"
          + "00009966"
      ), nil
    ),
    ("govee", Array(#"{"msg":{"cmd":"scan","data":{"sku":"H618A","device":"1F:80"}}}"#.utf8), nil),
    (
      "motion_blinds",
      Array(#"{"msgType":"GetDeviceListAck","mac":"f4","deviceType":"02000002"}"#.utf8), nil
    ),
    ("elk", Array("M1XEP".utf8) + bytes("00409d 85a6b1 c0a84d09 0a29 0000"), nil),
    (
      "loxone",
      Array(
        ("LoxLIVE: Loxone Miniserver 192.168.77.9:80 504F11223344 10.2.3.26 "
          + "Prog:2019-04-24 21:08:03 Type:0 HwId:A0000 IPv6:,0c112233:10020217/O").utf8
      ), nil
    ),
    ("roomba", Array(#"{"ver":"3","hostname":"Roomba-31","robotname":"Rosie"}"#.utf8), "Rosie"),
    ("heatmiser", Array(#"{"ip":"192.168.77.9","device_id":"NeoHub"}"#.utf8), nil),
    (
      "screenlogic",
      bytes("02000000 c0a84d09 5000 020c 50656e746169723a2030412d31422d3243")
        + Array(repeating: 0, count: 11), nil
    ),
    (
      "sma",
      Array("SMA".utf8) + [0, 0, 4, 2, 0xA0, 0, 0, 0, 1, 0, 2, 0, 0, 0, 1, 0, 4, 0, 0x10, 0, 1], nil
    ),
    ("eiscp", EISCPMessage(text: "!1ECNTX-NR609/60128/DX/0009B0123456").serialised, nil),
    ("sddp", Array("SDDP/1.0 200 OK\r\nManufacturer: \"Acme\"\r\nModel: \"X\"\r\n\r\n".utf8), nil),
    ("pjlink", Array("%2ACKN=40:4e:36:Ce:e5:9c\r".utf8), nil),
    ("steam", SteamDiscovery(type: 1, client: 3, hostName: "den", system: 16).serialised, "den"),
    (
      "dahua",
      DahuaDiscovery(
        text: Array(
          (#"{"mac":"b4:4c:3b:00:00:01","method":"client.notifyDevInfo","params":{"deviceInfo":{"#
            + #""DeviceClass":"BSC","DeviceType":"SS 3530 MF FACE W","HttpPort":80,"#
            + #""SerialNo":"K3LJ3400209RH","Vendor":"Intelbras"}}}"#).utf8
        )
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
    (
      "epson",
      bytes("4550534f4e71 0300 0000 0000 0085 0005200264 544d2d54383856")
        + Array(repeating: 0, count: 121), nil
    ),
    (
      "knx",
      bytes(
        "06100202 0050 0801 c0a82a0a 0e57 3601 0200 1100 0000 112233445566 e000170c 010203040506"
          + "47697261204b4e582f49502d526f75746572 000000000000000000000000"
          + "0c02 0201 0302 0401 0501 0701"
      ), "Gira KNX/IP-Router"
    ),
    ("bacnet", BACnetIAm(instance: 1, vendor: 8).serialised, nil),
    (
      "crestron",
      CrestronDiscovery(
        name: "TSS-752-00107F941EAB",
        version: "TSS-752 [v1.002.0013 (March 03 2016), #0100257D]"
      ).serialised, "TSS-752-00107F941EAB"
    ),
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
    let ports: [String: UInt16] = ["govee": 4002, "tuya": 6667]
    #expect(datagram.port == ports[name] ?? row.port)
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

  /// By the row's name: the datagram, its repetition where that differs, and who asks.
  private static let questions: [(row: String, first: [UInt8], second: [UInt8])] = [
    ("kasa", bytes("d0f281f88bff9af7d5ef94b6d1b4c09fec95e68fe187e8caf08bf68bf6"), []),
    ("tapo", bytes("02000001 00000000 00000000 463cb5d3"), []),
    ("miio", bytes("21310020") + Array(repeating: 0xFF, count: 28), []),
    ("edimax", bytes("ffffffffffff 4544494d4158 00000000000000 a1ff5e"), []),
    (
      "tuya",
      bytes(
        "00006699 0000 00000000 00000025 0000003e 313730303030303030303030"
          + "3848770a53d98ca8a4405c069ce44b9dca4cd7167d582b949839e340ec70db9818ce"
          + "50d862f4d58e03937da0d8556afefede 00009966"
      ), []
    ),
    ("twinkly", bytes("01 646973636f766572"), []),
    ("loxone", [0], []),
    ("screenlogic", bytes("01000000 00000000"), []),
    ("sma", bytes("534d4100 0004 02a0 ffffffff 0000 0020 00000000"), []),
    ("hdhomerun", bytes("0002 000c 0104 00000001 0204 ffffffff 4e507f35"), []),
    (
      "squeezebox",
      bytes("65 4950414400 4e414d4500 4a534f4e00 5645525300 5555494400"), []
    ),
    (
      "eiscp", bytes("49534350 00000010 0000000b 01000000 217845434e5153544e 0d0a"),
      bytes("49534350 00000010 0000000b 01000000 217045434e5153544e 0d0a")
    ),
    ("sddp", Array("SEARCH * SDDP/1.0\r\nHost: \"192.168.77.2:40000\"\r\n\r\n".utf8), []),
    ("pjlink", Array("%2SRCH\r".utf8), []),
    ("xbox", bytes("dd00 000a 0000 00000000 0003 0000 0002"), []),
    (
      "playstation_987",
      Array("SRCH * HTTP/1.1\ndevice-discovery-protocol-version:00020020\n".utf8), []
    ),
    (
      "playstation_9302",
      Array("SRCH * HTTP/1.1\ndevice-discovery-protocol-version:00030010\n".utf8), []
    ),
    (
      "dahua",
      bytes("20000000 44484950 00000000 00000000 3a000000 00000000 3a000000 00000000")
        + Array(#"{"method":"DHDiscover.search","params":{"mac":"","uni":1}}"#.utf8), []
    ),
    ("xiongmai", bytes("ff00 0000 00000000 00000000 0000 fa05 00000000"), []),
    ("ubiquiti", bytes("01000000"), bytes("02080000")),
    ("mikrotik", bytes("00000000"), []),
    ("asus", bytes("0c151f00 00000000") + Array(repeating: 0, count: 504), []),
    ("canon_bjnp", bytes("424a4e50 0101 00000001 0000 00000000"), []),
    (
      "epson", bytes("4550534f4e51 0300 0000 0000 0000"), bytes("4550534f4e50 00ff 00000000000000")
    ),
    ("knx", bytes("06100201 000e 0801 c0a84d02 9c40"), []),
    ("bacnet", bytes("810b0008 0100 1008"), []),
    ("crestron", bytes("14000000 01040003 0000") + Array(repeating: 0, count: 256), []),
    ("art_net", bytes("4172742d4e657400 0020 000e 00 00"), []),
    ("ethernet_ip", bytes("63") + Array(repeating: 0, count: 23), []),
    ("lantronix", bytes("000000f6"), []),
  ]

  @Test(arguments: questions.indices)
  func `are asked for as the texts show`(index: Int) throws {
    let (name, first, second) = Self.questions[index]
    let row = try #require(BroadcastProtocols.all.first { $0.name == name })
    let asker = BroadcastProtocol.Asker(address: IPv4Address(192, 168, 77, 2), port: 40000)
    #expect(row.datagram(asker) == first)
    #expect((row.secondDatagram?(asker) ?? []) == second)
  }

  @Test func `of Tuya's devices are those of its broadcasts, and proven`() throws {
    let answer = try #require(Self.answers.first { $0.row == "tuya" }?.answer)
    let json =
      #"{"ip":"192.168.77.50","gwId":"bf00112233445566778899","active":2,"ablilty":0,"#
      + #""encrypt":true,"productKey":"keyabcdefghijkl","version":"3.5"}"#
    #expect(
      TuyaQuery.facts(in: answer) == [
        .datagram(DatagramAnswer(port: 6667, text: json)),
        .identity(.serial, "Tuya bf00112233445566778899"),
      ]
    )
    for index in [9, 20, 40, answer.count - 5] {
      var broken = answer
      broken[index] ^= 1
      #expect(TuyaQuery.facts(in: broken).isEmpty)
    }
    // Another's question.
    let asker = BroadcastProtocol.Asker(address: IPv4Address(192, 168, 77, 3), port: 1)
    #expect(TuyaQuery.facts(in: TuyaQuery.datagram(asker)).isEmpty)
  }

  @Test func `that nobody was asked for are not taken`() {
    // A meter's measurement, which it sends to SMA's group every second.
    let measured = bytes("534d4100 0004 02a0 00000001 0244 0010 6069 010e 714f0cc3 2d7f4b4d")
    #expect(BroadcastAnswers.speedwire(measured).isEmpty)
    for question in [EISCPMessage.request, .pioneerRequest] {
      #expect(BroadcastAnswers.eiscp(question.serialised).isEmpty)
    }
    #expect(!BroadcastAnswers.eiscp(EISCPMessage(text: "!pECNVSX-S510").serialised).isEmpty)
    #expect(BroadcastAnswers.elk(Array("XEPID".utf8)).isEmpty)
    #expect(BroadcastAnswers.epson(BroadcastAnswers.epsonScannerSearch).isEmpty)
    #expect(!BroadcastAnswers.epson(Array("EPSONp".utf8) + Array(repeating: 0, count: 70)).isEmpty)
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
