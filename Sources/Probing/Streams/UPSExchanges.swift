import Model
import Wire

/// Asks Network UPS Tools for its first power supply's maker and model (RFC 9271, section 4.2).
struct NUTExchange: StreamExchange {
  let port: UInt16
  private var lines = LineBuffer(limit: 4 << 10)
  private var kept: [String] = []
  private var unit: String?
  private var asked = 0

  private static let variables = ["ups.mfr", "ups.model"]
  private static let mostLines = 64
  private var linesSeen = 0

  init(port: UInt16) {
    self.port = port
  }

  mutating func begin() -> ExchangeStep { .say(Array("LIST UPS\n".utf8)) }

  mutating func take(_ bytes: [UInt8]) -> ExchangeStep {
    lines.append(bytes)
    while let line = lines.next() {
      linesSeen += 1
      guard linesSeen <= Self.mostLines, let text = GreetingText.line(line) else { return leave() }
      let words = text.split(separator: " ", maxSplits: 2).map(String.init)
      switch words.first {
      case "BEGIN": continue
      case "UPS" where words.count > 1 && Self.isName(words[1]):
        if unit == nil {
          unit = words[1]
          kept.append(text)
        }
      case "END":
        guard unit != nil else { return leave() }
        return ask()
      case "VAR" where unit != nil:
        kept.append(text)
        return ask()
      case "ERR" where unit != nil: return ask()
      default: return leave()
      }
    }
    return lines.isFull ? leave() : .wait
  }

  mutating func end() -> [Fact] {
    defer { kept = [] }
    guard !kept.isEmpty else { return [] }
    return Fact.greeting(kept.joined(separator: "\n").utf8, port: port, "nut")
  }

  private mutating func ask() -> ExchangeStep {
    guard let unit, asked < Self.variables.count else { return leave() }
    defer { asked += 1 }
    return .say(Array("GET VAR \(unit) \(Self.variables[asked])\n".utf8))
  }

  private mutating func leave() -> ExchangeStep {
    ExchangeStep(sending: Array("LOGOUT\n".utf8), facts: end(), isDone: true)
  }

  /// Whether the text is safe in a command.
  private static func isName(_ text: String) -> Bool {
    text.utf8.count <= 64
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
          UInt8(ascii: "."):
          true
        default: false
        }
      }
  }
}

/// Asks apcupsd for the status of its power supply.
struct APCExchange: StreamExchange {
  let port: UInt16
  private var lines = MessageBuffer<NISLine>(limit: 512)
  private var kept: [String] = []
  private var linesSeen = 0

  /// The lines that identify the device; others are measurements, names and serial numbers.
  private static let keptFields = ["VERSION", "CABLE", "DRIVER", "UPSMODE", "MODEL"]
  private static let mostLines = 128

  init(port: UInt16) {
    self.port = port
  }

  mutating func begin() -> ExchangeStep { .say(NISLine.status.serialised) }

  mutating func take(_ bytes: [UInt8]) -> ExchangeStep {
    lines.append(bytes)
    do throws(WireError) {
      while let line = try lines.next() {
        linesSeen += 1
        guard !line.text.isEmpty, linesSeen <= Self.mostLines else { return .done(end()) }
        guard let text = GreetingText.line(line.text), let colon = text.firstIndex(of: ":") else {
          continue
        }
        let key = text[..<colon].filter { $0 != " " }
        let value = text[text.index(after: colon)...].drop { $0 == " " }
        if Self.keptFields.contains(key), !value.isEmpty { kept.append("\(key): \(value)") }
      }
      return .wait
    } catch {
      return .done(end())
    }
  }

  mutating func end() -> [Fact] {
    defer { kept = [] }
    guard !kept.isEmpty else { return [] }
    let text = kept.joined(separator: "\n")
    return Fact.greeting(text.utf8, port: port, "apcupsd")
  }
}
