internal import LinuxNetwork
internal import Networking
internal import Wire

extension DemoHome {
  /// Lets a device that came home broadcast what it asks a DHCP server.
  ///
  /// Nothing happens on loopback, and for a device that asks nothing. Its address is given to it by the
  /// home's builder; nobody answers.
  func askForAddress(_ device: SimulatedDevice) {
    guard let options = device.dhcpOptions, let server = home.router?.address,
      let namespace = namespacedHome?.namespace(of: device.label)
    else { return }
    let messages = device.dhcpMessages(choosing: server, options: options)
    let own = Endpoint(.v4(device.address), port: DHCPMessage.clientPort)
    let everybody = Endpoint(.v4(home.prefix.last), port: DHCPMessage.serverPort)
    // Without it the device is there all the same.
    try? namespace.run { () throws(LocalFailure) in
      let place = DeviceSocket.Place(interface: 0, zone: "", mark: nil)
      let socket = try DeviceSocket.udp(own, at: place)
      for message in messages { socket.send(message.serialised, to: everybody) }
    }
  }
}
