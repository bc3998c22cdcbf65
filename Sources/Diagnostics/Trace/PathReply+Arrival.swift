internal import Network
internal import Wire

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
