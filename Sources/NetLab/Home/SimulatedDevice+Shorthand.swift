import Model
import Wire

extension IPv4Address {
  /// The standard home's address with that last byte.
  static func home(_ last: UInt8) -> IPv4Address { IPv4Address(192, 168, 77, last) }
}

extension MACAddress {
  /// The address with those lower 48 bits, written as they are read aloud.
  static func mac(_ rawValue: UInt64) -> MACAddress { MACAddress(rawValue: rawValue) }
}

extension ServiceInstance {
  /// A resolved service whose attributes are all text.
  static func service(
    _ type: String,
    _ name: String,
    on host: String,
    port: UInt16,
    _ txt: [String: String] = [:]
  ) -> ServiceInstance {
    ServiceInstance(
      type: type,
      name: name,
      host: host,
      port: port,
      txt: txt.mapValues { $0.isEmpty ? .present : .text($0) }
    )
  }
}

extension SimulatedDevice.Listener {
  /// Ports that accept and wait to be asked.
  static func silent(_ ports: UInt16...) -> [SimulatedDevice.Listener] {
    ports.map { SimulatedDevice.Listener(port: $0) }
  }

  /// A port with a service.
  static func serving(
    _ port: UInt16,
    _ service: any ListenerService
  ) -> [SimulatedDevice.Listener] {
    [SimulatedDevice.Listener(port: port, service: service)]
  }

  /// A port with a service behind TLS.
  static func serving(
    _ port: UInt16,
    _ service: any ListenerService,
    certificate: ServedCertificate
  ) -> [SimulatedDevice.Listener] {
    serving(port, TLSService(wrapping: service, certificate: certificate))
  }

  /// An SSH server that calls itself so.
  static func ssh(_ identification: String, seed: String) -> [SimulatedDevice.Listener] {
    serving(22, SSHService(identification, seed: seed))
  }

  /// A port that greets with a line, CR and LF added.
  static func greeting(_ port: UInt16, _ line: String) -> [SimulatedDevice.Listener] {
    [SimulatedDevice.Listener(port: port, greeting: Array("\(line)\r\n".utf8))]
  }
}

extension SSDPAnnouncement {
  /// The announcements of a root device: itself, its UUID, its type, its services (UPnP Device
  /// Architecture 2.0, section 1.2.2).
  static func rootDevice(
    uuid: String,
    type: String,
    services: [String] = [],
    server: String,
    path: String,
    headers: [String: String] = [:]
  ) -> [SSDPAnnouncement] {
    let udn = "uuid:\(uuid)"
    return (["upnp:rootdevice", udn, type] + services).map { target in
      SSDPAnnouncement(
        target: target,
        usn: target == udn ? udn : "\(udn)::\(target)",
        server: server,
        location: "http://{address}:\(path)",
        headers: headers
      )
    }
  }
}
