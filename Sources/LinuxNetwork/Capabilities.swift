internal import CShims
internal import Glibc
public import Networking

/// The system calls that the kernel permits to this process, found by trying; nothing is sent.
public struct Capabilities: Hashable, Sendable {
  /// Whether a call succeeded, or how it failed.
  public enum Availability: Hashable, Sendable {
    /// The call succeeded.
    case works
    /// The call failed.
    case fails(LocalFailure)

    /// Whether the call succeeded.
    public var works: Bool { self == .works }
  }

  /// Reading and watching the neighbour table.
  public var neighbourTable: Availability
  /// ICMP echo by datagram socket (`ping_group_range`).
  public var icmpDatagram: Availability
  /// ICMP by raw socket (`CAP_NET_RAW`).
  public var icmpRaw: Availability
  /// Frames of our own (`CAP_NET_RAW`).
  public var packetSocket: Availability
  /// A UDP socket with multicast options, as mDNS and SSDP need it.
  public var multicast: Availability
  /// An interface other than the loopback that is up, with carrier and an address.
  public var interface: Availability
  /// A resolver that the system names.
  public var resolver: Availability

  /// Capabilities of another source than ``LinuxNetwork/capabilities()``, as tests use them.
  public init(
    neighbourTable: Availability,
    icmpDatagram: Availability,
    icmpRaw: Availability,
    packetSocket: Availability,
    multicast: Availability,
    interface: Availability,
    resolver: Availability
  ) {
    self.neighbourTable = neighbourTable
    self.icmpDatagram = icmpDatagram
    self.icmpRaw = icmpRaw
    self.packetSocket = packetSocket
    self.multicast = multicast
    self.interface = interface
    self.resolver = resolver
  }

  /// Tries everything in the calling thread's namespace.
  static func find(resolverPath: String) -> Capabilities {
    let configuration = Result { () throws(SystemError) in
      try NetworkConfiguration.read(resolvers: ResolverFile.read(resolverPath))
    }
    return Capabilities(
      neighbourTable: attempt { () throws(SystemError) in
        let socket = try FileDescriptor(netlinkBlocks: false)
        try socket.bind(to: SocketAddress(netlinkGroups: NeighbourReader.groups))
      },
      icmpDatagram: findEchoDatagram(),
      icmpRaw: findEchoRaw(),
      packetSocket: attempt { () throws(SystemError) in
        _ = try FileDescriptor(makingSocket: AF_PACKET, type: SocketType.raw)
      },
      multicast: attempt { () throws(SystemError) in
        let found = try configuration.get().interfaces.first { $0.isUp && $0.isMulticast }
        guard let found else { throw SystemError(number: ENODEV, call: "setsockopt") }
        _ = try UDPSocketSetup.open(UDPSocketOptions(family: .v4, interface: found.index))
      },
      interface: attempt { () throws(SystemError) in
        let interfaces = try configuration.get().interfaces
        if !ResolverReachability.hasNetwork(interfaces) {
          throw SystemError(number: ENETDOWN, call: "interfaces")
        }
      },
      resolver: attempt { () throws(SystemError) in
        if try configuration.get().resolvers.isEmpty {
          throw SystemError(number: ENOENT, call: resolverPath)
        }
      }
    )
  }

  /// Tries to open the datagram socket of an echo.
  static func findEchoDatagram() -> Availability {
    attempt { () throws(SystemError) in _ = try EchoSocket.openDatagram(.v4) }
  }

  /// Tries to open the raw socket of an echo.
  static func findEchoRaw() -> Availability {
    attempt { () throws(SystemError) in _ = try EchoSocket.openRaw(.v4) }
  }

  private static func attempt(_ body: () throws(SystemError) -> Void) -> Availability {
    do {
      try body()
      return .works
    } catch {
      return .fails(error.localFailure)
    }
  }
}
