/// What a port is taken for.
public enum SweptPortState: String, Hashable, Sendable {
  /// Somebody accepts connections.
  case open
  /// The host says that nobody does.
  case closed
  /// Nobody says anything, or a filter says no.
  case filtered
  /// No answer, but so many probes are lost that the port may be open.
  case unknown
  /// No answer: a filter, or an open UDP port whose service doesn't understand the request.
  case openOrFiltered = "open|filtered"
}

/// Why a port is taken for open, closed or filtered; the raw values are nmap's.
public enum PortReason: String, Hashable, Sendable, CaseIterable {
  /// The connection was accepted.
  case accepted = "syn-ack"
  /// A UDP service answered.
  case datagramReceived = "udp-response"
  /// The host refused a connection.
  case refused = "conn-refused"
  /// The host reset a half-open connection.
  case reset
  /// No answer to any try.
  case silence = "no-response"
  /// A filter rejects it (ICMP *administratively prohibited*).
  case prohibited = "admin-prohibited"
  /// The network can't reach the host, or its ARP or NDP is silent.
  case hostUnreachable = "host-unreach"
  /// The network says that it has no way there.
  case networkUnreachable = "net-unreach"
  /// ICMP *port unreachable*, which is how some filters refuse TCP.
  case portUnreachable = "port-unreach"
  /// ICMP *protocol unreachable*.
  case protocolUnreachable = "proto-unreach"

  /// The state of a TCP port with that reason.
  public var state: SweptPortState {
    switch self {
    case .accepted, .datagramReceived: .open
    case .refused, .reset: .closed
    case .silence, .prohibited, .hostUnreachable, .networkUnreachable, .portUnreachable,
      .protocolUnreachable:
      .filtered
    }
  }

  /// The state of a UDP port with that reason: there *port unreachable* is the host's own answer
  /// for a closed port, and silence is ambiguous.
  public var datagramState: SweptPortState {
    switch self {
    case .portUnreachable: .closed
    case .silence: .openOrFiltered
    default: state
    }
  }

  /// Whether it is an answer of the host's own TCP, so that its loss shows loss on the path.
  var isAnswer: Bool { state != .filtered }

  /// What ICMP's *destination unreachable* says of a TCP port (RFC 792, RFC 1812, RFC 4443);
  /// `nil` for what ends nothing.
  init?(icmpType type: UInt8, code: UInt8, isV4: Bool) {
    switch (isV4, type, code) {
    case (true, 3, 0), (true, 3, 6), (true, 3, 11), (false, 1, 0): self = .networkUnreachable
    case (true, 3, 1), (true, 3, 7), (true, 3, 12), (false, 1, 3): self = .hostUnreachable
    case (true, 3, 2), (false, 4, 1): self = .protocolUnreachable
    case (true, 3, 3), (false, 1, 4): self = .portUnreachable
    case (true, 3, 9), (true, 3, 10), (true, 3, 13), (false, 1, 1), (false, 1, 5), (false, 1, 6):
      self = .prohibited
    default: return nil
    }
  }
}
