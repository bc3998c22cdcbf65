import HomeNet
import Wire

private typealias Listener = SimulatedDevice.Listener

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
      listeners: Listener.silent(7000, 8001, 8002, 9197),
      category: .tvMedia
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
      listeners: Listener.silent(1782, 3000, 3001, 7000),
      category: .tvMedia
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
      listeners: Listener.silent(8060, 9080),
      category: .tvMedia
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
      category: .gaming
    ),
    SimulatedDevice(
      label: "PlayStation 4",
      mac: .mac(0x2C9E_00D3_5F18),
      address: .home(56),
      dnsName: "ps4-d35f18.fritz.box",
      listeners: Listener.silent(9295),
      category: .gaming
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
      listeners: Listener.silent(2869, 10246),
      category: .gaming
    ),
  ]
}
