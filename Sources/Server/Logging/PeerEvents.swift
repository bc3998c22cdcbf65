import Logging
import Wire

/// What each peer was refused, for one line of the log a minute.
///
/// A pure value of bounded size.
struct PeerEvents {
  /// What happened.
  enum Kind: String, CaseIterable, Sendable {
    case wrongPassword = "wrong_password"
    case tooManyAttempts = "too_many_attempts"
    case tooManyConnections = "too_many_connections"
    case requestFailed = "request_failed"

    /// What a line about one of them says.
    var words: String {
      switch self {
      case .wrongPassword: "wrong password"
      case .tooManyAttempts: "too many attempts to log in"
      case .tooManyConnections: "too many connections"
      case .requestFailed: "request failed"
      }
    }

    /// How important it is.
    var level: Logger.Level { self == .requestFailed ? .error : .warning }
  }

  /// A line of the log.
  struct Line: Hashable {
    /// An address, a /64 of IPv6, or `others`.
    var peer: String
    /// The one thing that happened, where the line comes at once.
    var only: Kind?
    /// How often each happened since the last line.
    var counts: [Kind: Int] = [:]
  }

  /// What a peer does within that time is one line.
  static let window = Duration.seconds(60)
  /// As many peers have lines of their own; all others share one.
  static let mostPeers = 16

  private enum Peer: Hashable {
    case one(IPAddress?)
    case others

    var description: String {
      switch self {
      case .one(.some(let address)): if case .v6 = address { "\(address)/64" } else { "\(address)" }
      case .one(.none): "-"
      case .others: "others"
      }
    }
  }

  private struct Window {
    var began: ContinuousClock.Instant
    var counts: [Kind: Int] = [:]
  }

  private var windows: [Peer: Window] = [:]

  /// As many peers are remembered.
  var peerCount: Int { windows.count }

  /// Notes that something happened: the first of a peer is a line at once, what follows is counted.
  mutating func note(
    _ kind: Kind,
    from address: IPAddress?,
    now: ContinuousClock.Instant
  ) -> Line? {
    var peer = Peer.one(address?.peerNetwork)
    if windows[peer] == nil, windows.count >= Self.mostPeers { peer = .others }
    guard windows[peer] != nil else {
      windows[peer] = Window(began: now)
      return Line(peer: peer.description, only: kind)
    }
    windows[peer]?.counts[kind, default: 0] += 1
    return nil
  }

  /// The lines about windows that are over; a peer that did nothing in its window is forgotten.
  mutating func due(now: ContinuousClock.Instant) -> [Line] {
    var lines: [Line] = []
    for (peer, window) in windows where now - window.began >= Self.window {
      windows[peer] = window.counts.isEmpty ? nil : Window(began: now)
      if !window.counts.isEmpty {
        lines.append(Line(peer: peer.description, counts: window.counts))
      }
    }
    return lines.sorted { $0.peer < $1.peer }
  }
}
