import DemoHome
import Model
import Networking
import Simulation
import Testing
import Wire

private func datagram(
  _ payload: [UInt8],
  to destination: IPAddress? = nil,
  port: UInt16 = 40_000
) -> Datagram {
  Datagram(
    source: Endpoint(.v4(IPv4Address(192, 168, 77, 2)), port: port),
    destination: destination,
    interface: 2,
    payload: payload,
    receivedAt: MonotonicTime(nanoseconds: 0)
  )
}

private func device(_ change: (inout SimulatedDevice) -> Void) -> SimulatedDevice {
  var device = SimulatedDevice(
    label: "device",
    mac: MACAddress(rawValue: 0x0011_3200_0001),
    address: IPv4Address(192, 168, 77, 40)
  )
  change(&device)
  return device
}

@Suite("The SSDP responder")
struct SSDPResponderTests {
  private let speaker = device {
    $0.ssdp = [
      SSDPAnnouncement(
        target: "upnp:rootdevice",
        usn: "uuid:1::upnp:rootdevice",
        server: "Linux UPnP/1.0",
        location: "http://{address}:1400/desc.xml",
        headers: ["x-rincon-household": "Sonos_1"]
      ),
      SSDPAnnouncement(target: "urn:x:device:ZonePlayer:1", usn: "uuid:1::urn:x"),
    ]
  }

  private func answers(_ search: SSDPMessage, to destination: IPAddress) throws -> [Response] {
    try #require(SSDPResponder(speaker))
      .responses(to: datagram(search.serialised, to: destination))
  }

  @Test func `a search for all is answered by all, to its sender, in the time given`() throws {
    let answers = try answers(.search("ssdp:all", maximumWait: 2), to: .v4(SSDP.ipv4Group))
    #expect(answers.count == 2)
    #expect(answers.allSatisfy { $0.destination.port == 40_000 && $0.delay < .seconds(2) })
    let first = try SSDPMessage(parsing: answers[0].payload)
    #expect(first.kind == .response(status: 200))
    #expect(first.target == "upnp:rootdevice")
    #expect(first.location == "http://192.168.77.40:1400/desc.xml")
    #expect(first["x-rincon-household"] == "Sonos_1")
  }

  @Test func `other searches are answered by whom they seek`() throws {
    let group = IPAddress.v4(SSDP.ipv4Group)
    #expect(try answers(.search("upnp:rootdevice"), to: group).count == 1)
    #expect(try answers(.search("urn:x:device:Nobody:1"), to: group).isEmpty)
    var rude = SSDPMessage.search()
    rude.fields.removeAll { $0.name == "MAN" }
    #expect(try answers(rude, to: group).isEmpty)
  }

  @Test func `asked alone, it answers at once`() throws {
    let answers = try answers(.search(maximumWait: 5), to: .v4(speaker.address))
    #expect(answers.first?.delay == .zero)
  }

  @Test func `it announces itself and leaves`() throws {
    let responder = try #require(SSDPResponder(speaker))
    let alive = try responder.announcements().map { try SSDPMessage(parsing: $0.payload) }
    #expect(alive.map(\.announcement) == [.alive, .alive])
    let bye = try responder.goodbyes().map { try SSDPMessage(parsing: $0.payload) }
    #expect(bye.map(\.announcement) == [.byebye, .byebye])
  }

  @Test func `a device that announces nothing has none`() {
    #expect(SSDPResponder(device { _ in }) == nil)
  }
}

@Suite("The NetBIOS responder")
struct NetBIOSResponderTests {
  @Test func `it lists its names and its group`() throws {
    let mac = MACAddress(rawValue: 0x0011_3200_0001)
    let computer = device {
      $0.netbios = NetBIOSIdentity(names: ["DISKSTATION"], group: "HOME", mac: mac)
    }
    let responder = try #require(NetBIOSResponder(computer))
    let request = NetBIOSStatusRequest(id: 7)
    let answer = try #require(responder.responses(to: datagram(request.serialised)).first)
    let status = try NetBIOSStatusResponse(parsing: answer.payload)
    #expect(status.id == 7)
    #expect(status.mac == mac)
    #expect(status.entries.first?.name == NetBIOSName("DISKSTATION", suffix: 0))
    #expect(status.entries.filter(\.isGroup).map(\.name.text) == ["HOME", "HOME"])
    #expect(responder.responses(to: datagram([0xFF])).isEmpty)
  }
}

@Suite("The home's resolver")
struct DNSResponderTests {
  private let resolver = DNSResponder(home: [
    device { $0.dnsName = "nas.fritz.box" },
    device {
      $0.address = IPv4Address(192, 168, 77, 41)
      $0.dnsName = "tv.fritz.box"
    },
  ])

  private func ask(_ name: String, _ type: DNSType) throws -> DNSMessage {
    let question = DNSQuestion(try #require(DNSName(name)), type)
    let query = DNSMessage(id: 9, flags: .recursiveQuery, questions: [question])
    let answer = try #require(resolver.responses(to: datagram(query.serialised)).first)
    let message = try DNSMessage(parsing: answer.payload)
    #expect(message.id == 9)
    #expect(message.questions == [question])
    return message
  }

  @Test func `names and addresses lead to each other`() throws {
    let forward = try ask("NAS.fritz.box", .a)
    #expect(forward.answers.map(\.data) == [.a(IPv4Address(192, 168, 77, 40))])
    let reverse = try ask("41.77.168.192.in-addr.arpa", .ptr)
    #expect(reverse.answers.map(\.data) == [.ptr(try #require(DNSName("tv.fritz.box")))])
  }

  @Test func `a name without such a record exists, an unknown name doesn't`() throws {
    let empty = try ask("nas.fritz.box", .aaaa)
    #expect(empty.flags.responseCode == 0)
    #expect(empty.answers.isEmpty)
    #expect(try ask("99.77.168.192.in-addr.arpa", .ptr).flags.responseCode == 3)
  }

  @Test func `answers and noise are left alone`() {
    #expect(resolver.responses(to: datagram([1])).isEmpty)
    let answer = DNSMessage(flags: .authoritativeAnswer)
    #expect(resolver.responses(to: datagram(answer.serialised)).isEmpty)
  }
}
