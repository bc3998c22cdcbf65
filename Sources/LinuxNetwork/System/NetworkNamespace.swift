internal import CShims
internal import Glibc
public import Networking

/// A network namespace, which exists as long as this value; its interfaces are removed with it.
///
/// A thread is in one namespace at a time, and a socket belongs for life to that of the thread that
/// made it (network_namespaces(7)); so everything here happens on threads of its own.
public final class NetworkNamespace: Sendable {
  /// The open namespace, for `setns` and `IFLA_NET_NS_FD`.
  public let descriptor: FileDescriptor

  private init(_ descriptor: consuming FileDescriptor) {
    self.descriptor = descriptor
  }

  /// The calling thread's namespace.
  public static func current() throws(LocalFailure) -> NetworkNamespace {
    NetworkNamespace(try FileDescriptor(opening: threadPath))
  }

  private static let threadPath = "/proc/thread-self/ns/net"

  /// Moves the calling thread in for good: for dedicated threads only.
  public func enter() throws(LocalFailure) {
    _ = try orLocalFailure { () throws(SystemError) in
      try systemCall("setns") { shim_setns(descriptor.rawValue, Int32(SHIM_CLONE_NEWNET)) }
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
  /// The thread keeps the namespace alive.
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
