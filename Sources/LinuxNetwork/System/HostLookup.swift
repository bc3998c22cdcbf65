internal import CShims
internal import Glibc
public import Networking
public import Wire

/// The system's own look-up of host names: files, DNS, mDNS, as nsswitch.conf(5) says.
public enum HostLookup {
  /// Why a name has no address.
  public enum Failure: Error, Hashable, Sendable {
    /// Nobody has such a name, or it has no address of that family.
    case unknown
    /// The resolvers give no answer now, or refuse: the C library doesn't tell which.
    case unanswered
    /// No way leads from this machine to any resolver.
    case cutOff
    /// The task was cancelled before anybody answered.
    case cancelled
    /// This machine failed.
    case local(LocalFailure)
  }

  /// The addresses of a host in the system's order of preference (RFC 6724), without repetitions; an
  /// address is its own.
  ///
  /// A caller who is cancelled waits no longer.
  public static func addresses(
    of host: String,
    _ family: AddressFamily? = nil
  ) async throws(Failure) -> [IPAddress] {
    switch await calls.run({ look(up: host, family).mapError(explained) }) {
    case .success(let found)?: return try found.get()
    case .failure(let failure)?: throw .local(failure)
    case nil: throw .cancelled
    }
  }

  /// What the system calls an address; `nil` where nobody says.
  ///
  /// A caller who is cancelled waits no longer.
  public static func name(of address: IPAddress) async -> String? {
    guard case .success(let name)? = await calls.run({ lookName(of: address) }) else { return nil }
    return name
  }

  /// The C library's calls can't be interrupted, and last as long as resolv.conf(5) lets them: what
  /// several tools ask at one time has room, and no more.
  private static let calls = BlockingCalls(name: "look-up", most: 64)

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

  /// What kept this machine from asking anybody, where the C library knows of a missing answer alone.
  private static func explained(_ failure: Failure) -> Failure {
    guard failure == .unanswered else { return failure }
    if !DescriptorLimit.hasRoom(for: 1) { return .local(.noDescriptors) }
    let resolvers = ResolverFile.read(ResolverFile.ofSystem)
    return ResolverReach.ofThisMachine.isCutOff(from: resolvers) ? .cutOff : failure
  }

  /// What an `EAI_…` means, and the `errno` beside it.
  static func failure(_ status: Int32, _ number: Int32) -> Failure {
    switch status {
    // EAI_FAIL is a refusal or an answer that can't be read: nobody said that there is no such name.
    case EAI_AGAIN, EAI_FAIL: .unanswered
    case EAI_MEMORY: .local(.noBuffers)
    case EAI_SYSTEM: .local(SystemError(number: number, call: "getaddrinfo").localFailure)
    default: .unknown
    }
  }
}
