internal import DemoHome

extension SimulatedHome {
  /// Greetings without end, handshakes that are none, lengths that lie.
  static let hostileProtocols: [SimulatedDevice] = [
    .hostile(
      30,
      "greeting of a mebibyte",
      listeners: Listener.serving(
        22,
        HostileStream("SSH-2.0-", repeating: .init(repeating: 65, count: 65_536), isAsked: false)
      )
        + Listener.serving(
          21,
          HostileStream("220-", repeating: Array("220-more\r\n".utf8), isAsked: false)
        )
    ),
    .hostile(
      31,
      "certificate of a mebibyte",
      listeners: Listener.serving(
        443,
        HTTPService(["/": .page(title: "big")]),
        certificate: ServedCertificate(
          "big",
          names: (0..<26_000).map { "name-\($0).of-the-many.example.home.arpa" }
        )
      )
    ),
    .hostile(
      32,
      "handshake of noise",
      listeners: Listener.serving(
        443,
        HostileStream(repeating: .init(repeating: 0x16, count: 1000))
      )
        + Listener.serving(
          8443,
          // A record that says it has 16 KiB, and a handshake message that says 16 MiB.
          AnsweringService { _ in .say([22, 3, 3, 0x40, 0, 2, 0xFF, 0xFF, 0xFF, 3, 3]) }
        )
    ),
    .hostile(
      33,
      "SSH packet of four gigabytes",
      listeners: Listener.serving(
        22,
        AnsweringService(greeting: Array("SSH-2.0-liar\r\n".utf8)) { _ in
          .say([0xFF, 0xFF, 0xFF, 0xFF, 255, 20])
        }
      )
    ),
    .hostile(
      34,
      "SSH names that don't fit",
      listeners: Listener.serving(
        22,
        AnsweringService(greeting: Array("SSH-2.0-liar\r\n".utf8)) { _ in
          let payload = [20] + [UInt8](repeating: 0, count: 16) + [0x7F, 0xFF, 0xFF, 0xFF, 0x61]
          return .say(([6] + payload + [0, 0, 0, 0, 0, 0]).counted(by: UInt32.self))
        }
      )
    ),
    .hostile(
      35,
      "SMB offsets into nowhere",
      listeners: Listener.serving(
        445,
        AnsweringService { _ in
          let header: [UInt8] = [0xFE, 0x53, 0x4D, 0x42, 64] + .init(repeating: 0xFF, count: 59)
          let body: [UInt8] = [65] + .init(repeating: 0xFF, count: 80)
          return .say((header + body).counted(by: UInt32.self))
        }
      )
    ),
    .hostile(
      36,
      "SMB message of 16 megabytes",
      listeners: Listener.serving(445, AnsweringService { _ in .say([0, 0xFF, 0xFF, 0xFF, 0xFE]) })
    ),
    .hostile(
      37,
      "MQTT length without end",
      listeners: Listener.serving(
        1883,
        AnsweringService { _ in .say([0x20, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F, 0, 0]) }
      )
    ),
    .hostile(
      38,
      "RTSP and UPS lines without end",
      listeners: Listener.serving(
        554,
        HostileStream("RTSP/1.0 200 OK\r\nServer: ", repeating: .init(repeating: 65, count: 4096))
      )
        + Listener.serving(
          3493,
          HostileStream("BEGIN LIST UPS\n", repeating: Array("UPS a \"b\"\n".utf8))
        )
    ),
    .hostile(
      39,
      "AFP status of nothing",
      listeners: Listener.serving(
        548,
        AnsweringService { _ in
          .say(
            [1, 3, 0, 1, 0, 0, 0, 0, 0, 0, 0, 12, 0, 0, 0, 0] + .init(repeating: 0xFF, count: 12)
          )
        }
      )
    ),
    .hostile(
      40,
      "SNMP lengths that lie",
      listeners: Listener.silent(9100),
      datagrams: [
        DatagramService(port: 161) { _ in
          [
            [0x30, 0x84, 0xFF, 0xFF, 0xFF, 0xFF, 2, 1, 1],
            [0x30, 0x80] + .init(repeating: 0x30, count: 400),
            [0x30, 0x82, 0x10, 0, 2, 1, 1, 4, 0x82, 0xFF, 0xFF, 0x70],
          ]
        }
      ]
    ),
    .hostile(
      41,
      "datagrams of noise",
      listeners: Listener.silent(9999),
      datagrams: ([1982, 3702, 5060, 9999, 10_001, 20_002, 38_899, 54_321, 56_700] as [UInt16])
        .map { port in
          DatagramService(port: port) { _ in
            [[], [0], .init(repeating: 0xFF, count: 1400), .init(repeating: 0x7B, count: 1400)]
          }
        }
    ),
  ]
}

/// A port that says something and then goes on for ever, or falls silent without closing.
struct HostileStream: ListenerService {
  /// What it begins with; sent once something was asked, or at once.
  let head: [UInt8]
  /// What it repeats; empty for silence.
  let piece: [UInt8]
  /// How long it waits between the pieces.
  let pause: Duration
  /// Whether it waits to be asked.
  let isAsked: Bool

  init(
    _ head: String = "",
    repeating piece: [UInt8] = [],
    every pause: Duration = .milliseconds(1),
    isAsked: Bool = true
  ) {
    self.head = Array(head.utf8)
    self.piece = piece
    self.pause = pause
    self.isAsked = isAsked
  }

  func accept() -> any ServedConnection { Connection(stream: self) }

  private struct Connection: ServedConnection {
    let stream: HostileStream
    var hasBegun = false

    mutating func begin() -> ServedStep { stream.isAsked ? .wait : start() }

    mutating func take(_ bytes: [UInt8]) -> ServedStep { hasBegun ? .wait : start() }

    mutating func resume() -> ServedStep {
      ServedStep(sending: stream.piece, next: .resume(after: stream.pause))
    }

    private mutating func start() -> ServedStep {
      hasBegun = true
      guard !stream.piece.isEmpty else { return .say(stream.head) }
      return ServedStep(sending: stream.head, next: .resume(after: stream.pause))
    }
  }
}
