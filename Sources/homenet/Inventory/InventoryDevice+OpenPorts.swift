import Model
import Wire

extension Sequence<InventoryDevice> {
  /// The TCP ports that the devices were last seen to have open, by address without its zone.
  var openPorts: [IPAddress: [UInt16]] {
    var ports: [IPAddress: [UInt16]] = [:]
    for device in self {
      let open = device.device.ports.filter { $0.transport == .tcp }.map(\.port)
      guard !open.isEmpty else { continue }
      for address in device.device.addresses { ports[address.withoutZone] = open }
    }
    return ports
  }
}
