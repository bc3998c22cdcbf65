import Logging
import Wire

/// What each peer was refused, and what failed for it, for one line of the log for each kind and minute.
///
/// A pure value of bounded size.
struct PeerEvents {
  /// What happened.
  enum Kind: String, CaseIterable, Sendable {
    case wrongPassword
    case tooManyAttempts
    case tooManyConnections
    case requestFailed

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
    /// An address, or `others`.
    var peer: String
    var kind: Kind
    /// How often it happened since the last line; `nil` where this is the first, which comes at once.
    var count: Int?
    /// The error that came with the last of them.
    var error: String?
  }

  /// What a peer does of one kind within that time is one line.
  static let window = Duration.seconds(60)
  /// How many peers have lines of their own; all others share one for each kind.
  static let mostPeers = 16

  private enum Peer: Hashable {
    case one(IPAddress?)
    case others

    var description: String {
      switch self {
      case .one(let address): address?.description ?? "-"
      case .others: "others"
      }
    }
  }

  private struct Window {
    var began: ContinuousClock.Instant
    var count = 0
    var error: String?
  }

  private var windows: [Peer: [Kind: Window]] = [:]

  /// How many peers are remembered.
  var peerCount: Int { windows.count }

  /// Notes that something happened: the first of a peer and kind is a line at once, what follows is
  /// counted.
  mutating func note(
    _ kind: Kind,
    from address: IPAddress?,
    error: String? = nil,
    now: ContinuousClock.Instant
  ) -> Line? {
    var peer = Peer.one(address?.peer)
    if windows[peer] == nil, windows.count >= Self.mostPeers { peer = .others }
    guard var window = windows[peer]?[kind] else {
      windows[peer, default: [:]][kind] = Window(began: now)
      return Line(peer: peer.description, kind: kind, error: error)
    }
    window.count += 1
    window.error = error ?? window.error
    windows[peer]?[kind] = window
    return nil
  }

  /// The lines about windows that are over; a peer that did nothing in them is forgotten.
  mutating func due(now: ContinuousClock.Instant) -> [Line] {
    var lines: [Line] = []
    for (peer, kinds) in windows {
      for (kind, window) in kinds where now - window.began >= Self.window {
        windows[peer]?[kind] = window.count == 0 ? nil : Window(began: now)
        guard window.count > 0 else { continue }
        let peer = peer.description
        lines.append(Line(peer: peer, kind: kind, count: window.count, error: window.error))
      }
      if windows[peer]?.isEmpty == true { windows[peer] = nil }
    }
    return lines.sorted { ($0.peer, $0.kind.rawValue) < ($1.peer, $1.kind.rawValue) }
  }
}

extension IPAddress {
  /// The address as one peer: without its zone, which sockets don't always show.
  var peer: IPAddress {
    guard case .v6(let v6, _) = self else { return self }
    return .v6(v6, zone: nil)
  }

  /// The /64 of IPv6 that the address is in, where one device can have any address, and at home all
  /// devices have theirs; `nil` for IPv4 and for this machine itself.
  var peerNetwork: IPAddress? {
    guard case .v6(let v6, _) = self, scope != .loopback else { return nil }
    return .v6(IPv6Address(high: v6.high, low: 0), zone: nil)
  }
}
