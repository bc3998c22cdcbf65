import Model
import Wire

/// What a printer's attributes say.
enum IPPReading {
  /// The facts in an answer; what is no answer of IPP is kept as what it is.
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
    // Names and values are kept apart by what no value has.
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

  /// Whether somebody would call a printer that; `ipp/print` is a path.
  private static func isName(_ text: String) -> Bool {
    text.utf8.count <= 127 && !text.contains("/")
  }
}
