import Networking
import Wire

/// What an entry of the neighbour table says about a device in this scan.
enum NeighbourVerdict: Hashable {
  /// It has proved since the scan began that it is there.
  case present(MACAddress)
  /// It was there once; whether it still is remains to be seen.
  case remembered(MACAddress)
  /// It was asked and did not answer.
  case silent
  /// Nothing, yet.
  case open

  /// Judges an entry as dumped: only a confirmation since the scan began is an answer.
  ///
  /// The kernel counts `confirmedAgo` in hundredths of a second, rounded down; an entry that was
  /// confirmed up to 10 ms before the scan can pass for one confirmed in it.
  init(dumped entry: Neighbour, began: MonotonicTime, now: MonotonicTime) {
    switch entry.state {
    case .permanent, .noARP:
      self = .open
    case .incomplete:
      self = .open
    case .failed:
      self = .silent
    case .reachable, .stale, .delay, .probe:
      guard let mac = entry.mac, mac.isUsable else {
        self = .open
        return
      }
      if let ago = entry.confirmedAgo, now.nanoseconds - ago.wholeNanoseconds >= began.nanoseconds {
        self = .present(mac)
      } else {
        self = .remembered(mac)
      }
    }
  }

  /// Judges a change, given the state that the entry had before; `nil` where there was none.
  ///
  /// A change to REACHABLE is an answer. So is the first link address of an entry that had none:
  /// the kernel learnt it from a packet of the device's own just now, though it calls it STALE.
  init(changed entry: Neighbour, before: Neighbour.State?, began: MonotonicTime, now: MonotonicTime)
  {
    self.init(dumped: entry, began: began, now: now)
    guard case .remembered(let mac) = self else { return }
    let hadAddress =
      switch before {
      case nil, .incomplete?, .failed?: false
      default: true
      }
    if !hadAddress || entry.state == .reachable && before != .reachable { self = .present(mac) }
  }
}
