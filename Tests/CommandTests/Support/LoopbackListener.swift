import Foundation
import Glibc

/// A TCP port of this namespace that accepts, and counts who came.
final class LoopbackListener {
  let port: Int
  private let descriptor: Int32

  struct NotListening: Error { var number: Int32 }

  init(_ address: String) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_addr.s_addr = inet_addr(address)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let (descriptor, size) = (descriptor, length)
    let status = withUnsafePointer(to: &name) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) }
    }
    guard status == 0, listen(descriptor, 16) == 0 else { throw NotListening(number: errno) }
    withUnsafeMutablePointer(to: &name) { pointer in
      _ = pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(descriptor, $0, &length)
      }
    }
    port = Int(UInt16(bigEndian: name.sin_port))
  }

  deinit { close(descriptor) }

  /// As many have come since it was last asked.
  func visitors() -> Int {
    var count = 0
    while true {
      let visitor = accept(descriptor, nil, nil)
      guard visitor >= 0 else { return count }
      close(visitor)
      count += 1
    }
  }
}
