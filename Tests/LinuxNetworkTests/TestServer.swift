import Glibc
import Wire
@testable import LinuxNetwork
@testable import Networking

/// A socket that a test serves from, in the calling thread's namespace.
final class TestServer: Sendable {
  let descriptor: FileDescriptor
  let port: UInt16

  /// A TCP socket that accepts, or a UDP socket, on any port of the address.
  init(
    _ type: Int32,
    on address: IPAddress = .v4(IPv4Address(127, 0, 0, 1)),
    port: UInt16 = 0
  ) throws(LocalFailure) {
    do throws(SystemError) {
      let isV4 = address.v4 != nil
      let socket = try FileDescriptor(
        makingSocket: isV4 ? AF_INET : AF_INET6,
        type: type,
        blocks: true
      )
      try socket.set(SOL_SOCKET, SO_REUSEADDR, to: Int32(1))
      try socket.bind(to: SocketAddress(Endpoint(address, port: port)))
      if type == SocketType.stream {
        try systemCall("listen") { listen(socket.rawValue, 4096) }
      }
      self.port = socket.localEndpoint()?.port ?? 0
      descriptor = socket
    } catch {
      throw error.localFailure
    }
  }

  /// Answers each datagram with its own bytes, so many times, on a thread of its own.
  func echo(times: Int = 1) throws {
    try SystemThread.start(name: "echo") { [self] in
      for _ in 0..<times {
        guard echoOne() else { return }
      }
    }
  }

  /// Answers the next datagram with its own bytes, on the calling thread.
  @discardableResult func echoOne() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 2048)
    var address = SocketAddress()
    let count = address.fill {
      recvfrom(descriptor.rawValue, &buffer, buffer.count, 0, $0, &$1)
    }
    guard count >= 0 else { return false }
    _ = address.withPointer { sendto(descriptor.rawValue, buffer, count, 0, $0, $1) }
    return true
  }
}

/// How many sockets this process has open; the concurrency runtime has descriptors too, but none.
func openSockets() -> Int {
  names(in: "/proc/self/fd").filter { number in
    var target = [CChar](repeating: 0, count: 64)
    let count = readlink("/proc/self/fd/\(number)", &target, target.count)
    return count > 0 && strncmp(target, "socket:", 7) == 0
  }.count
}

/// How many threads of this process have that name.
func threads(named name: String) -> Int {
  names(in: "/proc/self/task").filter { number in
    guard let file = fopen("/proc/self/task/\(number)/comm", "r") else { return false }
    defer { fclose(file) }
    var text = [CChar](repeating: 0, count: 32)
    guard fgets(&text, Int32(text.count), file) != nil else { return false }
    return strncmp(text, name + "\n", name.utf8.count + 1) == 0
  }.count
}

private func names(in directory: String) -> [String] {
  guard let stream = opendir(directory) else { return [] }
  defer { closedir(stream) }
  var names: [String] = []
  while let entry = readdir(stream) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
      pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
    if !name.hasPrefix(".") { names.append(name) }
  }
  return names
}
