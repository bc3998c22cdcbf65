// Dispatch's sources are safe to share; it doesn't say so yet.
@preconcurrency import Dispatch
import Glibc

/// The signals that a person ends or disturbs a command with, as closures.
///
/// From the program's first moment on they are written to a pipe, so that one that comes before
/// anybody listens waits there instead of being lost.
final class Signals: Sendable {
  private let source: any DispatchSourceRead

  /// Notes the signals from now on; they wait until there is a `Signals`, or `release()`.
  static func hold() {
    signal(SIGPIPE, SIG_IGN)
    guard pipe.read >= 0 else { return }
    for number in all { hold(number) }
  }

  private static func hold(_ number: Int32) {
    signal(number) { number in
      // Nothing but a system call is allowed in here, and no trace of it in the interrupted code.
      let before = errno
      defer { errno = before }
      var byte = UInt8(truncatingIfNeeded: number)
      _ = write(Signals.pipe.write, &byte, 1)
    }
  }

  /// Lets them act as they do by default, for commands that don't listen.
  static func release() {
    for number in all { signal(number, SIG_DFL) }
    for number in waiting() { raise(number) }
  }

  /// Calls the closures from now on, as long as this value lives.
  ///
  /// - Parameters:
  ///   - onEnd: SIGINT, SIGTERM, SIGHUP; a second one ends the process at once.
  ///   - onResize: SIGWINCH.
  ///   - onStatus: SIGQUIT, which a terminal sends for Ctrl-\; without a closure it ends the process, as
  ///     it does by default.
  ///   - stopping: What surrounds a stop by SIGTSTP; `nil` where nothing has to.
  init(
    onEnd: @escaping @Sendable () -> Void,
    onResize: @escaping @Sendable () -> Void = {},
    onStatus: (@Sendable () -> Void)? = nil,
    stopping: Stopping? = nil
  ) {
    source = DispatchSource.makeReadSource(fileDescriptor: Self.pipe.read, queue: .global())
    if onStatus == nil { signal(SIGQUIT, SIG_DFL) }
    if stopping != nil { for number in Self.stops { Self.hold(number) } }
    source.setEventHandler {
      for number in Self.waiting() {
        switch number {
        case SIGWINCH: onResize()
        case SIGQUIT:
          // One that came before anybody listened.
          guard let onStatus else { kill(getpid(), SIGQUIT); continue }
          onStatus()
        case SIGTSTP:
          stopping?.before()
          signal(SIGTSTP, SIG_DFL)
          kill(getpid(), SIGTSTP)
          // The kernel stops no process that no shell could let go on, as in `ssh -t host homenet …`.
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

  /// What is done around a stop (Ctrl-Z): the terminal is the shell's meanwhile.
  struct Stopping: Sendable {
    /// Before the process stops.
    var before: @Sendable () -> Void
    /// When it goes on.
    var after: @Sendable () -> Void
  }

  deinit {
    source.cancel()
    for number in Self.stops { signal(number, SIG_DFL) }
  }

  private static let ending = [SIGINT, SIGTERM, SIGHUP]
  private static let stops = [SIGTSTP, SIGCONT]
  private static let all = ending + [SIGWINCH, SIGQUIT]

  /// Both ends never block; -1 where there are no descriptors left.
  private static let pipe: (read: Int32, write: Int32) = {
    var ends: [Int32] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else { return (-1, -1) }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    return (ends[0], ends[1])
  }()

  /// The numbers of the signals that have come since.
  private static func waiting() -> [Int32] {
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = read(pipe.read, &bytes, bytes.count)
    return bytes.prefix(max(0, count)).map(Int32.init)
  }
}

/// A command that makes `Signals`.
protocol ListensToSignals {}
