import Discovery
import HomeSupport
import Model
import Testing

@Suite struct `A device as JSON` {
  @Test func `says everything of the contract`() throws {
    var evidence = Evidence()
    evidence.mac = mac("00:0e:58:00:00:03")
    evidence.services = [
      ServiceInstance(
        type: "_sonos._tcp",
        name: "Den",
        port: 1443,
        txt: ["vers": .text("1"), "flag": .present, "raw": .bytes([0xFF])]
      )
    ]
    let device = Device(
      id: "mac-000e58000003",
      isGateway: true,
      ip: ip("192.168.1.2"),
      addresses: [ip("192.168.1.2"), ip("fe80::2%eth0")],
      hostname: "den.local",
      ports: [Device.OpenPort(port: 80, transport: .tcp, service: "http")],
      latencyMs: 1.23456,
      firstSeen: Timestamp(milliseconds: 0),
      lastSeen: Timestamp(milliseconds: 1500),
      discoveredBy: [.icmp, .mdns],
      evidence: evidence,
      verdict: Verdict(
        name: "Den",
        category: .tvMedia,
        vendor: "Sonos",
        model: "Beam",
        os: "Linux",
        confidence: 0.876,
        runnerUp: .speaker,
        because: [Verdict.Reason(claim: .name, evidence: "it says so", source: .mdns)]
      )
    )
    let expected = """
      {"addresses":["192.168.1.2","fe80::2%eth0"],\
      "because":[{"claim":"name","code":"text","evidence":"it says so","source":"mdns",\
      "values":{"text":"it says so"}}],\
      "category":"tv_media","confidence":0.88,"discovered_by":["icmp","mdns"],\
      "first_seen":"1970-01-01T00:00:00.000Z","gateway":true,"hostname":"den.local",\
      "id":"mac-000e58000003","ip":"192.168.1.2","last_seen":"1970-01-01T00:00:01.500Z",\
      "latency_ms":1.235,"link":null,"link_reason":null,"mac":"00:0e:58:00:00:03",\
      "mac_private":false,"model":"Beam","name":"Den","os":"Linux",\
      "ports":[{"port":80,"protocol":"tcp","service":"http","state":"open"}],\
      "runner_up":"speaker","self":false,\
      "services":[{"name":"Den","port":1443,\
      "txt":{"flag":true,"raw":{"hex":"ff"},"vers":"1"},"type":"_sonos._tcp"}],\
      "state":"present","vendor":"Sonos"}
      """
    #expect(try JSONText.encode(device) == expected)
  }

  @Test func `says null of what is not known, and lists nothing as empty`() throws {
    let device = Device(
      id: "x",
      ip: ip("192.168.1.2"),
      addresses: [],
      state: .unconfirmed,
      firstSeen: Timestamp(milliseconds: 0),
      lastSeen: Timestamp(milliseconds: 0)
    )
    let expected = """
      {"addresses":[],"because":[],"category":"unknown","confidence":0,"discovered_by":[],\
      "first_seen":"1970-01-01T00:00:00.000Z","gateway":false,"hostname":null,"id":"x",\
      "ip":"192.168.1.2","last_seen":"1970-01-01T00:00:00.000Z","latency_ms":null,"link":null,\
      "link_reason":null,"mac":null,"mac_private":null,"model":null,"name":null,"os":null,\
      "ports":[],"runner_up":null,"self":false,"services":[],"state":"unconfirmed","vendor":null}
      """
    #expect(try JSONText.encode(device) == expected)
  }
}
