public import Model
public import Wire

/// The conversations of a scan's probes that tell which service a port has, for whoever looks at one
/// port: bytes in, bytes and facts out, no socket and no clock.
public struct ServiceConversation: Sendable {
  /// What is spoken.
  public enum Kind: Hashable, Sendable {
    /// A broker is asked to let somebody in, and which it is.
    case mqtt
    /// A camera is asked what it can do.
    case rtsp
    /// A file server is asked which dialect it speaks, up to where one would log in.
    case smb
    /// What is shown before somebody logs in is read.
    case telnet
  }

  /// What to do next.
  public struct Step: Sendable {
    /// What to send; empty for nothing.
    public var sending: [UInt8]
    /// What was learnt.
    public var facts: [Fact]
    /// Whether all is said.
    public var isDone: Bool

    init(_ step: ConversationStep) {
      sending = step.sending
      facts = step.facts
      isDone = step.isDone
    }
  }

  private var conversation: any Conversation

  /// A conversation with a port.
  public init(_ kind: Kind, address: IPAddress, port: UInt16) {
    conversation =
      switch kind {
      case .mqtt: MQTTConversation(port: port)
      case .rtsp: RTSPConversation(port: port, host: address.uriHost)
      case .smb: SMBConversation()
      case .telnet: TelnetConversation(port: port)
      }
  }

  /// The connection is there.
  public mutating func begin() -> Step { Step(conversation.begin()) }

  /// Bytes came in.
  public mutating func take(_ bytes: [UInt8]) -> Step { Step(conversation.take(bytes)) }

  /// The last call: what was learnt and not told yet.
  public mutating func end() -> [Fact] { conversation.end() }
}
