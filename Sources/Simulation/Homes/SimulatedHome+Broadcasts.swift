public import DemoHome
import Model
import Networking
import Wire

extension SimulatedHome {
  /// Devices whose address blocks are a module maker's, with no open port and no announcement: they
  /// answer nothing but the broadcast of their maker's app.
  public static let unmarked = SimulatedHome(
    devices: SimulatedHome.standard.devices.filter(\.isRouter) + unmarkedDevices
  )

  static let unmarkedDevices: [SimulatedDevice] = [
    unmarked(
      "Plug",
      20,
      .smartHome,
      "TP-Link",
      [
        KasaService(
          "{\"sw_ver\":\"1.0.10\",\"type\":\"IOT.SMARTPLUGSWITCH\",\"model\":\"EP10(US)\","
            + "\"deviceId\":\"8006C2\",\"alias\":\"Fan\",\"err_code\":0}"
        )
        .datagrams
      ]
    ),
    unmarked(
      "LIFX lamp",
      21,
      .smartHome,
      "LIFX",
      [
        .lifx(label: "Hall", mac: mac(21), product: 27)
      ]
    ),
    unmarked(
      "WiZ lamp",
      22,
      .smartHome,
      "WiZ",
      [
        .wiz(module: "ESP01_SHRGB1C_31", mac: "240ac4000016", firmware: "1.25.0")
      ]
    ),
    unmarked(
      "Yeelight lamp",
      23,
      .smartHome,
      "Yeelight",
      [
        .yeelight(id: "0x0000000008311900", model: "color", name: "Bed", address: .home(23))
      ]
    ),
    unmarked("Xiaomi purifier", 24, .smartHome, "Xiaomi", [.miio(device: 0x0083_2200)]),
    unmarked(
      "Tapo plug",
      25,
      .smartHome,
      "TP-Link",
      [
        .answering(
          20002,
          to: TapoDiscovery().serialised,
          with: TapoDiscovery(
            text: Array(
              (#"{"result":{"device_id":"a1","owner":"","device_type":"SMART.TAPOPLUG","#
                + #""device_model":"P110(EU)","ip":"192.168.77.25"},"error_code":0}"#).utf8
            )
          )
          .serialised
        )
      ]
    ),
    unmarked(
      "Twinkly string",
      26,
      .smartHome,
      "Twinkly",
      [
        .answering(
          5555,
          to: TwinklyDiscovery.request,
          with: TwinklyDiscovery(address: .home(26), name: "Twinkly_33AAFF").serialised
        )
      ]
    ),
    unmarked(
      "Govee strip",
      27,
      .smartHome,
      "Govee",
      [
        .answering(
          4001,
          in: IPv4Address(239, 255, 255, 250),
          to: Array(#"{"msg":{"cmd":"scan""#.utf8),
          with: Array(
            (#"{"msg":{"cmd":"scan","data":{"ip":"192.168.77.27","device":"1F:80:C5:32:32:36:72:4E","#
              + #""sku":"H618A","wifiVersionSoft":"1.02.03"}}}"#).utf8
          )
        )
        .answering(to: 4002)
      ]
    ),
    unmarked(
      "Magic Home controller",
      28,
      .smartHome,
      "MagicHome",
      [
        .answering(
          48899,
          to: Array("HF-A11ASSISTHREAD".utf8),
          with: Array("192.168.77.28,240AC400001C,AK001-ZJ2145".utf8)
        )
      ]
    ),
    unmarked(
      "Dahua camera",
      29,
      .camera,
      "Dahua",
      [
        .answering(
          DahuaDiscovery.port,
          in: DahuaDiscovery.group,
          to: Array(DahuaDiscovery.request.serialised.prefix(8)),
          with: DahuaDiscovery(
            text: Array(
              (#"{"mac":"24:0a:c4:00:00:1d","method":"client.notifyDevInfo","params":{"deviceInfo":{"#
                + #""DeviceClass":"IPC","DeviceType":"IPC-HDW2431T","SerialNo":"6J0F","#
                + #""Vendor":"Dahua","Version":"2.800"}}}"#).utf8
            )
          )
          .serialised
        )
      ]
    ),
    unmarked(
      "Hikvision camera",
      30,
      .camera,
      "Hikvision",
      [
        .answering(
          37020,
          in: IPv4Address(239, 255, 255, 250),
          to: Array("<?xml".utf8),
          with: Array(
            (#"<?xml version="1.0" encoding="UTF-8"?><ProbeMatch><Uuid>1</Uuid><Types>inquiry</Types>"#
              + "<DeviceType>1</DeviceType><DeviceDescription>DS-2CD2042WD-I</DeviceDescription>"
              + "<DeviceSN>DS-2CD20420</DeviceSN><HttpPort>80</HttpPort></ProbeMatch>").utf8
          )
        )
        .answering(to: 37020, of: .v4(IPv4Address(239, 255, 255, 250)))
      ]
    ),
    unmarked(
      "KNX router",
      31,
      .smartHome,
      nil,
      [
        .answering(
          KNXSearchResponse.port,
          in: KNXSearchResponse.group,
          to: [6, 0x10, 2, 1],
          with: KNXSearchResponse(
            individualAddress: 0x1101,
            serial: [0, 1, 2, 3, 4, 5],
            mac: mac(31),
            name: "Hallway gateway"
          )
          .serialised
        )
      ]
    ),
    unmarked(
      "Tuner",
      32,
      .tvMedia,
      "SiliconDust",
      [
        .answering(
          HDHomeRunMessage.port,
          to: [0, 2],
          with: HDHomeRunMessage(
            type: 3,
            fields: [
              .init(tag: 1, value: [0, 0, 0, 1]), .init(tag: 2, value: [0x10, 0x3A, 0xBC, 0xDE]),
            ]
          )
          .serialised
        )
      ]
    ),
    unmarked(
      "Gaming PC",
      33,
      .computer,
      nil,
      [
        .answering(
          SteamDiscovery.port,
          to: [0xFF, 0xFF, 0xFF, 0xFF, 0x21, 0x4C, 0x5F, 0xA0],
          with: SteamDiscovery(type: 1, client: 77, hostName: "ATTIC-PC", system: 16).serialised
        )
      ]
    ),
    unmarked(
      "ASUS router",
      34,
      .router,
      "ASUS",
      [
        .answering(
          ASUSDiscovery.port,
          to: [0x0C, 0x15, 0x1F],
          with: ASUSDiscovery(network: "Home", model: "RT-AX88U", firmware: "3.0.0.4").serialised
        )
      ]
    ),
  ]

  /// Espressif's block.
  private static func mac(_ last: UInt8) -> MACAddress { .mac(0x240A_C400_0000 + UInt64(last)) }

  private static func unmarked(
    _ label: String,
    _ last: UInt8,
    _ category: Category,
    _ vendor: String?,
    _ datagrams: [DatagramService]
  ) -> SimulatedDevice {
    SimulatedDevice(
      label: label,
      mac: mac(last),
      address: .home(last),
      behaviour: .stealthy,
      datagrams: datagrams,
      category: category,
      vendor: vendor
    )
  }
}

extension DatagramService {
  /// A port that answers always the same to what begins so.
  fileprivate static func answering(
    _ port: UInt16,
    in group: IPv4Address? = nil,
    to question: [UInt8],
    with answer: [UInt8]
  ) -> DatagramService {
    DatagramService(port: port, groups: group.map { [.v4($0)] } ?? []) { datagram in
      datagram.payload.starts(with: question) ? [answer] : []
    }
  }
}
