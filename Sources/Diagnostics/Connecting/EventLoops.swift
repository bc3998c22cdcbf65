internal import Glibc
import LinuxNetwork
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
  private static let begun = Lock<MultiThreadedEventLoopGroup?>(nil)

  /// The most threads: one home needs no more, and each takes descriptors.
  private static let most = 4

  /// The shared threads, started at first use; throws `noDescriptors`.
  ///
  /// Not NIO's own ones, whose number is set for the whole process and once only.
  public static func shared() throws(LocalFailure) -> MultiThreadedEventLoopGroup {
    // Under the lock, so that no other caller takes the descriptors first.
    let group = begun.withLock { begun in
      if let begun { return begun as MultiThreadedEventLoopGroup? }
      let loops = min(max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1), most)
      if hasRoom(forLoops: loops) { begun = MultiThreadedEventLoopGroup(numberOfThreads: loops) }
      return begun
    }
    guard let group else { throw .noDescriptors }
    return group
  }

  /// A thread of the caller's own, in the network namespace of the calling thread; throws
  /// `noDescriptors`.
  ///
  /// A task that awaits it may resume on a thread created inside the namespace; it must open sockets
  /// by this group only.
  public static func one() throws(LocalFailure) -> MultiThreadedEventLoopGroup {
    let group = begun.withLock { _ in
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
