import Model
import Networking

/// Reads the greetings of FTP, mail and VNC servers.
struct GreetingProbes: DeviceProbe {
  private struct Service {
    var transport: String
    var ports: Set<UInt16>
    var types: [String] = []
    var ending: BannerExchange.Ending
    var closing = ""
  }

  private static let services = [
    Service(
      transport: "ftp",
      ports: [21],
      types: ["_ftp._tcp"],
      ending: .reply,
      closing: "QUIT\r\n"
    ),
    Service(transport: "smtp", ports: [25, 587], ending: .reply, closing: "QUIT\r\n"),
    Service(transport: "pop3", ports: [110], ending: .line(enough: 512), closing: "QUIT\r\n"),
    Service(transport: "imap", ports: [143], ending: .line(enough: 512), closing: "a LOGOUT\r\n"),
    // `RFB 003.889` and a line break (RFC 6143, section 7.1.1).
    Service(transport: "vnc", ports: [5900], types: ["_rfb._tcp"], ending: .line(enough: 12)),
  ]

  func questions(for host: ProbedHost) -> [Question] {
    Self.services.flatMap { service in
      host.ports(service.ports, or: service.types).map { port in
        let exchange = BannerExchange(
          port: port,
          transport: service.transport,
          ending: service.ending,
          closing: service.closing
        )
        return .stream(port, .banner, service.transport, exchange)
      }
    }
  }
}

/// Reads a service's greeting, and closes the session by the protocol's command.
struct BannerExchange: StreamExchange {
  /// Where a greeting ends.
  enum Ending: Sendable {
    /// At the first line break, or after so many bytes.
    case line(enough: Int)
    /// At the last line of a reply: earlier lines have a hyphen after the code (RFC 959, section 4.2;
    /// RFC 5321, section 4.2.1).
    case reply
  }

  let port: UInt16
  /// The protocol's name in the banner.
  let transport: String
  let ending: Ending
  /// The command that ends the session; may be empty.
  let closing: String
  private var received: [UInt8] = []

  init(port: UInt16, transport: String, ending: Ending, closing: String = "") {
    self.port = port
    self.transport = transport
    self.ending = ending
    self.closing = closing
  }

  mutating func begin() -> ExchangeStep { .wait }

  mutating func take(_ bytes: [UInt8]) -> ExchangeStep {
    received += bytes.prefix(GreetingText.limit - received.count)
    guard isComplete else { return .wait }
    return ExchangeStep(sending: Array(closing.utf8), facts: end(), isDone: true)
  }

  mutating func end() -> [Fact] {
    defer { received = [] }
    return Fact.greeting(received, port: port, transport)
  }

  private var isComplete: Bool {
    guard received.count < GreetingText.limit else { return true }
    switch ending {
    case .line(let enough): return received.count >= enough || received.contains(UInt8(ascii: "\n"))
    case .reply:
      let lines = received.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      // The last line is incomplete.
      return lines.dropLast().contains { line in
        let start = Array(line.prefix(4))
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard start.count >= 3, start[..<3].allSatisfy(digits.contains) else {
          // Not a reply: one line is enough.
          return lines.count == 2 && !start.isEmpty
        }
        return start.count < 4 || start[3] != UInt8(ascii: "-")
      }
    }
  }
}
