import Glibc
import Synchronization

/// Standard output or standard error, unbuffered.
struct StandardStream: Sendable {
  let descriptor: Int32

  static let output = StandardStream(descriptor: STDOUT_FILENO)
  static let error = StandardStream(descriptor: STDERR_FILENO)

  var isTerminal: Bool { isatty(descriptor) == 1 }

  /// Whether it is a terminal with cursor movement.
  var canMoveCursor: Bool { isTerminal && Self.environment("TERM") != "dumb" }

  /// Whether colours are wanted (no-color.org).
  var wantsColour: Bool { canMoveCursor && (Self.environment("NO_COLOR") ?? "").isEmpty }

  /// Whether the locale's encoding is UTF-8 (POSIX: the first of these that is set).
  static var writesUTF8: Bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty }
    let words = locale?.lowercased() ?? ""
    return words.hasSuffix("utf-8") || words.hasSuffix("utf8")
  }

  /// The terminal's current size; 80 × 24 if unknown.
  ///
  /// `COLUMNS` makes it narrower (POSIX), never wider: redrawn lines must not wrap.
  var size: (columns: Int, rows: Int) {
    let wanted = Self.environment("COLUMNS").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return (wanted ?? 80, 24) }
    return (min(Int(size.ws_col), wanted ?? .max), Int(size.ws_row))
  }

  /// The width of tables: the terminal's; unlimited in a file or pipe.
  var tableWidth: Int? { isTerminal ? size.columns : nil }

  /// Whether nobody can read any more what is written: the pipe's reader is gone.
  var isAbandoned: Bool {
    // Errors are reported without being asked for.
    var state = pollfd(fd: descriptor, events: 0, revents: 0)
    return poll(&state, 1, 0) > 0 && state.revents & Int16(POLLERR | POLLHUP) != 0
  }

  private static let failure = Atomic<Int32>(0)

  /// The error that lost output; `nil` without one, or after EPIPE.
  static var loss: String? {
    let number = failure.load(ordering: .relaxed)
    return number == 0 || number == EPIPE ? nil : String(cString: strerror(number))
  }

  /// Opens /dev/null for closed standard streams, in the wrong mode, so that no other file gets their
  /// descriptors and writes still fail.
  static func reserveDescriptors() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Writes everything, or drops the rest on errors; returns errno, 0 for success.
  @discardableResult
  func write(_ text: String) -> Int32 {
    var text = text
    return text.withUTF8 { write(UnsafeRawBufferPointer($0)) }
  }

  @discardableResult
  func write(_ bytes: [UInt8]) -> Int32 { bytes.withUnsafeBytes(write) }

  private func write(_ bytes: UnsafeRawBufferPointer) -> Int32 {
    var bytes = bytes[...]
    while !bytes.isEmpty {
      let rest = UnsafeRawBufferPointer(rebasing: bytes)
      let written = Glibc.write(descriptor, rest.baseAddress, rest.count)
      if written > 0 {
        bytes = bytes.dropFirst(written)
      } else if errno == EAGAIN {
        // Another program made the terminal non-blocking.
        var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&ready, 1, 1000)
      } else if errno != EINTR {
        let failure = errno
        if descriptor == STDOUT_FILENO { Self.failure.store(failure, ordering: .relaxed) }
        return failure
      }
    }
    return 0
  }

  @discardableResult
  func writeLine(_ line: String) -> Int32 { write(line + "\n") }

  private static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}
