// Dispatch's sources are safe to share; it doesn't say so yet.
@preconcurrency import Dispatch
import Glibc

/// The signals that a person ends or disturbs a command with, as closures.
final class Signals: Sendable {
  private let sources: [any DispatchSourceSignal]

  /// Calls the closures from now on, as long as this value lives.
  ///
  /// - Parameters:
  ///   - onEnd: SIGINT, SIGTERM, SIGHUP; a second one ends the process at once.
  ///   - onResize: SIGWINCH.
  init(onEnd: @escaping @Sendable () -> Void, onResize: @escaping @Sendable () -> Void = {}) {
    signal(SIGPIPE, SIG_IGN)
    sources =
      [SIGINT, SIGTERM, SIGHUP].map { number in
        Self.source(number) {
          signal(number, SIG_DFL)
          onEnd()
        }
      } + [Self.source(SIGWINCH, onResize)]
  }

  deinit {
    for source in sources { source.cancel() }
  }

  private static func source(
    _ number: Int32,
    _ handler: @escaping @Sendable () -> Void
  ) -> any DispatchSourceSignal {
    // Dispatch hears of a signal only where its own action doesn't come first.
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
    source.setEventHandler(handler: handler)
    source.activate()
    return source
  }
}
