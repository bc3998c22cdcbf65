/// A simulated device's service on a TCP port.
///
/// Without I/O and clocks, so that the same service answers in memory and over real sockets.
public protocol ListenerService: Sendable {
  /// The device's side of a new connection.
  func accept() -> any ServedConnection
}

/// The device's side of one connection.
///
/// It stays on the thread that made it. What it keeps of what it is sent, it bounds itself.
public protocol ServedConnection {
  /// The connection is there.
  mutating func begin() -> ServedStep

  /// Bytes came in, as many as it were: a request may come in pieces, or several in one.
  mutating func take(_ bytes: [UInt8]) -> ServedStep

  /// The time that it asked for with ``ServedStep/Next/resume(after:)`` has passed.
  mutating func resume() -> ServedStep
}

extension ServedConnection {
  /// Most wait to be asked.
  public mutating func begin() -> ServedStep { .wait }

  /// Most never ask for time.
  public mutating func resume() -> ServedStep { .wait }
}

/// What the device does next in a conversation.
public struct ServedStep: Hashable, Sendable {
  /// What follows the bytes.
  public enum Next: Hashable, Sendable {
    /// The other side's turn.
    case wait
    /// Still the device's, after that time and once the bytes have left.
    case resume(after: Duration)
    /// The device closes the connection, in order.
    case close
    /// The device breaks the connection off.
    case reset
  }

  /// What is sent; empty for nothing.
  public var sending: [UInt8]
  /// What follows.
  public var next: Next

  /// Bytes to send, and what follows.
  public init(sending: [UInt8] = [], next: Next = .wait) {
    self.sending = sending
    self.next = next
  }

  /// Nothing to say.
  public static let wait = ServedStep()

  /// Says something and waits.
  public static func say(_ bytes: [UInt8]) -> ServedStep {
    ServedStep(sending: bytes)
  }

  /// Says something, or nothing, and closes.
  public static func close(saying bytes: [UInt8] = []) -> ServedStep {
    ServedStep(sending: bytes, next: .close)
  }
}

/// A port that sends a greeting, or nothing, and then ignores its input.
public struct GreetingService: ListenerService {
  /// What it says on accepting.
  public let greeting: [UInt8]

  /// A port that says this first.
  public init(_ greeting: [UInt8] = []) {
    self.greeting = greeting
  }

  /// Greets.
  public func accept() -> any ServedConnection { Connection(greeting: greeting) }

  private struct Connection: ServedConnection {
    let greeting: [UInt8]

    mutating func begin() -> ServedStep { .say(greeting) }

    mutating func take(_ bytes: [UInt8]) -> ServedStep { .wait }
  }
}

/// A port that answers what comes in by a function of the bytes so far, perhaps after a greeting.
///
/// Enough for protocols of one question and one answer. The function is given everything since its
/// last answer and says `nil` until that is a whole question.
public struct AnsweringService: ListenerService {
  private let greeting: [UInt8]
  private let answer: @Sendable ([UInt8]) -> ServedStep?

  /// More than this without an answer ends the connection.
  private static let mostBytes = 65_536

  /// A port that answers so.
  public init(
    greeting: [UInt8] = [],
    _ answer: @escaping @Sendable (_ question: [UInt8]) -> ServedStep?
  ) {
    self.greeting = greeting
    self.answer = answer
  }

  /// Greets and waits for questions.
  public func accept() -> any ServedConnection {
    Connection(greeting: greeting, answer: answer)
  }

  private struct Connection: ServedConnection {
    let greeting: [UInt8]
    let answer: @Sendable ([UInt8]) -> ServedStep?
    var question: [UInt8] = []

    mutating func begin() -> ServedStep { .say(greeting) }

    mutating func take(_ bytes: [UInt8]) -> ServedStep {
      question += bytes
      guard question.count <= AnsweringService.mostBytes else { return .close() }
      guard let step = answer(question) else { return .wait }
      question = []
      return step
    }
  }
}

/// An MQTT 3.1.1 broker: accepts or rejects every CONNECT, and publishes `$SYS/broker/version`.
public struct MQTTBroker: ListenerService {
  let version: String
  let admitsAnyone: Bool

  /// A broker of that version, `mosquitto version 2.0.18`.
  public init(version: String, admitsAnyone: Bool) {
    self.version = version
    self.admitsAnyone = admitsAnyone
  }

  /// A connection to it.
  public func accept() -> any ServedConnection { Connection(broker: self) }

  private struct Connection: ServedConnection {
    let broker: MQTTBroker
    var received: [UInt8] = []

    mutating func take(_ bytes: [UInt8]) -> ServedStep {
      received += bytes
      var sending: [UInt8] = []
      while received.count >= 2 {
        // Packets here have at most 127 bytes, so the length has one byte.
        let length = Int(received[1])
        guard length < 128 else { return .close() }
        guard received.count >= 2 + length else { break }
        let packet = Array(received[..<(2 + length)])
        received.removeSubrange(..<(2 + length))
        switch packet[0] >> 4 {
        case 1 where broker.admitsAnyone: sending += [0x20, 2, 0, 0]
        case 1: return .close(saying: [0x20, 2, 0, 5])
        case 8 where packet.count >= 4: sending += subscribed(packet)
        case 12: sending += [0xD0, 0]
        default: return .close(saying: sending)
        }
      }
      return .say(sending)
    }

    private func subscribed(_ packet: [UInt8]) -> [UInt8] {
      let topic = Array("$SYS/broker/version".utf8)
      var bytes: [UInt8] = [0x90, 3, packet[2], packet[3], 0]
      if packet.firstRange(of: topic) != nil {
        let body = topic.counted(by: UInt16.self) + Array(broker.version.utf8)
        bytes += [0x31, UInt8(body.count)] + body
      }
      return bytes
    }
  }
}
