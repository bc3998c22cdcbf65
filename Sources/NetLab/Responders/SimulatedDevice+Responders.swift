extension SimulatedDevice {
  /// Everything that answers over UDP on the device's behalf; a router knows its home's names.
  public func responders(in home: SimulatedHome) -> [any Responder] {
    let own: [(any Responder)?] = [
      MDNSResponder(self), SSDPResponder(self), NetBIOSResponder(self),
      isRouter ? DNSResponder(home: home.devices) : nil,
    ]
    return own.compactMap(\.self) + datagrams.map { $0.late(by: lateness) }
  }

  /// How much later than others it answers; its responders have added it to their delays.
  var lateness: Duration {
    if case .slow(let delay) = behaviour { delay } else { .zero }
  }
}
