import HomeNet
import Logging
import ServiceLifecycle
import Synchronization
import Wire

/// Logs what is refused, in one line for each peer and minute.
///
/// Whoever isn't let in can't fill the disk with lines about that.
final class PeerLog: Service {
  private let log = Mutex(PeerEvents())
  private let logger: Logger

  init(_ logger: Logger) {
    self.logger = logger
  }

  /// Something was refused.
  func note(_ kind: PeerEvents.Kind, from peer: IPAddress?, error: (any Error)? = nil) {
    let line = log.withLock { $0.note(kind, from: peer, now: .now) }
    if let line { write(line, error) }
  }

  private static let pace = Duration.seconds(10)

  /// Writes what was counted when its minute is over, and when the server ends.
  func run() async throws {
    await cancelWhenGracefulShutdown {
      while (try? await Task.sleep(for: Self.pace)) != nil { self.flush(now: .now) }
    }
    flush(now: .now + PeerEvents.window)
  }

  private func flush(now: ContinuousClock.Instant) {
    for line in log.withLock({ $0.due(now: now) }) { write(line, nil) }
  }

  private func write(_ line: PeerEvents.Line, _ error: (any Error)?) {
    var metadata: Logger.Metadata = ["peer": "\(line.peer)"]
    if let error { metadata["error"] = "\(error)" }
    if let only = line.only {
      return logger.log(level: only.level, "\(only.words)", metadata: metadata)
    }
    for (kind, count) in line.counts { metadata[kind.rawValue] = "\(count)" }
    let level = line.counts.keys.map(\.level).max() ?? .warning
    logger.log(level: level, "more was refused", metadata: metadata)
  }
}
