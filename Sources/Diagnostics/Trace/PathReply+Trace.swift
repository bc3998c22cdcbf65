public import Networking
internal import Wire

extension PathReply.Kind {
  /// What a reply says, in words.
  public var words: String {
    switch self {
    case .echoed, .answered: "it answers"
    case .open: "the port is open"
    case .refused: "the port is closed"
    case .portUnreachable: "no service listens on the port"
    case .timeExceeded: "the packet has taken too many hops"
    case .unreachable(let obstacle): obstacle.words
    }
  }
}

extension PathReply {
  /// Whether a traced packet has come to the end of its way.
  ///
  /// Only the host itself knows its ports, though it may answer by another of its addresses.
  func isArrival(at target: IPAddress) -> Bool {
    switch kind {
    case .echoed, .answered, .open, .refused, .portUnreachable: true
    case .timeExceeded: false
    case .unreachable: source.withoutZone == target.withoutZone
    }
  }
}
