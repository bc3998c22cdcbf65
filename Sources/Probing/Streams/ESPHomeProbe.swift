import Model
import Networking
import Wire

/// Asks ESPHome devices over their native API.
struct ESPHomeProbe: DeviceProbe {
  func questions(for host: ProbedHost) -> [Question] {
    guard host.offers("_esphomelib._tcp") || host.words.contain(beginning: "esphome") else {
      return []
    }
    let port = host.ports(of: "_esphomelib._tcp").first ?? ESPHomeMessage.port
    return [.stream(port, .banner, "esphome", ESPHomeExchange(port: port))]
  }
}

/// Asks an ESPHome device for its description, without a password.
struct ESPHomeExchange: StreamExchange {
  let port: UInt16
  private var messages = MessageBuffer<ESPHomeMessage>(limit: 4 << 10)
  private var server: String?
  private var name: String?
  private var details: [String] = []
  private var seen = 0
  private var hasBegun = false
  private var isEncrypted = false

  /// Fields of the DeviceInfoResponse, and their labels in the banner.
  private static let keptFields: [(number: UInt64, word: String)] = [
    (4, "version"), (6, "model"), (8, "project"), (9, "project version"), (12, "maker"),
  ]
  private static let nameField: UInt64 = 2
  private static let friendlyNameField: UInt64 = 13
  private static let mostMessages = 8
  private static let longestText = 120

  init(port: UInt16) {
    self.port = port
  }

  mutating func begin() -> ExchangeStep {
    let hello = ESPHomeMessage(
      kind: ESPHomeMessage.helloRequest,
      fields: [
        .init(1, .bytes(Array("homenet".utf8))), .init(2, .number(1)), .init(3, .number(10)),
      ]
    )
    return .say(hello.serialised)
  }

  mutating func take(_ bytes: [UInt8]) -> ExchangeStep {
    if !hasBegun { isEncrypted = bytes.first == ESPHomeMessage.encrypted }
    hasBegun = true
    guard !isEncrypted else { return .done(end()) }
    messages.append(bytes)
    var sending: [UInt8] = []
    do throws(WireError) {
      while let message = try messages.next() {
        seen += 1
        guard seen <= Self.mostMessages else { return .done(end()) }
        switch message.kind {
        case ESPHomeMessage.helloResponse:
          server = message.text(3)
          name = message.text(4)
          sending += ESPHomeMessage(kind: ESPHomeMessage.deviceInfoRequest).serialised
        case ESPHomeMessage.deviceInfoResponse:
          name = message.text(Self.friendlyNameField) ?? message.text(Self.nameField) ?? name
          for (number, word) in Self.keptFields {
            if let text = message.text(number) { details.append("\(word): \(text)") }
          }
          let goodbye = ESPHomeMessage(kind: ESPHomeMessage.disconnectRequest).serialised
          return ExchangeStep(sending: goodbye, facts: end(), isDone: true)
        default: break
        }
      }
      return .say(sending)
    } catch {
      return .done(end())
    }
  }

  mutating func end() -> [Fact] {
    defer { (server, name, details, isEncrypted) = (nil, nil, [], false) }
    if isEncrypted {
      return Fact.greeting("ESPHome, encrypted".utf8, port: port, "esphome")
    }
    guard server != nil || !details.isEmpty else { return [] }
    let lines = ["ESPHome \(server ?? "")"] + details
    let text = lines.map { String($0.prefix(Self.longestText)) }.joined(separator: "\n")
    var facts = Fact.greeting(text.utf8, port: port, "esphome")
    if let fact = Fact.called(name) { facts.append(fact) }
    return facts
  }
}
