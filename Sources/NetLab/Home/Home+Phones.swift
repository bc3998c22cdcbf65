import Model

extension SimulatedHome {
  /// Phones and a tablet: awake enough for ARP, deaf to everything else.
  static let phones: [SimulatedDevice] = [
    // A private Wi-Fi address: the locally administered bit is set, nobody's vendor.
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
