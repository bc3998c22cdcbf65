internal import CShims
internal import Glibc
internal import Net

/// A virtual network card whose cable ends in this program (tun(4)); it goes when this value does.
final class TapDevice: Sendable {
  private let descriptor: FileDescriptor

  /// Makes one in the calling thread's namespace; needs to open `/dev/net/tun` for writing, which
  /// root may, and `CAP_NET_ADMIN`.
  init(_ name: String) throws(LocalFailure) {
    descriptor = try FileDescriptor(opening: "/dev/net/tun", O_RDWR | O_NONBLOCK)
    do {
      try systemCall("TUNSETIFF") { shim_attach_tap(descriptor.rawValue, name) }
    } catch {
      throw error.localFailure
    }
  }

  var rawValue: Int32 { descriptor.rawValue }

  /// The next frame that the machine sent; `nil` where there is none.
  func read(into buffer: inout [UInt8]) -> [UInt8]? {
    let count = Glibc.read(descriptor.rawValue, &buffer, buffer.count)
    return count > 0 ? Array(buffer[..<count]) : nil
  }

  /// Hands the machine a frame; lost where its queue is full.
  func write(_ frame: [UInt8]) {
    _ = Glibc.write(descriptor.rawValue, frame, frame.count)
  }
}
