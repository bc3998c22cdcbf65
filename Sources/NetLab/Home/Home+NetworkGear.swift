import HomeNet
import Wire

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
      listeners: Listener.silent(80, 443, 5060, 8181, 49000)
        + Listener.greeting(21, "220 FRITZ!Box7590 FTP server ready."),
      isRouter: true,
      category: .router
    ),
    SimulatedDevice(
      label: "UniFi access point",
      mac: .mac(0x7483_C23D_9A10),
      address: .home(3),
      dnsName: "uap-ac-pro.fritz.box",
      listeners: Listener.greeting(22, "SSH-2.0-dropbear_2020.81"),
      category: .network
    ),
    SimulatedDevice(
      label: "TP-Link switch",
      mac: .mac(0x98DA_C451_20F3),
      address: .home(4),
      dnsName: "tl-sg108e.fritz.box",
      listeners: Listener.silent(80),
      category: .network
    ),
  ]
}

private typealias Listener = SimulatedDevice.Listener
