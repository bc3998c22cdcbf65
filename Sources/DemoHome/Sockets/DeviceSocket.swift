internal import CShims
internal import Glibc
internal import LinuxNetwork
internal import Networking
internal import Wire

/// A non-blocking socket of a simulated device, made in the namespace of the calling thread.
final class DeviceSocket: Sendable {
  private let descriptor: FileDescriptor
  /// The index of the device's interface, the scope of its IPv6 addresses.
  let interface: UInt32
  /// The interface's name, the zone of its link-local addresses.
  let zone: String

  /// Where a device's sockets stand.
  struct Place {
    /// The index of the device's interface.
    var interface: UInt32
    /// The interface's name.
    var zone: String
    /// What its packets are marked with, for policy routing.
    var mark: UInt32?
  }

  var rawValue: Int32 { descriptor.rawValue }

  private init(_ descriptor: consuming FileDescriptor, _ place: Place) {
    self.descriptor = descriptor
    interface = place.interface
    zone = place.zone
  }

  private static func make(
    _ endpoint: Endpoint,
    type: Int32,
    at place: Place
  ) throws(LocalFailure) -> DeviceSocket {
    let family = endpoint.address.v4 == nil ? AF_INET6 : AF_INET
    let socket = DeviceSocket(try FileDescriptor(socket: family, type: type), place)
    try socket.set(SOL_SOCKET, SO_REUSEADDR, 1)
    if let mark = place.mark { try socket.set(SOL_SOCKET, SO_MARK, Int32(bitPattern: mark)) }
    if family == AF_INET6, type == SocketType.datagram {
      try socket.set(Int32(IPPROTO_IPV6), IPV6_V6ONLY, 1)
    }
    let address = Self.address(endpoint, place.interface)
    try call("bind") { address.withPointer { bind(socket.rawValue, $0, $1) } }
    return socket
  }

  /// A UDP socket; where the address is a group, it joins it.
  static func udp(_ endpoint: Endpoint, at place: Place) throws(LocalFailure) -> DeviceSocket {
    let socket = try make(endpoint, type: SocketType.datagram, at: place)
    // RFC 6762, section 11, for mDNS; UPnP Device Architecture 2.0, section 1.2.2, says 2 at least.
    let hops: Int32 = endpoint.port == 5353 ? 255 : 4
    switch endpoint.address {
    case .v4(let address):
      let ip = Int32(IPPROTO_IP)
      var request = ip_mreqn()
      request.imr_ifindex = Int32(bitPattern: place.interface)
      try socket.set(ip, IP_MULTICAST_IF, bytesOf: request)
      try socket.set(ip, IP_MULTICAST_TTL, hops)
      if endpoint.port == 5353 { try socket.set(ip, IP_TTL, hops) }
      try socket.set(SOL_SOCKET, SO_BROADCAST, 1)
      if endpoint.address.scope == .multicast {
        // By bytes: who declares the member to Swift depends on how a module is compiled.
        let group = address.rawValue.bigEndian
        withUnsafeMutableBytes(of: &request.imr_multiaddr) { bytes in
          withUnsafeBytes(of: group) { bytes.copyBytes(from: $0) }
        }
        try socket.set(ip, IP_ADD_MEMBERSHIP, bytesOf: request)
        try socket.set(ip, Int32(SHIM_IP_MULTICAST_ALL), 0)
      }
    case .v6(let address, _):
      let ip = Int32(IPPROTO_IPV6)
      try socket.set(ip, IPV6_MULTICAST_IF, Int32(bitPattern: place.interface))
      try socket.set(ip, IPV6_MULTICAST_HOPS, hops)
      if endpoint.port == 5353 { try socket.set(ip, IPV6_UNICAST_HOPS, hops) }
      if endpoint.address.scope == .multicast {
        var request = ipv6_mreq()
        withUnsafeMutableBytes(of: &request.ipv6mr_multiaddr) { $0.copyBytes(from: address.bytes) }
        request.ipv6mr_interface = place.interface
        try socket.set(ip, IPV6_ADD_MEMBERSHIP, bytesOf: request)
      }
    }
    return socket
  }

  /// A TCP socket that listens.
  static func tcp(_ endpoint: Endpoint, at place: Place) throws(LocalFailure) -> DeviceSocket {
    let socket = try make(endpoint, type: SocketType.stream, at: place)
    try call("listen") { listen(socket.rawValue, 64) }
    return socket
  }

  /// The kernel's form: the calling thread needn't be in the namespace where a zone has its meaning.
  private static func address(_ endpoint: Endpoint, _ interface: UInt32) -> SocketAddress {
    guard case .v6(let address, _) = endpoint.address else { return SocketAddress(endpoint) }
    let bare = Endpoint(.v6(address, zone: nil), port: endpoint.port)
    return SocketAddress(bare, interface: interface)
  }

  /// The next connection of a listening socket, where one waits.
  func accept() -> DeviceSocket? {
    let flags = Int32(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let number = shim_accept4(rawValue, flags)
    guard number >= 0 else { return nil }
    return DeviceSocket(
      FileDescriptor(owning: number),
      Place(interface: interface, zone: zone, mark: nil)
    )
  }

  /// Reads a datagram or what a connection has sent; `nil` where nothing waits.
  func receive(into buffer: inout [UInt8]) -> (payload: [UInt8], source: Endpoint?)? {
    var source = SocketAddress()
    let count = source.fill { pointer, length in
      recvfrom(rawValue, &buffer, buffer.count, 0, pointer, &length)
    }
    guard count >= 0 else { return nil }
    return (Array(buffer[..<count]), source.endpoint { [zone] _ in zone })
  }

  /// Sends a datagram; losses are the network's own business.
  func send(_ payload: [UInt8], to endpoint: Endpoint) {
    let address = Self.address(endpoint, interface)
    _ = address.withPointer { pointer, length in
      sendto(rawValue, payload, payload.count, Int32(MSG_NOSIGNAL), pointer, length)
    }
  }

  private func set(_ level: Int32, _ option: Int32, _ value: Int32) throws(LocalFailure) {
    try set(level, option, bytesOf: value)
  }

  private func set<Value>(
    _ level: Int32,
    _ option: Int32,
    bytesOf value: Value
  ) throws(LocalFailure) {
    try Self.call("setsockopt") {
      withUnsafeBytes(of: value) { bytes in
        setsockopt(rawValue, level, option, bytes.baseAddress, socklen_t(bytes.count))
      }
    }
  }

  private static func call(
    _ name: StaticString,
    _ body: () -> Int32
  ) throws(LocalFailure) {
    do {
      try systemCall(name, body)
    } catch {
      throw error.localFailure
    }
  }
}
