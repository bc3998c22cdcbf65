// Dispatch's sources are thread-safe, but aren't declared Sendable.
@preconcurrency import Dispatch
import Glibc
import Networking

/// Reads single keys from the terminal, without Return and without echo.
///
/// Ctrl-C, Ctrl-Z and Ctrl-\ stay signals. `end()` has to be called before the process ends: the
/// terminal keeps its settings.
final class TerminalKeys: Sendable {
  private struct State {
    /// The original settings; `nil` while they apply.
    var before: termios?
    var source: (any DispatchSourceRead)?
    var hasEnded = false
  }

  private let onKey: @Sendable (Character) -> Void
  private let state = Lock(State())

  /// Starts reading keys; `nil` if standard input is no terminal, or belongs to another job.
  ///
  /// - Parameter onKey: Called with each key, on any thread.
  init?(onKey: @escaping @Sendable (Character) -> Void) {
    self.onKey = onKey
    guard isatty(STDIN_FILENO) == 1, Self.isInForeground else { return nil }
    takeKeys()
  }

  deinit { end() }

  /// In the background, changing the terminal would stop this process (SIGTTOU, termios(3)).
  private static var isInForeground: Bool { tcgetpgrp(STDIN_FILENO) == getpgrp() }

  /// Starts reading keys; `false` if it does already, or has ended.
  @discardableResult
  func takeKeys() -> Bool {
    state.withLock { state in
      var terminal = termios()
      guard !state.hasEnded, state.before == nil, Self.isInForeground,
        tcgetattr(STDIN_FILENO, &terminal) == 0
      else { return false }
      state.before = terminal
      terminal.c_lflag &= ~tcflag_t(ICANON | ECHO)
      // Reads don't block.
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

  /// Restores the terminal until `takeKeys()`.
  func release() {
    state.withLock { state in
      state.source?.cancel()
      state.source = nil
      guard var before = state.before else { return }
      state.before = nil
      // In the background it was restored before the stop.
      if Self.isInForeground { tcsetattr(STDIN_FILENO, TCSANOW, &before) }
    }
  }

  /// Restores the terminal for good.
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
    // A terminal that hung up is always readable.
    guard count > 0 else { return release() }
    for byte in bytes.prefix(count) where byte < 128 { onKey(Character(UnicodeScalar(byte))) }
  }
}

/// The key commands of a running diagnostic.
struct KeyCommands: Sendable {
  enum Effect { case none, quit }

  /// Called once, if keys are read.
  var begin: @Sendable () -> Void
  var press: @Sendable (Character) -> Effect
  /// Redraws after the shell has used the terminal.
  var redraw: @Sendable () -> Void
}

/// Prompts for a new password without echo; without a terminal, reads a line.
enum PasswordPrompt {
  /// The password; prompts twice on a terminal.
  static func ask() throws(Failure) -> String {
    guard let shown = hideInput() else { return try line() }
    defer { restore(shown) }
    let first = try ask("New password: ")
    guard try ask("Once more: ") == first else {
      throw Failure("the two are not the same; nothing is changed", .usage)
    }
    return first
  }

  /// A secret of another kind; prompts once, on a terminal only.
  static func ask(for name: String) throws(Failure) -> String {
    guard let shown = hideInput() else {
      throw Failure(
        "standard input is no terminal to ask for \(name) on: --secret-file \(name)=FILE reads it (-"
          + " is standard input)",
        .usage
      )
    }
    defer { restore(shown) }
    return try ask("\(name): ")
  }

  /// Turns echo off; returns the settings before, `nil` without a terminal.
  private static func hideInput() -> termios? {
    guard isatty(STDIN_FILENO) == 1 else { return nil }
    var settings = termios()
    guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return nil }
    let shown = settings
    settings.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
    return shown
  }

  private static func restore(_ settings: termios) {
    var settings = settings
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
  }

  private static func ask(_ question: String) throws(Failure) -> String {
    StandardStream.error.write(question)
    // The typed newline isn't echoed either.
    defer { StandardStream.error.write("\n") }
    return try line()
  }

  /// A line of standard input, of at most a few kilobytes.
  private static func line() throws(Failure) -> String {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while bytes.count < 4096 {
      let count = read(STDIN_FILENO, &byte, 1)
      if count < 0, errno == EINTR { continue }
      if count != 1 || byte == UInt8(ascii: "\n") { break }
      bytes.append(byte)
    }
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Failure("that is not valid text (UTF-8)", .usage)
    }
    return text
  }
}
