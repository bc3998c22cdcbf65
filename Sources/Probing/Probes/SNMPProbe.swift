import Model
import Networking
import Wire

/// Asks SNMP agents what the system is, and printers what they are (RFC 3418, RFC 3805): one
/// request of version 2c with the community `public`, which writes nothing.
struct SNMPProbe: DeviceProbe {
  func questions(for host: ProbedHost) -> [Question] {
    // All of a printer's at once; a device that turns out to be one later is asked again.
    if host.mayPrint { return [Self.question("printer", Self.printer, host)] }
    guard host.mayRoute || host.mayStore || host.mayPower || host.mayFilm || host.maySpeak else {
      return []
    }
    return [Self.question("system", Self.system, host)]
  }

  private static func question(_ topic: String, _ names: [ObjectPath], _ host: ProbedHost)
    -> Question
  {
    let maker = host.macVendor ?? ""
    return .datagram(SNMPMessage.port, .snmp, topic, SNMPMessage.get(names, id: id).serialised) {
      facts(in: $0, maker: maker)
    }
  }

  /// Told from others by the socket's own port; the number only has to come back.
  private static let id: Int32 = 0x486E

  private static let system = paths("1.3.6.1.2.1.1.", ["1.0", "2.0", "5.0"])
  /// hrDeviceDescr, prtGeneralPrinterName and prtGeneralSerialNumber of the first of each.
  private static let printer =
    system + paths("1.3.6.1.2.1.", ["25.3.2.1.3.1", "43.5.1.1.16.1", "43.5.1.1.17.1"])

  private static func paths(_ root: String, _ ends: [String]) -> [ObjectPath] {
    ends.compactMap { ObjectPath(root + $0) }
  }

  /// What an agent's response says.
  static func facts(in payload: [UInt8], maker: String) -> [Fact] {
    guard let message = try? SNMPMessage(parsing: payload), message.operation == .response,
      message.id == Int64(id)
    else { return [] }
    func text(_ end: String, limit: Int = 255) -> String? {
      guard let path = ObjectPath("1.3.6.1.2.1." + end), let text = message[path]?.text else {
        return nil
      }
      return text.isEmpty ? nil : String(text.prefix(limit))
    }
    var identity = SNMPIdentity(
      description: text("1.1.0", limit: 512),
      name: text("1.5.0")
    )
    if let path = ObjectPath("1.3.6.1.2.1.1.2.0"), case .object(let object) = message[path] {
      identity.objectID = object.description
    }
    // Many printers' systems are called after their network card, the device after the model.
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
