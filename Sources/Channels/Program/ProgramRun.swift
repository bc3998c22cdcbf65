internal import CShims
internal import Glibc
internal import Networking

/// A program that is run once, without a shell, within a time limit.
struct ProgramRun: Hashable, Sendable {
  /// The absolute path of the program.
  var path: String
  var arguments: [String]
  /// All of its environment.
  var environment: [String: String]
  /// What it reads from standard input.
  var input: [UInt8]
  var limit: Duration

  /// What came of it.
  enum Outcome: Hashable, Sendable {
    /// It ended with a status; the beginning of what it wrote.
    case exited(status: Int32, output: [UInt8])
    /// A signal ended it.
    case killed(signal: Int32)
    /// It took too long and was ended, with all that it started.
    case tooSlow
    /// It could not be started.
    case unstartable(errno: Int32)
  }

  /// More of what it writes is read and forgotten.
  static let mostOutput = 4096

  /// Descriptors of pipes are marked close-on-exec after they are made, so no other program of ours may
  /// start in between.
  private static let starting = Lock(())

  /// Runs it; blocks for as long as it takes, at most the limit.
  ///
  /// For a thread of its own, since it changes the thread's signal mask.
  func run() -> Outcome {
    // What is written to a program that has ended must not end this one: the signal stays on this thread.
    var blocked = sigset_t()
    sigemptyset(&blocked)
    sigaddset(&blocked, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &blocked, nil)
    let end = ContinuousClock.now + limit
    switch start() {
    case .failed(let number): return .unstartable(errno: number)
    case .started(var child): return child.follow(input, until: end)
    }
  }

  private enum Start {
    case started(Child)
    case failed(Int32)
  }

  private func start() -> Start {
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    guard posix_spawn_file_actions_init(&actions) == 0 else { return .failed(ENOMEM) }
    defer { posix_spawn_file_actions_destroy(&actions) }
    guard posix_spawnattr_init(&attributes) == 0 else { return .failed(ENOMEM) }
    defer { posix_spawnattr_destroy(&attributes) }
    // A group of its own, to be ended as a whole; and no signal ignored or blocked that ours are.
    var none = sigset_t()
    sigemptyset(&none)
    var usual = sigset_t()
    sigemptyset(&usual)
    for signal in [SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGQUIT] { sigaddset(&usual, signal) }
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &usual)
    let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    posix_spawnattr_setflags(&attributes, Int16(flags))
    let texts = environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    let words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
    let variables: [UnsafeMutablePointer<CChar>?] = texts.map { strdup($0) } + [nil]
    defer { for text in words + variables { free(text) } }
    return Self.starting.withLock { _ in
      guard let input = Pipe() else { return .failed(errno) }
      guard let output = Pipe() else {
        let number = errno
        close(input.reading)
        close(input.writing)
        return .failed(number)
      }
      posix_spawn_file_actions_adddup2(&actions, input.reading, 0)
      posix_spawn_file_actions_adddup2(&actions, output.writing, 1)
      posix_spawn_file_actions_adddup2(&actions, output.writing, 2)
      // SwiftNIO's sockets are not close-on-exec: a program would have the server's connections, and would
      // keep its ports taken after its end.
      shim_spawn_close_from(&actions, 3)
      var process = pid_t()
      let number = posix_spawn(&process, path, &actions, &attributes, words, variables)
      close(input.reading)
      close(output.writing)
      guard number == 0 else {
        close(input.writing)
        close(output.reading)
        return .failed(number)
      }
      return .started(Child(process: process, input: input.writing, output: output.reading))
    }
  }

  private struct Pipe {
    var reading: Int32
    var writing: Int32

    init?() {
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { return nil }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      reading = ends[0]
      writing = ends[1]
    }
  }

  /// A program that runs.
  private struct Child {
    var process: pid_t
    /// Its standard input; -1 once it is closed.
    var input: Int32
    /// Its output; -1 once it has ended.
    var output: Int32
    var written: [UInt8] = []

    /// Writes its input and reads its output until it ends.
    mutating func follow(_ bytes: [UInt8], until end: ContinuousClock.Instant) -> Outcome {
      defer {
        closeInput()
        closeOutput()
      }
      _ = fcntl(input, F_SETFL, O_NONBLOCK)
      _ = fcntl(output, F_SETFL, O_NONBLOCK)
      var rest = bytes[...]
      while ContinuousClock.now < end {
        if rest.isEmpty { closeInput() }
        wait()
        write(&rest)
        read()
        var status: Int32 = 0
        let ended = waitpid(process, &status, WNOHANG)
        if ended == process {
          read()
          return outcome(status)
        }
        if ended < 0, errno != EINTR { return .killed(signal: 0) }
      }
      kill(-process, SIGKILL)
      kill(process, SIGKILL)
      var status: Int32 = 0
      while waitpid(process, &status, 0) < 0, errno == EINTR {}
      return .tooSlow
    }

    /// Waits for either descriptor, but not long: that it ended shows in neither where a program that it
    /// started holds them open.
    private func wait() {
      var descriptors = [
        pollfd(fd: input, events: Int16(POLLOUT), revents: 0),
        pollfd(fd: output, events: Int16(POLLIN), revents: 0),
      ]
      poll(&descriptors, nfds_t(descriptors.count), 20)
    }

    private mutating func write(_ rest: inout ArraySlice<UInt8>) {
      guard input >= 0, !rest.isEmpty else { return }
      let count = rest.withUnsafeBytes { Glibc.write(input, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EAGAIN, errno != EINTR {
        // It doesn't want to read more.
        rest = []
      }
    }

    private mutating func read() {
      var part = [UInt8](repeating: 0, count: 16_384)
      // Bounded, so that one that writes without an end still meets its time limit.
      for _ in 0..<64 where output >= 0 {
        let count = Glibc.read(output, &part, part.count)
        guard count > 0 else {
          if count == 0 || (errno != EAGAIN && errno != EINTR) { closeOutput() }
          return
        }
        written += part.prefix(min(count, ProgramRun.mostOutput - written.count))
      }
    }

    private func outcome(_ status: Int32) -> Outcome {
      let signal = status & 0x7F
      guard signal == 0 else { return .killed(signal: signal) }
      return .exited(status: (status >> 8) & 0xFF, output: written)
    }

    private mutating func closeInput() {
      if input >= 0 { close(input) }
      input = -1
    }

    private mutating func closeOutput() {
      if output >= 0 { close(output) }
      output = -1
    }
  }
}
