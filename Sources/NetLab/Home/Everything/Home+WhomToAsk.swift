import Model

private typealias Listener = SimulatedDevice.Listener

extension SimulatedHome {
  /// Devices that announce little or nothing, and tell what they are to who asks the right question.
  static let whomToAsk: [SimulatedDevice] = [
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
