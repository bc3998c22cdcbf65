public import Network

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
