import Model
import Networking
public import Wire

/// Sends OPTIONS to telephones, adapters and exchanges (RFC 3261, section 11).
struct SIPProbe: DeviceProbe {
  private static let port = SIPOptions.port

  func questions(for host: ProbedHost) -> [Question] {
    guard host.mayBeTelephone else { return [] }
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

  /// The product in an answer of any status.
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

/// The SIP OPTIONS request (RFC 3261, section 11), which makes nothing ring.
public enum SIPOptions {
  /// SIP over UDP and TCP.
  public static let port: UInt16 = 5060

  /// The request over `UDP`, `TCP` or `TLS`; `rport` directs the answer to the sending port (RFC 3581).
  public static func request(to address: IPAddress, over transport: String = "UDP") -> [UInt8] {
    let host = address.uriHost
    let lines = [
      "OPTIONS sip:\(host) SIP/2.0",
      "Via: SIP/2.0/\(transport) homenet.invalid;branch=z9hG4bKhomenet;rport",
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

  /// The product named in an answer's `Server` or `User-Agent` field.
  public static func product(in answer: String) -> String? {
    let lines = HeaderLines(answer)
    return lines["server"] ?? lines["user-agent"]
  }
}
