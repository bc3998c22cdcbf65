import HomeNet
import Wire

private typealias Listener = SimulatedDevice.Listener

extension SimulatedHome {
  /// A NAS and two printers; port 9100 must never receive a byte.
  static let storageAndPrinters: [SimulatedDevice] = [
    SimulatedDevice(
      label: "Synology NAS",
      mac: .mac(0x0011_32A7_5BE4),
      address: .home(70),
      mdnsHost: "diskstation.local",
      services: [
        .service(
          "_http._tcp",
          "DiskStation",
          on: "diskstation.local",
          port: 5000,
          [
            "vendor": "Synology", "model": "DS920+", "serial": "2040QXR5N7KLM",
            "mac_address": "00:11:32:a7:5b:e4", "admin_port": "5000", "secure_admin_port": "5001",
          ]
        ),
        .service("_smb._tcp", "DiskStation", on: "diskstation.local", port: 445),
        .service("_afpovertcp._tcp", "DiskStation", on: "diskstation.local", port: 548),
        .service(
          "_adisk._tcp",
          "DiskStation",
          on: "diskstation.local",
          port: 9,
          ["sys": "waMa=00:11:32:a7:5b:e4,adVF=0x100"]
        ),
        .service(
          "_device-info._tcp",
          "DiskStation",
          on: "diskstation.local",
          port: 0,
          ["model": "Xserve"]
        ),
      ],
      ssdp: SSDPAnnouncement.rootDevice(
        uuid: "73796E6F-6473-6D00-0000-001132a75be4",
        type: "urn:schemas-upnp-org:device:Basic:1",
        server: "Synology/DSM/192.168.77.70",
        path: "5000/ssdp/desc-DSM-eth0.xml"
      ),
      netbios: NetBIOSIdentity(names: ["DISKSTATION"], group: "WORKGROUP"),
      dnsName: "diskstation.fritz.box",
      listeners: Listener.greeting(22, "SSH-2.0-OpenSSH_8.2")
        + Listener.silent(80, 139, 443, 445, 548, 5000, 5001),
      category: .storage
    ),
    SimulatedDevice(
      label: "HP OfficeJet",
      mac: .mac(0xF8B4_6A90_C215),
      address: .home(71),
      mdnsHost: "HPF8B46A90C215.local",
      services: printing(
        name: "HP OfficeJet Pro 8020 series [90C215]",
        host: "HPF8B46A90C215.local",
        ty: "HP OfficeJet Pro 8020 series",
        product: "(HP OfficeJet Pro 8020 series)",
        manufacturer: "HP"
      ) + [
        .service(
          "_uscan._tcp",
          "HP OfficeJet Pro 8020 series [90C215]",
          on: "HPF8B46A90C215.local",
          port: 8080,
          ["ty": "HP OfficeJet Pro 8020 series", "rs": "eSCL"]
        )
      ],
      netbios: NetBIOSIdentity(names: ["HPF8B46A90C215"], group: "WORKGROUP"),
      dnsName: "hpf8b46a90c215.fritz.box",
      listeners: Listener.silent(80, 443, 515, 631, 8080, 9100),
      category: .printer
    ),
    SimulatedDevice(
      label: "Brother laser printer",
      mac: .mac(0x3C2A_F41B_9D07),
      address: .home(72),
      behaviour: .slow(.milliseconds(500)),
      mdnsHost: "BRW3C2AF41B9D07.local",
      services: printing(
        name: "Brother HL-L2350DW series",
        host: "BRW3C2AF41B9D07.local",
        ty: "Brother HL-L2350DW series",
        product: "(Brother HL-L2350DW series)",
        manufacturer: "Brother"
      ),
      dnsName: "brw3c2af41b9d07.fritz.box",
      listeners: Listener.greeting(21, "220 FTP print service:V-1.13/Use the network password")
        + Listener.silent(23, 80, 515, 631, 9100),
      category: .printer
    ),
  ]

  /// The three ways a printer offers itself: IPP, LPD and raw.
  private static func printing(
    name: String,
    host: String,
    ty: String,
    product: String,
    manufacturer: String
  ) -> [ServiceInstance] {
    let txt = [
      "txtvers": "1", "ty": ty, "product": product, "usb_mfg": manufacturer, "note": "Office",
      "pdl": "application/octet-stream,image/urf,image/pwg-raster", "color": "T", "duplex": "T",
    ]
    return [
      .service("_ipp._tcp", name, on: host, port: 631, txt.merging(["rp": "ipp/print"]) { $1 }),
      .service("_printer._tcp", name, on: host, port: 515, txt),
      .service("_pdl-datastream._tcp", name, on: host, port: 9100, txt),
    ]
  }
}
