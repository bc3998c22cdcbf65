public import DemoHome
import Model
public import Wire

extension SimulatedHome {
  /// A camera, a telephone, power and energy, a second console and a Windows computer.
  static let otherDevices: [SimulatedDevice] = [
    SimulatedDevice(
      label: "Camera",
      mac: .mac(0xEC71_DB42_9E08),
      address: .home(150),
      dnsName: "garden-cam.fritz.box",
      listeners: Listener.serving(
        554,
        AnsweringService.rtsp(server: "Rtsp Server", realm: "BC Streaming Media")
      )
        + Listener.serving(80, HTTPService(server: "nginx", ["/": .page(title: "Reolink")]))
        + Listener.serving(8000, HTTPService(missing: .status(400))),
      datagrams: [
        .wsDiscovery(
          uuid: "2419d68a-2dd2-21b2-a205-ec71db429e08",
          types: ["dn:NetworkVideoTransmitter", "tds:Device"],
          scopes: [
            "onvif://www.onvif.org/type/video_encoder", "onvif://www.onvif.org/name/Garden",
            "onvif://www.onvif.org/hardware/RLC-810A", "onvif://www.onvif.org/location/outside",
          ],
          path: ":8000/onvif/device_service",
          address: .home(150)
        )
      ],
      category: .camera,
      vendor: "Reolink",
      model: "RLC-810A"
    ),
    SimulatedDevice(
      label: "Desk telephone",
      mac: .mac(0x8015_65B7_03CA),
      address: .home(151),
      dnsName: "sip-t46s.fritz.box",
      listeners: Listener.serving(
        80,
        HTTPService(
          server: "Yealink Embed-VB/1.0",
          ["/": .page(title: "Yealink T46S Phone")]
        )
      ),
      datagrams: [.sip(userAgent: "Yealink SIP-T46S 66.86.0.15")],
      category: .voip,
      vendor: "Yealink",
      model: "T46S"
    ),
    SimulatedDevice(
      label: "Power supply",
      mac: .mac(0x00C0_B7E5_1A44),
      address: .home(152),
      dnsName: "apc-rack.fritz.box",
      listeners: Listener.serving(
        80,
        HTTPService(["/": .unauthorised(realm: "APC Management Card")])
      ),
      datagrams: [
        .snmp(
          description: "APC Web/SNMP Management Card (MB:v4.1.0 PF:v6.9.6 PN:apc_hw05_aos_696.bin "
            + "AF1:v6.9.6 MN:AP9630 HR:08 SN: ZA1542001234)",
          object: "1.3.6.1.4.1.318.1.3.27",
          name: "Rack UPS"
        )
      ],
      category: .appliance,
      vendor: "APC",
      model: "AP9630"
    ),
    SimulatedDevice(
      label: "Power server",
      mac: .mac(0xB827_EB17_C3D9),
      address: .home(153),
      dnsName: "nut.fritz.box",
      listeners: Listener.serving(
        3493,
        AnsweringService.nut(
          name: "desk",
          description: "Desk supply",
          variables: [
            "ups.mfr": "EATON", "ups.model": "Ellipse PRO 850", "ups.status": "OL",
            "battery.charge": "100",
          ]
        )
      ),
      category: .computer
    ),
    SimulatedDevice(
      label: "Wall connector",
      mac: .mac(0x98ED_5C40_B71E),
      address: .home(154),
      dnsName: "teslawallconnector_40b71e.fritz.box",
      listeners: Listener.serving(
        80,
        HTTPService([
          "/": .page(title: "Tesla Wall Connector"),
          "/api/1/vitals": .json(
            "{\"contactor_closed\":false,\"vehicle_connected\":true,\"session_s\":0,\"grid_v\":231.4,"
              + "\"grid_hz\":49.98,\"pcba_temp_c\":21.3,\"evse_state\":4,\"current_alerts\":[]}"
          ),
          "/api/1/version": .json(
            "{\"firmware_version\":\"23.32.0+gdd6ee61\",\"part_number\":\"1529455-02-D\","
              + "\"serial_number\":\"PGT12345678901\"}"
          ),
        ])
      ),
      category: .smartHome,
      vendor: "Tesla",
      model: "Wall Connector"
    ),
    SimulatedDevice(
      label: "Charger",
      mac: .mac(0xC45B_BE20_88A3),
      address: .home(155),
      mdnsHost: "go-eCharger_213456.local",
      services: [
        .service(
          "_go-e._tcp",
          "go-eCharger_213456",
          on: "go-eCharger_213456.local",
          port: 80,
          ["serial": "213456", "devicetype": "go-eCharger", "manufacturer": "go-e"]
        )
      ],
      listeners: Listener.serving(
        80,
        HTTPService([
          "/api/status": .json(
            "{\"sse\":\"213456\",\"oem\":\"go-e\",\"typ\":\"go-eCharger\",\"fna\":\"Carport\","
              + "\"fwv\":\"055.7\",\"car\":1,\"var\":11}"
          )
        ])
      ),
      category: .smartHome,
      vendor: "go-e",
      model: "go-eCharger"
    ),
    SimulatedDevice(
      label: "Solar inverter",
      mac: .mac(0x0003_AC2D_6B51),
      address: .home(156),
      dnsName: "fronius-2d6b51.fritz.box",
      listeners: Listener.serving(
        80,
        HTTPService([
          "/": .page(title: "Fronius Solar.web"),
          "/solar_api/GetAPIVersion.cgi": .json(
            "{\"APIVersion\":1,\"BaseURL\":\"/solar_api/v1/\",\"CompatibilityRange\":\"1.8-2\"}"
          ),
          "/solar_api/v1/GetLoggerInfo.cgi": .json(
            "{\"Body\":{\"LoggerInfo\":{\"HWVersion\":\"2.4E\",\"PlatformID\":\"wilma\",\"ProductID\":"
              + "\"fronius-datamanager-card\",\"SWVersion\":\"3.30.5-2\",\"UniqueID\":\"240.51234\"}}}"
          ),
        ])
      ),
      category: .smartHome,
      vendor: "Fronius"
    ),
    SimulatedDevice(
      label: "PlayStation 5",
      mac: .mac(0xBC33_295A_07F6),
      address: .home(157),
      datagrams: [
        .playStation(
          port: 9302,
          id: "BC33295A07F6",
          type: "PS5",
          name: "PS5-417",
          version: "00030010",
          isAwake: true
        )
      ],
      category: .gaming,
      vendor: "Sony",
      model: "PlayStation 5",
      shownName: "PS5-417"
    ),
    SimulatedDevice(
      label: "Windows server",
      mac: .mac(0x0015_5D0A_3E17),
      address: .home(158),
      netbios: NetBIOSIdentity(names: ["OFFICE"], group: "WORKGROUP"),
      listeners: Listener.silent(135, 139)
        + Listener.serving(
          445,
          SMB2Service(
            .init(
              name: "OFFICE",
              dnsName: "office",
              version: (10, 0, 20_348),
              dialect: 0x0311,
              signs: true
            )
          )
        ),
      category: .computer,
      shownName: "OFFICE"
    ),
  ]

  /// The large home and what else a home may have.
  public static let everything = SimulatedHome(
    devices: large.devices + makersDevices + selfHosted + otherDevices + quietDevices
  )
}

extension SimulatedHome {
  /// Machines without services, spread evenly over a subnet, each with a MAC of its own; the first
  /// address is the router's, the second the scanner's.
  public static func plain(hosts: Int, prefix: IPv4Prefix) -> SimulatedHome {
    let first = prefix.hosts.lowerBound
    let room = UInt32(prefix.hosts.count) - 2
    let devices = (0..<hosts).map { number in
      let offset = number == 0 ? 0 : 2 + UInt32(number - 1) * (room / UInt32(max(hosts - 1, 1)))
      return SimulatedDevice(
        label: "machine \(number)",
        // Intel's prefix, a number of our own behind it.
        mac: MACAddress(rawValue: 0x28B2_BD00_0000 + UInt64(number + 1)),
        address: IPv4Address(rawValue: first + offset),
        isRouter: number == 0
      )
    }
    return SimulatedHome(
      prefix: prefix,
      scannerAddress: IPv4Address(rawValue: first + 1),
      devices: devices
    )
  }
}
