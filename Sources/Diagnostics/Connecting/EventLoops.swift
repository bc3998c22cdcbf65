internal import Glibc
import LinuxNetwork
internal import NIOCore
public import NIOPosix
public import Networking

/// The threads that carry connections; each polls by descriptors of its own.
///
/// They are begun here and nowhere else: NIO ends the process where it gets none.
public enum EventLoops {
  /// For epoll, to be woken up, and for time.
  private static let descriptorsOfLoop = 3
  /// Some for connections, look-ups, and whatever else is opened just now.
  private static let reserve = 16
  private static let isBegun = Lock(false)

  /// One home needs no more, and each takes descriptors.
  private static let most = 4

  /// Settles how many there will be, once, before anything else is done.
  ///
  /// Every tool starts with it: NIO's own count of cores also reads the limits of control groups, and
  /// takes 1 ms.
  public static func keepFew() {
    let cores = sysconf(Int32(_SC_NPROCESSORS_ONLN))
    NIOSingletons.groupLoopCountSuggestion = min(max(cores, 1), most)
  }

  /// The threads that all share, started when first needed.
  ///
  /// - Throws: That too few descriptors are left for them.
  public static func shared() throws(LocalFailure) -> MultiThreadedEventLoopGroup {
    let isThere = isBegun.withLock { isBegun in
      if !isBegun { isBegun = hasRoom(forLoops: NIOSingletons.groupLoopCountSuggestion) }
      // Under the lock, so that nobody takes the room before they are there.
      if isBegun { _ = MultiThreadedEventLoopGroup.singleton }
      return isBegun
    }
    guard isThere else { throw .noDescriptors }
    return MultiThreadedEventLoopGroup.singleton
  }

  /// One of the caller's own, in the network namespace of the calling thread.
  ///
  /// Whoever waits for it may go on with a thread that was made in there: such a task opens no socket
  /// but by this group.
  ///
  /// - Throws: That too few descriptors are left for it.
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
