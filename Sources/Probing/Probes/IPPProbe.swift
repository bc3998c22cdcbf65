import Discovery
import Model
import Wire

/// Asks printers for their attributes by Get-Printer-Attributes (RFC 8011, section 4.2.5), never at a
/// raw printing port.
struct IPPProbe: DeviceProbe {
  /// The requested attributes, in the order of the lines in the evidence.
  static let attributes = [
    "printer-make-and-model", "printer-info", "printer-name", "printer-dns-sd-name",
    "printer-location", "printer-device-id", "printer-firmware-string-version",
    "printer-more-info", "printer-uuid",
  ]

  func questions(for host: ProbedHost) -> [Question] {
    var asked = places(host, "_ipp._tcp", isTLS: false)
    if asked.isEmpty { asked = places(host, "_ipps._tcp", isTLS: true) }
    if asked.isEmpty, host.openPorts.contains(631) {
      asked = [question(host, 631, "/ipp/print", isTLS: false)]
    }
    return asked
  }

  /// The question to the first announced printer.
  private func places(_ host: ProbedHost, _ type: String, isTLS: Bool) -> [Question] {
    for service in host.evidence.services where service.type == type {
      guard let port = service.port, port != 0, !ScanPorts.prints(port) else { continue }
      let path = service.txt["rp"]?.text ?? "ipp/print"
      // A CUPS queue is another device's printer.
      guard !path.hasPrefix("printers/"), !path.hasPrefix("classes/"), Self.isPath(path) else {
        continue
      }
      return [question(host, port, path.hasPrefix("/") ? path : "/\(path)", isTLS: isTLS)]
    }
    return []
  }

  private func question(
    _ host: ProbedHost,
    _ port: UInt16,
    _ path: String,
    isTLS: Bool
  ) -> Question {
    let uri = "\(isTLS ? "ipps" : "ipp")://\(host.address.uriHost):\(port)\(path)"
    let request = HTTPQuestion(
      path,
      isTLS: isTLS,
      method: "POST",
      headers: [("Content-Type", "application/ipp")],
      body: IPPMessage.getPrinterAttributes(uri, Self.attributes).serialised,
      read: IPPReading.facts
    )
    return .http(port, request)
  }

  /// Whether the text is safe in a request line.
  private static func isPath(_ text: String) -> Bool {
    text.utf8.count <= 128 && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }
}

/// Reads a printer's attributes.
enum IPPReading {
  /// The facts in a response; without IPP only its status and header fields.
  static func facts(_ reply: HTTPReply) -> [Fact] {
    var answer = HTTPAnswer(
      port: reply.port,
      isTLS: reply.isTLS,
      path: reply.path,
      status: reply.status,
      headers: reply.headers
    )
    guard reply.status == 200, let message = try? IPPMessage(parsing: reply.body) else {
      return [.http(answer)]
    }
    // No value contains a tab.
    let lines = IPPProbe.attributes.compactMap { name in
      value(name, in: message).map { "\(name)\t\($0)" }
    }
    guard !lines.isEmpty else { return [.http(answer)] }
    let version = "IPP/\(message.version >> 8).\(message.version & 0xFF)"
    answer.body = ([version] + lines).joined(separator: "\n")
    var facts: [Fact] = [.http(answer)]
    let names = ["printer-dns-sd-name", "printer-info", "printer-name"]
    if let name = names.lazy.compactMap({ value($0, in: message) }).first(where: isName) {
      facts.append(.name(name))
    }
    if let uuid = value("printer-uuid", in: message) {
      let scheme = "urn:uuid:"
      let bare = uuid.lowercased().hasPrefix(scheme) ? String(uuid.dropFirst(scheme.count)) : uuid
      facts.append(.identity(.udn, bare))
    }
    return facts
  }

  private static func value(_ name: String, in message: IPPMessage) -> String? {
    message.text(name).flatMap { GreetingText.line($0.utf8.prefix(400)) }
  }

  /// Whether it is a name; `ipp/print` is a path.
  private static func isName(_ text: String) -> Bool {
    text.utf8.count <= 127 && !text.contains("/")
  }
}
