import Discovery
public import Model
import Wire

/// Made-up devices of every kind, as many as are wanted, the same for the same seed.
public struct GeneratedDevices {
  private var generator: SplitMix64
  private let start: Timestamp

  /// Devices by that seed, first heard from that time on.
  public init(seed: UInt64, start: Timestamp = Timestamp(milliseconds: 1_700_000_000_000)) {
    generator = SplitMix64(seed: seed)
    self.start = start
  }

  private static let kinds: [(category: Category, vendor: String, model: String, word: String)] = [
    (.phone, "Fernlicht", "Kiesel 4", "phone"), (.tablet, "Fernlicht", "Tafel 11", "tablet"),
    (.computer, "Northwind", "Slate 14", "laptop"), (.speaker, "Lautwerk", "Dose 2", "speaker"),
    (.gaming, "Pixelhaus", "Arcade S", "console"), (.tvMedia, "Sehwerk", "Bild 55", "television"),
    (.storage, "Speicherbau", "Box 220", "storage"), (.printer, "Druckerei", "Ink 310", "printer"),
    (.smartHome, "Helligkeit", "Lampe E27", "lamp"), (.camera, "Augenblick", "Cam 2", "camera"),
    (.network, "Kabelbau", "Switch 8", "switch"), (.appliance, "Hausrat", "Wash 9", "washer"),
    (.server, "Northwind", "Rack 1", "server"), (.wearable, "Fernlicht", "Band 3", "watch"),
    (.voip, "Rufbau", "Desk 5", "telephone"),
  ]
  private static let rooms = [
    "Kitchen", "Living Room", "Bedroom", "Study", "Hall", "Attic", "Garage", "Küche", "Büro",
  ]

  /// The device of that number; the first is the router.
  public mutating func device(_ index: Int) -> InventoryDevice {
    let address = IPv4Address(rawValue: 0x0A00_0001 + UInt32(truncatingIfNeeded: index))
    let mac = MACAddress(rawValue: 0x0200_5E00_0000 + UInt64(index))
    let kind = Self.kinds[Int(generator.next() % UInt64(Self.kinds.count))]
    let room = Self.rooms[Int(generator.next() % UInt64(Self.rooms.count))]
    let isUnknown = index > 0 && generator.next() % 8 == 0
    var verdict = Verdict(
      name: index == 0 ? "Router" : isUnknown ? nil : "\(room) \(kind.word) \(index)",
      category: index == 0 ? .router : isUnknown ? .unknown : kind.category,
      vendor: kind.vendor,
      model: isUnknown ? nil : kind.model,
      confidence: isUnknown ? 0.2 : 0.9,
      because: [
        Verdict.Reason(claim: .vendor, evidence: "made-up block of \(kind.vendor)", source: .arp)
      ]
    )
    if !isUnknown {
      verdict.because.append(
        Verdict.Reason(claim: .category, evidence: "it says \(kind.model)", source: .mdns)
      )
    }
    var evidence = Evidence()
    evidence.ip = .v4(address)
    evidence.mac = mac
    evidence.isGateway = index == 0
    if !isUnknown {
      evidence.services = [
        ServiceInstance(
          type: "_http._tcp",
          name: verdict.name ?? kind.word,
          port: 80,
          txt: ["model": .text(kind.model), "quiet": .present]
        )
      ]
    }
    let device = Device(
      id: "mac:\(mac)",
      isGateway: index == 0,
      ip: .v4(address),
      addresses: [.v4(address)],
      hostname: "\(kind.word)-\(index).home.arpa",
      ports: [Device.OpenPort(port: 80, transport: .tcp, service: "http")],
      latencyMs: Double(generator.next() % 9000) / 1000,
      firstSeen: Timestamp(milliseconds: start.milliseconds + Int64(index)),
      lastSeen: Timestamp(milliseconds: start.milliseconds + 60_000),
      discoveredBy: [.arp, .mdns],
      evidence: evidence,
      verdict: verdict
    )
    let isAway = index > 0 && generator.next() % 10 == 0
    return InventoryDevice(device, presence: isAway ? .away : .present, slot: index)
  }
}
