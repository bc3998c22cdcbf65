import Net
import Wire

/// Asks telephones, adapters and exchanges what they can do (RFC 3261, section 11); nothing rings.
struct SIPProbe: DeviceProbe {
  private static let port: UInt16 = 5060

  func questions(for host: ProbedHost) -> [Question] {
    guard host.maySpeak else { return [] }
    return [
      .datagram(
        Self.port,
        .banner,
        "sip options",
        Self.request(to: host.address),
        read: Self.facts
      )
    ]
  }

  /// The answer comes back to the port that asked because `rport` says so (RFC 3581).
  static func request(to address: IPAddress) -> [UInt8] {
    let host = address.v4 == nil ? "[\(address.withoutZone)]" : "\(address)"
    let lines = [
      "OPTIONS sip:\(host) SIP/2.0",
      "Via: SIP/2.0/UDP homenet.invalid;branch=z9hG4bKhomenet;rport",
      "Max-Forwards: 1",
      "From: <sip:homenet@homenet.invalid>;tag=homenet",
      "To: <sip:\(host)>",
      "Call-ID: homenet@homenet.invalid",
      "CSeq: 1 OPTIONS",
      "Contact: <sip:homenet@homenet.invalid>",
      "Accept: application/sdp",
      "Content-Length: 0",
      "", "",
    ]
    return Array(lines.joined(separator: "\r\n").utf8)
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
