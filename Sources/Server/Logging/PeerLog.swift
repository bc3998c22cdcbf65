import Logging
import Networking
import ServiceLifecycle
import Wire

/// Logs what is refused, and what fails, in one line for each peer, kind and minute.
///
/// This limits the log lines that unauthenticated clients cause.
final class PeerLog: Service {
  private let log = Lock(PeerEvents())
  private let logger: Logger

  init(_ logger: Logger) {
    self.logger = logger
  }

  /// Something was refused.
  func note(_ kind: PeerEvents.Kind, from peer: IPAddress?, error: (any Error)? = nil) {
    let error = error.map { "\($0)" }
    let line = log.withLock { $0.note(kind, from: peer, error: error, now: .now) }
    if let line { write(line) }
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
    for line in log.withLock({ $0.due(now: now) }) { write(line) }
  }

  private func write(_ line: PeerEvents.Line) {
    var metadata: Logger.Metadata = ["peer": "\(line.peer)"]
    if let error = line.error { metadata["error"] = "\(error)" }
    if let count = line.count { metadata["more"] = "\(count)" }
    logger.log(level: line.kind.level, "\(line.kind.words)", metadata: metadata)
  }
}
