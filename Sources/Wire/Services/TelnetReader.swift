/// Splits a telnet stream into text and option negotiation (RFC 854), and refuses every option.
///
/// Many servers wait for answers to their options before they send a log-in prompt.
public struct TelnetReader: Hashable, Sendable {
  /// Text and replies from one read.
  public struct Result: Hashable, Sendable {
    /// The text.
    public var text: [UInt8] = []
    /// What to answer.
    public var reply: [UInt8] = []
  }

  private enum State: Hashable, Sendable {
    case text
    case command
    case option(UInt8)
    case subnegotiation
    case subnegotiationCommand
  }

  private var state = State.text
  /// Each option is refused once, which prevents negotiation loops (RFC 1143).
  private var refused: Set<UInt16> = []

  private static let interpretAsCommand: UInt8 = 255
  private static let doOption: UInt8 = 253
  private static let dont: UInt8 = 254
  private static let will: UInt8 = 251
  private static let wont: UInt8 = 252
  private static let subnegotiation: UInt8 = 250
  private static let endOfSubnegotiation: UInt8 = 240

  /// At the beginning of a stream.
  public init() {}

  /// Reads the next bytes of the stream, as many as came.
  public mutating func read(_ bytes: some Sequence<UInt8>) -> Result {
    var result = Result()
    for byte in bytes {
      switch state {
      case .text:
        if byte == Self.interpretAsCommand { state = .command } else { result.text.append(byte) }
      case .command:
        switch byte {
        case Self.interpretAsCommand:
          // Escaped by itself.
          result.text.append(byte)
          state = .text
        case Self.will, Self.wont, Self.doOption, Self.dont: state = .option(byte)
        case Self.subnegotiation: state = .subnegotiation
        default: state = .text
        }
      case .option(let command):
        refuse(byte, command, in: &result)
        state = .text
      case .subnegotiation:
        if byte == Self.interpretAsCommand { state = .subnegotiationCommand }
      case .subnegotiationCommand:
        state = byte == Self.endOfSubnegotiation ? .text : .subnegotiation
      }
    }
    return result
  }

  private mutating func refuse(_ option: UInt8, _ command: UInt8, in result: inout Result) {
    let answer: UInt8
    switch command {
    case Self.doOption: answer = Self.wont
    case Self.will: answer = Self.dont
    default: return
    }
    guard refused.insert(UInt16(answer) << 8 | UInt16(option)).inserted else { return }
    result.reply += [Self.interpretAsCommand, answer, option]
  }
}
