import Logging
import Networking
import ServiceLifecycle
import Wire

/// Logs rejections and failures, rate-limited to one line per peer, kind and minute: unauthenticated
/// clients can't flood the log.
final class PeerLog: Service {
  private let log = Lock(PeerEvents())
  private let logger: Logger

  init(_ logger: Logger) {
    self.logger = logger
  }

  /// Logs an event, or counts it for the next line.
  func note(_ kind: PeerEvents.Kind, from peer: IPAddress?, error: (any Error)? = nil) {
    let error = error.map { "\($0)" }
    let line = log.withLock { $0.note(kind, from: peer, error: error, now: .now) }
    if let line { write(line) }
  }

  private static let pace = Duration.seconds(10)

  /// Writes the counts of past minutes, and all at shutdown.
  func run() async throws {
    await cancelWhenGracefulShutdown {
      while (try? await Task.sleep(for: Self.pace)) != nil { self.flush(now: .now) }
    }
    flush(now: .now + PeerEvents.window)
  }

  private func flush(now: ContinuousClock.Instant) {
    for line in log.withLock({ $0.due(now: now) }) { write(line) }
  }

  private func write(_ line: PeerEvents.Line) {
    var metadata: Logger.Metadata = ["peer": "\(line.peer)"]
    if let error = line.error { metadata["error"] = "\(error)" }
    if let count = line.count { metadata["more"] = "\(count)" }
    logger.log(level: line.kind.level, "\(line.kind.rawValue)", metadata: metadata)
  }
}

/// Rejections and failures by peer, summed up to one log line per kind and minute.
struct PeerEvents {
  enum Kind: String, CaseIterable, Sendable {
    case wrongPassword = "wrong password"
    case tooManyAttempts = "too many attempts to log in"
    case tooManyConnections = "too many connections"
    case requestFailed = "request failed"

    var level: Logger.Level { self == .requestFailed ? .error : .warning }
  }

  struct Line: Hashable {
    /// An address, or `others`.
    var peer: String
    var kind: Kind
    /// The number of events since the last line; `nil` for the first, which is logged at once.
    var count: Int?
    var error: String?
  }

  /// Events of one peer and kind within that time share one line.
  static let window = Duration.seconds(60)
  /// How many peers have lines of their own; all others share one per kind.
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

  var peerCount: Int { windows.count }

  /// Adds an event: the first of a peer and kind is a line at once, later ones are counted.
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

  /// The lines of windows that are over; peers without events in them are dropped.
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
  /// The address without its zone, which sockets don't always give.
  var peer: IPAddress {
    guard case .v6(let v6, _) = self else { return self }
    return .v6(v6, zone: nil)
  }

  /// The IPv6 /64 of the address, within which one device can take any number of addresses; `nil` for
  /// IPv4 and loopback.
  var peerNetwork: IPAddress? {
    guard case .v6(let v6, _) = self, scope != .loopback else { return nil }
    return .v6(IPv6Address(high: v6.high, low: 0), zone: nil)
  }
}
