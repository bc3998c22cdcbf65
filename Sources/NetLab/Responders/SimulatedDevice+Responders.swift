extension SimulatedDevice {
  /// What answers over UDP on the device's behalf.
  func responders(in home: SimulatedHome) -> [any Responder] {
    var responders: [any Responder] = []
    if let mdns = MDNSResponder(self) { responders.append(mdns) }
    if isRouter { responders.append(DNSResponder(home: home.devices)) }
    return responders
  }
}
