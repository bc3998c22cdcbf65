import Networking
public import Wire

extension DatagramService {
  /// An SNMP agent of version 2c that knows the community `public` and these objects (RFC 3416).
  public static func snmp(_ objects: [String: SNMPValue]) -> DatagramService {
    let known = Dictionary(
      objects.compactMap { text, value in ObjectPath(text).map { ($0, value) } }
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

  /// An agent that says what the system is (SNMPv2-MIB) and, of a printer, what it prints on.
  static func snmp(
    description: String,
    object: String,
    name: String,
    printer: (model: String, serial: String)? = nil
  ) -> DatagramService {
    var objects: [String: SNMPValue] = [
      "1.3.6.1.2.1.1.1.0": .octets(Array(description.utf8)),
      "1.3.6.1.2.1.1.5.0": .octets(Array(name.utf8)),
    ]
    if let object = ObjectPath(object) { objects["1.3.6.1.2.1.1.2.0"] = .object(object) }
    if let printer {
      // hrDeviceDescr, prtGeneralPrinterName, prtGeneralSerialNumber.
      objects["1.3.6.1.2.1.25.3.2.1.3.1"] = .octets(Array(printer.model.utf8))
      objects["1.3.6.1.2.1.43.5.1.1.16.1"] = .octets(Array(printer.model.utf8))
      objects["1.3.6.1.2.1.43.5.1.1.17.1"] = .octets(Array(printer.serial.utf8))
    }
    return .snmp(objects)
  }
}
