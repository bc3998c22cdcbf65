import Networking

/// Services that greet whoever connects.
struct GreetingProbes: DeviceProbe {
  /// A service that greets.
  private struct Service {
    var transport: String
    var ports: Set<UInt16>
    var types: [String] = []
    var ending: GreetingConversation.Ending
    var farewell = ""
  }

  private static let services = [
    Service(
      transport: "ftp",
      ports: [21],
      types: ["_ftp._tcp"],
      ending: .reply,
      farewell: "QUIT\r\n"
    ),
    Service(transport: "smtp", ports: [25, 587], ending: .reply, farewell: "QUIT\r\n"),
    Service(transport: "pop3", ports: [110], ending: .line(enough: 512), farewell: "QUIT\r\n"),
    Service(transport: "imap", ports: [143], ending: .line(enough: 512), farewell: "a LOGOUT\r\n"),
    // `RFB 003.889` and a line break (RFC 6143, section 7.1.1).
    Service(transport: "vnc", ports: [5900], types: ["_rfb._tcp"], ending: .line(enough: 12)),
  ]

  func questions(for host: ProbedHost) -> [Question] {
    Self.services.flatMap { service in
      host.ports(service.ports, or: service.types).map { port in
        let talk = GreetingConversation(
          port: port,
          transport: service.transport,
          ending: service.ending,
          farewell: service.farewell
        )
        return .talk(port, .banner, service.transport, talk)
      }
    }
  }
}
