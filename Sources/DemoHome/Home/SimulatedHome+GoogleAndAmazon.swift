import Model

extension SimulatedHome {
  /// Cast devices and Echos.
  static let googleAndAmazon: [SimulatedDevice] = [
    cast(
      label: "Chromecast",
      mac: 0x6CAD_F8C0_12A7,
      last: 30,
      name: "Bedroom TV",
      model: "Chromecast",
      id: "4f9b1d7ae0c24c93a1d5be0a7c86f2e1",
      dnsName: "chromecast.fritz.box",
      category: .tvMedia
    ),
    cast(
      label: "Nest Hub",
      mac: 0x1CF2_9A5E_0D33,
      last: 31,
      name: "Kitchen display",
      model: "Google Nest Hub",
      id: "b8d2f6037e1a4c5f9b20d4e8a96c7315",
      dnsName: "nest-hub.fritz.box",
      category: .speaker
    ),
    // Two that a person gave the same name; the router calls both the same, too.
    cast(
      label: "Nest Mini, left",
      mac: 0xD4F5_4707_11C8,
      last: 32,
      name: "Bedroom speaker",
      model: "Google Nest Mini",
      id: "0c1f5e2d7b9a48d6831e6af4c2d95b70",
      dnsName: "nest-mini.fritz.box",
      category: .speaker
    ),
    cast(
      label: "Nest Mini, right",
      mac: 0xD4F5_4707_2A95,
      last: 33,
      name: "Bedroom speaker",
      model: "Google Nest Mini",
      id: "e5a7c80b13f64d2795cb7d1e0f8a4632",
      dnsName: "nest-mini.fritz.box",
      category: .speaker
    ),
    SimulatedDevice(
      label: "Echo Dot",
      mac: .mac(0xFCA1_8340_9E1B),
      address: .home(34),
      behaviour: .slow(.milliseconds(300)),
      mdnsHost: "echo-dot.local",
      services: [
        .service(
          "_amzn-wplay._tcp",
          "amzn.dmgr:7D3C91E0",
          on: "echo-dot.local",
          port: 55443,
          ["n": "Office Echo Dot", "t": "2", "v": "2"]
        ),
        .service(
          "_spotify-connect._tcp",
          "Office Echo Dot",
          on: "echo-dot.local",
          port: 4070,
          ["cpath": "/zc", "version": "1.0"]
        ),
      ],
      dnsName: "amazon-4f1c0a9d2.fritz.box",
      listeners: Listener.silent(1080, 8888, 55442, 55443)
        + Listener.serving(
          4070,
          HTTPService([
            "/zc": Pages.spotify(name: "Office Echo Dot", brand: "amazon", model: "Echo Dot")
          ])
        ),
      category: .speaker,
      vendor: "Amazon",
      model: "Echo Dot",
      shownName: "Office Echo Dot"
    ),
    SimulatedDevice(
      label: "Fire TV",
      mac: .mac(0xAC63_BE7A_5512),
      address: .home(35),
      mdnsHost: "amazon-fire-tv.local",
      services: [
        .service(
          "_amzn-wplay._tcp",
          "amzn.dmgr:C45E8A17",
          on: "amazon-fire-tv.local",
          port: 36213,
          ["n": "Anna's Fire TV", "t": "8", "at": "AFTMM"]
        )
      ],
      ssdp: SSDPAnnouncement.rootDevice(
        uuid: "f0a51c3e-8b47-3d92-9c1a-ac63be7a5512",
        type: "urn:dial-multiscreen-org:device:dial:1",
        services: ["urn:dial-multiscreen-org:service:dial:1"],
        server: "Linux/3.14.29 UPnP/1.0 Cling/2.0",
        path: "60000/upnp/dev/f0a51c3e/desc"
      ),
      dnsName: "amazon-fire-tv.fritz.box",
      listeners: Listener.silent(8009, 36213)
        + Listener.serving(
          60000,
          HTTPService([
            "/upnp/dev/f0a51c3e/desc": UPnPDescription(
              type: "urn:dial-multiscreen-org:device:dial:1",
              name: "Anna's Fire TV",
              maker: "Amazon",
              model: "AFTMM",
              serial: "G070VM1234560ABC",
              uuid: "f0a51c3e-8b47-3d92-9c1a-ac63be7a5512"
            )
            .page
          ])
        ),
      category: .tvMedia,
      vendor: "Amazon",
      model: "Fire TV Stick 4K",
      shownName: "Anna's Fire TV"
    ),
  ]

  /// A device of Google's Cast family: the instance is model and id, the friendly name in `fn`.
  private static func cast(
    label: String,
    mac: UInt64,
    last: UInt8,
    name: String,
    model: String,
    id: String,
    dnsName: String,
    category: Category
  ) -> SimulatedDevice {
    let host = "\(hyphenated(id)).local"
    let pages = Pages.cast(name: name, model: model, mac: .mac(mac), id: hyphenated(id))
    let certificate = ServedCertificate(id, organisation: "Google Inc", issuer: "Cast Audio ICA")
    return SimulatedDevice(
      label: label,
      mac: .mac(mac),
      address: .home(last),
      mdnsHost: host,
      services: [
        .service(
          "_googlecast._tcp",
          "\(model.replacing(" ", with: "-"))-\(id)",
          on: host,
          port: 8009,
          ["id": id, "md": model, "fn": name, "ve": "05", "ca": "201221", "st": "0", "rs": ""]
        )
      ],
      ssdp: SSDPAnnouncement.rootDevice(
        uuid: hyphenated(id),
        type: "urn:dial-multiscreen-org:device:dial:1",
        services: ["urn:dial-multiscreen-org:service:dial:1"],
        server: "Linux/3.8.13+, UPnP/1.0, Portable SDK for UPnP devices/1.6.18",
        path: "8008/ssdp/device-desc.xml"
      ),
      dnsName: dnsName,
      listeners: Listener.silent(9000, 10001) + Listener.serving(8008, pages)
        + Listener.serving(8443, pages, certificate: certificate)
        + Listener.serving(8009, GreetingService(), certificate: certificate),
      category: category,
      vendor: "Google",
      model: model,
      shownName: name
    )
  }

  private static func hyphenated(_ id: String) -> String {
    let digits = Array(id)
    return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }
      .joined(separator: "-")
  }
}
