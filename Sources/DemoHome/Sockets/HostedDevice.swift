internal import Networking
internal import Wire

/// A simulated device's open sockets, ready to be served.
struct HostedDevice: Sendable {
  /// A UDP service with its sockets, one per address.
  struct Service: Sendable {
    var responder: any Responder
    var sockets: [Bound]
  }

  /// A socket and the address it is bound to.
  struct Bound: Sendable {
    var socket: DeviceSocket
    var address: IPAddress
  }

  /// A TCP port that accepts.
  struct Listener: Sendable {
    var port: UInt16
    var service: any ListenerService
    var socket: DeviceSocket
  }

  let label: String
  /// How late its TCP services greet; responders know their own delays.
  let delay: Duration
  private(set) var services: [Service] = []
  private(set) var listeners: [Listener] = []

  /// Opens everything the device offers, in the namespace of the calling thread.
  ///
  /// - Parameters:
  ///   - device: the device to open sockets for.
  ///   - responders: what answers over UDP.
  ///   - addresses: the device's own.
  ///   - broadcast: the subnet's broadcast address; `nil` to receive no broadcasts.
  ///   - place: the interface.
  /// - Throws: a failure of this machine's own, such as a port that is taken.
  init(
    _ device: SimulatedDevice,
    responders: [any Responder],
    addresses: [IPAddress],
    broadcast: IPv4Address?,
    at place: DeviceSocket.Place
  ) throws(LocalFailure) {
    self.init(device)
    for responder in responders {
      let heard = Self.heard(by: responder, addresses, broadcast)
      services.append(try Service(responder: responder, on: heard, at: place))
    }
    for listener in device.listeners {
      for address in addresses {
        listeners.append(try Listener(listener, on: address, at: place))
      }
    }
  }

  /// Opens what can be opened, and counts the rest.
  static func binding(
    _ device: SimulatedDevice,
    responders: [any Responder],
    addresses: [IPAddress],
    at place: DeviceSocket.Place
  ) -> (device: HostedDevice, missing: Int) {
    var hosted = HostedDevice(device)
    for responder in responders {
      let heard = heard(by: responder, addresses, nil)
      if let service = try? Service(responder: responder, on: heard, at: place) {
        hosted.services.append(service)
      }
    }
    for listener in device.listeners {
      for address in addresses {
        if let open = try? Listener(listener, on: address, at: place) {
          hosted.listeners.append(open)
        }
      }
    }
    let missing =
      responders.count - hosted.services.count
      + device.listeners.count * addresses.count - hosted.listeners.count
    return (hosted, missing)
  }

  private init(_ device: SimulatedDevice) {
    label = device.label
    delay = device.lateness
  }

  /// The addresses that a responder receives on: the device's own, its groups, broadcast.
  private static func heard(
    by responder: any Responder,
    _ addresses: [IPAddress],
    _ broadcast: IPv4Address?
  ) -> [IPAddress] {
    let hasIPv6 = responder.groups.contains { $0.v4 == nil }
    let own = addresses.filter { $0.v4 != nil || hasIPv6 }
    let groups = responder.groups.filter { group in
      addresses.contains { ($0.v4 == nil) == (group.v4 == nil) }
    }
    // Questions to everybody come to the subnet's broadcast address or to the limited one (RFC 919).
    let everybody =
      broadcast.map { [IPAddress.v4($0), .v4(IPv4Address(255, 255, 255, 255))] } ?? []
    return own + groups + everybody
  }
}

extension HostedDevice.Service {
  init(
    responder: any Responder,
    on addresses: [IPAddress],
    at place: DeviceSocket.Place
  ) throws(LocalFailure) {
    self.responder = responder
    sockets = []
    for address in addresses {
      let socket = try DeviceSocket.udp(Endpoint(address, port: responder.port), at: place)
      sockets.append(HostedDevice.Bound(socket: socket, address: address))
    }
  }
}

extension HostedDevice.Listener {
  init(
    _ listener: SimulatedDevice.Listener,
    on address: IPAddress,
    at place: DeviceSocket.Place
  ) throws(LocalFailure) {
    port = listener.port
    service = listener.service
    socket = try DeviceSocket.tcp(Endpoint(address, port: listener.port), at: place)
  }
}
