import Model

private let diskStation = Pages.synology(
  name: "DiskStation",
  model: "DS920+",
  serial: "2040QXR5N7KLM",
  uuid: "73796E6F-6473-6D00-0000-001132a75be4"
)

private let synologyCertificate = ServedCertificate(
  "synology",
  organisation: "Synology Inc.",
  issuer: "Synology Inc. CA",
  names: ["synology"]
)

private let officeJet = Pages.printer(
  title: "HP OfficeJet Pro 8020 series",
  server: "HP HTTP Server; HP OfficeJet Pro 8020 series - 1KR67D; Serial Number: TH19A2B0C4;",
  name: "HP OfficeJet Pro 8020 series [90C215]",
  makeAndModel: "HP OfficeJet Pro 8020 series",
  deviceID: "MFG:HP;MDL:OfficeJet Pro 8020 series;CMD:PCL3GUI,PWGRaster,URF;SN:TH19A2B0C4;",
  uuid: "1c852a4d-b800-1f08-abcd-f8b46a90c215"
)

private let brother = Pages.printer(
  title: "Brother HL-L2350DW series",
  server: "debut/1.30",
  name: "Brother HL-L2350DW series",
  makeAndModel: "Brother HL-L2350DW series",
  deviceID: "MFG:Brother;CMD:PJL,PCL,PCLXL,URF;MDL:HL-L2350DW series;CLS:PRINTER;",
  uuid: "e3248000-80ce-11db-8000-3c2af41b9d07"
)

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
      listeners: Listener.ssh("SSH-2.0-OpenSSH_8.2", seed: "DiskStation") + Listener.silent(139)
        + Listener.serving(
          80,
          HTTPService(server: "nginx", ["/": .redirect(to: "http://{address}:5000/")])
        )
        + Listener.serving(443, diskStation, certificate: synologyCertificate)
        + Listener.serving(
          445,
          SMB2Service(.init(name: "DISKSTATION", domain: "WORKGROUP", dnsName: "diskstation"))
        )
        + Listener.serving(548, AnsweringService.afp(name: "DiskStation", machine: "Xserve"))
        + Listener.serving(5000, diskStation)
        + Listener.serving(5001, diskStation, certificate: synologyCertificate),
      category: .storage,
      vendor: "Synology",
      model: "DS920+",
      shownName: "DiskStation"
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
      listeners: Listener.silent(515, 9100) + Listener.serving(80, officeJet)
        + Listener.serving(
          443,
          officeJet,
          certificate: ServedCertificate("HPF8B46A90C215", organisation: "HP")
        )
        + Listener.serving(631, officeJet) + Listener.serving(8080, officeJet),
      datagrams: [
        .snmp(
          description:
            "HP ETHERNET MULTI-ENVIRONMENT,ROM none,JETDIRECT,JD153,EEPROM JSI24191018",
          object: "1.3.6.1.4.1.11.2.3.9.1",
          name: "HPF8B46A90C215",
          printer: ("HP OfficeJet Pro 8020 series", "TH19A2B0C4")
        )
      ],
      category: .printer,
      vendor: "HP",
      model: "OfficeJet Pro 8020"
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
        + Listener.silent(23, 515, 9100) + Listener.serving(80, brother)
        + Listener.serving(631, brother),
      datagrams: [
        .snmp(
          description: "Brother NC-8300w, Firmware Ver.1.22 ,MID 8CA-J13-001,FID 2",
          object: "1.3.6.1.4.1.2435.2.3.9.1",
          name: "BRW3C2AF41B9D07",
          printer: ("Brother HL-L2350DW series", "E78901F4N123456")
        )
      ],
      category: .printer,
      vendor: "Brother",
      model: "HL-L2350DW"
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
