import Networking
public import Wire

extension DatagramService {
  /// A LIFX bulb (LAN protocol): what it is called and which product it is.
  public static func lifx(
    label: String,
    mac: MACAddress,
    vendor: UInt32 = 1,
    product: UInt32
  ) -> DatagramService {
    DatagramService(port: 56_700) { datagram in
      let request = datagram.payload
      guard request.count >= 36 else { return [] }
      let asked = UInt16(request[32]) | UInt16(request[33]) << 8
      var payload: [UInt8] = []
      let answer: UInt16
      switch asked {
      case 2:  // GetService
        answer = 3
        payload = [1]
        payload.add(little: UInt32(56_700))
      case 23:  // GetLabel
        answer = 25
        payload = Array(label.utf8).padded(to: 32)
      case 32:  // GetVersion
        answer = 33
        for number in [vendor, product, 0] { payload.add(little: number) }
      default:
        return []
      }
      var bytes: [UInt8] = []
      bytes.add(little: UInt16(36 + payload.count))
      bytes.add(little: UInt16(0x1400))
      bytes += request[4..<8]
      var target: [UInt8] = []
      target.add(mac.rawValue)
      bytes += target.dropFirst(2) + [0, 0]
      bytes += [UInt8](repeating: 0, count: 7) + [request[23]]
      bytes += [UInt8](repeating: 0, count: 8)
      bytes.add(little: answer)
      return [bytes + [0, 0] + payload]
    }
  }

  /// A WiZ bulb: JSON both ways.
  public static func wiz(module: String, mac: String, firmware: String) -> DatagramService {
    DatagramService(port: 38_899) { datagram in
      let question = String(decoding: datagram.payload, as: UTF8.self)
      guard question.contains("getSystemConfig") else { return [] }
      let result =
        "{\"method\":\"getSystemConfig\",\"env\":\"pro\",\"result\":{\"mac\":\"\(mac)\","
        + "\"homeId\":653906,\"roomId\":989983,\"moduleName\":\"\(module)\","
        + "\"fwVersion\":\"\(firmware)\",\"groupId\":0,\"drvConf\":[20,1]}}"
      return [Array(result.utf8)]
    }
  }

  /// A Yeelight bulb: SSDP of its own on another port.
  public static func yeelight(
    id: String,
    model: String,
    name: String,
    address: IPv4Address
  ) -> DatagramService {
    let groups: [IPAddress] = [.v4(IPv4Address(239, 255, 255, 250))]
    return DatagramService(port: 1982, groups: groups) { datagram in
      let question = String(decoding: datagram.payload, as: UTF8.self)
      guard question.contains("wifi_bulb") else { return [] }
      let lines = [
        "HTTP/1.1 200 OK", "Cache-Control: max-age=3600", "Date: ", "Ext: ",
        "Location: yeelight://\(address):55443", "Server: POSIX UPnP/1.0 YGLC/1", "id: \(id)",
        "model: \(model)", "fw_ver: 76", "support: get_prop set_power set_bright", "power: on",
        "bright: 80", "color_mode: 2", "ct: 4000", "name: \(name)", "", "",
      ]
      return [Array(lines.joined(separator: "\r\n").utf8)]
    }
  }
}
