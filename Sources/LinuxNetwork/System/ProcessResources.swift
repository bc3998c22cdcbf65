internal import CShims
internal import Glibc

/// How many descriptors the process may have open (getrlimit(2), RLIMIT_NOFILE).
public enum DescriptorLimit {
  /// Raises the soft limit as far as the hard one allows, for a server with many event streams;
  /// returns what it is then.
  ///
  /// Nothing here uses select(2), for which the soft limit is kept low by default.
  @discardableResult
  public static func raise() -> UInt {
    var limit = rlimit()
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    guard getrlimit(resource, &limit) == 0 else { return 0 }
    let before = limit.rlim_cur
    limit.rlim_cur = limit.rlim_max
    return UInt(clamping: setrlimit(resource, &limit) == 0 ? limit.rlim_max : before)
  }

  /// Descriptors that no socket takes: Dispatch opens one now and then, to look at its threads, and ends
  /// the process where it gets none.
  static let spare = 2

  /// Whether those are left beyond one that was opened just now; the kernel gives the lowest number.
  static func leavesSpare(beyond descriptor: Int32) -> Bool {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return true }
    return leavesSpare(beyond: descriptor, of: UInt64(limit.rlim_cur))
  }

  /// Whether they are left with such a limit.
  static func leavesSpare(beyond descriptor: Int32, of limit: UInt64) -> Bool {
    UInt64(max(0, descriptor)) + UInt64(spare) < limit
  }

  /// Whether so many more can be opened just now, by the process' limit and the system's.
  public static func hasRoom(for count: Int) -> Bool {
    var opened: [Int32] = []
    defer { for descriptor in opened { close(descriptor) } }
    for _ in 0..<count {
      let descriptor = socket(AF_UNIX, SocketType.datagram | SocketType.closeOnExec, 0)
      guard descriptor >= 0 else { return errno != EMFILE && errno != ENFILE }
      opened.append(descriptor)
    }
    return true
  }
}

/// Memory that a long-lived process keeps resident without needing it.
public enum ProcessMemory {
  /// Has all threads share two heaps; called before there are threads.
  ///
  /// glibc gives each thread one of its own, up to eight for each processor. Tasks move from thread to thread,
  /// so what one of them gives back to its heap the next one takes from another: with 10,000 monitors half
  /// of all heaps was free, and 193 MB were resident at most instead of 160 (a debug build, `make
  /// bench-monitors`).
  public static func shareHeaps() { shim_share_heaps(2) }

  /// Gives back the heap's free pages, and the program's own code and constants.
  ///
  /// Starting up touches nearly all of a static program once: tables are built, the database migrates, a
  /// first page is served. An idle server needs a tenth of that. Pages that are used again come back
  /// from the page cache, a few dozen at a time (a minor fault each), so this costs under a millisecond
  /// and can be called while other threads run. Nothing that was ever written is given back
  /// (madvise(2), `MADV_DONTNEED` on segments that are not writable).
  public static func release() {
    shim_release_free_memory()
    shim_release_program_pages()
  }
}
