import Model
import Networking

/// Asks telephones, adapters and exchanges what they can do (RFC 3261, section 11); nothing rings.
struct SIPProbe: DeviceProbe {
  private static let port = SIPOptions.port

  func questions(for host: ProbedHost) -> [Question] {
    guard host.maySpeak else { return [] }
    return [
      .datagram(
        Self.port,
        .banner,
        "sip options",
        SIPOptions.request(to: host.address),
        read: Self.facts
      )
    ]
  }

  /// What the answer says of who gave it, whatever its status.
  static func facts(in payload: [UInt8]) -> [Fact] {
    let head = payload.prefix(Fact.textLimit)
    guard head.starts(with: "SIP/2.0 ".utf8) else { return [] }
    let lines = HeaderLines(String(decoding: head, as: UTF8.self))
    let said = [
      ("Server", "server"), ("User-Agent", "user-agent"), ("Organization", "organization"),
    ]
    .compactMap { name, key in lines[key].map { "\(name): \($0.prefix(200))" } }
    let text = said.isEmpty ? String(lines.first.prefix(80)) : said.joined(separator: "\r\n")
    return [.banner(ServiceBanner(port: port, transport: "sip", text: text))]
  }
}
