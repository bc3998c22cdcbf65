internal import CShims
internal import Glibc
public import Networking
internal import Wire

extension NetworkConfiguration {
  /// Reads interfaces, addresses and routes of the calling thread's namespace.
  ///
  /// The kernel fills a dump while it is asked, so this takes a fraction of a millisecond.
  static func read(resolvers: [IPAddress]) throws(SystemError) -> NetworkConfiguration {
    var netlink = try NetlinkSocket(making: ())
    var builder = ConfigurationBuilder()
    let requests = [
      NetlinkRequest(type: UInt16(RTM_GETLINK), header: [UInt8](repeating: 0, count: 16)),
      NetlinkRequest(type: UInt16(RTM_GETADDR), header: [UInt8](repeating: 0, count: 8)),
      NetlinkRequest(type: UInt16(RTM_GETROUTE), header: [UInt8](repeating: 0, count: 12)),
    ]
    for var request in requests {
      request.flags = UInt16(NLM_F_DUMP)
      try netlink.converse(request) { type, payload in
        builder.take(type: type, payload)
      }
    }
    // Rules may choose another table than the main one, as those of VPNs do (ip-rule(8)).
    for address in RoutingTable.outside {
      // Without a route to the Internet the answer is an error, which is ignored.
      try? netlink.converse(.chosenRoute(to: address)) { type, payload in
        builder.takeChosen(type: type, payload)
      }
    }
    return builder.configuration(resolvers: resolvers)
  }
}

/// Puts a configuration together from rtnetlink's messages, in any order after the links.
struct ConfigurationBuilder {
  private var interfaces: [UInt32: Interface] = [:]
  private var hops: [DefaultRouteMessage.Hop] = []
  private var routes: [StaticRouteMessage] = []
  /// Internet routers have a million routes; machines in a home have few.
  private static let mostRoutes = 1024

  /// Takes a message; one that can't be read is left out.
  mutating func take(type: UInt16, _ payload: [UInt8]) {
    let bytes = payload.span.bytes
    let cursor = ByteCursor(bytes)
    do {
      switch Int32(type) {
      case Int32(RTM_NEWLINK): add(try LinkMessage(cursor, bytes))
      case Int32(RTM_NEWADDR): try AddressMessage(cursor, bytes).map { add($0) }
      case Int32(RTM_NEWROUTE):
        if let route = try DefaultRouteMessage(cursor, bytes) {
          hops += route.hops
        } else if routes.count < Self.mostRoutes, let route = try StaticRouteMessage(cursor, bytes)
        {
          routes.append(route)
        }
      default: break
      }
    } catch {
      return
    }
  }

  /// Takes the route that the kernel chose to an address on the Internet as a default route.
  mutating func takeChosen(type: UInt16, _ payload: [UInt8]) {
    guard Int32(type) == Int32(RTM_NEWROUTE) else { return }
    let bytes = payload.span.bytes
    let route = try? DefaultRouteMessage(ByteCursor(bytes), bytes, .chosen)
    if let route { hops += route.hops }
  }

  private mutating func add(_ link: LinkMessage) {
    func has(_ flag: Int) -> Bool { link.flags & UInt32(flag) != 0 }
    let isLoopback = has(Int(IFF_LOOPBACK))
    interfaces[link.index] = Interface(
      index: link.index,
      name: link.name,
      mac: isLoopback ? nil : link.mac,
      isUp: has(Int(IFF_UP)),
      // IFF_LOWER_UP, which only the kernel's header names.
      hasCarrier: has(1 << 16),
      isBroadcast: has(Int(IFF_BROADCAST)),
      isMulticast: has(Int(IFF_MULTICAST)),
      isLoopback: isLoopback,
      mtu: link.mtu,
      kind: link.kind
    )
  }

  private mutating func add(_ address: AddressMessage) {
    switch (address.local, address.network) {
    case (.v4(let own), .v4(let network)):
      let prefix = IPv4Prefix(network, length: address.prefixLength)
      interfaces[address.index]?.ipv4.append(.init(address: own, prefix: prefix))
    case (.v6(let own), _):
      let length = address.prefixLength
      interfaces[address.index]?.ipv6.append(.init(address: own, prefixLength: length))
    default:
      break
    }
  }

  /// What was put together.
  func configuration(resolvers: [IPAddress]) -> NetworkConfiguration {
    var gateways: [Gateway] = []
    var pointToPointInterfaces: [UInt32] = []
    for (gateway, index) in hops {
      guard let gateway else {
        let isExternal = interfaces[index].map { !$0.isLoopback } ?? false
        if isExternal, !pointToPointInterfaces.contains(index) {
          pointToPointInterfaces.append(index)
        }
        continue
      }
      let address = gateway.withZone { interfaces[index]?.name }
      let found = Gateway(address: address, interface: index)
      if !gateways.contains(found) { gateways.append(found) }
    }
    var configuration = NetworkConfiguration(
      interfaces: interfaces.values.sorted { $0.index < $1.index },
      gateways: gateways,
      pointToPointInterfaces: pointToPointInterfaces,
      resolvers: resolvers
    )
    configuration.routes = routes.map { route in
      StaticRoute(
        destination: route.destination.withZone { nil },
        length: route.length,
        gateway: route.gateway?.withZone { interfaces[route.interface]?.name }
      )
    }
    return configuration
  }
}

/// Reports that interfaces, addresses or routes changed (rtnetlink(7)).
///
/// The event doesn't say what changed: the receiver reads the configuration again.
final class ConfigurationReader: Registration {
  private var buffer = [UInt8](repeating: 0, count: NetlinkSocket.bufferSize)

  init(_ id: ID) throws(SystemError) {
    let socket = try FileDescriptor(netlinkBlocks: false)
    try socket.bind(to: SocketAddress(netlinkGroups: Self.groups))
    super.init(id, socket)
  }

  private static let groups = UInt32(
    RTMGRP_LINK | RTMGRP_IPV4_IFADDR | RTMGRP_IPV4_ROUTE | RTMGRP_IPV6_IFADDR | RTMGRP_IPV6_ROUTE
  )
  /// How many notifications are read in one go, so that others have their turn.
  private static let readsPerTurn = 64

  override func ready(_ events: UInt32, _ reactor: Reactor) {
    var hasChanged = false
    for _ in 0..<Self.readsPerTurn {
      do throws(SystemError) {
        _ = try systemCall("recv") { recv(descriptor.rawValue, &buffer, buffer.count, 0) }
        hasChanged = true
      } catch {
        if error.wouldBlock { break }
        guard error.number == ENOBUFS else { return die(error, reactor) }
        // Some were lost: so there were some.
        hasChanged = true
      }
    }
    if hasChanged { reactor.emit(.configurationChanged(ticket), to: run) }
  }
}

extension NetworkConfiguration {
  /// This machine's host name (gethostname(2)); `nil` if it has none.
  public static func readHostName() -> String? {
    // HOST_NAME_MAX is 64; a longer name is cut, without a final NUL.
    var bytes = [CChar](repeating: 0, count: 256)
    guard gethostname(&bytes, bytes.count - 1) == 0 else { return nil }
    let name = bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
  }
}
