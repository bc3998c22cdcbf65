internal import CShims
internal import Glibc
public import LinuxNetwork
public import Networking

extension NetworkNamespace {
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
}

/// A user namespace in which an ordinary user may make network namespaces (user_namespaces(7)).
public enum UserNamespace {
  /// Moves the process into a new user namespace, as its root, with its own user and group mapped.
  ///
  /// Only while it has one thread: call it in the first statements of `main`; later the kernel says
  /// EINVAL. ENOSPC means that no more are allowed, EPERM that the distribution forbids them.
  public static func enter() throws(LocalFailure) {
    let user = geteuid()
    let group = getegid()
    do {
      try systemCall("unshare") { shim_unshare(Int32(SHIM_CLONE_NEWUSER)) }
    } catch {
      throw error.localFailure
    }
    // Without this an unprivileged process may not write gid_map (CVE-2014-8989).
    try write("deny", to: "/proc/self/setgroups")
    try write("0 \(user) 1", to: "/proc/self/uid_map")
    try write("0 \(group) 1", to: "/proc/self/gid_map")
  }

  private static func write(_ text: String, to path: String) throws(LocalFailure) {
    let file = try FileDescriptor(opening: path, O_WRONLY)
    let bytes = Array(text.utf8)
    do {
      try systemCall("write") { Glibc.write(file.rawValue, bytes, bytes.count) }
    } catch {
      throw error.localFailure
    }
  }
}
