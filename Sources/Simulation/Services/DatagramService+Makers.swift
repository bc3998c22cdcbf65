public import DemoHome
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

extension DatagramService {
  /// Plex's own discovery (G'Day Mate).
  public static func plex(name: String, id: String) -> DatagramService {
    let groups: [IPAddress] = [.v4(IPv4Address(239, 0, 0, 250))]
    return DatagramService(port: 32_414, groups: groups) { datagram in
      guard datagram.payload.starts(with: Array("M-SEARCH ".utf8)) else { return [] }
      let lines = [
        "HTTP/1.0 200 OK", "Content-Type: plex/media-server", "Name: \(name)", "Port: 32400",
        "Resource-Identifier: \(id)", "Updated-At: 1717236000", "Version: 1.40.2.8395", "", "",
      ]
      return [Array(lines.joined(separator: "\r\n").utf8)]
    }
  }

  /// KEBA's wall boxes: JSON without its braces.
  public static func keba(firmware: String) -> DatagramService {
    DatagramService(port: 7090) { datagram in
      datagram.payload == Array("i".utf8) ? [Array("\"Firmware\":\"\(firmware)\"".utf8)] : []
    }
  }

  /// A CoAP server that answers `/.well-known/core` (RFC 6690).
  public static func coap(resources: String) -> DatagramService {
    let groups: [IPAddress] = [.v4(IPv4Address(224, 0, 1, 187))]
    return DatagramService(port: 5683, groups: groups) { datagram in
      let request = datagram.payload
      let path = [0xBB] + Array(".well-known".utf8) + [0x04] + Array("core".utf8)
      guard request.count >= 5, request[0] == 0x41 || request[0] == 0x51, request[1] == 1,
        Array(request[5...]) == path
      else { return [] }
      // An acknowledgement with the content, the same number and token; to a group's question none.
      return [
        [
          request[0] == 0x41 ? 0x61 : 0x51, 0x45, request[2], request[3], request[4], 0xC1, 40,
          0xFF,
        ] + Array(resources.utf8)
      ]
    }
  }
}
