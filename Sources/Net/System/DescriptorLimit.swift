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
}
