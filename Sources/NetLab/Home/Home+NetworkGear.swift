import Model

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

private typealias Listener = SimulatedDevice.Listener
