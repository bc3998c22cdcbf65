// Dispatch's sources are thread-safe, but aren't declared Sendable.
@preconcurrency import Dispatch
import Glibc

/// Calls closures for signals; one that comes before they are set waits in a pipe.
final class Signals: Sendable {
  private let source: any DispatchSourceRead

  /// Installs the handlers; signals wait in the pipe until there is a `Signals`, or `release()`.
  static func hold() {
    signal(SIGPIPE, SIG_IGN)
    guard pipe.read >= 0 else { return }
    for number in all { hold(number) }
  }

  private static func hold(_ number: Int32) {
    signal(number) { number in
      // Only async-signal-safe calls; errno of the interrupted code is kept.
      let before = errno
      defer { errno = before }
      var byte = UInt8(truncatingIfNeeded: number)
      _ = write(Signals.pipe.write, &byte, 1)
    }
  }

  /// Restores the default actions and raises waiting signals.
  static func release() {
    for number in all { signal(number, SIG_DFL) }
    for number in waiting() { raise(number) }
  }

  /// Calls the closures during this value's lifetime: `onEnd` for SIGINT, SIGTERM and SIGHUP, of which a
  /// second one ends the process at once; `onReload` in its place for SIGHUP, unless that came because the
  /// terminal is gone; `onResize` for SIGWINCH; `onStatus` for SIGQUIT, whose default action `nil` keeps;
  /// `stopping` before and after a stop by SIGTSTP.
  init(
    onEnd: @escaping @Sendable () -> Void,
    onReload: (@Sendable () -> Void)? = nil,
    onResize: @escaping @Sendable () -> Void = {},
    onStatus: (@Sendable () -> Void)? = nil,
    stopping: Stopping? = nil
  ) {
    source = DispatchSource.makeReadSource(fileDescriptor: Self.pipe.read, queue: .global())
    if onStatus == nil { signal(SIGQUIT, SIG_DFL) }
    if stopping != nil { for number in Self.stops { Self.hold(number) } }
    let hadTerminal = Self.hasTerminal
    source.setEventHandler {
      for number in Self.waiting() {
        if number == SIGHUP, let onReload, !hadTerminal || Self.hasTerminal {
          onReload()
          continue
        }
        switch number {
        case SIGWINCH: onResize()
        case SIGQUIT:
          // It came before the default action was restored.
          guard let onStatus else { kill(getpid(), SIGQUIT); continue }
          onStatus()
        case SIGTSTP:
          stopping?.before()
          signal(SIGTSTP, SIG_DFL)
          kill(getpid(), SIGTSTP)
          // The kernel doesn't stop a process of an orphaned group, as in `ssh -t host homenet …`.
          DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(100)) {
            Self.hold(SIGTSTP)
            stopping?.after()
          }
        case SIGCONT:
          Self.hold(SIGTSTP)
          stopping?.after()
        default:
          onEnd()
          for number in Self.ending { signal(number, SIG_DFL) }
        }
      }
    }
    source.activate()
  }

  /// Closures around a stop (Ctrl-Z), during which the terminal is the shell's.
  struct Stopping: Sendable {
    var before: @Sendable () -> Void
    var after: @Sendable () -> Void
  }

  deinit {
    source.cancel()
    for number in Self.stops { signal(number, SIG_DFL) }
  }

  /// Whether this process has a controlling terminal.
  private static var hasTerminal: Bool {
    let terminal = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
    guard terminal >= 0 else { return false }
    close(terminal)
    return true
  }

  private static let ending = [SIGINT, SIGTERM, SIGHUP]
  private static let stops = [SIGTSTP, SIGCONT]
  private static let all = ending + [SIGWINCH, SIGQUIT]

  /// Both ends are non-blocking; -1 without descriptors.
  private static let pipe: (read: Int32, write: Int32) = {
    var ends: [Int32] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else { return (-1, -1) }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    return (ends[0], ends[1])
  }()

  private static func waiting() -> [Int32] {
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = read(pipe.read, &bytes, bytes.count)
    return bytes.prefix(max(0, count)).map(Int32.init)
  }
}

/// A command that handles signals itself, by `Signals`.
protocol SignalHandling {}
