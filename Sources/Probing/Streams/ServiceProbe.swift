public import Model
public import Wire

/// The scan's exchanges that identify a service, for tools that look at a single port.
///
/// Bytes in, bytes and facts out; no socket and no clock.
public struct ServiceProbe: Sendable {
  /// The supported protocols.
  public enum Kind: Hashable, Sendable {
    /// Connects anonymously, and reads the broker's version.
    case mqtt
    /// Sends OPTIONS.
    case rtsp
    /// Negotiates up to the server's NTLM challenge.
    case smb
    /// Reads the text up to the log-in prompt.
    case telnet
  }

  private var conversation: any StreamExchange

  /// An exchange with a port.
  public init(_ kind: Kind, address: IPAddress, port: UInt16) {
    conversation =
      switch kind {
      case .mqtt: MQTTExchange(port: port)
      case .rtsp: RTSPExchange(port: port, host: address.uriHost)
      case .smb: SMBExchange()
      case .telnet: TelnetExchange(port: port)
      }
  }

  /// The first step, once the connection is established.
  public mutating func begin() -> ExchangeStep { conversation.begin() }

  /// Takes received bytes.
  public mutating func take(_ bytes: [UInt8]) -> ExchangeStep { conversation.take(bytes) }

  /// The last call; returns the facts that no step has returned.
  public mutating func end() -> [Fact] { conversation.end() }
}
