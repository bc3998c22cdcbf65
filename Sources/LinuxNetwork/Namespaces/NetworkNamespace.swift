internal import CShims
internal import Glibc
public import Networking

/// A network namespace, alive as long as this value: its interfaces go when it does.
///
/// A thread is in one namespace at a time, and a socket belongs for life to that of the thread that
/// made it (network_namespaces(7)); so everything here happens on threads of its own.
public final class NetworkNamespace: Sendable {
  /// The open namespace, for `setns` and `IFLA_NET_NS_FD`.
  public let descriptor: FileDescriptor

  private init(_ descriptor: consuming FileDescriptor) {
    self.descriptor = descriptor
  }

  /// Makes an empty namespace, whose `lo` is up unless told otherwise.
  ///
  /// Needs `CAP_SYS_ADMIN` in the user namespace; blocks for a fraction of a millisecond.
  public static func make(loopbackUp: Bool = true) throws(LocalFailure) -> NetworkNamespace {
    try SystemThread.run(name: "namespace", failing: LocalFailure.self) {
      () throws(LocalFailure) -> NetworkNamespace in
      let namespace = try makeAndEnter()
      if loopbackUp {
        var netlink = try NetlinkSocket()
        try netlink.perform(.setLink(index: 1, isUp: true))
      }
      return namespace
    }.get()
  }

  /// Makes an empty namespace, whose `lo` is down, and moves the calling thread in for good: for
  /// dedicated threads only.
  public static func makeAndEnter() throws(LocalFailure) -> NetworkNamespace {
    do {
      try systemCall("unshare") { shim_unshare(Int32(SHIM_CLONE_NEWNET)) }
    } catch {
      throw error.localFailure
    }
    return try current()
  }

  /// The calling thread's namespace.
  public static func current() throws(LocalFailure) -> NetworkNamespace {
    NetworkNamespace(try FileDescriptor(opening: threadPath))
  }

  private static let threadPath = "/proc/thread-self/ns/net"

  /// Moves the calling thread in for good: for dedicated threads only.
  public func enter() throws(LocalFailure) {
    do {
      try systemCall("setns") {
        shim_setns(descriptor.rawValue, Int32(SHIM_CLONE_NEWNET))
      }
    } catch {
      throw error.localFailure
    }
  }

  /// Runs a closure inside, on a thread of its own, and waits for it: blocks the caller.
  @discardableResult
  public func run<Value: Sendable>(
    _ body: @escaping @Sendable () throws(LocalFailure) -> Value
  ) throws(LocalFailure) -> Value {
    try SystemThread.run(name: "in namespace", failing: LocalFailure.self) {
      () throws(LocalFailure) -> Value in
      try self.enter()
      return try body()
    }.get()
  }

  /// Starts a detached thread inside.
  ///
  /// The namespace lives as long as the thread, whoever else lets go of it.
  public func start(
    name: String,
    _ body: @escaping @Sendable () -> Void
  ) throws(LocalFailure) {
    // setns can fail only for want of permission or a bad descriptor: tried once beforehand.
    try run { () throws(LocalFailure) in }
    try SystemThread.start(name: name) {
      do {
        try self.enter()
      } catch {
        return
      }
      body()
    }
  }
}
