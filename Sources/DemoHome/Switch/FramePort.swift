internal import CShims
internal import Glibc
internal import LinuxNetwork
package import Networking

/// Where the frames of one or more ports come out, and go in.
package protocol FramePort: Sendable {
  /// What epoll is to watch.
  var rawValue: Int32 { get }

  /// The next frame that a machine sent, and the port it came in by; `nil` where there is none.
  func read(into buffer: inout [UInt8]) -> (port: Int, frame: [UInt8])?

  /// Hands the machine at a port a frame; lost where its queue is full.
  func write(_ frame: [UInt8], to port: Int)
}

/// The near ends of virtual cables, read and written by one packet socket (packet(7)).
///
/// It has every interface of its namespace that is up; a port is an interface's index. One socket
/// serves them all, since the kernel takes some 30 ms to close one. It needs `CAP_NET_RAW` over the
/// namespace, and no `/dev/net/tun`. The kernel says with each frame what it left to the hardware:
/// checksums and segments that are not made yet (`virtio_net_hdr`). This stands behind the frame
/// while the program has it, and goes back to the kernel with it, so that nothing has to be made
/// here.
final class PacketPort: FramePort {
  /// The size of a `virtio_net_hdr`.
  private static let offloadSize = 10
  /// `ETH_P_ALL`.
  private static let allProtocols: UInt16 = 3
  private let descriptor: FileDescriptor

  /// The ports of the calling thread's namespace.
  init() throws(LocalFailure) {
    descriptor = try FileDescriptor(socket: AF_PACKET, type: SocketType.raw)
    let number = descriptor.rawValue
    let everywhere = SocketAddress(etherType: Self.allProtocols, interface: 0)
    do {
      try Self.set(number, Int32(SHIM_SOL_PACKET), PACKET_VNET_HDR, 1)
      try systemCall("bind") { everywhere.withPointer { bind(number, $0, $1) } }
    } catch {
      throw error.localFailure
    }
    // Kernels before 4.20 give the frames that were written here, too: `read` passes them over.
    try? Self.set(number, Int32(SHIM_SOL_PACKET), PACKET_IGNORE_OUTGOING, 1)
    // A sweep asks for hundreds of addresses at once.
    try? Self.set(number, SOL_SOCKET, SO_RCVBUF, 1 << 20)
  }

  var rawValue: Int32 { descriptor.rawValue }

  func read(into buffer: inout [UInt8]) -> (port: Int, frame: [UInt8])? {
    while true {
      var source = SocketAddress()
      let count = source.fill {
        recvfrom(descriptor.rawValue, &buffer, buffer.count, 0, $0, &$1)
      }
      guard count >= 0 else { return nil }
      guard count > Self.offloadSize, let interface = source.incomingInterface else { continue }
      let frame = Array(buffer[Self.offloadSize..<count]) + buffer[..<Self.offloadSize]
      return (Int(interface), frame)
    }
  }

  func write(_ frame: [UInt8], to port: Int) {
    let bytes = Array(frame.suffix(Self.offloadSize)) + frame.dropLast(Self.offloadSize)
    let interface = SocketAddress(etherType: Self.allProtocols, interface: UInt32(port))
    _ = interface.withPointer { sendto(descriptor.rawValue, bytes, bytes.count, 0, $0, $1) }
  }

  private static func set(
    _ number: Int32,
    _ level: Int32,
    _ option: Int32,
    _ value: Int32
  ) throws(SystemError) {
    var value = value
    try systemCall("setsockopt") {
      setsockopt(number, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }
  }
}

/// A virtual network card whose cable ends in this program (tun(4)); it goes when this value does.
package final class TapDevice: FramePort {
  private let descriptor: FileDescriptor
  private let port: Int

  /// Makes one at a port, in the calling thread's namespace; needs to open `/dev/net/tun` for writing, which
  /// root may, and `CAP_NET_ADMIN`.
  package init(_ name: String, port: Int) throws(LocalFailure) {
    self.port = port
    descriptor = try FileDescriptor(opening: "/dev/net/tun", O_RDWR | O_NONBLOCK)
    do {
      try systemCall("TUNSETIFF") { shim_attach_tap(descriptor.rawValue, name) }
    } catch {
      throw error.localFailure
    }
  }

  package var rawValue: Int32 { descriptor.rawValue }

  package func read(into buffer: inout [UInt8]) -> (port: Int, frame: [UInt8])? {
    let count = Glibc.read(descriptor.rawValue, &buffer, buffer.count)
    return count > 0 ? (port, Array(buffer[..<count])) : nil
  }

  package func write(_ frame: [UInt8], to port: Int) {
    _ = Glibc.write(descriptor.rawValue, frame, frame.count)
  }
}
