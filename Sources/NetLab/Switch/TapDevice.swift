internal import CShims
internal import Glibc
internal import LinuxNetwork
internal import Networking

/// A virtual network card whose cable ends in this program (tun(4)); it goes when this value does.
final class TapDevice: FramePort {
  private let descriptor: FileDescriptor
  private let port: Int

  /// Makes one at a port, in the calling thread's namespace; needs to open `/dev/net/tun` for writing, which
  /// root may, and `CAP_NET_ADMIN`.
  init(_ name: String, port: Int) throws(LocalFailure) {
    self.port = port
    descriptor = try FileDescriptor(opening: "/dev/net/tun", O_RDWR | O_NONBLOCK)
    do {
      try systemCall("TUNSETIFF") { shim_attach_tap(descriptor.rawValue, name) }
    } catch {
      throw error.localFailure
    }
  }

  var rawValue: Int32 { descriptor.rawValue }

  func read(into buffer: inout [UInt8]) -> (port: Int, frame: [UInt8])? {
    let count = Glibc.read(descriptor.rawValue, &buffer, buffer.count)
    return count > 0 ? (port, Array(buffer[..<count])) : nil
  }

  func write(_ frame: [UInt8], to port: Int) {
    _ = Glibc.write(descriptor.rawValue, frame, frame.count)
  }
}
