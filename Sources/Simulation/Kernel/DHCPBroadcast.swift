internal import DemoHome
import Networking
public import Wire

/// A DHCP message that a host broadcasts.
public struct DHCPBroadcast: Hashable, Sendable {
  /// How long after the host was connected.
  public var delay: Duration
  /// What it sends.
  public var frame: DHCPFrame

  /// A frame that is sent that long after its host was connected.
  public init(after delay: Duration, _ frame: DHCPFrame) {
    self.delay = delay
    self.frame = frame
  }
}

extension SimulatedHost {
  /// The host, asking for its address once it is connected.
  ///
  /// It looks for servers, then asks one for what that offered. The answers are unicast, which nobody
  /// else receives.
  public func asking(
    of server: IPv4Address,
    options: [DHCPMessage.Option]
  ) -> SimulatedHost {
    let messages = device.dhcpMessages(choosing: server, options: options)
    var host = self
    for (number, message) in messages.enumerated() {
      let delay = Duration.milliseconds(100 + 200 * number)
      host.dhcp.append(DHCPBroadcast(after: delay, DHCPFrame(message, from: device.mac)))
    }
    return host
  }

  /// The host, offering an address to a client by broadcast.
  public func offering(
    _ address: IPv4Address,
    to client: MACAddress,
    router: IPv4Address,
    after delay: Duration
  ) -> SimulatedHost {
    let message = DHCPMessage(
      .reply,
      isBroadcast: true,
      yourAddress: address,
      hardwareAddress: client,
      options: [
        DHCPMessage.Option(53, [DHCPMessage.Kind.offer.rawValue]),
        DHCPMessage.Option(54, device.address.bytes), DHCPMessage.Option(3, router.bytes),
      ]
    )
    var host = self
    host.dhcp.append(
      DHCPBroadcast(after: delay, DHCPFrame(message, from: device.mac, device.address))
    )
    return host
  }
}

extension SimulatedKernel {
  /// A host broadcasts a DHCP message: it reaches the sockets that hear such.
  mutating func broadcast(_ frame: DHCPFrame, from place: Place) {
    guard let host = host(at: place), host.presence.contains(now - began),
      let time = arrival(link: place.link, .back)
    else { return }
    let interface = topology.links[place.link].interface.index
    let datagram = Datagram(
      source: Endpoint(.v4(.any), port: 0),
      interface: interface,
      payload: frame.serialised,
      receivedAt: time
    )
    for ticket in tickets(where: { $0.kind == .dhcp(interface: interface) }) {
      tell(.datagram(ticket, datagram), after: time - now)
    }
  }
}
