internal import CShims
internal import Glibc
internal import Wire

/// The kernel's form of many hosts' addresses, whose port can be changed in place.
struct TargetAddresses: ~Copyable {
  /// As much as the larger of `sockaddr_in` and `sockaddr_in6` takes, aligned.
  private static let stride = 32
  private let memory: UnsafeMutableRawPointer
  private let lengths: [socklen_t]

  init(_ addresses: [IPAddress]) {
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: Self.stride * max(1, addresses.count),
      alignment: 16
    )
    var lengths: [socklen_t] = []
    for (place, address) in addresses.enumerated() {
      SocketAddress(Endpoint(address, port: 0)).withPointer { pointer, length in
        let length = min(Int(length), Self.stride)
        memory.advanced(by: place * Self.stride).copyMemory(from: pointer, byteCount: length)
        lengths.append(socklen_t(length))
      }
    }
    self.memory = memory
    self.lengths = lengths
  }

  deinit {
    memory.deallocate()
  }

  /// Calls connect(2); returns `errno`, 0 where it succeeded.
  func connect(_ descriptor: Int32, host: Int, port: UInt16) -> Int32 {
    let address = memory.advanced(by: host * Self.stride)
    // The port follows the family in both.
    address.storeBytes(of: port.bigEndian, toByteOffset: 2, as: UInt16.self)
    while true {
      let status = Glibc.connect(
        descriptor,
        address.assumingMemoryBound(to: sockaddr.self),
        lengths[host]
      )
      if status == 0 { return 0 }
      let number = errno
      if number != EINTR { return number }
    }
  }

  /// Calls a closure with an address whose port is 0.
  func withAddress(_ host: Int, _ body: (UnsafeMutableRawPointer, socklen_t) -> Void) {
    body(memory.advanced(by: host * Self.stride), lengths[host])
  }

  /// Ends a socket's connection or attempt, so that it can be used again (connect(2), AF_UNSPEC).
  static func disconnect(_ descriptor: Int32) -> Bool {
    var nobody = sockaddr()
    nobody.sa_family = sa_family_t(AF_UNSPEC)
    return Glibc.connect(descriptor, &nobody, socklen_t(MemoryLayout<sockaddr>.size)) == 0
  }
}

/// The hosts of half-open probes: precomputed checksums, and look-up by address and port.
struct SYNTargets: Sendable {
  private let targets: [PortSweep.Target]
  private var places: [IPAddress: Int] = [:]
  /// The constant part of each target's checksums; empty until it is first asked.
  private var sums: [UInt32]
  /// Where a port stands in its host's list; empty until that is first asked.
  private var indices: [[Int32]]

  init(_ targets: [PortSweep.Target]) {
    self.targets = targets
    sums = Array(repeating: 0, count: targets.count)
    indices = Array(repeating: [], count: targets.count)
    for (place, target) in targets.enumerated() { places[target.address.withoutZone] = place }
  }

  /// Whether a host is asked by IPv4.
  func isV4(_ host: Int) -> Bool { targets[host].address.v4 != nil }

  /// The host that has an address; `nil` where none has.
  func place(of address: IPAddress) -> Int? { places[address.withoutZone] }

  /// A port's index in its host's list; `nil` where it isn't there, or the host wasn't asked yet.
  func index(of port: UInt16, host: Int) -> Int? {
    guard Int(port) < indices[host].count, indices[host][Int(port)] >= 0 else { return nil }
    return Int(indices[host][Int(port)])
  }

  /// The constant part of a host's checksums; it is asked from now on.
  mutating func constantSum(_ host: Int) -> UInt32 {
    if indices[host].isEmpty { learn(host) }
    return sums[host]
  }

  private mutating func learn(_ host: Int) {
    let (address, ports) = (targets[host].address, targets[host].ports)
    indices[host] = Array(repeating: -1, count: Int(ports.max() ?? 0) + 1)
    for (place, port) in ports.enumerated() { indices[host][Int(port)] = Int32(place) }
    sums[host] = SYNSegments.constantSum(from: Self.source(towards: address), to: address)
  }

  /// The source address that the kernel would use; a datagram socket's connect sends nothing.
  private static func source(towards target: IPAddress) -> IPAddress? {
    do throws(SystemError) {
      let isV4 = target.v4 != nil
      let socket = try FileDescriptor(isV4: isV4, SocketType.datagram)
      try socket.connect(to: SocketAddress(Endpoint(target, port: 9)))
      return socket.localEndpoint()?.address
    } catch {
      // Sending will fail as well, and say why.
      return nil
    }
  }
}
