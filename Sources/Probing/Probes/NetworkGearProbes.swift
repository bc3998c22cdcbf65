import Model
import Networking
import Wire

/// Gets the system group of SNMP agents (RFC 3418), and a printer's name and serial number (RFC 3805):
/// one GetRequest of version 2c with the community `public`.
struct SNMPProbe: DeviceProbe {
  func questions(for host: ProbedHost) -> [Question] {
    // The printer request includes the system group; a later hint of a printer asks again.
    if host.mayBePrinter { return [Self.question("printer", Self.printer, host)] }
    guard
      host.mayBeRouter || host.mayBeStorage || host.mayBePowerSupply || host.mayBeCamera
        || host.mayBeTelephone
    else {
      return []
    }
    return [Self.question("system", Self.system, host)]
  }

  private static func question(_ topic: String, _ names: [SNMPObjectIdentifier], _ host: ProbedHost)
    -> Question
  {
    let maker = host.macVendor ?? ""
    return .datagram(SNMPMessage.port, .snmp, topic, SNMPMessage.get(names, id: id).serialised) {
      facts(in: $0, maker: maker)
    }
  }

  /// What everybody is asked: the objects of both kinds of question.
  static let request = SNMPMessage.get(printer, id: id).serialised

  /// Any number: answers are told apart by the socket's port.
  private static let id: Int32 = 0x486E

  private static let system = paths("1.3.6.1.2.1.1.", ["1.0", "2.0", "5.0"])
  /// hrDeviceDescr, prtGeneralPrinterName and prtGeneralSerialNumber of the first of each.
  private static let printer =
    system + paths("1.3.6.1.2.1.", ["25.3.2.1.3.1", "43.5.1.1.16.1", "43.5.1.1.17.1"])

  private static func paths(_ root: String, _ ends: [String]) -> [SNMPObjectIdentifier] {
    ends.compactMap { SNMPObjectIdentifier(root + $0) }
  }

  static func facts(in payload: [UInt8], maker: String) -> [Fact] {
    guard let message = try? SNMPMessage(parsing: payload), message.operation == .response,
      message.id == Int64(id)
    else { return [] }
    func text(_ end: String, limit: Int = 255) -> String? {
      guard let path = SNMPObjectIdentifier("1.3.6.1.2.1." + end), let text = message[path]?.text
      else {
        return nil
      }
      return text.isEmpty ? nil : String(text.prefix(limit))
    }
    var identity = SNMPIdentity(
      description: text("1.1.0", limit: 512),
      name: text("1.5.0")
    )
    if let path = SNMPObjectIdentifier("1.3.6.1.2.1.1.2.0"),
      case .object(let object) = message[path]
    {
      identity.objectID = object.description
    }
    // Many printers' sysDescr names the network card, and hrDeviceDescr the model.
    if let device = text("25.3.2.1.3.1"), identity.description?.contains(device) != true {
      identity.description = [identity.description, device].compactMap { $0 }
        .joined(separator: "; ")
    }
    var facts: [Fact] = []
    if identity != SNMPIdentity() { facts.append(.snmp(identity)) }
    if let name = text("43.5.1.1.16.1", limit: 80) { facts.append(.name(name)) }
    if let serial = text("43.5.1.1.17.1", limit: 80) {
      facts.append(.identity(.serial, "\(maker) \(serial)"))
    }
    return facts
  }
}

/// Asks Ubiquiti's devices for their model and name.
struct UbiquitiProbe: DeviceProbe {
  func questions(for host: ProbedHost) -> [Question] {
    guard
      host.isMade(by: ["Ubiquiti"]) || host.offers("_ubnt-discovery._udp")
        || host.mentions(["UniFi", "UBNT", "airOS", "EdgeOS", "UVC"])
    else { return [] }
    let payload = UbiquitiDiscovery().serialised
    return [.datagram(UbiquitiDiscovery.port, .maker, "ubiquiti", payload, read: Self.facts)]
  }

  static func facts(in payload: [UInt8]) -> [Fact] {
    guard let message = try? UbiquitiDiscovery(parsing: payload), !message.fields.isEmpty else {
      return []
    }
    return [
      Fact.answer(UbiquitiDiscovery.port, bytes: payload), Fact.called(message.hostName),
    ].compactMap { $0 }
  }
}
