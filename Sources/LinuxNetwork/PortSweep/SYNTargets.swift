internal import Glibc
internal import Wire

/// The hosts of half-open probes: what their packets have in common, and whose an answer is.
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

  /// Where a port stands in its host's list; `nil` where it doesn't, or the host wasn't asked yet.
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

  /// The address that the kernel would speak from; a datagram socket's connect sends nothing.
  private static func source(towards target: IPAddress) -> IPAddress? {
    do throws(SystemError) {
      let isV4 = target.v4 != nil
      let socket = try FileDescriptor(
        makingSocket: isV4 ? AF_INET : AF_INET6,
        type: SocketType.datagram
      )
      try socket.connect(to: SocketAddress(Endpoint(target, port: 9)))
      return socket.localEndpoint()?.address
    } catch {
      // Sending will fail as well, and say why.
      return nil
    }
  }
}
