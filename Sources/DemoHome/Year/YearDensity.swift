import Model
import Wire

/// How full a year is: more devices, which come and go more often than the demo's, for measurements.
package struct YearDensity: Hashable, Sendable {
  /// How many devices live in the home at the end of the year.
  package var devices: Int
  /// How often each of them is gone for half an hour, on each day.
  package var departures: Int

  /// Memberwise initialiser.
  package init(devices: Int, departures: Int) {
    self.devices = devices
    self.departures = departures
  }

  /// The most devices: each copy of the home has a network of its own.
  package static let mostDevices = 2000
  /// The most departures of a day: they are half an hour long.
  package static let mostDepartures = 24

  /// Those devices, and copies of the residents until there are as many as wanted.
  func filled(_ devices: [YearDevice]) -> [YearDevice] {
    var all = devices
    let models = devices.filter { $0.isResident && !$0.isSelf && !$0.device.isRouter }
    let missing = min(self.devices, Self.mostDevices) - devices.count(where: \.isResident)
    if missing > 0, !models.isEmpty {
      for index in 0..<missing {
        all.append(models[index % models.count].copy(index / models.count + 1))
      }
    }
    for index in all.indices
    where all[index].isResident && !all[index].isSelf && !all[index].device.isRouter {
      all[index].habit.departures = min(max(departures, 0), Self.mostDepartures)
    }
    return all
  }
}

extension YearDevice {
  /// Another device of that kind, which lives so too and shares no identity with it.
  fileprivate func copy(_ turn: Int) -> YearDevice {
    var copy = self
    copy.device = device.copy(turn)
    copy.naming = nil
    // They name addresses and services of the first one.
    copy.changes = []
    return copy
  }
}

extension SimulatedDevice {
  fileprivate func copy(_ turn: Int) -> SimulatedDevice {
    let prefix = "copy\(turn)-"
    var copy = self
    copy.label = prefix + label
    copy.mac = MACAddress(rawValue: mac.rawValue ^ UInt64(turn) << 12)
    copy.address = IPv4Address(rawValue: address.rawValue &+ UInt32(turn) << 8)
    copy.mdnsHost = mdnsHost.map { prefix + $0 }
    copy.dnsName = dnsName.map { prefix + $0 }
    copy.services = services.map { service in
      var service = service
      service.name = prefix + service.name
      service.host = service.host == mdnsHost ? copy.mdnsHost : service.host
      // Attributes have the ids by which a device is recognised.
      service.txt = [:]
      return service
    }
    copy.ssdp = []
    copy.netbios = nil
    copy.shownName = shownName.map { prefix + $0 }
    return copy
  }
}
