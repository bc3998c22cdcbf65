import Model
import Wire

/// Asks an AFP server for its status, without opening a session.
struct AFPExchange: StreamExchange {
  let port: UInt16
  private var messages = MessageBuffer<DSIMessage>(limit: 16 << 10)

  init(port: UInt16) {
    self.port = port
  }

  mutating func begin() -> ExchangeStep {
    .say(DSIMessage(flags: 0, command: DSIMessage.getStatus, id: 1).serialised)
  }

  mutating func take(_ bytes: [UInt8]) -> ExchangeStep {
    messages.append(bytes)
    do throws(WireError) {
      guard let message = try messages.next() else { return .wait }
      guard message.flags == 1, message.command == DSIMessage.getStatus, message.code == 0 else {
        return .done()
      }
      let server = try AFPServerInformation(parsing: message.payload)
      var facts = Fact.greeting(server.machineType, port: port, "afp")
      if let name = GreetingText.line(server.name) { facts.append(.name(name)) }
      return .done(facts)
    } catch {
      return .done()
    }
  }
}

/// Connects to an MQTT broker anonymously, and reads its version.
struct MQTTExchange: StreamExchange {
  let port: UInt16
  private var packets = MessageBuffer<MQTTPacket>(limit: 4 << 10)
  private var code: UInt8?
  private var version: [UInt8]?

  /// Mosquitto and others publish their version here.
  private static let topic = "$SYS/broker/version"

  init(port: UInt16) {
    self.port = port
  }

  mutating func begin() -> ExchangeStep { .say(MQTTPacket.connect().serialised) }

  mutating func take(_ bytes: [UInt8]) -> ExchangeStep {
    packets.append(bytes)
    var step = ExchangeStep.wait
    do throws(WireError) {
      while let packet = try packets.next() {
        switch packet.kind {
        case .connectAcknowledgement where code == nil:
          guard let code = packet.returnCode else { return .done() }
          self.code = code
          guard code == 0 else { return .done(end()) }
          // The retained message arrives before the ping's response.
          step.sending += MQTTPacket.subscribe(to: Self.topic, id: 1).serialised
          step.sending += MQTTPacket.pingRequest.serialised
        case .publish where code == 0:
          guard let message = packet.message, message.topic == Self.topic else { continue }
          version = message.payload
          return leave()
        case .pingResponse where code == 0: return leave()
        default: continue
        }
      }
      return step
    } catch {
      return .done(end())
    }
  }

  mutating func end() -> [Fact] {
    guard let code else { return [] }
    self.code = nil
    let text = version.flatMap { GreetingText.line($0.prefix(200)) } ?? "CONNACK \(code)"
    return [.banner(ServiceBanner(port: port, transport: "mqtt", text: text))]
  }

  private mutating func leave() -> ExchangeStep {
    ExchangeStep(sending: MQTTPacket.disconnect.serialised, facts: end(), isDone: true)
  }
}

/// Reads the greeting of a MySQL or MariaDB server.
struct MySQLExchange: StreamExchange {
  let port: UInt16
  private var packets = MessageBuffer<MySQLGreeting>(limit: 4 << 10)

  init(port: UInt16) {
    self.port = port
  }

  mutating func begin() -> ExchangeStep { .wait }

  mutating func take(_ bytes: [UInt8]) -> ExchangeStep {
    packets.append(bytes)
    do throws(WireError) {
      guard let packet = try packets.next() else { return .wait }
      return .done(packet.text.map { Fact.greeting($0, port: port, "mysql") } ?? [])
    } catch {
      return .done()
    }
  }
}

/// Sends OPTIONS to a camera, and keeps the fields that identify it (RFC 2326, section 10.1).
struct RTSPExchange: StreamExchange {
  let port: UInt16
  /// As in a URI.
  let host: String
  private var lines = LineBuffer(limit: 8 << 10)
  private var kept: [String] = []

  private static let keptFields = ["server", "www-authenticate", "user-agent", "public"]

  init(port: UInt16, host: String) {
    self.port = port
    self.host = host
  }

  mutating func begin() -> ExchangeStep {
    let uri = "rtsp://\(host):\(port)/"
    return .say(Array("OPTIONS \(uri) RTSP/1.0\r\nCSeq: 1\r\nUser-Agent: homenet\r\n\r\n".utf8))
  }

  mutating func take(_ bytes: [UInt8]) -> ExchangeStep {
    lines.append(bytes)
    while let line = lines.next() {
      if line.isEmpty {
        guard kept.isEmpty else { return .done(end()) }
        continue
      }
      guard let text = GreetingText.line(line) else { continue }
      if kept.isEmpty {
        guard text.hasPrefix("RTSP/") else { return .done() }
        kept.append(text)
      } else if let colon = text.firstIndex(of: ":"),
        Self.keptFields.contains(text[..<colon].lowercased())
      {
        kept.append(text)
      }
    }
    return lines.isFull ? .done(end()) : .wait
  }

  mutating func end() -> [Fact] {
    guard !kept.isEmpty else { return [] }
    let text = kept.joined(separator: "\r\n")
    kept = []
    return Fact.greeting(text.utf8, port: port, "rtsp")
  }
}

/// Reads telnet's text up to the log-in prompt.
struct TelnetExchange: StreamExchange {
  let port: UInt16
  private var reader = TelnetReader()
  private var received: [UInt8] = []

  init(port: UInt16) {
    self.port = port
  }

  mutating func begin() -> ExchangeStep { .wait }

  mutating func take(_ bytes: [UInt8]) -> ExchangeStep {
    let result = reader.read(bytes)
    received += result.text.prefix(GreetingText.limit - received.count)
    guard isPrompt || received.count >= GreetingText.limit else { return .say(result.reply) }
    return ExchangeStep(sending: result.reply, facts: end(), isDone: true)
  }

  mutating func end() -> [Fact] {
    defer { received = [] }
    return Fact.greeting(received, port: port, "telnet")
  }

  /// Whether the last line is a prompt.
  private var isPrompt: Bool {
    let line =
      received.suffix(80).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .last ?? []
    let text = String(decoding: line, as: UTF8.self).lowercased()
    guard let last = text.last(where: { !$0.isWhitespace }) else { return false }
    switch last {
    case ">", "#", "$": return true
    case ":": return Self.questions.contains { text.contains($0) }
    default: return false
    }
  }

  private static let questions = ["login", "user", "password", "account", "passcode"]
}
