// Dispatch's sources are safe to share; it doesn't say so yet.
@preconcurrency import Dispatch
import Glibc
import Networking

/// Single keys of the terminal, as they are pressed: without Return, and without being shown.
///
/// Ctrl-C, Ctrl-Z and Ctrl-\ stay signals. Whoever has one has to end it before the process ends, for the
/// terminal keeps what it was told.
final class TerminalKeys: Sendable {
  private struct State {
    /// How the terminal was before; `nil` while it is so.
    var before: termios?
    var source: (any DispatchSourceRead)?
    var hasEnded = false
  }

  private let onKey: @Sendable (Character) -> Void
  private let state = Lock(State())

  /// Begins to take keys; `nil` where standard input is no terminal, or belongs to another job of the
  /// shell.
  ///
  /// - Parameter onKey: Called with each; on no particular thread.
  init?(onKey: @escaping @Sendable (Character) -> Void) {
    self.onKey = onKey
    guard isatty(STDIN_FILENO) == 1, Self.isInForeground else { return nil }
    takeKeys()
  }

  deinit { end() }

  /// Whether a change of the terminal wouldn't stop this process (SIGTTOU, termios(3)).
  private static var isInForeground: Bool { tcgetpgrp(STDIN_FILENO) == getpgrp() }

  /// Takes keys, unless it does so already or has ended; true where it does from now on.
  @discardableResult
  func takeKeys() -> Bool {
    state.withLock { state in
      var terminal = termios()
      guard !state.hasEnded, state.before == nil, Self.isInForeground,
        tcgetattr(STDIN_FILENO, &terminal) == 0
      else { return false }
      state.before = terminal
      terminal.c_lflag &= ~tcflag_t(ICANON | ECHO)
      // A read returns what there is, if only nothing.
      withUnsafeMutableBytes(of: &terminal.c_cc) { characters in
        characters[Int(VMIN)] = 0
        characters[Int(VTIME)] = 0
      }
      tcsetattr(STDIN_FILENO, TCSANOW, &terminal)
      let source = DispatchSource.makeReadSource(
        fileDescriptor: STDIN_FILENO,
        queue: .global()
      )
      source.setEventHandler { [weak self] in self?.read() }
      source.activate()
      state.source = source
      return true
    }
  }

  /// Gives the terminal back as it was, until keys are taken again.
  func release() {
    state.withLock { state in
      state.source?.cancel()
      state.source = nil
      guard var before = state.before else { return }
      state.before = nil
      // Who isn't in the foreground any more has given it back before it was stopped.
      if Self.isInForeground { tcsetattr(STDIN_FILENO, TCSANOW, &before) }
    }
  }

  /// Gives the terminal back for good.
  func end() {
    state.withLock { $0.hasEnded = true }
    release()
  }

  private func read() {
    var bytes = [UInt8](repeating: 0, count: 16)
    let count: Int = state.withLock { state in
      guard state.before != nil, Self.isInForeground else { return 0 }
      return Glibc.read(STDIN_FILENO, &bytes, bytes.count)
    }
    // A terminal that hung up has nothing to read for ever.
    guard count > 0 else { return release() }
    for byte in bytes.prefix(count) where byte < 128 { onKey(Character(UnicodeScalar(byte))) }
  }
}

/// What keys do while a diagnostic runs on a terminal.
struct KeyCommands: Sendable {
  /// What a key asks of the session.
  enum Effect { case none, quit }

  /// Called once, where keys are taken at all.
  var begin: @Sendable () -> Void
  /// Takes a key.
  var press: @Sendable (Character) -> Effect
  /// Draws anew what the shell has written over.
  var redraw: @Sendable () -> Void
}
