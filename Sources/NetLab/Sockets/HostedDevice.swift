internal import Net
internal import Wire

/// A simulated device's open sockets, ready to be served.
struct HostedDevice: Sendable {
  /// A service over UDP: the socket it answers from, and those it hears on.
  struct Service: Sendable {
    var responder: any Responder
    var sockets: [Bound]
  }

  /// A socket and the address it is bound to.
  struct Bound: Sendable {
    var socket: LabSocket
    var address: IPAddress
  }

  /// A TCP port that accepts.
  struct Listener: Sendable {
    var port: UInt16
    var greeting: [UInt8]
    var socket: LabSocket
  }

  let label: String
  /// How much later than at once its services answer.
  let delay: Duration
  private(set) var services: [Service] = []
  private(set) var listeners: [Listener] = []

  /// Opens everything the device offers, in the namespace of the calling thread.
  ///
  /// - Parameters:
  ///   - device: whose services.
  ///   - responders: what answers over UDP.
  ///   - addresses: the device's own; the first is what IPv4-only services use.
  ///   - broadcast: the subnet's broadcast address, where broadcasts are to be heard.
  ///   - place: the interface.
  /// - Throws: a failure of this machine's own, such as a port that is taken.
  init(
    _ device: SimulatedDevice,
    responders: [any Responder],
    addresses: [IPAddress],
    broadcast: IPv4Address?,
    at place: LabSocket.Place
  ) throws(LocalFailure) {
    label = device.label
    if case .slow(let delay) = device.behaviour { self.delay = delay } else { delay = .zero }
    for responder in responders {
      let hasIPv6 = responder.groups.contains { $0.v4 == nil }
      var heard = addresses.filter { $0.v4 != nil || hasIPv6 }
      heard += responder.groups.filter { group in
        addresses.contains { ($0.v4 == nil) == (group.v4 == nil) }
      }
      if let broadcast { heard.append(.v4(broadcast)) }
      var sockets: [Bound] = []
      for address in heard {
        let endpoint = Endpoint(address, port: responder.port)
        sockets.append(Bound(socket: try .udp(endpoint, at: place), address: address))
      }
      services.append(Service(responder: responder, sockets: sockets))
    }
    for listener in device.listeners {
      for address in addresses {
        let endpoint = Endpoint(address, port: listener.port)
        let socket = try LabSocket.tcp(endpoint, at: place)
        listeners.append(
          Listener(port: listener.port, greeting: listener.greeting, socket: socket)
        )
      }
    }
  }
}
