internal import Glibc
import LinuxNetwork
internal import NIOCore
public import NIOPosix
public import Networking

/// Creates NIO's event loop threads.
///
/// No other code may: NIO traps where it gets no descriptors for them.
public enum EventLoops {
  /// epoll, eventfd and timerfd.
  private static let descriptorsOfLoop = 3
  /// Descriptors left for connections, lookups and files.
  private static let reserve = 16
  private static let isBegun = Lock(false)

  /// The most threads: one home needs no more, and each takes descriptors.
  private static let most = 4

  /// The shared threads, started at first use; throws `noDescriptors`.
  public static func shared() throws(LocalFailure) -> MultiThreadedEventLoopGroup {
    let isThere = isBegun.withLock { isBegun in
      if !isBegun {
        // Here and not at the start of the program: most tools use no thread of NIO's, and naming one
        // of its atomics takes the run-time a search through all conformances, a millisecond.
        let loops = min(max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1), most)
        NIOSingletons.groupLoopCountSuggestion = loops
        isBegun = hasRoom(forLoops: loops)
      }
      // Under the lock, so that no other caller takes the descriptors first.
      if isBegun { _ = MultiThreadedEventLoopGroup.singleton }
      return isBegun
    }
    guard isThere else { throw .noDescriptors }
    return MultiThreadedEventLoopGroup.singleton
  }

  /// A thread of the caller's own, in the network namespace of the calling thread; throws
  /// `noDescriptors`.
  ///
  /// A task that awaits it may resume on a thread created inside the namespace; it must open sockets
  /// by this group only.
  public static func one() throws(LocalFailure) -> MultiThreadedEventLoopGroup {
    let group = isBegun.withLock { _ in
      hasRoom(forLoops: 1) ? MultiThreadedEventLoopGroup(numberOfThreads: 1) : nil
    }
    guard let group else { throw .noDescriptors }
    return group
  }

  private static func hasRoom(forLoops loops: Int) -> Bool {
    DescriptorLimit.raise()
    return DescriptorLimit.hasRoom(for: loops * descriptorsOfLoop + reserve)
  }
}
