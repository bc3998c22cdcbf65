extension SimulatedDevice {
  /// By what a device is reached.
  public enum Reach: Hashable, Sendable {
    /// A cable.
    case cable
    /// Wi-Fi.
    case radio
    /// A tunnel to another place, which carries frames as if it were here.
    case tunnel
  }
}

extension SimulatedDevice.Reach {
  /// What it does to frames, the same in each direction; `nil` where it is a plain cable.
  var impairment: Impairment? {
    switch self {
    case .cable: nil
    // A few milliseconds, never the same, and more for a station that slept.
    case .radio:
      Impairment(
        loss: 0,
        delay: .milliseconds(1) ... .milliseconds(7),
        waking: .milliseconds(5) ... .milliseconds(40)
      )
    case .tunnel: Impairment(loss: 0, delay: .milliseconds(28) ... .milliseconds(34))
    }
  }
}

extension SimulatedHome {
  /// The devices with what they are reached by.
  static func reached(_ devices: [SimulatedDevice]) -> [SimulatedDevice] {
    devices.map { device in
      var device = device
      if onAir.contains(device.label) { device.reach = .radio }
      if elsewhere.contains(device.label) { device.reach = .tunnel }
      return device
    }
  }

  /// What is on Wi-Fi, by label.
  private static let onAir: Set<String> = [
    "HomePod mini", "MacBook Pro", "Linux laptop", "Chromecast", "Nest Hub", "Nest Mini, left",
    "Nest Mini, right", "Echo Dot", "Fire TV", "Sonos One", "Sonos Beam", "Bose SoundTouch", "Roku",
    "Nintendo Switch", "Samsung TV", "HP OfficeJet", "Shelly plug", "Roomba", "Ring doorbell",
    "Thermostat",
    "Xiaomi vacuum", "Car", "iPhone with private address", "Galaxy phone", "Pixel phone", "iPad",
    "Sensor with a script for a name",
  ]

  /// What stands in the allotment's hut, behind a tunnel, by label.
  private static let elsewhere: Set<String> = [
    "Raspberry Pi", "Weather station with a long name",
  ]
}
