import Model

private let samsungPages = Pages.samsung(
  name: "[TV] Samsung Q80 Series (55)",
  model: "QE55Q80RATXXC",
  year: "19_MUSEM_QTV",
  uuid: "0b9f3a7c-12d4-4e65-a8f1-c47d9f2b61d0",
  mac: "c4:7d:9f:2b:61:d0"
)

extension SimulatedHome {
  /// Televisions and players.
  static let screens: [SimulatedDevice] = [
    SimulatedDevice(
      label: "Samsung TV",
      mac: .mac(0xC47D_9F2B_61D0),
      address: .home(50),
      mdnsHost: "Samsung.local",
      services: [
        .service(
          "_airplay._tcp",
          "[TV] Samsung Q80 Series (55)",
          on: "Samsung.local",
          port: 7000,
          [
            "model": "QE55Q80RATXXC", "manufacturer": "Samsung",
            "deviceid": "C4:7D:9F:2B:61:D0", "integrator": "Samsung",
          ]
        )
      ],
      ssdp: SSDPAnnouncement.rootDevice(
        uuid: "0b9f3a7c-12d4-4e65-a8f1-c47d9f2b61d0",
        type: "urn:schemas-upnp-org:device:MediaRenderer:1",
        services: ["urn:samsung.com:device:RemoteControlReceiver:1"],
        server: "SHP, UPnP/1.0, Samsung UPnP SDK/1.0",
        path: "9197/dmr"
      ),
      dnsName: "samsung.fritz.box",
      listeners: Listener.serving(8001, samsungPages)
        + Listener.serving(
          8002,
          samsungPages,
          certificate: ServedCertificate("SmartViewSDK", organisation: "SmartViewSDK")
        )
        + Listener.serving(
          9197,
          HTTPService(
            server: "SHP, UPnP/1.0, Samsung UPnP SDK/1.0",
            [
              "/dmr": UPnPDescription(
                type: "urn:schemas-upnp-org:device:MediaRenderer:1",
                name: "[TV] Samsung Q80 Series (55)",
                maker: "Samsung Electronics",
                model: "QE55Q80RATXXC",
                description: "Samsung TV DMR",
                number: "AllShare1.0",
                uuid: "0b9f3a7c-12d4-4e65-a8f1-c47d9f2b61d0"
              )
              .page
            ]
          )
        )
        + Listener.serving(
          7000,
          Pages.airPlay(
            name: "[TV] Samsung Q80 Series (55)",
            model: "QE55Q80RATXXC",
            mac: .mac(0xC47D_9F2B_61D0),
            version: "377.17",
            maker: "Samsung"
          )
        ),
      category: .tvMedia,
      vendor: "Samsung",
      model: "QE55Q80R"
    ),
    SimulatedDevice(
      label: "LG TV",
      mac: .mac(0xCC88_26E0_5A4C),
      address: .home(51),
      behaviour: .slow(.milliseconds(600)),
      mdnsHost: "LGwebOSTV.local",
      services: [
        .service(
          "_airplay._tcp",
          "[LG] webOS TV OLED55C9",
          on: "LGwebOSTV.local",
          port: 7000,
          ["model": "OLED55C9PLA", "manufacturer": "LG", "deviceid": "CC:88:26:E0:5A:4C"]
        )
      ],
      ssdp: SSDPAnnouncement.rootDevice(
        uuid: "7c1e4f90-53ab-1c82-9d3f-cc8826e05a4c",
        type: "urn:schemas-upnp-org:device:MediaRenderer:1",
        services: ["urn:lge-com:service:webos-second-screen:1"],
        server: "WebOS/4.1.0 UPnP/1.0",
        path: "1782/"
      ),
      dnsName: "lgwebostv.fritz.box",
      listeners: Listener.silent(3000)
        + Listener.serving(
          1782,
          HTTPService(
            server: "WebOS/4.1.0 UPnP/1.0",
            [
              "/": UPnPDescription(
                type: "urn:schemas-upnp-org:device:MediaRenderer:1",
                name: "[LG] webOS TV OLED55C9PLA",
                maker: "LG Electronics",
                model: "OLED55C9PLA",
                uuid: "7c1e4f90-53ab-1c82-9d3f-cc8826e05a4c"
              )
              .page
            ]
          )
        )
        + Listener.serving(
          3001,
          HTTPService(missing: .status(400)),
          certificate: ServedCertificate("LGwebOSTV", organisation: "LG Electronics")
        )
        + Listener.serving(
          7000,
          Pages.airPlay(
            name: "[LG] webOS TV OLED55C9",
            model: "OLED55C9PLA",
            mac: .mac(0xCC88_26E0_5A4C),
            version: "377.25",
            maker: "LG"
          )
        ),
      category: .tvMedia,
      vendor: "LG",
      model: "OLED55C9"
    ),
    SimulatedDevice(
      label: "Roku",
      mac: .mac(0xB0A7_374D_82C6),
      address: .home(52),
      ssdp: [
        SSDPAnnouncement(
          target: "roku:ecp",
          usn: "uuid:roku:ecp:YH009E842561",
          server: "Roku/12.5.0 UPnP/1.0 Roku/12.5.0",
          location: "http://{address}:8060/",
          headers: ["device-group.roku.com": "4F7A9D0E1B2C3D5E6F70"]
        )
      ],
      dnsName: "roku-express.fritz.box",
      listeners: Listener.silent(9080)
        + Listener.serving(
          8060,
          Pages.roku(
            name: "Guest Room Roku",
            model: "Roku Express",
            number: "3930X",
            serial: "YH009E842561"
          )
        ),
      category: .tvMedia,
      vendor: "Roku",
      model: "Roku Express",
      shownName: "Guest Room Roku"
    ),
  ]

  /// Game consoles.
  static let consoles: [SimulatedDevice] = [
    // A console at rest answers ARP and ping, and offers nothing.
    SimulatedDevice(
      label: "Nintendo Switch",
      mac: .mac(0xE8DA_2047_B93A),
      address: .home(55),
      dnsName: "nintendo-switch.fritz.box",
      category: .gaming,
      vendor: "Nintendo",
      model: "Switch"
    ),
    SimulatedDevice(
      label: "PlayStation 4",
      mac: .mac(0x2C9E_00D3_5F18),
      address: .home(56),
      dnsName: "ps4-d35f18.fritz.box",
      listeners: Listener.silent(9295),
      datagrams: [
        .playStation(
          port: 987,
          id: "2C9E00D35F18",
          type: "PS4",
          name: "PS4-718",
          version: "00020020",
          isAwake: false
        )
      ],
      category: .gaming,
      vendor: "Sony",
      model: "PlayStation 4"
    ),
    SimulatedDevice(
      label: "Xbox",
      mac: .mac(0xC49D_ED08_E6B1),
      address: .home(57),
      ssdp: SSDPAnnouncement.rootDevice(
        uuid: "5b1d7a24-9c30-4e8f-b6d2-c49ded08e6b1",
        type: "urn:schemas-upnp-org:device:MediaRenderer:1",
        server: "Microsoft-Windows/10.0 UPnP/1.0 UPnP-Device-Host/1.0",
        path: "2869/upnphost/udhisapi.dll?content=uuid:5b1d7a24-9c30-4e8f-b6d2-c49ded08e6b1"
      ),
      dnsName: "xbox.fritz.box",
      listeners: Listener.silent(10246)
        + Listener.serving(
          2869,
          HTTPService(
            server: "Microsoft-Windows/10.0 UPnP/1.0 UPnP-Device-Host/1.0",
            [
              "/upnphost/udhisapi.dll": UPnPDescription(
                type: "urn:schemas-upnp-org:device:MediaRenderer:1",
                name: "Den Xbox",
                maker: "Microsoft Corporation",
                model: "Xbox One",
                uuid: "5b1d7a24-9c30-4e8f-b6d2-c49ded08e6b1"
              )
              .page
            ]
          )
        ),
      category: .gaming,
      vendor: "Microsoft",
      model: "Xbox One",
      shownName: "Den Xbox"
    ),
  ]
}
