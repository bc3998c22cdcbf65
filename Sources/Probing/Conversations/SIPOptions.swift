public import Wire

/// Asks what a telephone, adapter or exchange can do (RFC 3261, section 11); nothing rings.
public enum SIPOptions {
  /// The port that answers.
  public static let port: UInt16 = 5060

  /// The request, over `UDP`, `TCP` or `TLS`; the answer comes back to the port that asked because
  /// `rport` says so (RFC 3581).
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

  /// What an answer says of who gave it; `nil` where it says nothing.
  public static func product(in answer: String) -> String? {
    let lines = HeaderLines(answer)
    return lines["server"] ?? lines["user-agent"]
  }
}
