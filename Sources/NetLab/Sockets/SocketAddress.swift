internal import CShims
internal import Glibc
internal import Net
internal import Wire

/// An endpoint in the kernel's form.
struct SocketAddress {
  private(set) var storage = sockaddr_storage()
  private(set) var length: socklen_t

  /// Room for the kernel to write one.
  init() {
    length = socklen_t(MemoryLayout<sockaddr_storage>.size)
  }

  /// The endpoint; `scope` is the interface's index, for IPv6 addresses of the link.
  init(_ endpoint: Endpoint, scope: UInt32 = 0) {
    switch endpoint.address {
    case .v4(let address):
      var value = sockaddr_in()
      value.sin_family = sa_family_t(AF_INET)
      value.sin_port = endpoint.port.bigEndian
      value.sin_addr.s_addr = address.rawValue.bigEndian
      length = socklen_t(MemoryLayout<sockaddr_in>.size)
      withUnsafeMutableBytes(of: &storage) { $0.storeBytes(of: value, as: sockaddr_in.self) }
    case .v6(let address, _):
      var value = sockaddr_in6()
      value.sin6_family = sa_family_t(AF_INET6)
      value.sin6_port = endpoint.port.bigEndian
      value.sin6_scope_id = scope
      withUnsafeMutableBytes(of: &value.sin6_addr) { $0.copyBytes(from: address.bytes) }
      length = socklen_t(MemoryLayout<sockaddr_in6>.size)
      withUnsafeMutableBytes(of: &storage) { $0.storeBytes(of: value, as: sockaddr_in6.self) }
    }
  }

  /// What the kernel wrote; `zone` names the interface of link-local addresses.
  func endpoint(zone: String) -> Endpoint? {
    withUnsafeBytes(of: storage) { bytes in
      switch Int32(storage.ss_family) {
      case AF_INET:
        let value = bytes.load(as: sockaddr_in.self)
        let address = IPv4Address(rawValue: UInt32(bigEndian: value.sin_addr.s_addr))
        return Endpoint(.v4(address), port: UInt16(bigEndian: value.sin_port))
      case AF_INET6:
        let value = bytes.load(as: sockaddr_in6.self)
        let halves = withUnsafeBytes(of: value.sin6_addr) { raw in
          (
            UInt64(bigEndian: raw.loadUnaligned(as: UInt64.self)),
            UInt64(bigEndian: raw.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
          )
        }
        let address = IPv6Address(high: halves.0, low: halves.1)
        return Endpoint(
          .v6(address, zone: address.scope == .linkLocal ? zone : nil),
          port: UInt16(bigEndian: value.sin6_port)
        )
      default:
        return nil
      }
    }
  }

  /// Lends the address to a system call.
  func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    withUnsafePointer(to: storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
    }
  }

  /// Lends the room to a system call that fills it.
  mutating func withMutablePointer<Result>(
    _ body: (UnsafeMutablePointer<sockaddr>, inout socklen_t) -> Result
  ) -> Result {
    length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, &length) }
    }
  }
}
