internal import CShims
internal import Glibc
public import Networking
public import Wire

/// The system's own look-up of host names: files, DNS, mDNS, as nsswitch.conf(5) says.
public enum HostLookup {
  /// Why a name has no address.
  public enum Failure: Error, Hashable, Sendable {
    /// The name doesn't exist, or has no address of that family.
    case unknown
    /// The resolvers don't answer, or refuse: the C library doesn't distinguish these.
    case unanswered
    /// No way leads from this machine to any resolver.
    case cutOff
    /// The task was cancelled before an answer came.
    case cancelled
    /// This machine failed.
    case local(LocalFailure)
  }

  /// The addresses of a host in the system's order of preference (RFC 6724), without repetitions; an
  /// address is its own.
  ///
  /// Returns at once when the task is cancelled.
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

  /// The system's name for an address (getnameinfo(3)); `nil` without one.
  ///
  /// Returns at once when the task is cancelled.
  public static func name(of address: IPAddress) async -> String? {
    guard case .success(let name)? = await calls.run({ lookName(of: address) }) else { return nil }
    return name
  }

  /// The C library's calls can't be interrupted and last as long as resolv.conf(5) permits, so
  /// their number is limited to what several tools need at one time.
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

  /// The local cause of a missing answer, which the C library doesn't report.
  private static func explained(_ failure: Failure) -> Failure {
    guard failure == .unanswered else { return failure }
    if !DescriptorLimit.hasRoom(for: 1) { return .local(.noDescriptors) }
    let resolvers = ResolverFile.read(ResolverFile.ofSystem)
    return ResolverReachability.ofThisMachine.isCutOff(from: resolvers) ? .cutOff : failure
  }

  /// What an `EAI_…` means, and the `errno` beside it.
  static func failure(_ status: Int32, _ number: Int32) -> Failure {
    switch status {
    // EAI_FAIL is a refusal or a malformed answer, not the answer that the name doesn't exist.
    case EAI_AGAIN, EAI_FAIL: .unanswered
    case EAI_MEMORY: .local(.noBuffers)
    case EAI_SYSTEM: .local(SystemError(number: number, call: "getaddrinfo").localFailure)
    default: .unknown
    }
  }
}

/// Whether this machine can ask its resolvers at all, as far as it can know that itself.
struct ResolverReachability {
  /// Whether anything but loopback has a link and an address.
  var hasNetwork: Bool
  /// Whether this machine's routing table has nothing that leads to an address.
  var lacksRoute: (IPAddress) -> Bool

  /// That of the calling thread's namespace.
  static var ofThisMachine: ResolverReachability {
    // If the configuration can't be read, the resolvers count as reachable.
    let interfaces = try? NetworkConfiguration.read(resolvers: []).interfaces
    return ResolverReachability(
      hasNetwork: interfaces.map(hasNetwork) ?? true,
      lacksRoute: RoutingTable.isMissing
    )
  }

  /// Whether an interface but loopback is up, with a link and an address.
  static func hasNetwork(_ interfaces: [Interface]) -> Bool {
    interfaces.contains { interface in
      !interface.isLoopback && interface.isUp && interface.hasCarrier
        && !(interface.ipv4.isEmpty && interface.ipv6.isEmpty)
    }
  }

  /// Whether none of the resolvers can be reached, so that a missing answer is a local failure.
  ///
  /// A resolver on loopback forwards, which needs some network. Without any resolver the C library asks
  /// loopback (resolv.conf(5)).
  func isCutOff(from resolvers: [IPAddress]) -> Bool {
    guard !resolvers.isEmpty else { return !hasNetwork }
    return resolvers.allSatisfy { resolver in
      resolver.scope == .loopback ? !hasNetwork : lacksRoute(resolver)
    }
  }
}

/// The resolvers that a resolv.conf(5) names.
enum ResolverFile {
  /// Where the C library looks.
  static let ofSystem = "/etc/resolv.conf"

  /// A larger file is no configuration; the C library reads three resolvers.
  private static let maximumSize = 64 * 1024

  /// Reads the file; empty where it is missing.
  static func read(_ path: String) -> [IPAddress] {
    guard let file = try? FileDescriptor(opening: path) else { return [] }
    var bytes = [UInt8](repeating: 0, count: maximumSize)
    guard let count = try? systemCall("read", { Glibc.read(file.rawValue, &bytes, bytes.count) })
    else { return [] }
    return parse(String(decoding: bytes[..<count], as: UTF8.self))
  }

  /// The addresses of its `nameserver` lines, in order, each once.
  static func parse(_ text: String) -> [IPAddress] {
    var resolvers: [IPAddress] = []
    for line in text.split(whereSeparator: \.isNewline) {
      let words = line.split(whereSeparator: \.isWhitespace)
      guard words.count >= 2, words[0] == "nameserver", let address = IPAddress(String(words[1])),
        !resolvers.contains(address)
      else { continue }
      resolvers.append(address)
    }
    return resolvers
  }
}
