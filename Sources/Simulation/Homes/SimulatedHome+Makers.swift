internal import DemoHome
import Model

extension SimulatedHome {
  /// Plugs and lamps with discovery protocols of their makers'.
  static let makersDevices: [SimulatedDevice] = [
    SimulatedDevice(
      label: "Kasa plug",
      mac: .mac(0x50C7_BF3A_71D2),
      address: .home(130),
      dnsName: "hs110.fritz.box",
      listeners: Listener.serving(9999, kasa),
      datagrams: [kasa.datagrams],
      category: .smartHome,
      vendor: "TP-Link",
      model: "HS110",
      shownName: "Washing machine"
    ),
    SimulatedDevice(
      label: "LIFX bulb",
      mac: .mac(0xD073_D52B_8E10),
      address: .home(131),
      dnsName: "lifx-bulb.fritz.box",
      datagrams: [.lifx(label: "Desk lamp", mac: .mac(0xD073_D52B_8E10), product: 27)],
      category: .smartHome,
      vendor: "LIFX",
      shownName: "Desk lamp"
    ),
    SimulatedDevice(
      label: "WiZ bulb",
      mac: .mac(0xA8BB_50E1_4C77),
      address: .home(132),
      dnsName: "wiz-e14c77.fritz.box",
      datagrams: [
        .wiz(module: "ESP01_SHRGB1C_31", mac: "a8bb50e14c77", firmware: "1.25.0")
      ],
      category: .smartHome,
      vendor: "WiZ"
    ),
    SimulatedDevice(
      label: "Yeelight bulb",
      mac: .mac(0x34CE_0083_1B9F),
      address: .home(133),
      dnsName: "yeelink-light-color1_miio83119.fritz.box",
      listeners: Listener.silent(55_443),
      datagrams: [
        .yeelight(id: "0x00000000083119aa", model: "color", name: "Reading", address: .home(133)),
        .miio(device: 0x0083_119A),
      ],
      category: .smartHome,
      vendor: "Yeelight",
      shownName: "Reading"
    ),
    SimulatedDevice(
      label: "Nanoleaf panels",
      mac: .mac(0x0055_DA5C_2710),
      address: .home(134),
      mdnsHost: "Nanoleaf-Light-Panels-5C-27-10.local",
      services: [
        .service(
          "_nanoleafapi._tcp",
          "Light Panels 5C:27:10",
          on: "Nanoleaf-Light-Panels-5C-27-10.local",
          port: 16_021,
          ["md": "NL22", "srcvers": "5.1.0", "id": "2E:0A:B9:71:5C:27"]
        )
      ],
      listeners: Listener.serving(16_021, HTTPService(["/api/v1/": .status(403)])),
      category: .smartHome,
      vendor: "Nanoleaf",
      model: "NL22"
    ),
    SimulatedDevice(
      label: "HomeKit lock",
      mac: .mac(0x0017_8843_9C2E),
      address: .home(135),
      mdnsHost: "Front-Door.local",
      services: [
        .service(
          "_hap._tcp",
          "Front Door",
          on: "Front-Door.local",
          port: 51_826,
          ["md": "DL-3", "ci": "6", "id": "0A:4B:7D:11:E2:9F", "c#": "3", "sf": "0", "pv": "1.1"]
        )
      ],
      listeners: Listener.silent(51_826),
      category: .smartHome,
      shownName: "Front Door"
    ),
    SimulatedDevice(
      label: "Matter plug",
      mac: .mac(0x2462_ABF1_6D08),
      address: .home(136),
      mdnsHost: "2462ABF16D08.local",
      services: [
        .service(
          "_matterc._udp",
          "7B3E90C1D2A4F658",
          on: "2462ABF16D08.local",
          port: 5540,
          [
            "D": "3840", "VP": "4447+4100", "CM": "1", "DT": "266", "DN": "Heater plug",
            "PH": "33",
          ]
        )
      ],
      category: .smartHome,
      shownName: "Heater plug"
    ),
  ]

  private static let kasa = KasaService(
    "{\"sw_ver\":\"1.2.6 Build 200727 Rel.121701\",\"hw_ver\":\"1.0\",\"type\":"
      + "\"IOT.SMARTPLUGSWITCH\",\"model\":\"HS110(EU)\",\"mac\":\"50:C7:BF:3A:71:D2\","
      + "\"deviceId\":\"8006A1C4E0B7D2F39511\",\"hwId\":\"45E29DA8382494D2\",\"alias\":"
      + "\"Washing machine\",\"dev_name\":\"Wi-Fi Smart Plug With Energy Monitoring\","
      + "\"latitude_i\":521234,\"longitude_i\":134321,\"relay_state\":1,\"err_code\":0}"
  )
}

extension SimulatedHome {
  /// Devices that announce little or nothing, and tell what they are to who asks the right question.
  static let quietDevices: [SimulatedDevice] = [
    SimulatedDevice(
      label: "Panasonic TV",
      mac: .mac(0x80C7_5561_2B0D),
      address: .home(160),
      dnsName: "viera-bedroom.fritz.box",
      listeners: Listener.serving(
        55_000,
        HTTPService(
          server: "Linux/4.4 UPnP/1.0 Panasonic-MIL-DLNA-SV/1.0",
          [
            "/nrc/ddd.xml": UPnPDescription(
              type: "urn:panasonic-com:device:p00RemoteController:1",
              name: "55EX600 Series",
              maker: "Panasonic",
              model: "Panasonic VIErA",
              uuid: "4d454930-0200-1000-8001-80c755612b0d"
            )
            .page
          ]
        )
      ),
      category: .tvMedia,
      vendor: "Panasonic"
    ),
    SimulatedDevice(
      label: "Remote desktop",
      mac: .mac(0x0023_24AB_40F2),
      address: .home(161),
      listeners: Listener.silent(135)
        + Listener.serving(
          445,
          SMB2Service(
            .init(name: "WORKSHOP", dnsName: "Workshop", version: (10, 0, 22_631), dialect: 0x0311)
          )
        )
        + Listener.serving(3389, RDPService(certificate: ServedCertificate("Workshop"))),
      category: .computer,
      shownName: "Workshop"
    ),
    SimulatedDevice(
      label: "Wall box",
      mac: .mac(0x0060_B51C_7E93),
      address: .home(162),
      dnsName: "keba-p30.fritz.box",
      datagrams: [.keba(firmware: "P30 v 3.10.57 (240521-093236)")],
      category: .smartHome,
      vendor: "KEBA"
    ),
    SimulatedDevice(
      label: "Thread sensor",
      mac: .mac(0x0012_4B1F_A6D4),
      address: .home(163),
      mdnsHost: "window-sensor.local",
      services: [
        .service("_coap._udp", "Window sensor", on: "window-sensor.local", port: 5683)
      ],
      datagrams: [
        .coap(resources: "</sensors/contact>;rt=\"oic.r.sensor.contact\",</.well-known/core>;ct=40")
      ],
      category: .smartHome
    ),
    SimulatedDevice(
      label: "Kostal inverter",
      mac: .mac(0x9884_E36B_190E),
      address: .home(164),
      dnsName: "plenticore-6b190e.fritz.box",
      listeners: Listener.serving(
        80,
        HTTPService([
          "/": .page(title: "Webserver"),
          "/api/v1/info/version": .json(
            "{\"api_version\":\"0.2.0\",\"hostname\":\"scb\",\"name\":\"PUCK RESTful API\","
              + "\"sw_version\":\"01.26.09454\"}"
          ),
        ])
      ),
      category: .smartHome,
      vendor: "Kostal"
    ),
  ]
}
