internal import CShims
internal import Glibc

/// Errors that ICMP brought, with their types and codes (IP_RECVERR, ip(7)).
enum SocketErrorQueue {
  /// An ICMP error as the kernel reports it.
  struct Entry {
    let isV4: Bool
    let type: UInt8
    let code: UInt8

    /// *Administratively prohibited*: network, host or communication (RFC 1812, RFC 4443).
    var isProhibition: Bool {
      isV4 ? type == 3 && [9, 10, 13].contains(code) : type == 1 && [1, 5, 6].contains(code)
    }
  }

  /// Takes the oldest ICMP error; `nil` where there is none.
  static func next(_ descriptor: borrowing FileDescriptor) -> Entry? {
    var control = [UInt8](repeating: 0, count: 256)
    var message = msghdr()
    let raw = descriptor.rawValue
    return control.withUnsafeMutableBytes { control -> Entry? in
      message.msg_control = control.baseAddress
      message.msg_controllen = control.count
      guard recvmsg(raw, &message, Int32(MSG_ERRQUEUE) | Int32(MSG_DONTWAIT)) >= 0
      else { return nil }
      var part = shim_cmsg_first(&message)
      while let current = part {
        if shim_cmsg_data_length(current) >= MemoryLayout<sock_extended_err>.size,
          let data = shim_cmsg_data(current)
        {
          let error = data.loadUnaligned(as: sock_extended_err.self)
          switch Int32(error.ee_origin) {
          case SO_EE_ORIGIN_ICMP: return Entry(isV4: true, type: error.ee_type, code: error.ee_code)
          case SO_EE_ORIGIN_ICMP6:
            return Entry(isV4: false, type: error.ee_type, code: error.ee_code)
          default: break
          }
        }
        part = shim_cmsg_next(&message, current)
      }
      return nil
    }
  }
}
