import Model

extension SimulatedHome {
  /// Phones and a tablet: awake enough for ARP, deaf to everything else.
  static let phones: [SimulatedDevice] = [
    // A private Wi-Fi address: the locally administered bit is set, so it has no vendor.
    SimulatedDevice(
      label: "iPhone with private address",
      mac: .mac(0x5E1C_77A0_43F9),
      address: .home(100),
      behaviour: .stealthy,
      dnsName: "iphone.fritz.box",
      category: .phone,
      vendor: "Apple"
    ),
    SimulatedDevice(
      label: "Galaxy phone",
      mac: .mac(0xC488_E51D_7706),
      address: .home(101),
      behaviour: .stealthy,
      dnsName: "galaxy-s21.fritz.box",
      category: .phone,
      vendor: "Samsung",
      model: "Galaxy S21"
    ),
    // No name anywhere: only its MAC tells of it.
    SimulatedDevice(
      label: "Pixel phone",
      mac: .mac(0xDCE5_5B0E_51B4),
      address: .home(102),
      behaviour: .stealthy,
      category: .phone
    ),
    // Answers mDNS, drops the rest.
    SimulatedDevice(
      label: "iPad",
      mac: .mac(0xF018_9860_B3E7),
      address: .home(103),
      behaviour: .stealthy,
      mdnsHost: "iPad-von-Jürgen.local",
      services: [
        .service(
          "_companion-link._tcp",
          "iPad von Jürgen",
          on: "iPad-von-Jürgen.local",
          port: 49152,
          ["rpmd": "iPad13,4", "rpvr": "540.1", "rpfl": "0x20000"]
        )
      ],
      category: .tablet,
      vendor: "Apple",
      model: "iPad Pro",
      shownName: "iPad von Jürgen"
    ),
  ]
}

extension SimulatedHome {
  /// Devices that try a scanner's patience: makers' boards, endless and dangling names.
  static let edgeCaseDevices: [SimulatedDevice] = [
    SimulatedDevice(
      label: "Plant sensor",
      mac: .mac(0xC44F_3319_A0E5),
      address: .home(120),
      mdnsHost: "esp-19a0e5.local",
      services: [
        .service(
          "_http._tcp",
          "Tomatoes on the balcony",
          on: "esp-19a0e5.local",
          port: 80,
          ["note": "soil moisture", "path": "/"]
        )
      ],
      dnsName: "esp-19a0e5.fritz.box",
      listeners: Listener.serving(
        80,
        HTTPService(["/": .page(title: "Tomatoes on the balcony", "<p>Soil: 41 %</p>")])
      ),
      category: .smartHome
    ),
    // An instance name may have 63 bytes (RFC 6763, section 4.1.1); this one has them all.
    SimulatedDevice(
      label: "Weather station with a long name",
      mac: .mac(0xC4DD_5740_2C18),
      address: .home(121),
      mdnsHost: "weather-402c18.local",
      services: [
        .service(
          "_esphomelib._tcp",
          "Wetterstation auf dem Balkon im dritten Stock über dem Hof (N)",
          on: "weather-402c18.local",
          port: 6053,
          ["mac": "c4dd57402c18", "version": "2024.5.4", "platform": "ESP32", "board": "esp32dev"]
        )
      ],
      dnsName: "weather-402c18.fritz.box",
      listeners: Listener.silent(6053),
      category: .smartHome
    ),
    // Announces a service of a host that never resolves.
    SimulatedDevice(
      label: "Bridge that speaks for a ghost",
      mac: .mac(0xC4DE_E2B7_1D90),
      address: .home(122),
      mdnsHost: "bridge-b71d90.local",
      services: [
        .service(
          "_esphomelib._tcp",
          "Bridge",
          on: "bridge-b71d90.local",
          port: 6053,
          ["mac": "c4dee2b71d90", "version": "2024.5.4", "platform": "ESP32"]
        ),
        .service("_http._tcp", "Ghost", on: "ghost-7f3a.local", port: 80),
      ],
      dnsName: "bridge-b71d90.fritz.box",
      listeners: Listener.silent(6053),
      category: .smartHome
    ),
  ]
}
