import Networking
public import Wire

extension DatagramService {
  /// A target of WS-Discovery: a camera, a Windows computer, a printer.
  ///
  /// - Parameters:
  ///   - uuid: its endpoint reference.
  ///   - types: what it is, with the usual prefixes: `dn:NetworkVideoTransmitter`.
  ///   - scopes: where it belongs.
  ///   - path: where it describes itself, after the address: `:5357/…`.
  ///   - address: its own.
  /// - Returns: the port that answers probes.
  public static func wsDiscovery(
    uuid: String,
    types: [String],
    scopes: [String] = [],
    path: String,
    address: IPv4Address
  ) -> DatagramService {
    DatagramService(
      port: WSDiscovery.port,
      groups: [.v4(WSDiscovery.ipv4Group)]
    ) { datagram in
      guard let probe = try? WSDiscoveryMessage(parsing: datagram.payload), probe.kind == .probe
      else { return [] }
      let wanted = probe.matches.flatMap(\.types)
      guard wanted.isEmpty || wanted.contains(where: types.contains) else { return [] }
      // Asked alone, it knows the address that it has where it lives now.
      let asked = datagram.destination.flatMap { $0.scope == .multicast ? nil : $0.v4 }
      let match = WSDiscoveryMessage.Match(
        endpoint: "urn:uuid:\(uuid)",
        types: types,
        scopes: scopes,
        locations: ["http://\(asked ?? address)\(path)"]
      )
      let answer = WSDiscoveryMessage(
        .probeMatches,
        id: "urn:uuid:\(uuid.dropLast(4))beef",
        relatesTo: probe.id,
        matches: [match]
      )
      return [answer.serialised]
    }
  }
}

extension DatagramService {
  /// An SNMP agent of version 2c that knows the community `public` and these objects (RFC 3416).
  public static func snmp(_ objects: [String: SNMPValue]) -> DatagramService {
    let known = Dictionary(
      objects.compactMap { text, value in SNMPObjectIdentifier(text).map { ($0, value) } }
    ) { first, _ in first }
    return DatagramService(port: SNMPMessage.port) { datagram in
      guard let request = try? SNMPMessage(parsing: datagram.payload),
        request.operation == .get, request.community == Array("public".utf8)
      else { return [] }
      var answer = request
      answer.operation = .response
      answer.bindings = request.bindings.map { binding in
        SNMPMessage.Binding(binding.name, known[binding.name] ?? .missing(.object))
      }
      return [answer.serialised]
    }
  }

  /// An agent with the system group (SNMPv2-MIB) and, for a printer, Printer-MIB's names.
  package static func snmp(
    description: String,
    object: String,
    name: String,
    printer: (model: String, serial: String)? = nil
  ) -> DatagramService {
    var objects: [String: SNMPValue] = [
      "1.3.6.1.2.1.1.1.0": .octets(Array(description.utf8)),
      "1.3.6.1.2.1.1.5.0": .octets(Array(name.utf8)),
    ]
    if let object = SNMPObjectIdentifier(object) { objects["1.3.6.1.2.1.1.2.0"] = .object(object) }
    if let printer {
      // hrDeviceDescr, prtGeneralPrinterName, prtGeneralSerialNumber.
      objects["1.3.6.1.2.1.25.3.2.1.3.1"] = .octets(Array(printer.model.utf8))
      objects["1.3.6.1.2.1.43.5.1.1.16.1"] = .octets(Array(printer.model.utf8))
      objects["1.3.6.1.2.1.43.5.1.1.17.1"] = .octets(Array(printer.serial.utf8))
    }
    return .snmp(objects)
  }
}

extension DatagramService {
  /// A telephone that answers OPTIONS over UDP (RFC 3261, section 11).
  public static func sip(userAgent: String) -> DatagramService {
    DatagramService(port: 5060) { datagram in
      let lines = String(decoding: datagram.payload, as: UTF8.self).split(separator: "\r\n")
      guard lines.first?.hasPrefix("OPTIONS ") ?? false else { return [] }
      let echoed = lines.filter { line in
        ["via:", "from:", "call-id:", "cseq:"].contains { line.lowercased().hasPrefix($0) }
      }
      let to = lines.first { $0.lowercased().hasPrefix("to:") }.map { "\($0);tag=a7c1" } ?? "To: ?"
      let answer =
        ["SIP/2.0 200 OK"] + echoed.map(String.init) + [
          to, "User-Agent: \(userAgent)", "Allow: INVITE, ACK, BYE, CANCEL, OPTIONS, NOTIFY",
          "Content-Length: 0", "", "",
        ]
      return [Array(answer.joined(separator: "\r\n").utf8)]
    }
  }
}

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
}
