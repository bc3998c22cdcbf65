import HomeSupport
@testable import Networking
@testable import Discovery
@testable import Model
@testable import Probing

/// Asks one page of every host.
struct AskPort: DeviceProbe {
  var port: UInt16
  var path = "/"

  func questions(for host: ProbedHost) -> [Question] { [.http(port, HTTPQuestion(path))] }
}

/// Asks every host by that many datagrams.
struct AskByDatagram: DeviceProbe {
  var count: Int

  func questions(for host: ProbedHost) -> [Question] {
    (0..<count).map { number in
      .datagram(1, .maker, "\(number)", [UInt8(number)]) {
        [.datagram(DatagramAnswer(port: 1, bytes: $0))]
      }
    }
  }
}

extension ProbingSourceTests {
  /// A source with those probes that knows of a host at .40.
  static func driver(_ probes: any DeviceProbe...) -> SourceDriver<ProbingSource> {
    driver(probes: probes)
  }

  static func driver(probes: [any DeviceProbe]) -> SourceDriver<ProbingSource> {
    var driver = SourceDriver(ProbingSource(probes: probes))
    driver.start()
    driver.learn(.answered(.home(40), interface: 2))
    return driver
  }

  /// An answer with that body.
  static func answer(_ body: String, closing: Bool = false) -> [UInt8] {
    let head = "HTTP/1.1 200 OK\r\n\(closing ? "Connection: close\r\n" : "")"
    return Array("\(head)Content-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8)
  }
}

extension SourceDriver {
  /// Hands over a connection.
  mutating func adopt(_ connection: OpenConnection) -> Bool {
    var isTaken = false
    call { isTaken = $0.adopt(connection, &$1) }
    return isTaken
  }

  /// Says that a connection is there.
  mutating func open(_ connect: (ticket: Ticket, probe: Probe)) {
    handle(.probed(connect.ticket, connect.probe.target, .open(rtt: .milliseconds(1))))
  }

  /// Takes the connects asked for since the last time, and forgets the other requests.
  mutating func takeConnects() -> [(ticket: Ticket, probe: Probe)] {
    takeRequests().compactMap {
      if case .connect(let ticket, let probe) = $0 { (ticket, probe) } else { nil }
    }
  }

  /// Takes what was written over a connection since the last time, and leaves the other requests.
  mutating func takeWrites(over ticket: Ticket) -> String {
    var bytes: [UInt8] = []
    takeRequests { request in
      guard case .write(ticket, let written, _) = request else { return false }
      bytes += written
      return true
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Takes the tickets that were given up since the last time.
  mutating func takeCancelled() -> [Ticket] {
    takeRequests().compactMap { if case .cancel(let ticket) = $0 { ticket } else { nil } }
  }

  /// Takes what was answered over HTTP since the last time.
  mutating func takeAnswers() -> [HTTPAnswer] {
    takeReports().compactMap { if case .http(let answer) = $0.fact { answer } else { nil } }
  }
}
