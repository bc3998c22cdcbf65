internal import CShims
internal import Glibc
public import Wire

/// The system's own look-up of host names: files, DNS, mDNS, as nsswitch.conf(5) says.
public enum HostLookup {
  /// Why a name has no address.
  public enum Failure: Error, Hashable, Sendable {
    /// Nobody has such a name, or it has no address of that family.
    case unknown
    /// The resolvers don't answer, now.
    case unanswered
    /// This machine failed.
    case local(LocalFailure)
  }

  /// The addresses of a host in the system's order of preference (RFC 6724), without repetitions; an
  /// address is its own.
  ///
  /// The look-up has a thread of its own, which goes on by itself after the caller is cancelled.
  public static func addresses(
    of host: String,
    _ family: AddressFamily? = nil
  ) async throws(Failure) -> [IPAddress] {
    let found = await withCheckedContinuation {
      (continuation: CheckedContinuation<Result<[IPAddress], Failure>, Never>) in
      do throws(LocalFailure) {
        try SystemThread.start(name: "look-up") {
          continuation.resume(returning: look(up: host, family))
        }
      } catch {
        continuation.resume(returning: .failure(.local(error)))
      }
    }
    return try found.get()
  }

  /// What the system calls an address; `nil` where nobody says.
  ///
  /// The look-up has a thread of its own, which goes on by itself after the caller is cancelled.
  public static func name(of address: IPAddress) async -> String? {
    await withCheckedContinuation { (continuation: CheckedContinuation<String?, Never>) in
      do throws(LocalFailure) {
        try SystemThread.start(name: "names") {
          continuation.resume(returning: lookName(of: address))
        }
      } catch {
        continuation.resume(returning: nil)
      }
    }
  }

  private static func lookName(of address: IPAddress) -> String? {
    let socketAddress = SocketAddress(Endpoint(address, port: 0))
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(NI_MAXHOST)) { buffer in
      let status = socketAddress.withPointer { pointer, length in
        getnameinfo(
          pointer,
          length,
          buffer.baseAddress,
          socklen_t(buffer.count),
          nil,
          0,
          NI_NAMEREQD
        )
      }
      guard status == 0, let start = buffer.baseAddress else { return nil }
      return String(cString: start)
    }
  }

  private static func look(
    up host: String,
    _ family: AddressFamily?
  ) -> Result<[IPAddress], Failure> {
    var hints = addrinfo()
    hints.ai_socktype = SocketType.datagram
    hints.ai_family =
      switch family {
      case .v4: AF_INET
      case .v6: AF_INET6
      case nil: AF_UNSPEC
      }
    var list: UnsafeMutablePointer<addrinfo>?
    let status = getaddrinfo(host, nil, &hints, &list)
    let number = errno
    defer { if let list { freeaddrinfo(list) } }
    guard status == 0 else { return .failure(failure(status, number)) }
    var addresses: [IPAddress] = []
    var next = list
    while let entry = next?.pointee, addresses.count < 64 {
      if let address = address(of: entry), !addresses.contains(address) {
        addresses.append(address)
      }
      next = entry.ai_next
    }
    return addresses.isEmpty ? .failure(.unknown) : .success(addresses)
  }

  private static func address(of entry: addrinfo) -> IPAddress? {
    guard let source = entry.ai_addr else { return nil }
    var address = SocketAddress()
    address.fill { storage, length in
      length = min(length, entry.ai_addrlen)
      UnsafeMutableRawPointer(storage).copyMemory(from: source, byteCount: Int(length))
    }
    return address.endpoint?.address
  }

  private static func failure(_ status: Int32, _ number: Int32) -> Failure {
    switch status {
    case EAI_AGAIN: .unanswered
    case EAI_MEMORY: .local(.noBuffers)
    case EAI_SYSTEM: .local(SystemError(number: number, call: "getaddrinfo").localFailure)
    default: .unknown
    }
  }
}
