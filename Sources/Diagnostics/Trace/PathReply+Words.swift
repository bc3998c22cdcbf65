public import Net

extension PathReply.Kind {
  /// What a reply says, in words.
  public var words: String {
    switch self {
    case .echoed, .answered: "here I am"
    case .open: "the port is open"
    case .refused: "the port is closed"
    case .portUnreachable: "nobody listens on the port"
    case .timeExceeded: "the packet has taken too many hops"
    case .unreachable(let obstacle): obstacle.words
    }
  }
}
