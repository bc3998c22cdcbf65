internal import CShims
internal import Glibc
import Networking
internal import Wire

/// Local TCP ports that nobody else gets, and on which nobody listens: so the kernel answers what comes
/// to them with a reset, which ends half-open connections at the other side.
final class ReservedPorts {
  let numbers: [UInt16]
  private let descriptors: [Int32]

  init(_ count: Int, _ families: Set<AddressFamily>) throws(SystemError) {
    var numbers: [UInt16] = []
    var descriptors: [Int32] = []
    do throws(SystemError) {
      while numbers.count < count {
        let first = try Self.reserve(0, families.contains(.v4) ? .v4 : .v6)
        descriptors.append(first.descriptor)
        if families.count > 1 {
          // The other family's must be free too; otherwise the next is tried.
          do throws(SystemError) {
            descriptors.append(try Self.reserve(first.port, .v6).descriptor)
          } catch {
            if descriptors.count > 64 { throw error }
            continue
          }
        }
        numbers.append(first.port)
      }
    } catch {
      for descriptor in descriptors { _ = Glibc.close(descriptor) }
      throw error
    }
    self.numbers = numbers
    self.descriptors = descriptors
  }

  deinit {
    for descriptor in descriptors { _ = Glibc.close(descriptor) }
  }

  private static func reserve(
    _ port: UInt16,
    _ family: AddressFamily
  ) throws(SystemError) -> (descriptor: Int32, port: UInt16) {
    let any: IPAddress = family == .v4 ? .v4(.any) : .v6(.any, zone: nil)
    let descriptor = try systemCall("socket") {
      socket(
        family == .v4 ? AF_INET : AF_INET6,
        SocketType.stream | SocketType.closeOnExec | SocketType.nonBlocking,
        0
      )
    }
    do throws(SystemError) {
      if family == .v6 {
        var isOn: Int32 = 1
        setsockopt(
          descriptor,
          SocketLevel.ipv6,
          IPV6_V6ONLY,
          &isOn,
          socklen_t(MemoryLayout<Int32>.size)
        )
      }
      let address = SocketAddress(Endpoint(any, port: port))
      try systemCall("bind") { address.withPointer { Glibc.bind(descriptor, $0, $1) } }
      var bound = SocketAddress()
      try systemCall("getsockname") { bound.fill { getsockname(descriptor, $0, &$1) } }
      guard let own = bound.endpoint(zone: { _ in nil }) else {
        throw SystemError(number: EAFNOSUPPORT, call: "getsockname")
      }
      return (descriptor, own.port)
    } catch {
      _ = Glibc.close(descriptor)
      throw error
    }
  }
}
