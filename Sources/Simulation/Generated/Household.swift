import Model

/// Who lives in a generated home: one of every kind of device, with all that a page can show of it.
enum Household {
  /// What one of its devices is and says.
  struct Member {
    /// What it calls itself; `nil` where it says nothing.
    var name: String?
    var category: Category
    var vendor: String?
    var model: String?
    var os: String?
    var link: Link.Medium?
    /// Type, port and TXT record of each service.
    var services: [(type: String, port: UInt16, txt: [String: String])]
    var ports: [(number: UInt16, service: String?)]

    init(
      _ name: String?,
      _ category: Category,
      vendor: String? = nil,
      model: String? = nil,
      os: String? = nil,
      link: Link.Medium? = nil,
      services: [(type: String, port: UInt16, txt: [String: String])] = [],
      ports: [(number: UInt16, service: String?)] = []
    ) {
      self.name = name
      self.category = category
      self.vendor = vendor
      self.model = model
      self.os = os
      self.link = link
      self.services = services
      self.ports = ports
    }
  }

  /// The router first, then the machine that scans.
  static let members = [
    Member(
      "Gateway",
      .router,
      vendor: "Larchfield",
      model: "LF-7800 AX",
      link: .wired,
      services: [("_http._tcp", 80, [:])],
      ports: [(53, "domain"), (80, "http"), (443, "https")]
    ),
    Member(
      "Workbench",
      .computer,
      vendor: "Tessel",
      model: "Bench 14",
      os: "Debian 12",
      link: .wired,
      services: [("_ssh._tcp", 22, [:])],
      ports: [(22, "ssh")]
    ),
    Member(
      "Mira's iPhone",
      .phone,
      vendor: "Apple",
      model: "iPhone 14",
      os: "iOS 18",
      link: .wifi,
      services: [("_remotepairing._tcp", 49152, ["ver": "24"])]
    ),
    Member(
      "Living Room TV",
      .tvMedia,
      vendor: "LG",
      model: "OLED C2",
      os: "webOS 7",
      link: .wifi,
      services: [
        (
          "_airplay._tcp", 7000,
          ["model": "OLED55C2", "acl": "0", "features": "0x7F8AD0,0x38BCF46"]
        ), ("_googlecast._tcp", 8009, ["md": "OLED C2", "fn": "Living Room TV"]),
      ],
      ports: [(3000, "http"), (7000, "airplay"), (8009, "cast")]
    ),
    Member(
      "Kitchen speaker",
      .speaker,
      vendor: "Sonos",
      model: "One SL",
      link: .wifi,
      services: [
        ("_sonos._tcp", 1443, ["vers": "3"]),
        ("_spotify-connect._tcp", 1400, ["cpath": "/spotify"]),
      ],
      ports: [(1400, "http"), (1443, "https")]
    ),
    Member(
      "Attic NAS",
      .storage,
      vendor: "Synology",
      model: "DS220+",
      os: "DSM 7.2",
      link: .wired,
      services: [
        ("_smb._tcp", 445, [:]), ("_http._tcp", 5000, ["vendor": "Synology", "model": "DS220+"]),
      ],
      ports: [(22, "ssh"), (80, "http"), (443, "https"), (445, "smb"), (5000, "http")]
    ),
    Member(
      "Brother HL-L2350DW",
      .printer,
      vendor: "Brother",
      model: "HL-L2350DW",
      link: .wifi,
      services: [
        (
          "_ipp._tcp", 631,
          ["ty": "Brother HL-L2350DW", "pdl": "application/octet-stream,image/urf"]
        )
      ],
      ports: [(80, "http"), (631, "ipp")]
    ),
    Member(
      "Hue Bridge",
      .smartHome,
      vendor: "Signify",
      model: "BSB002",
      link: .wired,
      services: [("_hue._tcp", 443, ["bridgeid": "ecb5fafffe0a11d2", "modelid": "BSB002"])],
      ports: [(80, "http"), (443, "https")]
    ),
    Member(
      "Front door",
      .camera,
      vendor: "Reolink",
      model: "Video Doorbell",
      link: .wifi,
      ports: [(80, "http"), (554, "rtsp")]
    ),
    Member(
      "PlayStation 5",
      .gaming,
      vendor: "Sony",
      model: "PlayStation 5",
      link: .wired,
      ports: [(9295, nil)]
    ),
    Member(
      "Hall switch",
      .network,
      vendor: "TP-Link",
      model: "TL-SG108E",
      link: .wired,
      ports: [(80, "http")]
    ),
    Member("Apple device", .unknown, vendor: "Apple", link: .wifi),
    Member(
      "Jonas's Pixel 8",
      .phone,
      vendor: "Google",
      model: "Pixel 8",
      os: "Android 15",
      link: .wifi
    ),
    Member(
      "Study iMac",
      .computer,
      vendor: "Apple",
      model: "iMac (24-inch, M1)",
      os: "macOS 15",
      link: .wifi,
      services: [("_companion-link._tcp", 49153, ["rpmd": "iMac21,1"])],
      ports: [(5000, "airplay"), (7000, "airplay")]
    ),
    Member(
      "Bedroom lamp",
      .smartHome,
      vendor: "Shelly",
      model: "Duo RGBW",
      link: .wifi,
      services: [("_shelly._tcp", 80, ["gen": "1", "app": "duorgbw"])],
      ports: [(80, "http")]
    ),
    Member(
      "Oven",
      .appliance,
      vendor: "Bosch",
      model: "HBG7764B1",
      link: .wifi,
      services: [("_homeconnect._tcp", 443, ["brand": "BOSCH", "type": "Oven"])],
      ports: [(443, "https")]
    ),
    Member("Mira's watch", .wearable, vendor: "Garmin", model: "Venu 3", link: .wifi),
    Member(
      "Office phone",
      .voip,
      vendor: "Gigaset",
      model: "N510 IP PRO",
      link: .wired,
      ports: [(80, "http"), (5060, "sip")]
    ),
    Member(
      "Cellar server",
      .server,
      vendor: "Supermicro",
      model: "X11SCL",
      os: "Proxmox VE 8",
      link: .wired,
      ports: [(22, "ssh"), (8006, "https")]
    ),
    Member(
      "Nursery iPad",
      .tablet,
      vendor: "Apple",
      model: "iPad (9th generation)",
      os: "iPadOS 17",
      link: .wifi,
      services: [("_remotepairing._tcp", 49152, [:])]
    ),
    Member(
      "Garden camera",
      .camera,
      vendor: "Reolink",
      model: "RLC-810A",
      link: .wifi,
      ports: [(80, "http"), (554, "rtsp"), (8000, nil)]
    ),
    Member(
      "Bathroom speaker",
      .speaker,
      vendor: "Sonos",
      model: "Roam",
      link: .wifi,
      services: [("_sonos._tcp", 1443, [:])],
      ports: [(1400, "http")]
    ),
    Member("Thermostat", .smartHome, vendor: "tado°", model: "Smart Thermostat", link: .wifi),
    Member(
      "Washing machine",
      .appliance,
      vendor: "Miele",
      model: "WCR870 WPS",
      link: .wifi,
      services: [("_mieleathome._tcp", 80, ["group": "0x4711"])],
      ports: [(80, "http")]
    ),
    Member(
      "Loft access point",
      .network,
      vendor: "Ubiquiti",
      model: "U6 Lite",
      link: .wired,
      ports: [(22, "ssh")]
    ),
    Member("Robot vacuum", .appliance, vendor: "Roborock", model: "S7", link: .wifi),
    Member(
      "Bedroom TV",
      .tvMedia,
      vendor: "Samsung",
      model: "QE43Q60",
      os: "Tizen",
      link: .wifi,
      ports: [(8001, "http"), (8002, "https")]
    ),
    Member("Switch", .gaming, vendor: "Nintendo", model: "Switch", link: .wifi),
    Member("Guest's phone", .phone, link: .wifi),
    Member("ESP-4C21", .unknown, vendor: "Espressif", link: .wifi, ports: [(80, "http")]),
    Member(nil, .unknown),
  ]

  /// Blocks of MACs of makers that the registry knows; others have one of IANA's.
  static func block(of vendor: String?) -> UInt64 {
    switch vendor {
    case "Apple": 0x00_1B63
    case "LG": 0x00_1E75
    case "Sonos": 0x00_0E58
    case "Synology": 0x00_1132
    default: 0x00_005E
    }
  }

  /// Names that are markup, long, of other scripts, or that turn text around.
  static let hostileNames = [
    "<img src=x onerror=alert(1)>",
    "The television in the corner of the big room beside the stove upstairs",
    "هاتف ليلى في غرفة الجلوس",
    "🦊🏡📺✨🎉🧸🚀🌈🦄🍕",
    "\u{202E}exe.gpj\u{202C} \u{2066}reversed\u{2069}",
    "'); DROP TABLE devices;--",
    "{{constructor.constructor('alert(1)')()}}",
    String(repeating: "a", count: 255),
    "Ω≈ç√∫˜µ≤≥÷ 中文名字测试 テレビ",
    "</script><script>alert(1)</script>",
    "    ",
    "Z\u{351}\u{36B}\u{313}\u{36A}\u{302}\u{36B}\u{33D}\u{34F}\u{334}\u{319}\u{324}\u{31E}\u{349}\u{35A}\u{32F}\u{31E}\u{320}\u{34D}A\u{334}\u{335}\u{31C}\u{330}\u{354}\u{36B}\u{357}\u{362}L\u{320}\u{368}\u{367}\u{369}\u{358}G\u{334}\u{33B}\u{348}\u{34D}\u{354}\u{339}\u{311}\u{357}\u{30E}\u{305}\u{35B}\u{301}",
  ]
}
