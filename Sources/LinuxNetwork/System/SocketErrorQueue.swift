internal import CShims
internal import Glibc
import Networking
public import Wire

/// Errors that ICMP brought, with their types and codes (IP_RECVERR, ip(7)).
enum SocketErrorQueue {
  /// An ICMP error as the kernel reports it.
  struct Entry {
    let isV4: Bool
    let type: UInt8
    let code: UInt8
    /// Additional information: the next link's MTU, if the packet was too big.
    let information: UInt32
    /// The router or host that sent the error.
    let offender: IPAddress?
    /// Where the datagram was meant to go.
    let destination: Endpoint?
    /// The returned part of the datagram, then the router's extensions.
    let payload: [UInt8]
    /// Where the extensions begin (RFC 4884), if the socket requested it and the router sent it.
    let extensionOffset: Int?
    /// When the kernel received it, if the socket asked for timestamps.
    let receivedAt: MonotonicTime?
    /// The error's own TTL or hop limit as it arrived, if the socket asked for that.
    let hopLimit: UInt8?

    /// The address that the datagram was meant for.
    var target: IPAddress? { destination?.address }

    /// *Administratively prohibited*: network, host or communication (RFC 1812, RFC 4443).
    var isProhibition: Bool {
      isV4 ? type == 3 && [9, 10, 13].contains(code) : type == 1 && [1, 5, 6].contains(code)
    }
  }

  /// Takes the oldest error; `nil` where there is none or it is not ICMP's.
  static func next(_ descriptor: borrowing FileDescriptor) -> Entry? {
    next(rawValue: descriptor.rawValue)
  }

  /// The same for a descriptor that the caller doesn't own.
  static func next(rawValue raw: Int32) -> Entry? {
    var buffer = [UInt8](repeating: 0, count: 1024)
    var control = [UInt8](repeating: 0, count: 512)
    var target = SocketAddress()
    var controlData = ControlData()
    let count = buffer.withUnsafeMutableBytes { buffer in
      control.withUnsafeMutableBytes { control in
        target.fill { name, length in
          var vector = iovec(iov_base: buffer.baseAddress, iov_len: buffer.count)
          return withUnsafeMutablePointer(to: &vector) { vector in
            var message = msghdr()
            message.msg_name = UnsafeMutableRawPointer(name)
            message.msg_namelen = length
            message.msg_iov = vector
            message.msg_iovlen = 1
            message.msg_control = control.baseAddress
            message.msg_controllen = control.count
            let count = recvmsg(raw, &message, Int32(MSG_ERRQUEUE) | Int32(MSG_DONTWAIT))
            if count >= 0 { controlData = read(&message) }
            return count
          }
        }
      }
    }
    guard count >= 0, let error = controlData.error else { return nil }
    let origin = Int32(error.ee_origin)
    guard origin == Int32(SO_EE_ORIGIN_ICMP) || origin == Int32(SO_EE_ORIGIN_ICMP6) else {
      return nil
    }
    return Entry(
      isV4: origin == Int32(SO_EE_ORIGIN_ICMP),
      type: error.ee_type,
      code: error.ee_code,
      information: error.ee_info,
      offender: controlData.offender,
      destination: target.endpoint,
      payload: Array(buffer[..<count]),
      extensionOffset: extensionOffset(error),
      receivedAt: controlData.receivedAt,
      hopLimit: controlData.hopLimit
    )
  }

  /// Reads `ee_rfc4884`, which shares its place with `ee_data`: 16 bits of length, 8 of flags, of
  /// which the lowest says that the extensions are invalid.
  private static func extensionOffset(_ error: sock_extended_err) -> Int? {
    var error = error
    let length = shim_extension_offset(&error)
    return length > 0 ? Int(length) : nil
  }

  /// The control messages of an error.
  private struct ControlData {
    var error: sock_extended_err?
    var offender: IPAddress?
    var receivedAt: MonotonicTime?
    var hopLimit: UInt8?
  }

  private static func read(_ message: inout msghdr) -> ControlData {
    var controlData = ControlData()
    var part = shim_cmsg_first(&message)
    while let current = part {
      if let data = shim_cmsg_data(current) {
        read(
          (current.pointee.cmsg_level, current.pointee.cmsg_type),
          UnsafeRawBufferPointer(start: data, count: shim_cmsg_data_length(current)),
          into: &controlData
        )
      }
      part = shim_cmsg_next(&message, current)
    }
    return controlData
  }

  private static func read(
    _ kind: (level: Int32, type: Int32),
    _ data: UnsafeRawBufferPointer,
    into controlData: inout ControlData
  ) {
    let size = MemoryLayout<sock_extended_err>.size
    switch (kind.level, Int(kind.type)) {
    case (SocketLevel.ip, Int(SHIM_IP_RECVERR)), (SocketLevel.ipv6, Int(SHIM_IPV6_RECVERR)):
      guard data.count >= size, let start = data.baseAddress else { return }
      var offender = SocketAddress()
      // SO_EE_OFFENDER: the address that follows the structure.
      let rest = min(data.count - size, MemoryLayout<sockaddr_in6>.size)
      offender.fill { address, _ in
        UnsafeMutableRawPointer(address).copyMemory(from: start + size, byteCount: rest)
      }
      controlData.error = data.loadUnaligned(as: sock_extended_err.self)
      controlData.offender = offender.endpoint?.address
    case (SOL_SOCKET, Int(SHIM_SCM_TIMESTAMPNS)):
      guard data.count >= MemoryLayout<timespec>.size else { return }
      controlData.receivedAt = SystemClock.moment(
        ofWallClock: data.loadUnaligned(as: timespec.self)
      )
    case (SocketLevel.ip, Int(SHIM_IP_TTL)), (SocketLevel.ipv6, Int(SHIM_IPV6_HOPLIMIT)):
      guard data.count >= 4 else { return }
      controlData.hopLimit = UInt8(truncatingIfNeeded: data.loadUnaligned(as: Int32.self))
    default: break
    }
  }
}

/// One TCP connect, made to learn from ICMP why a host is unreachable.
///
/// ICMPv4's *administratively prohibited* arrives as an error number that it shares with others
/// (`icmp_err_convert` in net/ipv4/icmp.c); only a socket's error queue tells them apart.
public final class ConnectRefusal: Sendable {
  private let descriptor: FileDescriptor

  /// Begins to connect in the calling thread's network namespace; `nil` where connect(2) fails at once.
  public init?(_ endpoint: Endpoint) {
    let isV4 = endpoint.address.v4 != nil
    do throws(SystemError) {
      descriptor = try FileDescriptor(isV4: isV4, SocketType.stream)
    } catch {
      return nil
    }
    do throws(SystemError) {
      try descriptor.setErrorQueue(isV4: isV4)
      try descriptor.connect(to: SocketAddress(endpoint))
    } catch {
      // The kernel goes on by itself.
      guard error.number == EINPROGRESS else { return nil }
    }
  }

  /// Whether a filter rejected it; `nil` while neither an error nor an answer has arrived.
  public func isProhibited() -> Bool? {
    if let said = SocketErrorQueue.next(descriptor) { return said.isProhibition }
    return descriptor.pendingError() == 0 ? nil : false
  }
}
