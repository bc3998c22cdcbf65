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

  /// Lends an address, whose port is 0, to what sends to it.
  func withAddress(_ host: Int, _ body: (UnsafeMutableRawPointer, socklen_t) -> Void) {
    body(memory.advanced(by: host * Self.stride), lengths[host])
  }

  /// Ends what a socket has begun, whatever that is, so that it can begin anew (connect(2)).
  static func disconnect(_ descriptor: Int32) -> Bool {
    var nobody = sockaddr()
    nobody.sa_family = sa_family_t(AF_UNSPEC)
    return Glibc.connect(descriptor, &nobody, socklen_t(MemoryLayout<sockaddr>.size)) == 0
  }
}
