internal import CShims
internal import Glibc
internal import LinuxNetwork
internal import Networking
internal import Wire

/// A resolv.conf(5) in memory, for programs that take its path.
final class ResolverFile: Sendable {
  private let descriptor: FileDescriptor

  /// A file that names these resolvers and a search domain.
  init(_ resolvers: [IPAddress], domain: String) throws(LocalFailure) {
    let number = shim_memory_file("resolv.conf")
    guard number >= 0 else { throw .system(errno: errno, call: "memfd_create") }
    descriptor = FileDescriptor(owning: number)
    let lines = resolvers.map { "nameserver \($0)\n" }.joined() + "search \(domain)\n"
    let bytes = Array(lines.utf8)
    guard write(number, bytes, bytes.count) == bytes.count else {
      throw .system(errno: errno, call: "write")
    }
  }

  /// Where this process, and others of the same user, can read it.
  var path: String { "/proc/\(getpid())/fd/\(descriptor.rawValue)" }
}
