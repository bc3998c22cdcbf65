import Model
import Wire

/// Asks printers for their attributes (RFC 8011, section 4.2.5): never more than a question, and
/// never at a printing port.
struct IPPProbe: DeviceProbe {
  /// What is asked for, in the order in which it is told.
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

  /// Where the host says that it prints; one is enough.
  private func places(_ host: ProbedHost, _ type: String, isTLS: Bool) -> [Question] {
    for service in host.evidence.services where service.type == type {
      guard let port = service.port, port != 0, !ProbedHost.isPrinting(port) else { continue }
      let path = service.txt["rp"]?.text ?? "ipp/print"
      // CUPS's queues are printers of somebody else that the host prints on.
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

  /// A path goes into a request line, so it must be nothing but one.
  private static func isPath(_ text: String) -> Bool {
    text.utf8.count <= 128 && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }
}
