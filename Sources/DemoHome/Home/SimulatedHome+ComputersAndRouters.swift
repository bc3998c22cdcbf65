import Model

extension SimulatedHome {
  /// Computers that Apple didn't make.
  static let computers: [SimulatedDevice] = [
    SimulatedDevice(
      label: "Dell PC",
      mac: .mac(0xC45A_B1F0_3D27),
      address: .home(60),
      netbios: NetBIOSIdentity(
        names: ["DESKTOP-7Q2HV1K"],
        group: "WORKGROUP",
        mac: .mac(0xC45A_B1F0_3D27)
      ),
      dnsName: "desktop-7q2hv1k.fritz.box",
      listeners: Listener.silent(135, 139, 3389)
        + Listener.serving(
          445,
          SMB2Service(
            .init(
              name: "DESKTOP-7Q2HV1K",
              dnsName: "DESKTOP-7Q2HV1K",
              version: (10, 0, 19_041),
              dialect: 0x0311
            )
          )
        ),
      datagrams: [
        .wsDiscovery(
          uuid: "3c1f8a52-7d90-4be6-a1c3-c45ab1f03d27",
          types: ["wsdp:Device", "pub:Computer"],
          path: ":5357/3c1f8a52-7d90-4be6-a1c3-c45ab1f03d27/",
          address: .home(60)
        )
      ],
      category: .computer,
      vendor: "Dell",
      shownName: "DESKTOP-7Q2HV1K"
    ),
    SimulatedDevice(
      label: "Linux laptop",
      mac: .mac(0x28B2_BD55_8C90),
      address: .home(61),
      mdnsHost: "thinkpad.local",
      services: [
        .service(
          "_workstation._tcp",
          "thinkpad [28:b2:bd:55:8c:90]",
          on: "thinkpad.local",
          port: 9
        ),
        .service("_ssh._tcp", "thinkpad", on: "thinkpad.local", port: 22),
      ],
      dnsName: "thinkpad.fritz.box",
      listeners: Listener.ssh("SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u2", seed: "thinkpad"),
      category: .computer,
      shownName: "thinkpad"
    ),
    SimulatedDevice(
      label: "Raspberry Pi",
      mac: .mac(0xDCA6_3214_7B6F),
      address: .home(62),
      mdnsHost: "raspberrypi.local",
      services: [
        .service(
          "_workstation._tcp",
          "raspberrypi [dc:a6:32:14:7b:6f]",
          on: "raspberrypi.local",
          port: 9
        ),
        .service("_ssh._tcp", "raspberrypi", on: "raspberrypi.local", port: 22),
        .service(
          "_home-assistant._tcp",
          "Home",
          on: "raspberrypi.local",
          port: 8123,
          [
            "location_name": "Home", "version": "2024.6.3",
            "uuid": "9c1d4b7e0f5a4d83b2e6a7c81f3950d4",
            "requires_api_password": "True",
          ]
        ),
        .service("_mqtt._tcp", "Mosquitto on raspberrypi", on: "raspberrypi.local", port: 1883),
      ],
      dnsName: "raspberrypi.fritz.box",
      listeners: Listener.ssh("SSH-2.0-OpenSSH_8.4p1 Raspbian-5+deb11u3", seed: "pi")
        + Listener.serving(
          1883,
          MQTTBroker(version: "mosquitto version 2.0.18", admitsAnyone: true)
        )
        + Listener.serving(8123, Pages.homeAssistant),
      category: .computer,
      vendor: "Raspberry Pi"
    ),
  ]
}

extension SimulatedHome {
  /// The router, an access point and a switch.
  static let networkGear: [SimulatedDevice] = [
    SimulatedDevice(
      label: "FRITZ!Box 7590",
      mac: .mac(0x3431_C4A1_0B5E),
      address: .home(1),
      mdnsHost: "fritz.box.local",
      services: [
        .service("_http._tcp", "fritz.box", on: "fritz.box.local", port: 80, ["path": "/"])
      ],
      ssdp: SSDPAnnouncement.rootDevice(
        uuid: "75802409-bccb-40e7-8e6c-3431C4A10B5E",
        type: "urn:schemas-upnp-org:device:InternetGatewayDevice:1",
        services: [
          "urn:schemas-upnp-org:device:WANDevice:1",
          "urn:schemas-upnp-org:service:WANIPConnection:1",
        ],
        server: "fritz.box UPnP/1.0 AVM FRITZ!Box 7590 154.07.57",
        path: "49000/igddesc.xml"
      ),
      dnsName: "fritz.box",
      listeners: Listener.silent(5060, 8181)
        + Listener.greeting(21, "220 FRITZ!Box7590 FTP server ready.")
        + Listener.serving(80, fritzPages)
        + Listener.serving(
          443,
          fritzPages,
          certificate: ServedCertificate(
            "fritz.box",
            names: ["fritz.box", "www.fritz.box", "myfritz.box", "fritz.nas"]
          )
        )
        + Listener.serving(
          49000,
          Pages.fritzDescriptions(
            name: "FRITZ!Box 7590",
            uuid: "75802409-bccb-40e7-8e6c-3431C4A10B5E",
            serial: "3431C4A10B5E"
          )
        ),
      datagrams: [.sip(userAgent: "FRITZ!OS")],
      isRouter: true,
      category: .router,
      vendor: "AVM",
      model: "FRITZ!Box 7590"
    ),
    SimulatedDevice(
      label: "UniFi access point",
      mac: .mac(0x7483_C23D_9A10),
      address: .home(3),
      dnsName: "uap-ac-pro.fritz.box",
      listeners: Listener.ssh("SSH-2.0-dropbear_2020.81", seed: "access point"),
      datagrams: [
        .ubiquiti(
          mac: .mac(0x7483_C23D_9A10),
          address: .home(3),
          name: "uap-ac-pro",
          model: "U7PG2",
          firmware: "BZ.qca956x.v6.6.55.15189.231220.1430"
        )
      ],
      category: .network,
      vendor: "Ubiquiti",
      model: "UAP-AC-Pro"
    ),
    SimulatedDevice(
      label: "TP-Link switch",
      mac: .mac(0x98DA_C451_20F3),
      address: .home(4),
      dnsName: "tl-sg108e.fritz.box",
      listeners: Listener.serving(
        80,
        HTTPService(["/": .page(title: "TL-SG108E", "<form action=\"/logon.cgi\"></form>")])
      ),
      category: .network,
      vendor: "TP-Link",
      model: "TL-SG108E"
    ),
  ]
}

private let fritzPages = Pages.fritzBox(
  name: "FRITZ!Box 7590",
  hardware: "226",
  version: "154.07.57",
  serial: "3431C4A10B5E"
)
