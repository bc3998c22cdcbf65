import Networking
public import Wire

extension DatagramService {
  /// Xiaomi's hello: 32 bytes with the device's number and time; newer ones hide their token.
  public static func miio(device: UInt32) -> DatagramService {
    DatagramService(port: 54_321) { datagram in
      guard datagram.payload.starts(with: [0x21, 0x31, 0x00, 0x20]) else { return [] }
      var bytes: [UInt8] = [0x21, 0x31, 0x00, 0x20, 0, 0, 0, 0]
      bytes.add(device)
      bytes.add(UInt32(81_234))
      return [bytes + [UInt8](repeating: 0xFF, count: 16)]
    }
  }

  /// A PlayStation, awake or at rest: device discovery as remote play uses it.
  public static func playStation(
    port: UInt16,
    id: String,
    type: String,
    name: String,
    version: String,
    isAwake: Bool
  ) -> DatagramService {
    DatagramService(port: port) { datagram in
      guard datagram.payload.starts(with: Array("SRCH ".utf8)) else { return [] }
      let lines = [
        isAwake ? "HTTP/1.1 200 Ok" : "HTTP/1.1 620 Server Standby", "host-id:\(id)",
        "host-type:\(type)", "host-name:\(name)", "host-request-port:997",
        "device-discovery-protocol-version:\(version)", "system-version:11520000", "",
      ]
      return [Array(lines.joined(separator: "\n").utf8)]
    }
  }

  /// Ubiquiti's discovery, version 1: fields with tag and length.
  public static func ubiquiti(
    mac: MACAddress,
    address: IPv4Address,
    name: String,
    model: String,
    firmware: String
  ) -> DatagramService {
    DatagramService(port: 10_001) { datagram in
      guard datagram.payload.starts(with: [1, 0, 0, 0]) else { return [] }
      var link: [UInt8] = []
      link.add(mac.rawValue)
      var place: [UInt8] = []
      place.add(address.rawValue)
      let hardware = Array(link.dropFirst(2))
      let fields: [(UInt8, [UInt8])] = [
        (0x02, hardware + place), (0x01, hardware), (0x0B, Array(name.utf8)),
        (0x0C, Array(model.utf8)), (0x03, Array(firmware.utf8)),
      ]
      let body = fields.flatMap { tag, value in [tag] + value.counted(by: UInt16.self) }
      return [[1, 0] + body.counted(by: UInt16.self)]
    }
  }

  /// Plex's own discovery (G'Day Mate).
  public static func plex(name: String, id: String) -> DatagramService {
    DatagramService(port: 32_414) { datagram in
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

  /// A list of resources over CoAP, to who asks for `/.well-known/core` (RFC 6690).
  public static func coap(resources: String) -> DatagramService {
    DatagramService(port: 5683) { datagram in
      let request = datagram.payload
      let path = [0xBB] + Array(".well-known".utf8) + [0x04] + Array("core".utf8)
      guard request.count >= 5, request[0] == 0x41, request[1] == 1,
        Array(request[5...]) == path
      else { return [] }
      // An acknowledgement with the content, the same number and token.
      return [
        [0x61, 0x45, request[2], request[3], request[4], 0xC1, 40, 0xFF] + Array(resources.utf8)
      ]
    }
  }
}
