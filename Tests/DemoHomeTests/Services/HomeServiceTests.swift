@testable import DemoHome
import HomeSupport
import Networking
import Testing
import Wire
@testable import Model
@testable import Simulation

/// What the home's devices serve, without a network.
struct HomeServiceTests {
  private let home = SimulatedHome.everything

  private func listener(_ label: String, _ port: UInt16) throws -> any ListenerService {
    let device = try #require(home.device(label))
    return try #require(device.listeners.first { $0.port == port }).service
  }

  private func datagram(_ label: String, _ port: UInt16, _ payload: [UInt8]) throws -> [[UInt8]] {
    let device = try #require(home.device(label))
    let responder = try #require(device.responders(in: home).first { $0.port == port })
    let question = Datagram(
      source: Endpoint(.v4(home.scannerAddress), port: 40_000),
      destination: .v4(device.address),
      interface: 2,
      payload: payload,
      receivedAt: MonotonicTime(nanoseconds: 0)
    )
    return responder.responses(to: question).map(\.payload)
  }

  @Test func `every description that is announced is there`() throws {
    var count = 0
    for device in home.devices {
      for location in Set(device.ssdp.compactMap(\.location)) {
        let place = location.dropFirst("http://{address}:".count)
        let parts = place.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        let port = try #require(parts.first.flatMap { UInt16($0) })
        var talk = Talk(try listener(device.label, port))
        let page = talk.say("GET /\(parts[1]) HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(page.hasPrefix("HTTP/1.1 200 "), "\(device.label): \(location)")
        #expect(page.contains("<friendlyName>"), "\(device.label)")
        count += 1
      }
    }
    #expect(count >= 14)
  }

  @Test func `AirPlay's information is a property list of either form`() throws {
    var binary = Talk(try listener("Apple TV", 7000))
    let request = Array("GET /info HTTP/1.1\r\n\r\n".utf8)
    let bytes = binary.say(request)
    #expect(bytes.firstRange(of: Array("\r\n\r\nbplist00".utf8)) != nil)
    #expect(bytes.firstRange(of: Array("AppleTV14,1".utf8)) != nil)
    var text = Talk(try listener("HomePod mini", 7000))
    #expect(
      String(decoding: text.say(request), as: UTF8.self)
        .contains("<key>model</key><string>AudioAccessory5,1</string>")
    )
  }

  @Test func `the binary form is laid out as Apple's`() {
    let bytes = PropertyList.object([("a", .flag(true)), ("é", .number(7))]).binary
    #expect(
      bytes
        == Array("bplist00".utf8) + [0xD2, 0, 1, 0, 2, 0, 3, 0, 4, 0x51, 0x61, 0x61, 0, 0xE9, 9]
        + [0x13, 0, 0, 0, 0, 0, 0, 0, 7] + [0, 0, 0, 8, 0, 0, 0, 17, 0, 0, 0, 19]
        + [0, 0, 0, 22, 0, 0, 0, 23] + [0, 0, 0, 0, 0, 0, 4, 2]
        + [0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 32]
    )
  }

  @Test func `an SSH server shows the same key each time`() throws {
    func key() throws -> ArraySlice<UInt8> {
      var talk = Talk(try listener("Raspberry Pi", 22))
      let offer = talk.say(Array("SSH-2.0-test\r\n".utf8))
      #expect(offer[5] == 20)
      // An exchange's beginning: a public value of 32 bytes, padded.
      let point = [9] + [UInt8](repeating: 0, count: 31)
      let payload = [30] + point.counted(by: UInt32.self)
      let answer = talk.say(([6] + payload + [0, 0, 0, 0, 0, 0]).counted(by: UInt32.self))
      #expect(answer[5] == 31)
      return answer[10..<61]
    }
    #expect(try key() == key())
    #expect(String(decoding: try key().dropFirst(4).prefix(11), as: UTF8.self) == "ssh-ed25519")
  }

  @Test func `a Windows computer introduces itself`() throws {
    var talk = Talk(try listener("Dell PC", 445))
    var header: [UInt8] = [0xFE, 0x53, 0x4D, 0x42] + .init(repeating: 0, count: 60)
    // Without the dialect, and what belongs to it, nothing is agreed on.
    let refused = talk.say(header.counted(by: UInt32.self))
    #expect(refused[4 + 8..<4 + 12] == [0xBB, 0, 0, 0xC0])
    let offer = SMB2NegotiateRequest(dialects: [0x0302, 0x0311]).serialised
    let chosen = talk.say((header + offer).counted(by: UInt32.self))
    #expect(chosen[4 + 64 + 4..<4 + 64 + 6] == [0x11, 0x03])
    header[12] = 1
    let challenge = talk.say(header.counted(by: UInt32.self))
    #expect(challenge.firstRange(of: Array("NTLMSSP\0".utf8)) != nil)
    #expect(challenge.firstRange(of: Array(utf16: "DESKTOP-7Q2HV1K")) != nil)
    #expect(challenge.firstRange(of: [10, 0, 0x61, 0x4A, 0, 0, 0, 15]) != nil)
  }

  @Test func `a broker, a power supply, a camera and an AFP server answer`() throws {
    var broker = Talk(try listener("Raspberry Pi", 1883))
    #expect(broker.say([0x10, 2, 0, 0]) == [0x20, 2, 0, 0])
    let topic = Array("$SYS/broker/version".utf8).counted(by: UInt16.self)
    let told = broker.say([0x82, UInt8(topic.count + 3), 0, 1] + topic + [0])
    #expect(String(decoding: told, as: UTF8.self).hasSuffix("mosquitto version 2.0.18"))
    var supply = Talk(try listener("Power server", 3493))
    #expect(supply.say("GET VAR desk ups.mfr\n") == "VAR desk ups.mfr \"EATON\"\n")
    var camera = Talk(try listener("Camera", 554))
    #expect(camera.say("OPTIONS * RTSP/1.0\r\nCSeq: 7\r\n\r\n").contains("\r\nCSeq: 7\r\n"))
    var afp = Talk(try listener("Synology NAS", 548))
    let status = afp.say([0, 3, 0, 1] + .init(repeating: 0, count: 12))
    #expect(status.firstRange(of: Array("\u{6}Xserve".utf8)) != nil)
    // The offset of the machine's type counts from the end of the header of 16 bytes.
    let offset = Int(status[16]) << 8 | Int(status[17])
    #expect(status[16 + offset] == 6)
  }

  @Test func `agents and makers' devices answer datagrams`() throws {
    let description = try #require(SNMPObjectIdentifier("1.3.6.1.2.1.1.1.0"))
    let answers = try datagram(
      "HP OfficeJet",
      161,
      SNMPMessage.get([description], id: 7).serialised
    )
    let message = try SNMPMessage(parsing: try #require(answers.first))
    #expect(message[description]?.text?.hasPrefix("HP ETHERNET") ?? false)
    #expect(try datagram("Xiaomi vacuum", 54_321, [1]).isEmpty)
    let search = WSDiscoveryMessage.probe(WSDiscovery.camera, id: "urn:uuid:1").serialised
    let camera = try #require(try datagram("Camera", 3702, search).first)
    let found = try WSDiscoveryMessage(parsing: camera)
    #expect(found.relatesTo == "urn:uuid:1")
    #expect(found.matches.first?.types.contains("dn:NetworkVideoTransmitter") ?? false)
    #expect(try datagram("Dell PC", 3702, search).isEmpty)
    let hello = [0x21, 0x31, 0, 0x20] + [UInt8](repeating: 0xFF, count: 28)
    #expect(try datagram("Xiaomi vacuum", 54_321, hello).first?.count == 32)
    let options = "OPTIONS sip:x SIP/2.0\r\nCSeq: 1 OPTIONS\r\nTo: <sip:x>\r\n\r\n"
    let telephone = try #require(try datagram("Desk telephone", 5060, Array(options.utf8)).first)
    #expect(String(decoding: telephone, as: UTF8.self).contains("User-Agent: Yealink"))
  }

  @Test func `what is hostile goes on till somebody hangs up`() throws {
    let device = try #require(SimulatedHome.hostile.device("slow drip"))
    let topology = SimulatedTopology(home: .hostile)
    let call = Caller.Call(80, saying: "GET / HTTP/1.1\r\n\r\n", keepsOpen: .seconds(4))
    let run = SimulatedNetwork(topology).runToEnd(Caller(device.address, [call]))
    #expect(run.end(0)?.reason == .exhausted)
    #expect(run.text(0).hasSuffix("Server: xaaa"))
    let endless = try #require(SimulatedHome.hostile.device("endless body"))
    let flood = SimulatedNetwork(topology).runToEnd(Caller(endless.address, [call]))
    #expect(flood.bytes(0).count == 1 << 20)
  }
}
