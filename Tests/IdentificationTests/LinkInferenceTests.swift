import HomeSupport
import Testing
@testable import Identification
@testable import Model

@Suite struct `The link` {
  private func medium(
    _ times: [Double],
    neighbour: Bool = true,
    sockets: LinkInference.Sockets = .unknown
  ) -> Link.Medium? {
    LinkInference.link(roundTrips: times, isNeighbour: neighbour, sockets: sockets)?.medium
  }

  @Test(
    arguments: [
      ([0.3, 0.4, 0.5, 0.3, 0.4, 0.4], Link.Medium.wired),
      // One held up by ARP, or by this machine.
      ([48, 0.4, 0.5, 0.3, 0.4, 0.4], .wired),
      ([3.9, 4.1, 4.0, 4.2, 4.4, 4.4], .wired),
      ([6, 7, 8, 6, 9, 12], .wifi),
      ([1.2, 9, 2, 14, 1.1, 3], .wifi),
      ([80, 82, 79, 85, 81, 90], .remote),
    ] as [([Double], Link.Medium)]
  )
  func `is told by how far and how steady it is`(times: [Double], expected: Link.Medium) {
    #expect(medium(times) == expected)
  }

  @Test(
    arguments: [
      [], [0.4], [0.4, 0.4, 0.4], [30, 35, 40, 42, 38, 33], [1, 2, 3.9, 1.2, 1.1, 9],
    ] as [[Double]]
  )
  func `is not told where times say too little`(times: [Double]) {
    #expect(medium(times) == nil)
  }

  @Test func `of a device behind a router is not told, unless it is far`() {
    #expect(medium([0.4, 0.4, 0.4, 0.4, 0.4], neighbour: false) == nil)
    #expect(medium([70, 71, 72, 73, 74], neighbour: false) == .remote)
  }

  @Test func `of a phone is never a cable`() {
    #expect(medium([0.4, 0.4, 0.4, 0.4, 0.4], sockets: .none) == .wifi)
    // Nor of what may be one.
    #expect(medium([0.4, 0.4, 0.4, 0.4, 0.4], sockets: .doubtful) == nil)
    #expect(medium([1.2, 9, 2, 14, 1.1, 3], sockets: .doubtful) == .wifi)
  }

  @Test(
    arguments: [
      (Verdict(category: .phone, confidence: 0.9), nil, .none),
      (Verdict(category: .phone, confidence: 0.4), nil, .doubtful),
      (Verdict(category: .wearable, confidence: 0.7), nil, .none),
      (Verdict(category: .computer, confidence: 0.5, runnerUp: .phone), nil, .doubtful),
      (Verdict(category: .unknown), "5e:1c:77:a0:43:f9", .doubtful),
      (Verdict(category: .unknown), "d0:81:7a:d9:af:37", .unknown),
      (Verdict(category: .server, confidence: 0.9), "52:54:00:00:00:01", .unknown),
      (
        Verdict(category: .smartHome, vendor: "TP-Link", model: "HS110", confidence: 0.9), nil,
        .none
      ),
      (
        Verdict(category: .smartHome, vendor: "Shelly", model: "Shelly Plug S", confidence: 0.9),
        nil, .none
      ),
      (
        Verdict(category: .smartHome, vendor: "Shelly", model: "Shelly Pro 4PM", confidence: 0.9),
        nil,
        .unknown
      ),
      (
        Verdict(category: .appliance, vendor: "iRobot", model: "Roomba i7", confidence: 0.9), nil,
        .none
      ),
      (Verdict(category: .appliance, vendor: "Fronius", confidence: 0.9), nil, .unknown),
      (
        Verdict(category: .speaker, vendor: "Google", model: "Google Nest Mini", confidence: 0.9),
        nil, .none
      ),
      (Verdict(category: .printer, vendor: "HP", confidence: 0.9), nil, .unknown),
    ] as [(Verdict, String?, LinkInference.Sockets)]
  )
  func `of kinds without a socket is never a cable`(
    verdict: Verdict,
    address: String?,
    sockets: LinkInference.Sockets
  ) {
    #expect(LinkInference.sockets(of: verdict, mac: address.map(mac)) == sockets)
  }

  @Test func `comes with its reason`() {
    let link = LinkInference.link(
      roundTrips: [0.31, 0.42, 0.5, 0.3, 0.04, 12],
      isNeighbour: true
    )
    #expect(link?.reason == "6 round trips of <0.1–0.5 ms, steady: probably a cable")
  }

  @Test(
    arguments: [
      // Google Cast, flat and in parts.
      (#"{"ethernet_connected":false,"name":"Den","ssid":"Attic"}"#, "link.stated", .wifi),
      (
        #"{"net":{"ethernet_connected":true,"online":true},"wifi":{"signal_level":-60}}"#,
        "link.stated", .wired
      ),
      (#"{"wifi":{"noise_level":-95,"signal_level":-52,"ssid":"Attic"}}"#, "link.signal", .wifi),
      (#"{"wifi":{"ssid":"Attic","wpa_state":10}}"#, "link.stated", .wifi),
      // Roku, Samsung.
      ("<device-info><network-type>wifi</network-type></device-info>", "link.stated", .wifi),
      ("<device-info><network-type>ethernet</network-type></device-info>", "link.stated", .wired),
      (#"{"device":{"networkType":"wireless","modelName":"x"}}"#, "link.stated", .wifi),
      // Kasa, WLED, Shelly, Tasmota.
      (#"{"system":{"get_sysinfo":{"model":"HS110","rssi":-58}}}"#, "link.signal", .wifi),
      (
        #"{"sta_ip":"192.168.1.7","status":"got ip","ssid":"Attic","rssi":-61}"#, "link.signal",
        .wifi
      ),
      (#"{"Wifi":{"SSId":"Attic","RSSI":70,"Signal":-65}}"#, "link.signal", .wifi),
      // LinkPlay.
      (#"{"RSSI":"-45","eth2":"0.0.0.0"}"#, "link.signal", .wifi),
      (#"{"RSSI":"-45","eth2":"192.168.1.9"}"#, "link.stated", .wired),
    ] as [(String, String, Link.Medium)]
  )
  func `is what the device states`(body: String, code: String, medium: Link.Medium) throws {
    let device = try #require(Self.device(answering: body))
    #expect(device.link?.medium == medium)
    #expect(device.link?.message.code == code)
    // Steady times of a cable don't change what it says, and no name of a network is told.
    #expect(device.link?.reason.contains("Attic") == false)
  }

  @Test(
    arguments: [
      #"{"ethernet_connected":"maybe","rssi":0,"signal_level":0,"eth2":"none"}"#,
      #"{"ethernet_connected":true,"networkType":"wireless"}"#,
      #"{"rssi":70,"wifi_supported":true}"#,
    ]
  )
  func `is inferred where nothing, or no one thing, is stated`(body: String) throws {
    let device = try #require(Self.device(answering: body))
    #expect(device.link?.message.code == "link.steady")
    #expect(device.link?.reason == "6 round trips of 0.3–0.4 ms, steady: probably a cable")
  }

  @Test func `is stated in ESPHome's announcement`() throws {
    let service = ServiceInstance(
      type: "_esphomelib._tcp",
      name: "lamp",
      txt: ["network": .text("ethernet")]
    )
    let device = try #require(
      fold([saw("192.168.1.7", .answered(rttMs: 9)), saw("192.168.1.7", .service(service))]).first
    )
    #expect(device.link?.reason == "it says so itself: network=ethernet")
    #expect(device.link?.medium == .wired)
  }

  /// A device at the end of what looks like a cable.
  private static func device(answering body: String) -> Device? {
    fold([
      saw("192.168.1.7", .linkAddress(mac("00:04:20:00:00:07"))),
      saw("192.168.1.7", .roundTrips([0.3, 0.4, 0.5, 0.3, 0.4, 0.4]), from: .icmp),
      saw(
        "192.168.1.7",
        .http(HTTPAnswer(port: 80, path: "/x", status: 200, body: body)),
        from: .http
      ),
    ]).first
  }
}
